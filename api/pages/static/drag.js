// A finger on the scrubber: where it is, and where it will be when a picture that is asked for now is there.

const BEHIND = 60; // milliseconds that a picture may be late; what takes longer is asked for ahead
const SPAN = 120; // milliseconds over which its speed is taken
const START = 40; // milliseconds in which a finger that is put down moves on, if it does

export class Drag {
  #places = []; // those of the last moment, with their times
  #took = 0; // milliseconds, of the last picture
  #moved = null; // who waits for the next place

  /** Where the finger is. */
  get place() {
    return this.#places.at(-1)?.place ?? null;
  }

  moveTo(place) {
    const time = performance.now();
    this.#places = [...this.#places.filter((before) => time - before.time < SPAN), { place, time }];
    this.#moved?.();
  }

  /** Resolves once its speed is known, where pictures come late: a moment after it set off. */
  async setOff() {
    if (this.#took <= BEHIND || this.#places.length > 1) return;
    await new Promise((resolve) => {
      this.#moved = resolve;
      setTimeout(resolve, START);
    });
  }

  /** A picture was so long on its way. */
  took(milliseconds) {
    this.#took = milliseconds;
  }

  /** Where it will be, as fast as it goes; where it is, once it rests. Never farther than the line, of `length` events. */
  ahead(length) {
    const [first, last] = [this.#places[0], this.#places.at(-1)];
    if (last.time === first.time || performance.now() - last.time > SPAN) return last.place;
    const speed = (last.place - first.place) / (last.time - first.time);
    const there = Math.round(last.place + speed * Math.max(this.#took - BEHIND, 0));
    return Math.min(Math.max(there, 1), length);
  }
}
