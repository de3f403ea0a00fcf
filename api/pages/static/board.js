// The picture of the record page: frames on options, corners on choices, and the frame nearest to a tap.

import { comeNear } from "./near.js";

export const NEAR = 24; // CSS pixels: a tap within this distance of a frame chooses it
const SVG = "http://www.w3.org/2000/svg";
const OUT = 3; // board units between a piece and its frame,
const IN = -2; // where it has neighbours,
const ROUND = 6; // and of its round corners; all less as the picture comes near
const ARM = 0.3; // of the shorter side of a frame is a corner,
const LONGEST_ARM = 14; // and so many board units at most

export function drawing() {
  return [...document.querySelectorAll(".table svg.tt")].find((svg) => svg.getBoundingClientRect().width);
}

function ids(name) {
  return document.querySelector(".answers").dataset[name].split(" ").filter(Boolean);
}

/** A cache by picture, since a search of thousands of elements for each frame would be slow. */
const known = new WeakMap();

/** The pieces of a picture and their boxes, by id. */
function knownOf(picture) {
  if (!known.has(picture)) {
    const pieces = new Map();
    for (const element of picture.querySelectorAll("[data-id], [data-holds]")) {
      for (const id of [element.dataset.id, ...(element.dataset.holds?.split(" ") ?? [])]) {
        if (id) pieces.set(id, [...(pieces.get(id) ?? []), element]);
      }
    }
    known.set(picture, { pieces, boxes: new Map() });
  }
  return known.get(picture);
}

/** Remove the frames that came with the pictures, in both arrangements. */
function clear() {
  for (const picture of document.querySelectorAll(".table svg.tt")) {
    if (known.has(picture)) continue;
    const { pieces } = knownOf(picture);
    const framed = [...ids("may"), ...ids("pick")].flatMap((id) => pieces.get(id) ?? []);
    for (const piece of framed) piece.querySelectorAll(".may, .pick").forEach((frame) => frame.remove());
  }
}

/** Mark the table as open for taps. Call it before measuring, since it makes the browser restyle the picture. */
export function open() {
  document.querySelector(".table").classList.toggle("open", ids("may").length > 0);
}

/** Whether an option is missing in the picture, so that another picture is needed. */
export function lacks() {
  const picture = drawing();
  return Boolean(picture) && ids("may").some((id) => !knownOf(picture).pieces.has(id));
}

/** Draw the frames of the step over the picture. */
export function draw() {
  const picture = drawing();
  if (!picture) return;
  clear();
  picture.querySelector(".frames")?.remove();
  const found = [...ids("may"), ...ids("pick")].map((id) => ({ id, box: boxOf(picture, id) })).filter(({ box }) => box);
  const asked = found.filter(({ id }) => ids("may").includes(id));
  const { placed } = document.querySelector(".answers").dataset;
  const nearer = comeNear(picture, placed && asked.length === ids("may").length ? asked.map(({ box }) => box) : []);
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "frames");
  layer.style.setProperty("--thin", 1 / nearer);
  for (const { id, box } of found) {
    const out = (touching(box, found) ? IN : OUT) / nearer;
    layer.append(frame(grown(box, out), ids("pick").includes(id) ? "pick" : "may", id, nearer));
  }
  picture.append(layer);
  come();
}

/** Whether the frames of two pieces would cross. */
function touching(one, found) {
  const wide = grown(one, 2 * OUT);
  return found.some(({ box }) => box !== one && meet(wide, box) && !holds(grown(one, 1), box) && !holds(grown(box, 1), one));
}

function grown({ x, y, w, h }, by) {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
}

function meet(one, other) {
  const across = one.x < other.x + other.w && other.x < one.x + one.w;
  return across && one.y < other.y + other.h && other.y < one.y + one.h;
}

function holds(one, other) {
  const across = one.x <= other.x && other.x + other.w <= one.x + one.w;
  return across && one.y <= other.y && other.y + other.h <= one.y + one.h;
}

/** The outline of a piece in units of the picture, which do not change with zoom. */
function boxOf(picture, id) {
  const { pieces, boxes } = knownOf(picture);
  if (!boxes.has(id)) boxes.set(id, measured(picture, pieces.get(id)?.[0]));
  return boxes.get(id);
}

function measured(picture, element) {
  const box = element?.getBoundingClientRect();
  if (!box?.width) return null;
  const { a, e, f } = picture.getScreenCTM();
  return { x: (box.left - e) / a, y: (box.top - f) / a, w: box.width / a, h: box.height / a };
}

function frame({ x, y, w, h }, kind, id, nearer) {
  const drawn = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width: w, height: h, class: kind, "data-tap": id })) {
    drawn.setAttribute(name, value);
  }
  if (kind === "pick") drawn.setAttribute("stroke-dasharray", corners(w, h, nearer));
  else drawn.setAttribute("rx", ROUND / nearer);
  return drawn;
}

/** Dashes that draw only the corners of a frame. */
function corners(w, h, nearer) {
  const arm = Math.min(ARM * Math.min(w, h), LONGEST_ARM / nearer);
  const [across, down] = [w - 2 * arm, h - 2 * arm];
  return [arm, across, 2 * arm, down, 2 * arm, across, 2 * arm, down, arm].join(" ");
}

/** The frames of the picture that is shown, each with the piece that it is around. */
function frames() {
  return [...(drawing()?.querySelectorAll(".frames .may") ?? [])].map((rect) => ({
    id: rect.dataset.tap,
    box: rect.getBoundingClientRect(),
  }));
}

/** Scroll the first frame into view. */
function come() {
  const table = document.querySelector(".table").getBoundingClientRect();
  const boxes = frames().map(({ box }) => box);
  if (!boxes.length || boxes.some((box) => box.top >= table.top && box.bottom <= table.bottom)) return;
  const top = Math.min(...boxes.map((box) => box.top));
  document.querySelector(".table").scrollBy({ top: top - table.top - NEAR, behavior: "instant" });
}

function away({ left, right, top, bottom }, x, y) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The piece whose frame is nearest to a point; the smallest if the point is in several. */
export function nearest(x, y) {
  const found = frames()
    .map(({ id, box }) => ({ id, far: away(box, x, y), size: box.width * box.height }))
    .filter(({ far }) => far <= NEAR)
    .sort((one, other) => one.far - other.far || one.size - other.size);
  return found[0]?.id;
}
