// The result of a game: a tap on a known player adds them, and the score is typed next.

const MOST = 24; // players that are offered

const form = document.querySelector("form.result");
const place = form.querySelector(".known");
const names = [...form.querySelectorAll('input[name^="seat."]')];

// the day here may be another one than by UTC
const date = form.elements.date;
const now = new Date();
const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, "0")).join("-");
date.max = today;
if ("usual" in date.dataset && date.value === date.defaultValue) date.value = today;

function offer() {
  const taken = new Set(names.map(({ value }) => value.trim()));
  const free = [...document.querySelectorAll("#known option")].map(({ value }) => value).filter((name) => !taken.has(name));
  place.replaceChildren(...free.slice(0, MOST).map(button));
  place.hidden = !free.length || names.every(({ value }) => value);
}

function button(name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "tool";
  made.dir = "auto";
  made.textContent = name;
  return made;
}

function add(name) {
  const field = names.find(({ value }) => !value.trim());
  if (!field) return;
  field.value = name;
  offer();
  const score = form.elements[field.name.replace("seat", "score")];
  if (score.checkVisibility()) score.focus();
}

place.addEventListener("click", ({ target }) => target.matches("button") && add(target.textContent));
for (const field of names) field.addEventListener("change", offer);
// Enter in a score goes on to the list of players, not to the end of the form
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input:not([type=radio], [type=checkbox])")) return;
  event.preventDefault();
  event.target.blur();
});
offer();
