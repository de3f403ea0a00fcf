// The set-up of a new game: what chance told is asked slot by slot.

import { takeBack, tellChance } from "./chance.js";
import { key } from "./rows.js";

const form = document.querySelector("form.begin");

tellChance(form);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio])")) return;
  if (event.key === "Escape") takeBack(form);
  else key(event.key);
});
