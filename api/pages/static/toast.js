// Short messages at the foot of the replay page.

const SECONDS = 3;

function place() {
  return document.getElementById("toast");
}

/** Show a message until it is hidden or replaced. */
export function say(text) {
  place().textContent = text;
}

/** Hide this message. */
export function hush(text) {
  if (place().textContent === text) say("");
}

/** Show a message for a moment. */
export function toast(text) {
  say(text);
  setTimeout(() => hush(text), SECONDS * 1000);
}
