() => {
  const faults = [];
  for (const glide of document.getAnimations()) glide.finish();
  const row = document.querySelector("#steps .row").dataset;
  const within = (box, room) =>
    box.top >= room.top - 1 && box.bottom <= room.bottom + 1 && box.left >= room.left - 1 && box.right <= room.right + 1;
  const area = (box) => box.width * box.height;

  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");

  const text = document.querySelector("#sentence p");
  const said = document.getElementById("sentence").getBoundingClientRect();
  const steps = document.querySelector("#steps .row").getBoundingClientRect();
  const sentence = text.getBoundingClientRect();
  if (!within(sentence, { top: 0, left: 0, right: innerWidth, bottom: Math.min(steps.top, innerHeight) })) {
    faults.push("the sentence is out of sight");
  }
  if (text.scrollHeight > text.clientHeight + 1) {
    const lines = sentence.height / parseFloat(getComputedStyle(text).lineHeight);
    const more = document.querySelector("#sentence .more");
    if (lines < 3.9) faults.push(`the sentence is cut after ${lines.toFixed(1)} lines`);
    if (!more.checkVisibility()) faults.push("the sentence is cut, and nothing says so");
  }
  if (steps.bottom > innerHeight + 1) faults.push("the steps are out of sight");

  const drawings = [...document.querySelectorAll("#picture svg.tt")].filter((svg) => svg.checkVisibility());
  if (drawings.length !== 1) faults.push(`${drawings.length} pictures are shown`);
  const touched = row.touched.split(" ").filter(Boolean);
  const found = touched.map((id) => drawings[0].querySelector(`[data-id="${CSS.escape(id)}"]`)).filter(Boolean);
  const boxes = found.map((group) => group.getBoundingClientRect()); // what left the board is not there
  if (!boxes.length) return faults;
  const parts = document.querySelector(".parts").getBoundingClientRect();
  const top = getComputedStyle(document.querySelector(".parts")).display === "none" ? 0 : Math.min(parts.bottom, parts.height);
  const fixed = getComputedStyle(document.getElementById("sentence")).position === "fixed";
  const room = { top, bottom: fixed ? said.top : innerHeight, left: 0, right: innerWidth };
  const height = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  const largest = boxes.reduce((most, box) => (area(box) > area(most) ? box : most));
  if (height <= room.bottom - room.top) {
    boxes.forEach((box, place) => within(box, room) || faults.push(`${found[place].dataset.id} is out of sight`));
  } else if (largest.height <= room.bottom - room.top) {
    const large = boxes.filter((box) => area(box) > 0.99 * area(largest));
    if (!large.some((box) => within(box, room))) faults.push("the largest of what was touched is out of sight");
  } else if (largest.top > room.top + 20 || largest.bottom < room.top + (room.bottom - room.top) / 2) {
    faults.push("what was touched is higher than the room, and not in it");
  }
  return faults;
}
