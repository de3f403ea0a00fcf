// The interactive replay page: steps are swapped in instead of loaded. Every link works without this module too.

import { follow } from "./follow.js";
import { listen } from "./keys.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";

const stage = new Stage(document.querySelector("main"));
const player = new Player(stage);

listen(stage, player);
follow(stage);

// Links to a version are jumps, the controls below the board are steps.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("a[href^='?v=']");
  if (!link || !document.querySelector("main").contains(link) || link.classList.contains("plain")) return;
  event.preventDefault();
  player.pause();
  const step = ["step-prev", "step-next"].includes(link.id);
  stage.show(link.getAttribute("href"), { push: !step });
});

// A piece leads to its history.
document.getElementById("picture").addEventListener("click", (event) => {
  const piece = event.target.closest("[data-id]");
  if (piece) location.assign(stage.address({ touches: piece.dataset.id }));
});

document.getElementById("play").closest("#steps").addEventListener("click", (event) => {
  if (event.target.closest("#play")) player.toggle();
});

// The scrubber shows while it moves; where it is let go is a jump that the back button returns from.
const range = document.getElementById("range");
let before = null;
range.addEventListener("input", () => {
  player.pause();
  before ??= location.href;
  stage.showTick(Number(range.value));
});
range.addEventListener("change", async () => {
  const from = before;
  before = null;
  await stage.idle();
  if (from && from !== location.href) stage.rememberJump(from);
});

document.getElementById("viewer").addEventListener("change", (event) => event.target.form.requestSubmit());
window.addEventListener("popstate", () => stage.show(location.search || "?", { keep: true }));

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
document.querySelector("#goto form").addEventListener("submit", (event) => {
  event.preventDefault();
  document.getElementById("goto").close();
  const where = document.getElementById("where").value.trim();
  const [, unit, number] = /^([rt])(\d+)$/i.exec(where) ?? [];
  const names = { r: "round", t: "turn" };
  stage.show(stage.address({ v: unit ? `${names[unit.toLowerCase()]}:${number}` : where }), { push: true });
});
