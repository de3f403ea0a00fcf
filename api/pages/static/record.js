// The record page without reloading: a link swaps in the next step, a tap on the board finds the nearest frame, and an
// action is stored until the service has recorded it.

import { nearest } from "./board.js";
import { removeLast, enterOutcomes } from "./chance.js";
import { atOnce, offerAtOnce } from "./at-once.js";
import { enterNumber, press } from "./numbers.js";
import { follow } from "./record-updates.js";
import { filtered, key } from "./rows.js";
import { go, here, onStep, remember, show, stepOf, swap } from "./steps.js";
import { deliver, unsent } from "./unsent.js";

const READY = "form.taking:not(.chance) button.take";

function plain(event) {
  return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button);
}

async function tap(event) {
  if (document.querySelector("form.chance")) return;
  const id = nearest(event.clientX, event.clientY);
  if (!id) return back();
  const chosen = new URLSearchParams(here());
  chosen.delete("action"); // another is wanted
  chosen.append("tap", id);
  if ((await go(`?${chosen}`)) && atOnce()) document.querySelector("form.taking").requestSubmit();
}

function back() {
  const form = document.querySelector("form.chance");
  if (!form || !removeLast(form)) document.querySelector("a.back")?.click();
}

/** Send the form of an action, and show the next step. */
async function take(form, pressed) {
  const fields = new URLSearchParams(new FormData(form));
  if (pressed?.name) fields.append(pressed.name, pressed.value);
  const label = form.querySelector("button.take").textContent;
  const { search } = new URL(form.getAttribute("action"), location.href); // `form.action` is its field
  await settle({ address: stepOf(search), body: `${fields}`, label });
}

/** Send an action, or an unsent one. */
async function settle(action) {
  document.body.classList.add("sending");
  const text = await deliver(action);
  document.body.classList.remove("sending");
  if (text && swap(text)) remember();
  else location.assign(location.pathname); // given up, or to be covered first: the browser shows how things stand
}

document.addEventListener("click", (event) => {
  if (!plain(event)) return;
  const link = event.target.closest(".answers a, .tab-bar a");
  if (document.body.classList.contains("sending")) {
    if (link || event.target.closest(".table")) event.preventDefault();
  } else if (link?.getAttribute("href").startsWith("?")) {
    event.preventDefault();
    go(link.getAttribute("href"));
  } else if (event.target.closest(".table")) tap(event);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.taking")) return;
  event.preventDefault();
  if (!document.body.classList.contains("sending")) take(event.target, event.submitter);
});

document.addEventListener("keydown", (event) => {
  if (!plain(event) || event.target.closest("select, input:not([type=radio])")) return;
  if (event.key === "Escape") back();
  else if (document.querySelector("form.number") && press(document.querySelector("form.number"), event.key)) event.preventDefault();
  else if (event.key === "Enter" && event.target.matches("body, h2.asks")) document.querySelector(READY)?.click();
  else key(event.key);
});

addEventListener("popstate", () => go(location.search, false));

onStep(() => {
  const form = document.querySelector("form.chance, form.number");
  if (form?.matches(".chance")) enterOutcomes(form);
  else if (form) enterNumber(form);
  else filtered(document.querySelector(".answers > .rows"), document.querySelectorAll(".rows a.row"));
});
show();
offerAtOnce();
follow();
if (unsent()) settle(unsent());
