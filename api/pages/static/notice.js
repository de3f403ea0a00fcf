// What the record page has to say beside the game: that the service is away, or that something is not yet sent.

/** Say something above the button, with ways to go on: what they are called, and what they do. */
export function tell(text, ways = {}) {
  hush();
  const place = document.createElement("div");
  place.className = "notice";
  place.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = text;
  place.append(words, ...Object.entries(ways).map(([label, act]) => button(label, act)));
  document.querySelector(".answers .foot").before(place);
}

/** Say nothing more. */
export function hush() {
  document.querySelector(".notice")?.remove();
}

export function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "tool";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}
