// What chance told, one outcome after the other: the next slot is asked, what is told can be taken off again, and the
// last answer of a group sends it.

import { button } from "./notice.js";
import { filtered } from "./rows.js";

const LISTED = 6; // outcomes told that have a chip each; more are one
const WALKS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Ask the slots of a form one after the other. */
export function tellChance(form) {
  for (const slot of form.querySelectorAll("label.slot")) slot.replaceWith(asButtons(slot));
  for (const label of form.querySelectorAll("label.face")) face(label, form.querySelector("template.faces"));
  form.addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    askOn(form);
    if (!next(form)) form.requestSubmit(form.querySelector("button.take"));
  });
  form.addEventListener("keydown", walk);
  ask(form);
}

/** A list to pick from as buttons: one for each name, however many cards there are of it. */
function asButtons(label) {
  const select = label.querySelector("select");
  const slot = document.createElement("fieldset");
  slot.className = "slot";
  slot.dataset.draws = select.dataset.draws ?? "";
  const legend = document.createElement("legend");
  legend.textContent = label.querySelector("span").textContent;
  const ways = [...select.options].filter(({ value }) => value).map((option) => way(select.name, option));
  slot.append(legend, ...ways);
  return slot;
}

function way(name, option) {
  const label = document.createElement("label");
  label.className = "face";
  const input = Object.assign(document.createElement("input"), { type: "radio", name, value: option.value });
  input.checked = option.defaultSelected;
  const words = document.createElement("span");
  words.textContent = option.textContent;
  label.append(input, words);
  return label;
}

/** Keep what a way is called, and put the face of the card beside it where there is one. */
function face(label, faces) {
  const words = label.querySelector("span");
  label.dataset.name = words.textContent.trim();
  const { value } = label.querySelector("input");
  const drawn = [...(faces?.content.children ?? [])].find((one) => one.dataset.of === value);
  if (!drawn) return;
  const beside = drawn.cloneNode(true);
  beside.setAttribute("aria-hidden", "true");
  words.prepend(beside);
}

function slots(form) {
  return [...form.querySelectorAll("fieldset.slot")];
}

function told(slot) {
  return slot.querySelector("input:checked");
}

function next(form) {
  return slots(form).find((slot) => !told(slot));
}

/** Show the slot that is asked next, and what is told. */
function ask(form) {
  const asked = next(form) ?? slots(form).at(-1);
  const gone = slots(form).filter((slot) => slot !== asked).map((slot) => told(slot)?.value);
  for (const slot of slots(form)) slot.hidden = slot !== asked;
  if (asked.dataset.draws) offer(asked, gone);
  form.querySelector(".told")?.remove();
  form.prepend(chips(form));
  filtered(form.querySelector(".rows"), asked.querySelectorAll("label.face"));
}

/** Ask again, for keys too: where the last answer was told or taken off there is nothing left that has the focus. */
function askOn(form) {
  ask(form);
  form.querySelector("fieldset.slot:not([hidden]) label.face:not([hidden]) input")?.focus();
}

/** Arrows go from face to face and tell none, since what is told is asked no more; the space bar and Enter do. */
function walk(event) {
  const { target, key } = event;
  if (target.type !== "radio" || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (key !== "Enter" && !WALKS[key]) return;
  event.preventDefault();
  if (key === "Enter") return target.click();
  const faces = [...target.closest(".slot").querySelectorAll("label.face:not([hidden]) input")];
  faces.at((faces.indexOf(target) + WALKS[key]) % faces.length).focus();
}

/** Of each name one card that is not told yet. */
function offer(slot, gone) {
  const names = new Set();
  for (const label of slot.querySelectorAll("label.face")) {
    const { value, checked } = label.querySelector("input");
    label.hidden = !checked && value !== "null" && (gone.includes(value) || names.has(label.dataset.name));
    if (!label.hidden) names.add(label.dataset.name);
  }
}

/** What is told: tapping one takes it off. */
function chips(form) {
  const place = document.createElement("div");
  place.className = "told trail";
  const done = slots(form).filter(told);
  const made = done.map((slot) => chip(form, slot));
  if (done.length <= LISTED) place.append(...made);
  else place.append(button(`${done.length} entered`, () => place.replaceChildren(...made)));
  return place;
}

function chip(form, slot) {
  const input = told(slot);
  const { name } = input.parentElement.dataset;
  const made = button(`${name} ×`, () => {
    input.checked = false;
    askOn(form);
  });
  made.setAttribute("aria-label", `${slot.querySelector("legend").textContent}: remove ${name}`);
  return made;
}

/** Take off what was told last; false where nothing is. */
export function takeBack(form) {
  const last = slots(form).filter(told).at(-1);
  if (!last) return false;
  told(last).checked = false;
  askOn(form);
  return true;
}
