// Changes a drawing into another one and keeps equal nodes, so that the browser restyles only what differs.

/** Make the children of an element equal to these nodes, which are copied. */
export function fill(element, nodes) {
  const held = [...element.childNodes];
  const wanted = [...nodes];
  let behind = 0;
  while (held.length && wanted.length && held[0].isEqualNode(wanted[0])) {
    held.shift();
    wanted.shift();
  }
  while (held.length && wanted.length && held.at(-1).isEqualNode(wanted.at(-1))) {
    held.pop();
    wanted.pop();
    behind += 1;
  }
  if (held.length === wanted.length) {
    held.forEach((node, index) => become(node, wanted[index]));
    return;
  }
  const after = element.childNodes[element.childNodes.length - behind] ?? null;
  for (const node of held) node.remove();
  for (const node of wanted) element.insertBefore(copy(node), after);
}

/** Change a node into another; replace it if they are different pieces. */
function become(node, wanted) {
  if (node.isEqualNode(wanted)) return;
  if (node.nodeName !== wanted.nodeName || node.nodeType !== Node.ELEMENT_NODE || node.dataset.id !== wanted.dataset.id) {
    node.replaceWith(copy(wanted));
    return;
  }
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  fill(node, wanted.childNodes);
}

function copy(node) {
  return document.importNode(node, true);
}
