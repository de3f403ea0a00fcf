// Shows on the page of a running game what is recorded meanwhile. It never leaves the version that is shown.

import { drawnOf, listen } from "./live.js";

export function follow(stage) {
  const { stream, news, running, newest: known } = document.querySelector("main").dataset;
  if (!running) return;
  listen({ stream, news }, ({ version, text, undo_request, annotation }) => {
    if (undo_request !== undefined) showWish(stage, drawnOf(undo_request));
    if (annotation) showNotes(stage);
    if (version === undefined) return;
    const count = version - Number(known);
    if (count <= 0) return;
    const badge = document.getElementById("news");
    badge.querySelector("b").textContent = `${count} new`;
    badge.querySelector("span").textContent = text ?? "";
    badge.hidden = false;
    stage.forget();
  });
}

/** The notes of the version that is shown are asked for again, unless one is being written. */
function showNotes(stage) {
  stage.forget();
  if (!document.querySelector("#notes details[open]")) stage.show(stage.address({}), { keep: true });
}

/** Show what a seat asks the others for, or that it does not any more. */
async function showWish(stage, drawn) {
  const place = document.getElementById("wish");
  if (drawn === (place.querySelector(".wish")?.dataset.drawn ?? "")) return;
  stage.forget();
  const page = await stage.ahead(stage.address({}));
  const part = page?.querySelector("[data-part=wish]");
  if (part) place.replaceChildren(...[...part.childNodes].map((node) => document.importNode(node, true)));
}
