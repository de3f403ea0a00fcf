// Zooms in on small pieces as far as a finger needs, without animation.

const SMALL = 26; // CSS pixels: larger pieces need no zoom
const FINGER = 44; // CSS pixels
const MOST = 5; // times as large
const WORTH = 1.15; // times: a smaller zoom is not worth the change
const EDGE = 8; // CSS pixels around them

/**
 * Show the part of a picture where some boxes lie, in its units, if the smallest of them is small, else the whole of it:
 * how much nearer that is.
 */
export function comeNear(picture, boxes) {
  picture.dataset.home ??= picture.getAttribute("viewBox");
  if (!boxes.length || !matchMedia("(pointer: coarse)").matches) return whole(picture);
  const table = document.querySelector(".table");
  const scale = homeScale(picture, table);
  const smallest = Math.min(...boxes.map(({ w, h }) => Math.min(w, h))) * scale;
  if (smallest >= SMALL) return whole(picture);
  const room = { w: table.clientWidth - 2 * EDGE, h: table.clientHeight - 2 * EDGE };
  const all = around(boxes);
  const nearer = Math.min(Math.min(FINGER / smallest, MOST) * scale, room.w / (all.w + 2 * EDGE), room.h / (all.h + 2 * EDGE));
  if (nearer < WORTH * scale) return whole(picture);
  const [left, top, width, height] = picture.dataset.home.split(" ").map(Number);
  const shown = { w: room.w / nearer, h: room.h / nearer };
  const x = within(all.x + all.w / 2 - shown.w / 2, left, left + width - shown.w);
  const y = within(all.y + all.h / 2 - shown.h / 2, top, top + height - shown.h);
  show(picture, `${x} ${y} ${shown.w} ${shown.h}`);
  table.scrollTo({ top: 0, behavior: "instant" });
  return nearer / scale;
}

function whole(picture) {
  show(picture, picture.dataset.home);
  return 1;
}

/** Each change lays out the whole picture again, so unchanged values are skipped. */
function show(picture, part) {
  if (picture.getAttribute("viewBox") !== part) picture.setAttribute("viewBox", part);
}

/** CSS pixels for a unit of the whole picture, cached by the size of its place. */
function homeScale(picture, table) {
  const room = `${table.clientWidth} ${table.clientHeight}`;
  if (picture.dataset.room !== room) {
    whole(picture);
    Object.assign(picture.dataset, { room, scale: picture.getScreenCTM().a });
  }
  return Number(picture.dataset.scale);
}

function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return { x, y, w: Math.max(...boxes.map((box) => box.x + box.w)) - x, h: Math.max(...boxes.map((box) => box.y + box.h)) - y };
}

/** A number between two others; in the middle where the room is wider than the picture. */
function within(value, low, high) {
  return high < low ? (low + high) / 2 : Math.min(Math.max(value, low), high);
}
