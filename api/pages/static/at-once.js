// A table that wishes so sends what a single tap on the board chose at once, where it can be taken back.

const KEPT = "at-once";

/** Show the switch, as it was left. */
export function offerAtOnce() {
  const box = document.getElementById("at-once");
  box.checked = localStorage.getItem(KEPT) === "yes";
  box.parentElement.hidden = false;
  box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "yes" : "no"));
}

/** Whether what is chosen is to be sent. */
export function atOnce() {
  return document.getElementById("at-once").checked && Boolean(document.querySelector(".answers").dataset.single);
}
