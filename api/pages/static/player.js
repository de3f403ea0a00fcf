// Plays a game automatically, one event after the other.

const PAUSE = 1800; // milliseconds for an event at speed 1

export class Player {
  #stage;
  #timer = null;
  #speed = 1;

  constructor(stage) {
    this.#stage = stage;
    document.addEventListener("shown", () => this.#show());
  }

  toggle() {
    if (this.#timer === null) this.#play();
    else this.pause();
  }

  pause() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#show();
  }

  /** 1, 2 or 3: each twice as fast as the one before. */
  speed(speed) {
    this.#speed = 2 ** (speed - 1);
    this.#show();
  }

  #play() {
    this.#timer = setTimeout(() => this.#next(), PAUSE / this.#speed / 3);
    this.#show();
  }

  async #next() {
    const went = await this.#stage.step("next");
    if (this.#timer === null) return;
    if (went && this.#stage.now.next) this.#timer = setTimeout(() => this.#next(), PAUSE / this.#speed);
    else this.pause();
  }

  #show() {
    const button = document.getElementById("play");
    const playing = this.#timer !== null;
    button.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
    button.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
    button.title = button.getAttribute("aria-label");
    document.getElementById("speed").textContent = this.#speed > 1 ? `${this.#speed}×` : "";
  }
}
