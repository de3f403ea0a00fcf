// Shows moves of others on the record page, while nothing is selected or being sent here.

import { requestKey, listen } from "./live.js";
import { loading, go, here } from "./steps.js";

const CHECK_EVERY = 500; // milliseconds between checks, for changes that had to wait

/** Show the newest version when nobody is in the middle of something. */
export function follow() {
  const game = document.querySelector("[data-updates]");
  if (!game) return;
  let newest = 0;
  let request = game.dataset.undoRequest;

  function redrawIfNew() {
    const { drawn, undoRequest } = document.querySelector(".answers").dataset;
    if ((newest > Number(drawn.split(".")[0]) || request !== undoRequest) && quiet()) go(here(), false, true);
  }

  listen(game.dataset, ({ version, undo_request }) => {
    newest = Math.max(newest, version ?? 0);
    if (undo_request !== undefined) request = requestKey(undo_request);
    redrawIfNew();
  });
  setInterval(redrawIfNew, CHECK_EVERY);
}

function quiet() {
  const busy = document.hidden || loading() || document.body.classList.contains("sending");
  return !busy && !document.querySelector("nav.trail, form.chance, form.number, .answers .fault, .notice") && document.querySelector("[data-updates]");
}
