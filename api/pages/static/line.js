// The line: scrubber, standing and timeline are drawn once, and only their hands move.

const ACROSS = 224; // the width of the standing, in its own units

export class Line {
  #opening = new Map();

  /** The version of the nth event of the line, counted from 1. */
  versionAt(place) {
    let left = Math.max(place, 1);
    let last = null;
    for (const [first, end] of this.#ranges()) {
      if (left <= end - first + 1) return first + left - 1;
      left -= end - first + 1;
      last = end;
    }
    return last;
  }

  /** The next version with a mark, or the one before. */
  mark(version, direction) {
    const marks = this.#words("marks").map(Number);
    return direction > 0 ? marks.find((mark) => mark > version) : marks.findLast((mark) => mark < version);
  }

  /** The address of the next entry of the timeline, or of the one before. */
  entry(version, direction) {
    const entries = [...document.querySelectorAll("#timeline a.ev")];
    const found =
      direction > 0
        ? entries.find((entry) => Number(entry.dataset.v) > version)
        : entries.findLast((entry) => Number(entry.dataset.v) < version);
    return found?.getAttribute("href");
  }

  /** Move the hands to the nth event, of `length` in all. */
  move(place, length) {
    const along = `${((100 * place) / length).toFixed(2)}%`;
    set("done", { x2: along });
    set("hand", { x1: along, x2: along });
    set("knob", { cx: along });
    set("till", { width: place + 9.5 });
    const across = ((ACROSS * place) / length).toFixed(1);
    set("now", { x1: across, x2: across });
    set("till-now", { width: Number(across) + 9 });
  }

  /** Mark a version in the timeline, scroll to it, and put the buttons below it; its round is opened. */
  async reveal(version, address, search) {
    const list = document.getElementById("timeline");
    const round = this.#roundOf(list, version);
    if (round?.querySelector("a")) {
      if (!(await this.open(round.querySelector("a"), address, search))) return;
      if (Number(document.querySelector("#steps .row").dataset.at) !== version) return;
    }
    let current = null;
    for (const entry of list.querySelectorAll("a.ev")) {
      const number = Number(entry.dataset.v);
      entry.classList.toggle("later", number > version);
      if (number === version) current = entry;
      else entry.removeAttribute("aria-current");
    }
    const buttons = document.getElementById("buttons") ?? noButtons();
    buttons.hidden = !current;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    if (current.nextElementSibling !== buttons) current.after(buttons);
    if (list.scrollHeight > list.clientHeight) {
      const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += above - list.clientHeight * 0.45;
    }
  }

  /** Put the events of a closed round into the timeline; false where the service does not answer. */
  open(link, address, search) {
    const round = link.dataset.round;
    if (!this.#opening.has(round)) this.#opening.set(round, this.#open(link, address + search({ round })));
    return this.#opening.get(round);
  }

  async #open(link, address) {
    try {
      const answer = await fetch(address);
      if (!answer.ok) return false;
      const page = new DOMParser().parseFromString(`<ol>${await answer.text()}</ol>`, "text/html");
      page.getElementById("buttons")?.remove();
      link.closest("li").replaceWith(...[...page.querySelector("ol").childNodes].map((node) => document.importNode(node, true)));
      return true;
    } catch {
      return false;
    } finally {
      this.#opening.delete(link.dataset.round);
    }
  }

  #roundOf(list, version) {
    return [...list.querySelectorAll("li.round[data-first]")].findLast((round) => Number(round.dataset.first) <= version);
  }

  #ranges() {
    return this.#words("versions").map((range) => range.split("-").map(Number));
  }

  #words(name) {
    return document.querySelector("svg.scrub").dataset[name].split(" ").filter(Boolean);
  }
}

function set(id, attributes) {
  const part = document.getElementById(id);
  for (const [name, value] of Object.entries(attributes)) part?.setAttribute(name, value);
}

/** The place of the buttons, for a page whose timeline did not hold the version it began with. */
function noButtons() {
  const place = document.createElement("div");
  place.id = "buttons";
  place.className = "tools";
  document.getElementById("timeline").append(place);
  return place;
}
