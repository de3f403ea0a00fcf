// The set-up of a new game: rolls and draws are entered one by one.

import { removeLast, enterOutcomes } from "./chance.js";
import { key } from "./rows.js";

const form = document.querySelector("form.begin");

enterOutcomes(form);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio])")) return;
  if (event.key === "Escape") removeLast(form);
  else key(event.key);
});
