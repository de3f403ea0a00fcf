// The steps of the record page: what is asked is swapped in without reloading, and the picture only where it changed.

import { draw, drawing, lacks, open } from "./board.js";
import { tell } from "./notice.js";

const PARTS = [".asked", ".table", ".answers"];
const NARROW_BELOW = 480; // px of the board's column
const KEPT_FOR = 31536000; // seconds
const PATIENCE = 20000; // milliseconds for an answer
const AGAIN = 500; // milliseconds until a picture that did not come is asked for again
const AWAY = "Tabletale is not answering, and you cannot enter anything until it does. Tap again to retry.";

let held = ""; // the name of the picture that is shown
let latest = 0; // the last step that was asked for: answers to earlier ones come too late
let underWay = 0; // steps that are asked for
let enlivened = () => {};

/** Call `act` whenever a step is shown. */
export function onStep(act) {
  enlivened = act;
}

/** Where a script asks for a step of an address of the page. */
export function stepOf(query, whole = false) {
  const asked = new URLSearchParams(query);
  if (!whole && fits()) asked.set("have", held);
  return `${location.pathname}/step?${asked}`;
}

/** Whether a step is on its way. */
export function asking() {
  return underWay > 0;
}

/**
 * Ask for the step after what is chosen, and show it; true where that is what is shown now. Nobody is told where one
 * that nobody asked for, `unasked`, does not come.
 */
export async function go(query, push = true, unasked = false) {
  const asked = ++latest;
  underWay += 1;
  const answer = await fetched(stepOf(query));
  underWay -= 1;
  if (asked !== latest) return false;
  if (!answer) unasked || tell(AWAY);
  else if (!swap(answer.text)) location.assign(query || location.pathname); // the browser says what is wrong
  else {
    if (push) remember();
    return true;
  }
  return false;
}

/** Show a picture of this step alone: the one that is there is another's, or lacks something that is asked for. */
async function redraw() {
  const asked = latest;
  const answer = await fetched(stepOf(here(), true));
  if (asked !== latest) return;
  if (!answer) {
    setTimeout(() => asked === latest && redraw(), AGAIN);
    return;
  }
  replace(parsed(answer.text), ".table");
  held = drawn();
  open();
  draw();
}

async function fetched(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
    return answer.status < 500 && { text: await answer.text() };
  } catch {
    return null;
  }
}

/** What is chosen, as the address of the page has it. */
export function here() {
  return document.querySelector(".answers").dataset.here;
}

function drawn() {
  return document.querySelector(".answers").dataset.drawn;
}

/** Let the address be that of what is shown. */
export function remember() {
  if (here() !== location.search) history.pushState(null, "", location.pathname + here());
}

/** Show the parts of a step; false where the text is none. */
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

/** Put a part of another page in the place of this one's, if it has it. */
function replace(page, part) {
  const found = page.querySelector(part);
  if (found) document.querySelector(part).replaceWith(found);
  return Boolean(found);
}

/** Make the step that is shown ready for fingers and keys. */
export function show() {
  held ||= drawn();
  open();
  arrange();
  draw();
  enlivened();
}

/** Whether the picture is arranged for the width that there is. */
function fits() {
  return document.querySelectorAll(".table svg.tt").length > 1 || document.cookie.includes(`arrangement=${fitting()}`);
}

function fitting() {
  return document.querySelector(".table").clientWidth < NARROW_BELOW ? "narrow" : "wide";
}

/** The next picture comes in one arrangement. */
function arrange() {
  if (drawing()) document.cookie = `arrangement=${fitting()}; path=/; max-age=${KEPT_FOR}; samesite=lax`;
}
