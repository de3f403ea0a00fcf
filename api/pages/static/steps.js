// The steps of the record page: each is swapped in without reloading, and the picture only if it changed.

import { draw, drawing, lacks, open } from "./board.js";
import { notify } from "./notice.js";

const PARTS = [".tab-bar", ".table", ".answers"];
const NARROW_BELOW = 480; // px of the board's column
const COOKIE_AGE = 31536000; // seconds
const TIMEOUT = 20000; // milliseconds for an answer
const RETRY_AFTER = 500; // milliseconds until a missing picture is requested again
const NO_ANSWER = "Tabletale is not answering, and you cannot enter anything until it does. Tap again to retry.";

let held = ""; // the name of the picture that is shown
let latest = 0; // the last requested step; earlier answers are ignored
let pending = 0; // requests on their way
let shown = () => {};

/** Call `act` whenever a step is shown. */
export function onStep(act) {
  shown = act;
}

/** The address of a step for a script. */
export function stepOf(query, whole = false) {
  const parameters = new URLSearchParams(query);
  if (!whole && fits()) parameters.set("have", held);
  return `${location.pathname}/step?${parameters}`;
}

/** Whether a step is on its way. */
export function loading() {
  return pending > 0;
}

/**
 * Request the step of a selection and show it; true if it is shown now. If it fails, a notice says it, unless the
 * request was `background`.
 */
export async function go(query, push = true, background = false) {
  const request = ++latest;
  pending += 1;
  const answer = await fetched(stepOf(query));
  pending -= 1;
  if (request !== latest) return false;
  if (!answer) background || notify(NO_ANSWER);
  else if (!swap(answer.text)) location.assign(query || location.pathname); // the browser says what is wrong
  else {
    if (push) remember();
    return true;
  }
  return false;
}

/** Request the picture of this step: the shown one belongs to another step, or lacks an option. */
async function redraw() {
  const request = latest;
  const answer = await fetched(stepOf(here(), true));
  if (request !== latest) return;
  if (!answer) {
    setTimeout(() => request === latest && redraw(), RETRY_AFTER);
    return;
  }
  replace(parsed(answer.text), ".table");
  held = drawn();
  open();
  draw();
}

async function fetched(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(TIMEOUT) });
    return answer.status < 500 && { text: await answer.text() };
  } catch {
    return null;
  }
}

/** The selection as a query string. */
export function here() {
  return document.querySelector(".answers").dataset.here;
}

function drawn() {
  return document.querySelector(".answers").dataset.drawn;
}

/** Set the address to that of the shown step. */
export function remember() {
  if (here() !== location.search) history.pushState(null, "", location.pathname + here());
}

/** Show the parts of a step; false if the text is not a step. */
export function swap(text) {
  const page = parsed(text);
  if (!page.querySelector(".answers")) return false;
  latest += 1;
  document.title = page.title;
  document.activeElement?.blur(); // a part that goes with the focus in it has the browser style the whole page first
  const pictured = PARTS.filter((part) => replace(page, part)).includes(".table");
  if (pictured) held = drawn();
  show();
  document.querySelector("h2.asks").focus({ preventScroll: true });
  if (!pictured && (held !== drawn() || lacks())) redraw();
  return true;
}

function parsed(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

/** Replace a part by that of another page, if it has one. */
function replace(page, part) {
  const found = page.querySelector(part);
  if (found) document.querySelector(part).replaceWith(found);
  return Boolean(found);
}

/** Prepare the shown step for taps and keys. */
export function show() {
  held ||= drawn();
  open();
  arrange();
  draw();
  document.querySelector(".tab-bar [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  shown();
}

/** Whether the picture is arranged for the width that there is. */
function fits() {
  return document.querySelectorAll(".table svg.tt").length > 1 || document.cookie.includes(`arrangement=${fitting()}`);
}

function fitting() {
  return document.querySelector(".table").clientWidth < NARROW_BELOW ? "narrow" : "wide";
}

/** Store the arrangement that fits, for the next picture. */
function arrange() {
  if (drawing()) document.cookie = `arrangement=${fitting()}; path=/; max-age=${COOKIE_AGE}; samesite=lax`;
}
