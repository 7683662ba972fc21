/** The words a person sees inside an element, read no further than needed. */
import { assignedNodesOf, attributeOf, dataOf, firstChildOf, firstElementChildOf, hasAttributeOf, hasBox, localNameOf, nextSiblingOf, nodeTypeOf } from "../builtins.js";
import { Edges, INLINE } from "../apart.js";
import { rootOf } from "../roots.js";
import { cleanText } from "../text.js";
import { isEditableValue } from "./roles.js";

const { ELEMENT_NODE: ELEMENT, TEXT_NODE: TEXT } = Node;
const MAX_NODES = 120;
const MAX_RAW = 400;
const SILENT = new Set("script style noscript template head select textarea input audio video canvas iframe object".split(" "));

/** @typedef {{ next: Node | null, listed: Node[] | null, index: number, element: Element | null }} Level `element`: where its edges part words */
/**
 * @typedef {object} Reading
 * @property {boolean} [alternatives] whether images and labelled parts speak by their alternative text, as in a name
 * @property {Element} [except] is left out with all that is in it
 * @property {number} [limit]
 */

/** @param {Node} root @param {Reading} [reading] @returns {string} cleaned, one line */
export function textInside(root, { alternatives = false, except, limit = 80 } = {}) {
  if (isUnread(root)) return "";
  return cleanText(onlyText(root) ?? read(root, alternatives, except), limit);
}

/** @param {Node} root @param {boolean} alternatives @param {Element | undefined} except @returns {string} */
function read(root, alternatives, except) {
  let raw = "";
  let nodes = 0;
  const edges = new Edges(alternatives);
  const isLeftOut = leftOutOf(root, except, alternatives);
  const stack = [inside(root, null)];
  for (let level = stack.at(-1); level && raw.length < MAX_RAW && nodes < MAX_NODES; level = stack.at(-1)) {
    const node = nextOf(level);
    if (!node) {
      raw += gapAt(level.element, edges);
      stack.pop();
      continue;
    }
    nodes += 1;
    const spoken = isLeftOut(node) ? "" : spokenBy(node, alternatives);
    if (spoken !== null) {
      raw += edges.part(raw, spoken) ? ` ${spoken}` : spoken;
      continue;
    }
    const element = /** @type {Element} */ (node);
    raw += gapAt(element, edges);
    stack.push(inside(node, element));
  }
  return raw;
}

/** @param {Element | null} element that begins or ends here @param {Edges} edges @returns {string} what parts the words on both sides for sure */
function gapAt(element, edges) {
  if (element === null) return "";
  if (!INLINE.has(localNameOf(element))) return " ";
  edges.meet(element);
  return "";
}

/** @param {Node} root @returns {string | null} its words where it has one text in it and nothing else, as most buttons and links */
function onlyText(root) {
  const first = firstChildOf(root);
  if (first === null || nextSiblingOf(first) !== null || nodeTypeOf(first) !== TEXT) return null;
  if (nodeTypeOf(root) === ELEMENT) {
    const element = /** @type {Element} */ (root);
    if (rootOf(element) || localNameOf(element) === "slot") return null;
  }
  return dataOf(/** @type {Text} */ (first));
}

/** @param {Node} root @param {Element | undefined} except @param {boolean} alternatives @returns {(node: Node) => boolean} */
function leftOutOf(root, except, alternatives) {
  const isBranch = alternatives && roleIs(root, "treeitem");
  return (node) => node === except || (isBranch && isNested(node));
}

/** @param {Node} node @returns {boolean} whether it is a part of a tree with names of its own */
function isNested(node) {
  return roleIs(node, "treeitem") || roleIs(node, "group");
}

/** @param {Node} node @param {string} role @returns {boolean} */
function roleIs(node, role) {
  return nodeTypeOf(node) === Node.ELEMENT_NODE && attributeOf(/** @type {Element} */ (node), "role") === role;
}

/** @param {Level} level @returns {Node | null} */
function nextOf(level) {
  if (level.listed) return level.listed[level.index++] ?? null;
  const node = level.next;
  if (node) level.next = nextSiblingOf(node);
  return node;
}

/** @param {Node} node @param {boolean} alternatives @returns {string | null} null when what it says is said by what is in it */
function spokenBy(node, alternatives) {
  const type = nodeTypeOf(node);
  if (type === TEXT) return dataOf(/** @type {Text} */ (node));
  if (type !== ELEMENT) return "";
  const element = /** @type {Element} */ (node);
  const alternative = alternatives ? alternativeOf(element) : null;
  if (alternative !== null) return ` ${alternative} `;
  return isReadable(element, alternatives) ? null : "";
}

/** @param {Node} node @param {Element | null} at @returns {Level} */
function inside(node, at) {
  if (nodeTypeOf(node) === ELEMENT) {
    const element = /** @type {Element} */ (node);
    const shadow = rootOf(element);
    if (shadow) return { next: firstChildOf(shadow), listed: null, index: 0, element: at };
    const assigned = element instanceof HTMLSlotElement ? assignedNodesOf(element) : [];
    if (assigned.length > 0) return { next: null, listed: assigned, index: 0, element: at };
  }
  return { next: firstChildOf(node), listed: null, index: 0, element: at };
}

/** @param {Element} element @returns {string | null} what a labelled part or an image is called; null when it speaks for itself */
function alternativeOf(element) {
  const label = attributeOf(element, "aria-label");
  if (label?.trim()) return label;
  if (localNameOf(element) === "img") return attributeOf(element, "alt") ?? "";
  if (localNameOf(element) === "svg") return pictureTitle(element);
  return null;
}

/** @param {Element} picture @returns {string | null} */
function pictureTitle(picture) {
  const first = firstElementChildOf(picture);
  return first && localNameOf(first) === "title" ? (first.textContent ?? "").slice(0, MAX_RAW) : null;
}

/** @param {Node} node @returns {boolean} whether its words are data or typed by a person, and so not read */
function isUnread(node) {
  if (nodeTypeOf(node) !== ELEMENT) return false;
  const element = /** @type {Element} */ (node);
  return SILENT.has(localNameOf(element)) || isEditableValue(attributeOf(element, "contenteditable"));
}

/** @param {Element} element @param {boolean} alternatives @returns {boolean} */
function isReadable(element, alternatives) {
  if (isUnread(element)) return false;
  if (alternatives && hasAttributeOf(element, "aria-hidden") && attributeOf(element, "aria-hidden") === "true") return false;
  return isShown(element);
}

/** @param {Element} element @returns {boolean} whether what is in it may be seen */
export function isShown(element) {
  return hasBox(element) || getComputedStyle(element).display === "contents";
}
