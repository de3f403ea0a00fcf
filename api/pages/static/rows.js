// Filters long lists by typing, on a desk.

const MANY = 8; // rows that are seen at once
const DESK = "(min-width: 701px) and (pointer: fine)";

/** Add a filter field to a long list. */
export function filtered(place, rows) {
  place.querySelector(".filter")?.remove();
  const open = [...rows].filter((row) => !row.hidden);
  if (open.length <= MANY || !matchMedia(DESK).matches) return;
  const field = document.createElement("input");
  field.type = "search";
  field.className = "field filter";
  field.placeholder = "Type to filter";
  field.setAttribute("aria-label", "Type to filter");
  field.addEventListener("input", () => narrow(open, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take(event, open);
    if (event.key === "Escape" && field.value) clear(event, open, field);
  });
  place.prepend(field);
}

function narrow(rows, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of rows) place(row).hidden = !words.every((word) => name(row).toLowerCase().includes(word));
}

function name(row) {
  return row.dataset.name ?? row.textContent;
}

/** The list item of a row. */
function place(row) {
  return row.closest("li") ?? row;
}

/** Choose the first row that is left. */
function take(event, rows) {
  event.preventDefault();
  const first = rows.find((row) => !place(row).hidden);
  (first?.querySelector("input") ?? first)?.click();
}

function clear(event, rows, field) {
  event.stopPropagation();
  field.value = "";
  narrow(rows, "");
}

/** Keys 1 to 8 choose a row; letters go to the filter. */
export function key(text) {
  if (/^[1-8]$/.test(text)) shown()[text - 1]?.click();
  else if (/^\p{L}$/u.test(text)) document.querySelector(".filter")?.focus();
}

function shown() {
  const rows = [...document.querySelectorAll(".rows a.row, fieldset.slot:not([hidden]) label.face:not([hidden]) input")];
  return rows.filter((row) => !place(row).hidden);
}
