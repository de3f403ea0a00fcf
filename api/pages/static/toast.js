// A few words at the foot of the page of a game.

const SECONDS = 3;

function place() {
  return document.getElementById("toast");
}

/** Say something until it is hushed, or something else is said. */
export function say(text) {
  place().textContent = text;
}

/** Say this no more. */
export function hush(text) {
  if (place().textContent === text) say("");
}

/** Say something for a moment. */
export function toast(text) {
  say(text);
  setTimeout(() => hush(text), SECONDS * 1000);
}
