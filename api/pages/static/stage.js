// What is on show: fetches a version, swaps its parts in, and keeps its neighbours in memory.

const KEPT = 200; // versions in memory

export class Stage {
  #main;
  #pages = new Map();
  #queue = Promise.resolve();
  #title = document.title;

  constructor(main) {
    this.#main = main;
    this.#reveal();
    this.#prefetch();
  }

  /** Where the controls lead and where they stand: the data of the row of steps. */
  get now() {
    return document.querySelector("#steps .row").dataset;
  }

  /** The address of this version with some parameters put in or taken out (null). */
  address(changes) {
    const query = new URLSearchParams(location.search);
    query.set("v", this.now.at);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    return `?${query}`;
  }

  /** Show an address (`?v=57`): as a step it replaces the entry in the history, as a jump it is pushed. */
  show(search, { push = false, keep = false } = {}) {
    return this.#enqueue(() => this.#show(search, push, keep));
  }

  /** Take a step by its name in `now`; true when there is one. */
  step(name, options) {
    return this.#enqueue(async () => {
      const search = this.now[name];
      if (search) await this.#show(search, options?.push, false);
      return Boolean(search);
    });
  }

  /** Show the nth tick of the scrubber, counted from 1. */
  showTick(place) {
    const ticks = document.querySelectorAll("#scrub a");
    const tick = ticks[Math.min(Math.max(place, 1), ticks.length) - 1];
    return tick ? this.show(tick.getAttribute("href")) : this.idle();
  }

  /** The next entry of the timeline as it is filtered, or the one before. */
  showEntry(direction) {
    const entries = [...document.querySelectorAll("#timeline a.ev")];
    const at = Number(this.now.at);
    const found =
      direction > 0
        ? entries.find((entry) => Number(entry.dataset.v) > at)
        : entries.findLast((entry) => Number(entry.dataset.v) < at);
    return found ? this.show(found.getAttribute("href"), { push: true }) : this.idle();
  }

  /** Resolves when nothing is being fetched any more. */
  idle() {
    return this.#queue;
  }

  /** Make the step from `before` to here a jump after the fact: the back button leads to `before`. */
  rememberJump(before) {
    const here = location.href;
    history.replaceState(null, "", before);
    history.pushState(null, "", here);
  }

  /** Forget what was fetched: the game has new versions. */
  forget() {
    this.#pages.clear();
  }

  #enqueue(task) {
    this.#queue = this.#queue.then(task, task);
    return this.#queue;
  }

  async #show(search, push, keep) {
    const page = await this.#load(search);
    if (!page || this.#isOfAnotherLine(page)) {
      location.assign(search);
      return;
    }
    this.#swap(page);
    if (push) history.pushState(null, "", search);
    else if (!keep) history.replaceState(null, "", search);
    this.#reveal();
    this.#prefetch();
  }

  #load(search) {
    let page = this.#pages.get(search);
    if (!page) {
      page = this.#fetch(search);
      this.#pages.set(search, page);
      if (this.#pages.size > KEPT) this.#pages.delete(this.#pages.keys().next().value);
    }
    return page;
  }

  async #fetch(search) {
    try {
      const answer = await fetch(this.#main.dataset.step + search);
      if (answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      // the service does not answer: following the link will show that
    }
    this.#pages.delete(search);
    return null;
  }

  /** The timeline of this page lacks it, or the game has new versions: load the whole page. */
  #isOfAnotherLine(page) {
    const then = page.querySelector("[data-part=steps] .row").dataset;
    return then.end !== this.now.end || then.version !== this.now.version;
  }

  #swap(page) {
    const focused = document.activeElement?.id;
    for (const part of page.querySelectorAll("[data-part]")) {
      const place = document.getElementById(part.dataset.part);
      const copies = [...part.childNodes].map((node) => document.importNode(node, true));
      place?.replaceChildren(...copies);
    }
    document.title = page.title.trim();
    const range = document.getElementById("range");
    range.max = this.now.length;
    range.value = this.now.index;
    if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus();
    document.dispatchEvent(new CustomEvent("shown"));
  }

  /** Mark the version in the timeline, scroll to it, and put the buttons below it. */
  #reveal() {
    const range = document.getElementById("range");
    range.setAttribute("aria-valuetext", document.querySelector("#said small").textContent);
    const list = document.getElementById("timeline");
    const at = Number(this.now.at);
    let current = null;
    for (const entry of list.querySelectorAll("a.ev")) {
      const version = Number(entry.dataset.v);
      entry.classList.toggle("later", version > at);
      if (version === at) current = entry;
      else entry.removeAttribute("aria-current");
    }
    const buttons = document.getElementById("buttons");
    if (buttons) buttons.hidden = !current;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    if (buttons && current.nextElementSibling !== buttons) current.after(buttons);
    if (list.scrollHeight > list.clientHeight) {
      const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += above - list.clientHeight * 0.45;
    }
  }

  #prefetch() {
    for (const name of ["next", "prev", "nextTurn"]) {
      if (this.now[name]) this.#load(this.now[name]);
    }
  }
}
