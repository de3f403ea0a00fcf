// The chart of a question: fetched with marks that tell their figures, to a pointer as to the arrow keys.

const figure = document.getElementById("chart");
const told = document.getElementById("told");

const asPicture = () => {
  const picture = new Image();
  picture.src = figure.dataset.picture;
  picture.alt = "A chart of the table below.";
  figure.replaceChildren(picture);
};

const marks = () => [...figure.querySelectorAll("[tabindex]")].filter((mark) => mark.getClientRects().length);

// One stop for the tab key, however many marks there are.
const stopAt = (mark) => {
  for (const other of figure.querySelectorAll("[tabindex]")) other.setAttribute("tabindex", other === mark ? "0" : "-1");
};

const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const move = (event) => {
  const all = marks();
  const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : all.indexOf(event.target) + step[event.key];
  if (!all[to] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stopAt(all[to]);
  all[to].focus();
};

const tell = (event) => {
  const title = event.target.closest?.("path, line, rect, text")?.querySelector("title");
  told.textContent = title?.textContent ?? "";
};

const liven = (text) => {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (drawn.localName !== "svg") throw new Error("no chart");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "Chart: the arrow keys go from mark to mark");
  figure.replaceChildren(document.importNode(drawn, true));
  stopAt(marks()[0]);
  figure.addEventListener("keydown", move);
  for (const kind of ["focusin", "pointerover"]) figure.addEventListener(kind, tell);
};

fetch(figure.dataset.marks)
  .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
  .then(liven)
  .catch(asPicture);
