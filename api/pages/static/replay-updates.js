// Shows new events of a running game on the replay page, without leaving the version that is shown.

import { requestKey, listen } from "./live.js";

export function follow(stage) {
  const main = document.querySelector("main");
  const { stream, updates, notes, running } = main.dataset;
  if (!running) return;
  let newest = Number(main.dataset.newest);
  let sentence = "";
  listen({ stream, updates, notes }, ({ version, text = "", undo_request, annotation }) => {
    if (undo_request !== undefined) showUndoRequest(stage, requestKey(undo_request));
    if (annotation) showNotes(stage);
    if (!(version > newest) && (version !== newest || !text || sentence)) return; // known already, or without a sentence
    newest = version;
    sentence = text;
    if (showBadge(newest - Number(main.dataset.newest), text)) stage.forget();
  });
  document.addEventListener("shown", () => {
    const drawn = Number(stage.now.version);
    if (drawn <= Number(main.dataset.newest)) return;
    main.dataset.newest = drawn; // the line came with the step, so its events are known
    newest = Math.max(newest, drawn);
    showBadge(newest - drawn, sentence);
  });
}

/** Show how many versions are new, with the newest sentence; true if there are any. */
function showBadge(count, text) {
  const badge = document.getElementById("new-events");
  badge.querySelector("b").textContent = `${count} new`;
  badge.querySelector("span").textContent = text;
  badge.hidden = !count;
  return count > 0;
}

/** Reload the notes of the version, unless one is being written. */
function showNotes(stage) {
  const writing = () => document.querySelector("#notes details[open]");
  showAnew(stage, ["notes", "sentence"], () => !writing());
}

/** Show or remove the open undo request. */
function showUndoRequest(stage, drawn) {
  const there = () => document.querySelector("#undo-request .undo-request")?.dataset.drawn ?? "";
  showAnew(stage, ["undo-request"], () => drawn !== there());
}

/** Reload parts of the version that is shown, while that is wanted. */
async function showAnew(stage, names, wanted) {
  stage.forget();
  if (!wanted()) return;
  const search = stage.address({});
  const page = await stage.ahead(search);
  if (!page || !wanted() || search !== stage.address({})) return;
  for (const name of names) {
    const nodes = [...page.querySelector(`[data-part=${name}]`).childNodes];
    document.getElementById(name).replaceChildren(...nodes.map((node) => document.importNode(node, true)));
  }
}
