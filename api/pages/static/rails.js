// Side panels that fold away; the state is kept from page to page.

const KEPT = "rails";

export class Rails {
  #main;

  constructor(main) {
    this.#main = main;
    const folded = (localStorage.getItem(KEPT) ?? "").split(" ").filter(Boolean);
    main.classList.add(...folded.filter((name) => ["no-why", "no-time"].includes(name)));
    this.#tell();
  }

  /** Fold a side away, `why` or `time`, or unfold it. */
  fold(side) {
    this.#main.classList.toggle(`no-${side}`);
    this.#tell();
  }

  /** Unfold a side. */
  unfold(side) {
    this.#main.classList.remove(`no-${side}`);
    this.#tell();
  }

  /** Hide both sides, or show them again. */
  alone() {
    const folded = this.#main.classList.contains("no-why") && this.#main.classList.contains("no-time");
    for (const name of ["no-why", "no-time"]) this.#main.classList.toggle(name, !folded);
    this.#tell();
  }

  #tell() {
    const folded = ["no-why", "no-time"].filter((name) => this.#main.classList.contains(name));
    document.body.classList.toggle("alone", folded.length === 2);
    localStorage.setItem(KEPT, folded.join(" "));
  }
}
