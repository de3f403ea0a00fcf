// Shows moves of others on the record page, while nothing is selected or being sent here.

import { drawnOf, listen } from "./live.js";
import { asking, go, here } from "./steps.js";

const LOOK = 500; // milliseconds between checks, for changes that had to wait

/** Show the newest version when nobody is in the middle of something. */
export function follow() {
  const game = document.querySelector("[data-news]");
  if (!game) return;
  let newest = 0;
  let request = game.dataset.asked;

  function look() {
    const { drawn, asked } = document.querySelector(".answers").dataset;
    if ((newest > Number(drawn.split(".")[0]) || request !== asked) && quiet()) go(here(), false, true);
  }

  listen(game.dataset, ({ version, undo_request }) => {
    newest = Math.max(newest, version ?? 0);
    if (undo_request !== undefined) request = drawnOf(undo_request);
    look();
  });
  setInterval(look, LOOK);
}

function quiet() {
  const busy = document.hidden || asking() || document.body.classList.contains("sending");
  return !busy && !document.querySelector("nav.trail, form.chance, .answers .fault, .notice") && document.querySelector("[data-news]");
}
