// The chart of a statistic. Its marks show their figures to a pointer and to the arrow keys.

const figure = document.getElementById("chart");
const markText = document.getElementById("mark-text");

const asPicture = () => {
  const picture = new Image();
  picture.src = figure.dataset.picture;
  picture.alt = "The table below as a chart.";
  figure.replaceChildren(picture);
};

const marks = () => [...figure.querySelectorAll("[tabindex]")].filter((mark) => mark.getClientRects().length);

// One stop for the tab key, however many marks there are.
const stopAt = (mark) => {
  for (const other of figure.querySelectorAll("[tabindex]")) other.setAttribute("tabindex", other === mark ? "0" : "-1");
};

const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const moveFocus = (event) => {
  const all = marks();
  const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : all.indexOf(event.target) + step[event.key];
  if (!all[to] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stopAt(all[to]);
  all[to].focus();
};

const showFigures = (event) => {
  const title = event.target.closest?.("path, line, rect, text")?.querySelector("title");
  markText.textContent = title?.textContent ?? "";
};

// The place that the page kept stays as it is, so nothing below the chart moves.
const keepPlace = (drawn, place) => {
  drawn.style.aspectRatio = `${place.width.baseVal.value} / ${place.height.baseVal.value}`;
  drawn.setAttribute("preserveAspectRatio", "xMidYMin");
};

const show = (text) => {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (drawn.localName !== "svg") throw new Error("no chart");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "Chart: use the arrow keys to move between marks");
  const chart = document.importNode(drawn, true);
  keepPlace(chart, figure.querySelector("svg"));
  figure.replaceChildren(chart);
  stopAt(marks()[0]);
  figure.addEventListener("keydown", moveFocus);
  for (const kind of ["focusin", "pointerover"]) figure.addEventListener(kind, showFigures);
};

fetch(figure.dataset.marks)
  .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
  .then(show)
  .catch(asPicture);
