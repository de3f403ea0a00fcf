// The interactive replay page: steps are swapped in instead of loaded. Every link works without this module too.

import { follow } from "./replay-updates.js";
import { listen } from "./keys.js";
import { Line } from "./line.js";
import { Picture } from "./picture.js";
import { faceOf, openPieces, peekAtVersions, showSigns } from "./pieces.js";
import { Player } from "./player.js";
import { Rails } from "./rails.js";
import { Stage } from "./stage.js";

const main = document.querySelector("main");
const line = new Line();
const picture = new Picture();
const stage = new Stage(main, line, picture);
const player = new Player(stage);

listen(stage, player, picture, new Rails(main));
openPieces(stage, picture, main);
peekAtVersions(stage);
follow(stage);

// Links to a version are jumps, the controls below the board are steps.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("a[href^='?v=']");
  if (!link?.closest("main, #piece") || link.classList.contains("plain")) return;
  event.preventDefault();
  if (link.dataset.round) {
    line.open(link, main.dataset.timeline, (changes) => stage.address(changes));
    return;
  }
  player.pause();
  document.getElementById("piece").close();
  const step = ["step-prev", "step-next"].includes(link.id);
  stage.show(link.getAttribute("href"), { push: !step });
});

// Whose history the timeline is, as it is drawn on the board.
const looked = document.querySelector("[data-piece]");
const piece = looked && picture.piece(looked.dataset.piece);
if (piece) looked.prepend(faceOf(piece));

document.getElementById("play").closest("#steps").addEventListener("click", (event) => {
  if (event.target.closest("#play")) player.toggle();
});

// The scrubber shows while it moves; where it is let go is a jump that the back button returns from.
const range = document.getElementById("range");
let before = null;
range.addEventListener("input", () => {
  player.pause();
  before ??= location.href;
  stage.seek(Number(range.value));
});
range.addEventListener("change", async () => {
  const from = before;
  before = null;
  await stage.idle();
  if (from && from !== location.href) stage.rememberJump(from);
});

document.getElementById("viewer").addEventListener("change", (event) => event.target.form.requestSubmit());
window.addEventListener("popstate", () => {
  if (!location.hash) stage.show(location.search || "?", { keep: true }); // a link to a part of the board is no step
});

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    dialog.close();
  });
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href='#help']");
  if (!link) return;
  event.preventDefault();
  document.getElementById("help").showModal();
});
document.getElementById("signs-link").addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showSigns(stage, main);
});
document.querySelector("#goto form").addEventListener("submit", (event) => {
  event.preventDefault();
  document.getElementById("goto").close();
  const where = document.getElementById("where").value.trim();
  const [, unit, number] = /^([rt])(\d+)$/i.exec(where) ?? [];
  const names = { r: "round", t: "turn" };
  stage.show(stage.address({ v: unit ? `${names[unit.toLowerCase()]}:${number}` : where }), { push: true });
});
