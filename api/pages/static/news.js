// What others entered meanwhile is shown by itself, while nothing is chosen or under way here.

import { drawnOf, listen } from "./live.js";
import { asking, go, here } from "./steps.js";

const LOOK = 500; // milliseconds: so soon after a choice was given up, or a question was not answered

/** Go on to the newest version whenever there is one and nobody is in the middle of something. */
export function follow() {
  const game = document.querySelector("[data-news]");
  if (!game) return;
  let newest = 0;
  let wish = game.dataset.asked;

  function look() {
    const { drawn, asked } = document.querySelector(".answers").dataset;
    if ((newest > Number(drawn.split(".")[0]) || wish !== asked) && quiet()) go(here(), false, true);
  }

  listen(game.dataset, ({ version, undo_request }) => {
    newest = Math.max(newest, version ?? 0);
    if (undo_request !== undefined) wish = drawnOf(undo_request);
    look();
  });
  setInterval(look, LOOK);
}

function quiet() {
  const busy = document.hidden || asking() || document.body.classList.contains("sending");
  return !busy && !document.querySelector("nav.trail, form.chance, .answers .fault, .notice") && document.querySelector("[data-news]");
}
