// What is on show: fetches a version, swaps its parts in, and keeps its neighbours in memory.

import { namePieces } from "./picture.js";

const KEPT = 200; // versions in memory

export class Stage {
  #main;
  #line;
  #picture;
  #pages = new Map();
  #queue = Promise.resolve();
  #tasks = 0;
  #sought = null;

  constructor(main, line, picture) {
    this.#main = main;
    this.#line = line;
    this.#picture = picture;
    picture.onArrangement(() => this.#rearrange());
    this.#reveal();
    this.#prefetch();
  }

  /** Where the controls lead and where they stand: the data of the row of steps. */
  get now() {
    return document.querySelector("#steps .row").dataset;
  }

  /** Whether a version is on its way. */
  get busy() {
    return this.#tasks > 0;
  }

  /** The address of this version with some parameters put in or taken out (null). */
  address(changes) {
    const query = new URLSearchParams({ v: this.now.at });
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (name !== "v" && name !== "round") query.set(name, value);
    }
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

  /** Take a step by its name in `now`, or to a mark; true when there is one. */
  step(name, options) {
    return this.#enqueue(async () => {
      const search = this.now[name] ?? this.#toMark(name);
      if (search) await this.#show(search, options?.push, false, options?.still);
      return Boolean(search);
    });
  }

  /** Show the nth event of the line, counted from 1. While one is on its way only the latest that was asked for waits. */
  seek(place) {
    const waiting = this.#sought !== null;
    this.#sought = place;
    this.#line.move(place, Number(this.now.length));
    if (waiting) return this.#queue;
    return this.#enqueue(async () => {
      const version = this.#line.versionAt(this.#sought);
      this.#sought = null;
      if (version && version !== Number(this.now.at)) await this.#show(this.address({ v: version }), false, false, true);
      if (this.#sought === null) this.#line.move(Number(this.now.index), Number(this.now.length));
    });
  }

  /** The next entry of the timeline as it is filtered, or the one before. */
  showEntry(direction) {
    const found = this.#line.entry(Number(this.now.at), direction);
    return found ? this.show(found, { push: true }) : this.idle();
  }

  /** Resolves when nothing is being fetched any more. */
  idle() {
    return this.#queue;
  }

  /** A version as a page of its own, for a look ahead. */
  ahead(search) {
    return this.#load(search);
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
    this.#tasks += 1;
    this.#queue = this.#queue.then(task, task).finally(() => (this.#tasks -= 1));
    return this.#queue;
  }

  #toMark(name) {
    if (name !== "nextMark" && name !== "prevMark") return undefined;
    const version = this.#line.mark(Number(this.now.at), name === "nextMark" ? 1 : -1);
    return version && this.address({ v: version });
  }

  async #show(search, push, keep, still = false) {
    const page = await this.#load(search);
    if (!page || this.#isOfAnotherLine(page)) {
      location.assign(search);
      return;
    }
    this.#swap(page, still);
    if (push) history.pushState(null, "", search);
    else if (!keep) history.replaceState(null, "", search);
    this.#reveal();
    if (this.#sought === null) this.#prefetch();
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
      const answer = await fetch(`${this.#main.dataset.step}${search}&arrangement=${this.#picture.arrangement}`);
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        namePieces(page.querySelector("[data-part=picture]"));
        return page;
      }
    } catch {
      // the service does not answer: following the link will show that
    }
    this.#pages.delete(search);
    return null;
  }

  /** The page lacks its line, or the game has new versions: load the whole page. */
  #isOfAnotherLine(page) {
    const then = page.querySelector("[data-part=steps] .row").dataset;
    return then.end !== this.now.end || then.version !== this.now.version;
  }

  #swap(page, still) {
    const focused = document.activeElement?.id;
    const steps = page.querySelector("[data-part=steps] .row").dataset;
    const glides = !still && Math.abs(Number(steps.index) - Number(this.now.index)) === 1;
    const before = glides ? this.#picture.places(steps.touched) : null;
    for (const part of page.querySelectorAll("[data-part]")) {
      const place = document.getElementById(part.dataset.part);
      place?.replaceChildren(...[...part.childNodes].map((node) => document.importNode(node, true)));
    }
    document.title = page.title.trim();
    const range = document.getElementById("range");
    range.max = this.now.length;
    if (this.#sought === null) range.value = this.now.index;
    if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
    this.#picture.show(this.now, before);
    document.dispatchEvent(new CustomEvent("shown"));
  }

  /** Move the hands of the line, and mark the version in the timeline. */
  #reveal() {
    document.getElementById("range").setAttribute("aria-valuetext", document.querySelector("#said small").textContent);
    if (this.#sought !== null) return; // a drag goes on: the finger has the hands, and the timeline waits
    this.#line.move(Number(this.now.index), Number(this.now.length));
    this.#line.reveal(Number(this.now.at), this.#main.dataset.timeline, (changes) => this.address(changes));
  }

  /** The column has another width: ask for the picture that is arranged for it. */
  #rearrange() {
    this.forget();
    this.show(this.address({}), { keep: true });
  }

  #prefetch() {
    for (const name of ["next", "prev", "nextTurn"]) {
      if (this.now[name]) this.#load(this.now[name]);
    }
  }
}
