// The picture of the replay page: arrangement, zoom, scrolling, and how pieces move and open.

const NARROW_BELOW = 480; // px of the column
const COOKIE_AGE = 31536000; // seconds
const GLIDE = 200; // milliseconds
const MOST = 5; // times as large

/** Make pieces links with names, for the keyboard and for screen readers. */
export function namePieces(page) {
  for (const drawing of page.querySelectorAll("svg.tt")) drawing.setAttribute("role", "group");
  for (const group of page.querySelectorAll("svg.tt [data-id]")) {
    const title = group.firstElementChild?.tagName === "title" ? group.firstElementChild.textContent : null;
    if (!title) continue;
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "link");
    group.setAttribute("aria-label", title);
  }
}

export class Picture {
  #place = document.getElementById("picture");
  #arrange = () => {};
  #zoom = 1;

  constructor() {
    this.arrangement = this.#fitting();
    new ResizeObserver(() => this.#measure()).observe(this.#place.parentElement);
    this.#remember();
    namePieces(this.#place);
    this.#listen();
    this.show(document.querySelector("#steps .row").dataset, null, Boolean(location.hash));
  }

  /** Call `act` whenever the column needs another arrangement. */
  onArrangement(act) {
    this.#arrange = act;
    this.#measure();
  }

  /** The drawing that is shown, of two that a page may hold. */
  get drawing() {
    return [...this.#place.querySelectorAll("svg.tt")].find((svg) => svg.checkVisibility());
  }

  /** The group of a piece. */
  piece(id) {
    return this.drawing?.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  /** Where pieces are on the board now, by id, in px. */
  places(ids) {
    const board = this.drawing.getBoundingClientRect();
    const places = new Map();
    for (const id of ids.split(" ").filter(Boolean)) {
      const box = this.piece(id)?.getBoundingClientRect();
      if (box) places.set(id, { x: box.x + box.width / 2 - board.x, y: box.y + box.height / 2 - board.y, width: box.width });
    }
    return places;
  }

  /** Show a new picture: scroll to what was touched, and move pieces that were elsewhere `before`. */
  show(now, before, still = false) {
    const text = document.querySelector("#sentence p");
    const isCut = text.scrollHeight > text.clientHeight + 1;
    const sentence = document.getElementById("sentence");
    sentence.classList.toggle("more-of", isCut);
    sentence.classList.toggle("all-of", !isCut && !document.getElementById("more").checked);
    const touched = now.touched.split(" ").filter(Boolean);
    if (!still) this.#scrollTo(touched);
    if (before) this.#glide(before, this.places(now.touched));
  }

  /** Make it `times` as large, about a point of the window. */
  enlarge(times, x, y) {
    const box = this.#place.getBoundingClientRect();
    const at = { x: x ?? box.left + box.width / 2, y: y ?? box.top + box.height / 2 };
    const was = this.drawing.getBoundingClientRect();
    this.#zoom = Math.min(Math.max(this.#zoom * times, 1), MOST);
    this.#place.style.setProperty("--zoom", this.#zoom);
    this.#place.classList.toggle("near", this.#zoom > 1);
    const is = this.drawing.getBoundingClientRect();
    this.#scrollBy(
      is.left + ((at.x - was.left) / was.width) * is.width - at.x,
      is.top + ((at.y - was.top) / was.height) * is.height - at.y,
    );
  }

  /** Fit the picture to the column. */
  fit() {
    this.enlarge(1 / this.#zoom);
  }

  #fitting() {
    return this.#place.parentElement.clientWidth < NARROW_BELOW ? "narrow" : "wide";
  }

  #measure() {
    const fitting = this.#fitting();
    const shown = this.#place.querySelectorAll("svg.tt").length > 1 ? "both" : this.#place.dataset.arrangement;
    if (fitting === this.arrangement && (shown === "both" || shown === fitting)) return;
    this.arrangement = fitting;
    this.#place.dataset.arrangement = fitting;
    this.#remember();
    this.#arrange();
  }

  #remember() {
    document.cookie = `arrangement=${this.arrangement}; path=/; max-age=${COOKIE_AGE}; samesite=lax`;
  }

  /** Scroll, without animation, until what was touched is in view: all of it, or its largest part. */
  #scrollTo(touched) {
    const boxes = touched.map((id) => this.piece(id)?.getBoundingClientRect()).filter((box) => box?.width);
    if (!boxes.length) return;
    const room = this.#room();
    const all = union(boxes);
    const fits = all.bottom - all.top <= room.bottom - room.top && all.right - all.left <= room.right - room.left;
    const box = fits ? all : boxes.reduce((most, one) => (one.width * one.height > most.width * most.height ? one : most));
    this.#scrollBy(toward(box.left, box.right, room.left, room.right), toward(box.top, box.bottom, room.top, room.bottom));
  }

  /** The part of the window in which the picture is seen. */
  #room() {
    const box = this.#place.getBoundingClientRect();
    const sentence = document.getElementById("sentence");
    if (getComputedStyle(sentence).position !== "fixed") return box;
    const parts = document.querySelector(".parts").getBoundingClientRect();
    return { left: box.left, right: box.right, top: parts.height, bottom: sentence.getBoundingClientRect().top };
  }

  /** Scroll the picture in its box, and the page where the box itself does not scroll. */
  #scrollBy(x, y) {
    this.#place.scrollLeft += x;
    if (this.#place.scrollHeight > this.#place.clientHeight + 1) this.#place.scrollTop += y;
    else if (y) window.scrollBy({ top: y, behavior: "instant" });
  }

  #glide(before, after) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const scale = this.drawing.viewBox.baseVal.width / this.drawing.getBoundingClientRect().width;
    for (const [id, is] of after) {
      const was = before.get(id);
      if (!was || Math.hypot(was.x - is.x, was.y - is.y) < 8 || Math.abs(was.width - is.width) > is.width / 2) continue;
      const from = `${(was.x - is.x) * scale}px ${(was.y - is.y) * scale}px`;
      this.piece(id).animate([{ translate: from }, { translate: "0 0" }], { duration: GLIDE, easing: "ease-out" });
    }
  }

  #listen() {
    this.#place.addEventListener("dblclick", (event) => {
      event.preventDefault();
      this.enlarge(this.#zoom > 1 ? 1 / this.#zoom : 2, event.clientX, event.clientY);
    });
    let apart = 0;
    this.#place.addEventListener("touchstart", (event) => (apart = event.touches.length === 2 ? distance(event) : 0));
    this.#place.addEventListener(
      "touchmove",
      (event) => {
        if (!apart || event.touches.length !== 2) return;
        event.preventDefault();
        const now = distance(event);
        const [a, b] = event.touches;
        this.enlarge(now / apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
        apart = now;
      },
      { passive: false },
    );
  }
}

function union(boxes) {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** How far to scroll until a span lies in a room: not at all where it does; into the middle, or its beginning first. */
function toward(from, to, low, high) {
  if (from >= low && to <= high) return 0;
  if (to - from > high - low) return from - low;
  return (from + to) / 2 - (low + high) / 2;
}

function distance(event) {
  const [a, b] = event.touches;
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
