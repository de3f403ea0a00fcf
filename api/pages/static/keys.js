// Keyboard shortcuts. They are off in fields, and with AltGr, which types letters.

import { toast } from "./toast.js";

const SPEEDS = ["1", "2", "3"];

export function listen(stage, player, picture, rails) {
  const step = (name, options) => (held) => {
    player.pause();
    if (held && stage.busy) return null; // so that it stops where the key is released
    return stage.step(name, { ...options, still: held });
  };
  const jump = { push: true };
  const keys = {
    ArrowLeft: step("prev"),
    k: step("prev"),
    ArrowRight: step("next"),
    j: step("next"),
    ArrowUp: (held) => step(stage.now.lineUp ? "lineUp" : "prevTurn")(held),
    ArrowDown: (held) => step(stage.now.lineDown ? "lineDown" : "nextTurn")(held),
    "shift+ArrowLeft": step("prevRound", jump),
    "shift+ArrowRight": step("nextRound", jump),
    Home: step("first", jump),
    End: step("last", jump),
    ",": step("prevMark", jump),
    ".": step("nextMark", jump),
    " ": () => player.toggle(),
    g: () => open("goto"),
    "?": () => open("help"),
    "shift+?": () => open("help"),
    "+": () => picture.enlarge(1.25),
    "shift++": () => picture.enlarge(1.25),
    "=": () => picture.enlarge(1.25),
    "-": () => picture.enlarge(0.8),
    0: () => picture.fit(),
    "[": () => rails.fold("why"),
    "]": () => rails.fold("time"),
    f: () => rails.alone(),
    h: () => document.getElementById("cover").click(),
    w: () => document.getElementById("what-if")?.click(),
    i: () => document.getElementById("signs-link").click(),
    n: () => stage.showEntry(1),
    p: () => stage.showEntry(-1),
    l: () => copyLink(stage),
    c: () => note(rails),
    "ctrl+z": () => submit("undo"),
    "ctrl+y": () => submit("redo"),
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event)) return;
    if (SPEEDS.includes(event.key) && !event.ctrlKey && !event.metaKey) {
      player.speed(Number(event.key));
      return;
    }
    const act = keys[nameOf(event)];
    if (!act) return;
    event.preventDefault();
    act(event.repeat);
  });
}

function nameOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `ctrl+${key}`;
  return event.shiftKey ? `shift+${key}` : key;
}

function isTyping(event) {
  if (event.altKey || event.getModifierState("AltGraph") || document.querySelector("dialog[open]")) return true;
  const at = event.target;
  if (event.key === " " && at.closest("button, summary, a")) return true;
  return at.isContentEditable || at.matches("input, select, textarea");
}

function open(id) {
  const dialog = document.getElementById(id);
  dialog.showModal();
  dialog.querySelector("input:not([type=hidden])")?.select();
}

function note(rails) {
  const form = document.getElementById("noting");
  if (!form) return;
  rails.unfold("why");
  form.open = true;
  form.querySelector("textarea").focus();
}

function submit(id) {
  document.querySelector(`form#${id}`)?.requestSubmit();
}

async function copyLink(stage) {
  const link = new URL(stage.address({}), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast("Link copied");
  } catch {
    offer(link);
  }
}

// Without a secure context there is no clipboard, so the link is shown in a selected field.
function offer(link) {
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = link;
  field.setAttribute("aria-label", "Link to copy");
  field.addEventListener("blur", () => field.remove());
  field.addEventListener("keydown", (event) => event.key === "Escape" && field.blur());
  document.getElementById("toast").replaceChildren(field);
  field.select();
}
