// Entering rolls and draws one by one: each can be removed again, and the last one of a group sends the form.

import { button } from "./notice.js";
import { filtered } from "./rows.js";

const LISTED = 6; // entered outcomes with a chip each; more share one
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Ask for the slots of a form one by one. */
export function enterOutcomes(form) {
  for (const slot of form.querySelectorAll("label.slot")) slot.replaceWith(asButtons(slot));
  for (const label of form.querySelectorAll("label.face")) face(label, form.querySelector("template.faces"));
  form.addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    askOn(form);
    if (!next(form)) form.requestSubmit(form.querySelector("button.take"));
  });
  form.addEventListener("keydown", moveFocus);
  ask(form);
}

/** Turn a list into buttons: one for each name, however many cards have it. */
function asButtons(label) {
  const select = label.querySelector("select");
  const slot = document.createElement("fieldset");
  slot.className = "slot";
  slot.dataset.draws = select.dataset.draws ?? "";
  const legend = document.createElement("legend");
  legend.textContent = label.querySelector("span").textContent;
  const faces = [...select.options].filter(({ value }) => value).map((option) => radio(select.name, option));
  slot.append(legend, ...faces);
  return slot;
}

function radio(name, option) {
  const label = document.createElement("label");
  label.className = "face";
  const input = Object.assign(document.createElement("input"), { type: "radio", name, value: option.value });
  input.checked = option.defaultSelected;
  const words = document.createElement("span");
  words.textContent = option.textContent;
  label.append(input, words);
  return label;
}

/** Store the name of an outcome, and add the face of its card if there is one. */
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

function entered(slot) {
  return slot.querySelector("input:checked");
}

function next(form) {
  return slots(form).find((slot) => !entered(slot));
}

/** Show the next slot, and the outcomes entered so far. */
function ask(form) {
  const asked = next(form) ?? slots(form).at(-1);
  const gone = slots(form).filter((slot) => slot !== asked).map((slot) => entered(slot)?.value);
  for (const slot of slots(form)) slot.hidden = slot !== asked;
  if (asked.dataset.draws) offer(asked, gone);
  form.querySelector(".entered")?.remove();
  form.prepend(chips(form));
  filtered(form.querySelector(".rows"), asked.querySelectorAll("label.face"));
}

/** Ask again, and move the focus, which was on a button that is gone. */
function askOn(form) {
  ask(form);
  form.querySelector("fieldset.slot:not([hidden]) label.face:not([hidden]) input")?.focus();
}

/** Arrow keys move between faces without choosing; the space bar and Enter choose. */
function moveFocus(event) {
  const { target, key } = event;
  if (target.type !== "radio" || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (key !== "Enter" && !STEPS[key]) return;
  event.preventDefault();
  if (key === "Enter") return target.click();
  const faces = [...target.closest(".slot").querySelectorAll("label.face:not([hidden]) input")];
  faces.at((faces.indexOf(target) + STEPS[key]) % faces.length).focus();
}

/** Show one card of each name that is not entered yet. */
function offer(slot, gone) {
  const names = new Set();
  for (const label of slot.querySelectorAll("label.face")) {
    const { value, checked } = label.querySelector("input");
    label.hidden = !checked && value !== "null" && (gone.includes(value) || names.has(label.dataset.name));
    if (!label.hidden) names.add(label.dataset.name);
  }
}

/** The entered outcomes; a tap removes one. */
function chips(form) {
  const place = document.createElement("div");
  place.className = "entered trail";
  const done = slots(form).filter(entered);
  const made = done.map((slot) => chip(form, slot));
  if (done.length <= LISTED) place.append(...made);
  else place.append(button(`${done.length} entered`, () => place.replaceChildren(...made)));
  return place;
}

function chip(form, slot) {
  const input = entered(slot);
  const { name } = input.parentElement.dataset;
  const made = button(`${name} ×`, () => {
    input.checked = false;
    askOn(form);
  });
  made.setAttribute("aria-label", `${slot.querySelector("legend").textContent}: remove ${name}`);
  return made;
}

/** Remove the last outcome; false if there is none. */
export function removeLast(form) {
  const last = slots(form).filter(entered).at(-1);
  if (!last) return false;
  entered(last).checked = false;
  askOn(form);
  return true;
}
