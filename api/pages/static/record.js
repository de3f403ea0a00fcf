// The record page without reloading: a link swaps in the next step, a tap on the board finds the nearest frame.

const NEAR = 24; // CSS pixels between a tap and a frame that still counts as met

let latest = 0; // the last step that was asked for: answers to earlier ones come too late

async function show(address, push) {
  const asked = ++latest;
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (asked !== latest) return;
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  if (asked !== latest) return;
  if (!page || !page.querySelector(".recording")) {
    location.assign(address); // the browser says what is wrong
    return;
  }
  if (push) history.pushState(null, "", address);
  document.title = page.title;
  for (const part of [".asked", ".table", ".answers"]) document.querySelector(part).replaceWith(page.querySelector(part));
  come();
  document.querySelector("h2.asks").focus({ preventScroll: true });
}

/** The frames of the picture that is shown, each with the piece that it is around. */
function frames() {
  return [...document.querySelectorAll(".table .may")]
    .map((frame) => ({ id: frame.closest("[data-id]")?.dataset.id, box: frame.getBoundingClientRect() }))
    .filter(({ id, box }) => id && box.width);
}

/** Let the first frame come into view, on a board that is higher than its place. */
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

/** The piece whose frame is nearest to a point; of several that it is in, the smallest. */
function nearest(x, y) {
  const found = frames()
    .map(({ id, box }) => ({ id, far: away(box, x, y), size: box.width * box.height }))
    .filter(({ far }) => far <= NEAR)
    .sort((one, other) => one.far - other.far || one.size - other.size);
  return found[0]?.id;
}

function plain(event) {
  return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button);
}

function tap(event) {
  if (document.querySelector("form.chance")) return;
  const id = nearest(event.clientX, event.clientY);
  if (!id) return back();
  const chosen = new URLSearchParams(document.querySelector(".answers").dataset.here);
  chosen.delete("action"); // another is wanted
  chosen.append("tap", id);
  show(`?${chosen}`, true);
}

function back() {
  document.querySelector("a.back")?.click();
}

document.addEventListener("click", (event) => {
  if (!plain(event)) return;
  const link = event.target.closest(".answers a, .asked a");
  if (link?.getAttribute("href").startsWith("?")) {
    event.preventDefault();
    show(link.getAttribute("href"), true);
  } else if (event.target.closest(".table")) tap(event);
});

document.addEventListener("keydown", (event) => {
  if (!plain(event) || event.target.closest("input, select")) return;
  if (event.key === "Escape") back();
  if (/^[1-9]$/.test(event.key)) document.querySelectorAll(".rows a.row")[event.key - 1]?.click();
});

addEventListener("popstate", () => show(location.href, false));
come();
