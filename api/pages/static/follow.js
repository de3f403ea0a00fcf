// Shows on the page of a running game what is recorded meanwhile. It never leaves the version that is shown.

import { drawnOf, listen } from "./live.js";

export function follow(stage) {
  const main = document.querySelector("main");
  const { stream, news, running } = main.dataset;
  if (!running) return;
  let newest = Number(main.dataset.newest);
  let said = "";
  listen({ stream, news }, ({ version, text = "", undo_request, annotation }) => {
    if (undo_request !== undefined) showWish(stage, drawnOf(undo_request));
    if (annotation) showNotes(stage);
    if (!(version > newest) && (version !== newest || !text || said)) return; // told already, or told without words
    newest = version;
    said = text;
    if (tell(newest - Number(main.dataset.newest), text)) stage.forget();
  });
  document.addEventListener("shown", () => {
    const drawn = Number(stage.now.version);
    if (drawn <= Number(main.dataset.newest)) return;
    main.dataset.newest = drawn; // the line came with the step: what it holds is no news
    newest = Math.max(newest, drawn);
    tell(newest - drawn, said);
  });
}

/** Show how many versions are new, and the newest in words; whether there is any. */
function tell(count, text) {
  const badge = document.getElementById("news");
  badge.querySelector("b").textContent = `${count} new`;
  badge.querySelector("span").textContent = text;
  badge.hidden = !count;
  return count > 0;
}

/** The notes of the version that is shown are asked for again, unless one is being written. */
function showNotes(stage) {
  const writing = () => document.querySelector("#notes details[open]");
  showAnew(stage, ["notes", "said"], () => !writing());
}

/** Show what a seat asks the others for, or that it does not any more. */
function showWish(stage, drawn) {
  const there = () => document.querySelector("#wish .wish")?.dataset.drawn ?? "";
  showAnew(stage, ["wish"], () => drawn !== there());
}

/** Ask for parts of the version that is shown, which change though the version does not, while that is wanted. */
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
