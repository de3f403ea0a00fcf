// Notices of the record page: the service is not reachable, or a move is not sent yet.

/** Show a notice above the button, with buttons by label. */
export function notify(text, buttons = {}) {
  hush();
  const place = document.createElement("div");
  place.className = "notice";
  place.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = text;
  place.append(words, ...Object.entries(buttons).map(([label, act]) => button(label, act)));
  document.querySelector(".answers .foot").before(place);
}

/** Remove the notice. */
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
