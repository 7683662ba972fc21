/** The words a person sees inside an element, read no further than needed. */
import { assignedNodesOf, attributeOf, dataOf, firstChildOf, firstElementChildOf, hasAttributeOf, hasBox, localNameOf, nextSiblingOf, nodeTypeOf } from "../builtins.js";
import { rootOf } from "../roots.js";
import { cleanText } from "../text.js";
import { isEditableValue } from "./roles.js";

const MAX_NODES = 120;
const MAX_RAW = 400;
const SILENT = new Set("script style noscript template head select textarea input audio video canvas iframe object".split(" "));
const INLINE = new Set("a abbr b bdi bdo cite code em font i kbd label mark q s small slot span strong sub sup time tt u var".split(" "));

/**
 * @typedef {object} Reading
 * @property {boolean} [alternatives] whether images and labelled parts speak by their alternative text, as in a name
 * @property {Element} [except] is left out with all that is in it
 * @property {number} [limit]
 */

/** What a person has typed is no text of the page. @param {Node} root @param {Reading} [reading] @returns {string} cleaned, one line */
export function textInside(root, { alternatives = false, except, limit = 80 } = {}) {
  if (isTypedInto(root)) return "";
  let raw = "";
  let nodes = 0;
  /** @type {{ next: Node | null, listed: Node[] | null, index: number, gap: string }[]} */
  const stack = [inside(root, "")];
  for (let level = stack.at(-1); level && raw.length < MAX_RAW && nodes < MAX_NODES; level = stack.at(-1)) {
    const node = level.listed ? (level.listed[level.index++] ?? null) : level.next;
    if (!node) {
      raw += level.gap;
      stack.pop();
      continue;
    }
    if (!level.listed) level.next = nextSiblingOf(node);
    nodes += 1;
    const type = nodeTypeOf(node);
    if (type === Node.TEXT_NODE) raw += dataOf(/** @type {Text} */ (node));
    if (type !== Node.ELEMENT_NODE || node === except) continue;
    const element = /** @type {Element} */ (node);
    const spoken = alternatives ? alternativeOf(element) : null;
    if (spoken !== null) raw += ` ${spoken} `;
    else if (isReadable(element, alternatives)) {
      const gap = INLINE.has(localNameOf(element)) ? "" : " ";
      raw += gap;
      stack.push(inside(element, gap));
    }
  }
  return cleanText(raw, limit);
}

/** @param {Node} node @param {string} gap */
function inside(node, gap) {
  if (nodeTypeOf(node) === Node.ELEMENT_NODE) {
    const element = /** @type {Element} */ (node);
    const shadow = rootOf(element);
    if (shadow) return { next: firstChildOf(shadow), listed: null, index: 0, gap };
    const assigned = element instanceof HTMLSlotElement ? assignedNodesOf(element) : [];
    if (assigned.length > 0) return { next: null, listed: assigned, index: 0, gap };
  }
  return { next: firstChildOf(node), listed: null, index: 0, gap };
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

/** @param {Element} element @param {boolean} alternatives @returns {boolean} */
function isReadable(element, alternatives) {
  if (SILENT.has(localNameOf(element)) || isTypedInto(element)) return false;
  if (alternatives && hasAttributeOf(element, "aria-hidden") && attributeOf(element, "aria-hidden") === "true") return false;
  return hasBox(element) || getComputedStyle(element).display === "contents";
}

/** @param {Node} node @returns {boolean} */
function isTypedInto(node) {
  return nodeTypeOf(node) === Node.ELEMENT_NODE && isEditableValue(attributeOf(/** @type {Element} */ (node), "contenteditable"));
}
