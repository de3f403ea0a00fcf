// Sends an action: it is stored until the service answers, also over reloads, and sent again until then.
//
// Only one at a time. Its key came with the page, so an action that arrives twice is recorded once.

import { hush, notify } from "./notice.js";

const WAITS = [300, 1000, 2000, 4000, 8000, 15000]; // milliseconds between tries
const TIMEOUT = 20000; // milliseconds for an answer
const NOT_NOW = new Set([401, 403, 408, 409, 425, 429]); // statuses after which it is sent again, as for all from 500 on
const LOST = "It is saved on this device and will be sent again automatically. Until then you cannot enter anything else.";
const CUT = 80; // characters of an action in the notice

const key = `unsent:${location.pathname}`;
let memory = null; // used if nothing can be stored
let pending = false;
let tryNow = () => {};

/** The action without an answer, if any. */
export function unsent() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? memory;
  } catch {
    return memory;
  }
}

/** Store an action, or remove the stored one unless it is of another tab. */
function keep(action) {
  const before = memory;
  memory = action;
  try {
    if (action) localStorage.setItem(key, JSON.stringify(action));
    else if (JSON.parse(localStorage.getItem(key))?.body === before?.body) localStorage.removeItem(key);
  } catch {
    // then it does not survive a reload
  }
}

/** Send an action, or the unsent one instead. Returns the text of the answer; null if one is being sent already. */
export async function deliver(action) {
  if (pending) return null;
  pending = true;
  keep(unsent() ?? action);
  const text = await answered();
  keep(null);
  hush();
  pending = false;
  return text;
}

async function answered() {
  for (let tries = 0; unsent(); tries += 1) {
    const text = await post(unsent());
    if (text !== null) return text;
    await pause(WAITS[Math.min(tries, WAITS.length - 1)]);
  }
  return null; // discarded, or sent by another tab
}

/** The text of the answer; null if the action may not have arrived. */
async function post({ address, body }) {
  const headers = { Accept: "text/html", "Content-Type": "application/x-www-form-urlencoded" };
  try {
    const answer = await fetch(address, { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT) });
    return answer.status >= 500 || NOT_NOW.has(answer.status) ? null : await answer.text();
  } catch {
    return null;
  }
}

function pause(wait) {
  return new Promise((resolve) => {
    tryNow = resolve;
    const giveUp = () => (keep(null), resolve());
    notify(`Not sent yet: ${brief(unsent()?.label ?? "")}. ${LOST}`, { "Try now": resolve, "Discard move": giveUp });
    setTimeout(resolve, wait);
  });
}

function brief(text) {
  return text.length > CUT ? `${text.slice(0, CUT)}…` : text;
}

addEventListener("online", () => tryNow());
