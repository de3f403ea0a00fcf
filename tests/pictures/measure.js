// What is wrong with the texts of the first picture of a page. Sizes are in pixels as seen; boxes are those of letters
// without the room that a font leaves above and below.
(least) => {
  const picture = [...document.querySelectorAll("svg.tt")].find((svg) => svg.getBoundingClientRect().width);
  const scale = picture.getScreenCTM().a, found = [], ABOVE = 0.24, BELOW = 0.2, SLACK = 1.2;
  const texts = [...picture.querySelectorAll("text")].filter((text) => text.textContent.trim());
  const say = (kind, text, more) => found.push([kind, words(text), more]);
  const words = (text) => [...text.childNodes].filter((node) => node.nodeName !== "title").map((node) => node.textContent).join("").trim();
  const order = new Map([...picture.querySelectorAll("*")].map((element, place) => [element, place]));
  const box = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect(), height = bottom - top;
    return { left: left + 0.5, right: right - 0.5, top: top + ABOVE * height, bottom: bottom - BELOW * height };
  };
  const boxes = texts.map(box), whole = picture.getBoundingClientRect();
  texts.forEach((text, n) => {
    const style = getComputedStyle(text), size = parseFloat(style.fontSize) * scale, b = boxes[n];
    const want = text.classList.contains("num") ? least.num : least.text;
    if (size < want - 0.05) found.push(["small", text.getAttribute("class") || "", `${size.toFixed(1)} px`]);
    if (b.left < whole.left - 1 || b.right > whole.right + 1 || b.top < whole.top - 1 || b.bottom > whole.bottom + 1) say("outside", text, "");
    for (let m = n + 1; m < texts.length; m++) {
      const o = boxes[m], w = Math.min(b.right, o.right) - Math.max(b.left, o.left), h = Math.min(b.bottom, o.bottom) - Math.max(b.top, o.top);
      if (w > SLACK && h > SLACK) say("meets", text, words(texts[m]));
    }
    const over = new Set();
    for (const x of [0.12, 0.5, 0.88]) for (const y of [0.25, 0.75]) {
      for (const top of document.elementsFromPoint(b.left + x * (b.right - b.left), b.top + y * (b.bottom - b.top))) {
        if (top === text || text.contains(top)) break;
        if (order.has(top) && order.get(top) > order.get(text) && top.nodeName !== "text" && top.nodeName !== "svg") over.add(top);
      }
    }
    for (const top of over) say("covered", text, `${top.nodeName}.${top.getAttribute("class") || top.getAttribute("href") || ""} of ${top.closest("[data-id]")?.dataset.id || "?"}`);
  });
  return found;
}
