// The dialog of a piece: its face, text and history. Also previews of versions under the pointer, and the legend.

const SECOND_TAP = 260; // milliseconds in which a second tap enlarges the board instead
const HOVER = 150; // milliseconds until a picture is shown
const SVG = "http://www.w3.org/2000/svg";

export function openPieces(stage, picture, main) {
  const place = document.getElementById("picture");
  let waiting = null;
  place.addEventListener("click", (event) => {
    const group = event.target.closest("[data-id]");
    if (!group || event.detail > 1) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => show(group), event.pointerType === "touch" ? SECOND_TAP : 0);
  });
  place.addEventListener("dblclick", () => clearTimeout(waiting));
  place.addEventListener("keydown", (event) => {
    const group = event.target.closest("[data-id]");
    if (event.key !== "Enter" || !group) return;
    event.preventDefault();
    show(group);
  });

  async function show(group) {
    const [, name, text] = /^(.+?)(?:[:;.]\s+|[.]?$)(.*)$/s.exec(group.querySelector(":scope > title")?.textContent ?? "") ?? [];
    const search = stage.address({ touches: group.dataset.id });
    document.getElementById("piece-title").textContent = name ?? "";
    document.getElementById("piece-text").textContent = text ?? "";
    const drawn = group.querySelector("text, use, path, circle, rect.card"); // an empty place has no face
    document.getElementById("piece-face").replaceChildren(...(drawn ? [faceOf(group)] : []));
    document.getElementById("piece-history").href = search;
    document.getElementById("piece").showModal();
    const history = document.getElementById("piece-events");
    history.replaceChildren();
    const answer = await fetch(main.dataset.timeline + search);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(`<ol>${await answer.text()}</ol>`, "text/html");
    page.getElementById("buttons")?.remove();
    history.replaceChildren(...[...page.querySelector("ol").childNodes].map((node) => document.importNode(node, true)));
  }
}

/** A drawing of a piece alone. */
export function faceOf(group) {
  const box = group.getBBox();
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", group.ownerSVGElement.getAttribute("class").replace(/\b(wide|narrow)\b/, ""));
  drawing.setAttribute("viewBox", `${box.x - 4} ${box.y - 4} ${box.width + 8} ${box.height + 8}`);
  drawing.setAttribute("aria-hidden", "true");
  const copy = group.cloneNode(true);
  for (const name of ["transform", "tabindex", "role", "id"]) copy.removeAttribute(name);
  let inner = copy;
  for (let around = group.parentElement; around && around.tagName !== "svg"; around = around.parentElement) {
    const frame = document.createElementNS(SVG, "g");
    if (around.hasAttribute("class")) frame.setAttribute("class", around.getAttribute("class"));
    frame.append(inner);
    inner = frame;
  }
  drawing.append(inner);
  return drawing;
}

/** Show the legend of the board in a dialog. */
export async function showSigns(stage, main) {
  const answer = await fetch(main.dataset.signs + stage.address({ touches: null }));
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("signs-list").replaceChildren(document.importNode(page.querySelector(".signs"), true));
  document.getElementById("signs").showModal();
}

/** Show a picture of the version under the pointer in the timeline. */
export function peekAtVersions(stage) {
  const list = document.getElementById("timeline");
  const peek = document.getElementById("peek");
  let waiting = null;
  if (!matchMedia("(hover: hover)").matches) return;
  list.addEventListener("pointerover", (event) => {
    clearTimeout(waiting);
    const entry = event.target.closest("a.ev");
    if (!entry || entry.hasAttribute("aria-current")) {
      peek.hidden = true;
      return;
    }
    waiting = setTimeout(async () => {
      const page = await stage.ahead(entry.getAttribute("href"));
      if (!page || !entry.matches(":hover")) return;
      const drawing = page.querySelector("[data-part=picture] svg.tt:last-of-type");
      peek.replaceChildren(document.importNode(drawing, true));
      peek.hidden = false;
      const line = entry.getBoundingClientRect();
      peek.style.top = `${Math.min(Math.max(line.top - peek.offsetHeight / 2, 8), innerHeight - peek.offsetHeight - 8)}px`;
      peek.style.left = `${line.left - peek.offsetWidth - 24}px`;
    }, HOVER);
  });
  list.addEventListener("pointerleave", () => {
    clearTimeout(waiting);
    peek.hidden = true;
  });
  document.addEventListener("shown", () => (peek.hidden = true));
}
