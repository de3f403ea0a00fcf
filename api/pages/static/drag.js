// A finger on the scrubber: where it is, and where it will be when a picture requested now arrives.

const BEHIND = 60; // milliseconds: slower pictures are requested ahead
const SPAN = 120; // milliseconds over which its speed is measured
const START = 40; // milliseconds in which a finger starts to move, if it does

export class Drag {
  #places = []; // recent places with their times
  #took = 0; // milliseconds that the last picture took
  #moved = null; // resolves at the next place

  /** Where the finger is. */
  get place() {
    return this.#places.at(-1)?.place ?? null;
  }

  moveTo(place) {
    const time = performance.now();
    this.#places = [...this.#places.filter((before) => time - before.time < SPAN), { place, time }];
    this.#moved?.();
  }

  /** Resolves once its speed is known, if pictures are slow. */
  async setOff() {
    if (this.#took <= BEHIND || this.#places.length > 1) return;
    await new Promise((resolve) => {
      this.#moved = resolve;
      setTimeout(resolve, START);
    });
  }

  /** Note how long a picture took. */
  took(milliseconds) {
    this.#took = milliseconds;
  }

  /** Where it will be at its speed, within a line of `length` events. */
  ahead(length) {
    const [first, last] = [this.#places[0], this.#places.at(-1)];
    if (last.time === first.time || performance.now() - last.time > SPAN) return last.place;
    const speed = (last.place - first.place) / (last.time - first.time);
    const there = Math.round(last.place + speed * Math.max(this.#took - BEHIND, 0));
    return Math.min(Math.max(there, 1), length);
  }
}
