// What is on show: fetches a version, swaps its parts in, and keeps its neighbours in memory.

import { fill } from "./changing.js";
import { Drag } from "./drag.js";
import { namePieces } from "./picture.js";
import { hush, say } from "./toast.js";

const KEPT = 200; // versions in memory
const WAITS = [0, 300, 1000]; // milliseconds before each try: lines are cut for a moment
const RETRY_AFTER = 2000; // milliseconds between tries of a service that is away for longer
const NO_ANSWER = "Tabletale is not answering. Trying again.";

export class Stage {
  #main;
  #line;
  #picture;
  #pages = new Map();
  #queue = Promise.resolve();
  #tasks = 0;
  #drag = new Drag();
  #sought = null;
  #passed = false; // whether what is on show was only passed by

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
    this.#drag.moveTo(place);
    this.#line.move(place, Number(this.now.length));
    if (waiting) return this.#queue;
    return this.#enqueue(async () => {
      await this.#drag.setOff();
      const ahead = this.#drag.ahead(Number(this.now.length));
      this.#sought = null;
      await this.#showPlace(ahead);
      if (this.#sought === null) await this.#showPlace(this.#drag.place); // the finger rests before it
      if (this.#sought === null) this.#rest();
    });
  }

  /** The finger rests: what a version that it only passed by was shown without, however it came to rest there. */
  #rest() {
    document.getElementById("range").value = this.now.index;
    if (this.#passed) {
      this.#passed = false;
      namePieces(document.getElementById("picture"));
      this.#picture.show(this.now, null);
    }
    this.#reveal();
    this.#prefetch();
  }

  async #showPlace(place) {
    const version = this.#line.versionAt(place);
    if (!version || version === Number(this.now.at)) return;
    const began = performance.now();
    await this.#show(this.address({ v: version }), false, false, true, true);
    this.#drag.took(performance.now() - began);
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

  /** `passing`: the finger passes by it, so that it is neither kept nor made ready for the keyboard before it rests. */
  async #show(search, push, keep, still = false, passing = false) {
    const kept = !passing || this.#pages.has(search);
    const ask = () => (kept ? this.#load(search) : this.#fetch(search));
    let page = (await ask()) ?? (await this.#patiently(ask));
    if (page && this.#isOfAnotherLine(page) && !page.querySelector("[data-part=scrub]")) {
      this.#pages.delete(search); // it was asked for when another line was drawn
      page = (await ask()) ?? (await this.#patiently(ask));
    }
    if (page === null) return;
    if (!page) {
      location.assign(search); // it says what is wrong
      return;
    }
    this.#swap(page, still, kept, passing);
    if (push) history.pushState(null, "", search);
    else if (!keep) history.replaceState(null, "", search);
    this.#reveal();
    if (this.#sought === null) this.#prefetch();
  }

  /** Ask until the service answers again, or another version is wanted: then null. */
  async #patiently(ask) {
    let page = null;
    say(NO_ANSWER);
    while (page === null && this.#tasks === 1 && this.#sought === null) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
      page = await ask();
    }
    hush(NO_ANSWER);
    return page;
  }

  /** A version as a page of its own; null while the service does not answer, false where it does not tell it. */
  #load(search) {
    let page = this.#pages.get(search);
    if (!page) {
      page = this.#fetch(search).then((page) => page && named(page));
      this.#pages.set(search, page);
      if (this.#pages.size > KEPT) this.#pages.delete(this.#pages.keys().next().value);
    }
    return page;
  }

  async #fetch(search) {
    const { version, end } = this.now;
    const drawn = version ? `&drawn=${version}.${end}` : ""; // else the line comes with every step
    const address = `${this.#main.dataset.step}${search}&arrangement=${this.#picture.arrangement}${drawn}`;
    for (const wait of WAITS) {
      await new Promise((resolve) => (wait ? setTimeout(resolve, wait) : resolve()));
      try {
        const began = performance.now();
        const answer = await fetch(address);
        if (answer.ok) {
          const text = await answer.text();
          this.#drag.took(performance.now() - began);
          return new DOMParser().parseFromString(text, "text/html");
        }
        if (answer.status < 500) return this.#lost(search, false); // following the link will show what is wrong
      } catch {
        // the line was cut, or the service is away
      }
    }
    return this.#lost(search, null);
  }

  #lost(search, found) {
    this.#pages.delete(search);
    return found;
  }

  /** Its line is not the one that is drawn, or the game has new versions: its line has to come with it. */
  #isOfAnotherLine(page) {
    const then = page.querySelector("[data-part=steps] .row").dataset;
    return then.end !== this.now.end || then.version !== this.now.version;
  }

  #swap(page, still, kept, passing) {
    const focused = document.activeElement?.id;
    const steps = page.querySelector("[data-part=steps] .row").dataset;
    const glides = !still && Math.abs(Number(steps.index) - Number(this.now.index)) === 1;
    const before = glides ? this.#picture.places(steps.touched) : null;
    for (const part of page.querySelectorAll("[data-part]")) {
      if (part.dataset.part === "picture") {
        fill(document.getElementById("picture"), part.childNodes);
        continue;
      }
      const nodes = kept ? [...part.childNodes].map((node) => document.importNode(node, true)) : part.childNodes;
      document.getElementById(part.dataset.part)?.replaceChildren(...nodes);
    }
    document.title = page.title.trim();
    const range = document.getElementById("range");
    range.max = this.now.length;
    if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
    this.#passed = this.#sought !== null;
    if (!this.#passed) {
      if (!passing) range.value = this.now.index; // else a finger that moves there would change nothing, and not be heard
      if (!kept) namePieces(document.getElementById("picture"));
      this.#picture.show(this.now, before);
    }
    document.dispatchEvent(new CustomEvent("shown"));
  }

  /** Move the hands of the line, and mark the version in the timeline. */
  #reveal() {
    document.getElementById("range").setAttribute("aria-valuetext", document.querySelector("#sentence small").textContent);
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

function named(page) {
  namePieces(page.querySelector("[data-part=picture]"));
  return page;
}
