// Records a single-tap move immediately, if the table switched that on and the move can be undone.

const KEPT = "at-once";

/** Show the switch with its stored state. */
export function offerAtOnce() {
  const box = document.getElementById("at-once");
  box.checked = localStorage.getItem(KEPT) === "yes";
  box.parentElement.hidden = false;
  box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "yes" : "no"));
}

/** Whether to record the selection now. */
export function atOnce() {
  return document.getElementById("at-once").checked && Boolean(document.querySelector(".answers").dataset.single);
}
