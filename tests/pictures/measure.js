// What is wrong with the texts of pictures, for each of them. Sizes are in pixels as seen; boxes are those of letters
// without the room that a font leaves above and below. The pictures take turns in one page, which nobody paints.
([pictures, least]) => {
  const ABOVE = 0.24, BELOW = 0.2, SLACK = 1.2;
  const PLACES = [0.12, 0.5, 0.88].flatMap((x) => [0.25, 0.75].map((y) => [x, y]));
  const CARDS = "rect.card, rect.strip, rect.meadow2";
  const SHAPES = "rect, circle, ellipse, path, line, polygon, polyline, use";
  const words = (text) => [...text.childNodes].filter((node) => node.nodeName !== "title").map((node) => node.textContent).join("").trim();
  const named = (shape) => `${shape.nodeName}.${shape.getAttribute("class") || shape.getAttribute("href") || ""} of ${shape.closest("[data-id]")?.dataset.id || "?"}`;
  const within = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  const follows = (part, other) => other.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING;

  const letters = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect(), height = bottom - top;
    return { left: left + 0.5, right: right - 0.5, top: top + ABOVE * height, bottom: bottom - BELOW * height };
  };
  const painted = (shape, scale) => {  // with its line, which its box leaves out
    const { left, right, top, bottom } = shape.getBoundingClientRect(), line = parseFloat(getComputedStyle(shape).strokeWidth) * scale || 0;
    return { left: left - line, right: right + line, top: top - line, bottom: bottom + line };
  };
  const covering = (text, box, shapes) => {
    const over = new Set();
    for (const [across, down] of PLACES) {
      const x = box.left + across * (box.right - box.left), y = box.top + down * (box.bottom - box.top);
      if (!shapes.some(([shape, around]) => within(around, x, y) && follows(shape, text))) continue;
      for (const top of document.elementsFromPoint(x, y)) {
        if (top === text || text.contains(top)) break;
        if (top.matches(SHAPES) && follows(top, text)) over.add(top);
      }
    }
    return over;
  };
  const bites = (chip, text) => {  // into a chip, which is round, and whose own sign lies within it
    const { left, right, top, bottom } = chip.getBoundingClientRect(), reach = Math.min(right - left, bottom - top) / 2;
    const away = (from, to, low, high) => Math.max(low - (to - reach), from + reach - high, 0);  // of its middle, or middle line
    return Math.hypot(away(left, right, text.left, text.right), away(top, bottom, text.top, text.bottom)) < reach - SLACK && !(left <= text.left && text.right <= right && top <= text.top && text.bottom <= bottom);
  };
  const overhangs = (text, box, cards, chips) => {  // the card that its middle lies on, but for a chip
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2, piece = text.closest("[data-id]");
    if (chips.some((chip) => within(chip.getBoundingClientRect(), x, y))) return undefined;
    return cards.find(([card, around]) => piece && card.closest("[data-id]") === piece && within(around, x, y) && (box.left < around.left - SLACK || box.right > around.right + SLACK));
  };
  const faults = (picture) => {
    const scale = picture.getScreenCTM().a, whole = picture.getBoundingClientRect(), found = [];
    const texts = [...picture.querySelectorAll("text")].filter((text) => text.textContent.trim());
    const shapes = [...picture.querySelectorAll(SHAPES)].filter((shape) => !shape.closest("defs")).map((shape) => [shape, painted(shape, scale)]);
    const chips = [...picture.querySelectorAll("circle.chip, rect.chip")], boxes = texts.map(letters);
    const cards = [...picture.querySelectorAll(CARDS)].map((card) => [card, card.getBoundingClientRect()]);
    texts.forEach((text, n) => {
      const size = parseFloat(getComputedStyle(text).fontSize) * scale, b = boxes[n];
      const want = text.classList.contains("num") ? least.num : least.text;
      if (size < want - 0.05) found.push(["small", text.getAttribute("class") || "", `${size.toFixed(1)} px`]);
      if (b.left < whole.left - 1 || b.right > whole.right + 1 || b.top < whole.top - 1 || b.bottom > whole.bottom + 1) found.push(["outside", words(text), ""]);
      const card = overhangs(text, b, cards, chips);
      if (card) found.push(["overhangs", words(text), named(card[0])]);
      for (let m = n + 1; m < texts.length; m++) {
        const o = boxes[m], w = Math.min(b.right, o.right) - Math.max(b.left, o.left), h = Math.min(b.bottom, o.bottom) - Math.max(b.top, o.top);
        if (w > SLACK && h > SLACK) found.push(["meets", words(text), words(texts[m])]);
      }
      for (const shape of covering(text, b, shapes)) found.push(["covered", words(text), named(shape)]);
      for (const chip of chips) if (bites(chip, b) && follows(text, chip)) found.push(["meets", words(text), named(chip)]);
    });
    return found;
  };
  return pictures.map((picture) => {
    document.body.innerHTML = picture;
    return faults(document.querySelector("svg"));
  });
}
