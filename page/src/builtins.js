/**
 * Readers of DOM properties that a page cannot bend.
 *
 * What a page can and cannot reach was tried in Chromium 156 (tests/browser/test_page_scripts.py keeps it true):
 * - An isolated world has its own builtins. What the page patches, `Array.prototype`, `JSON`, `Promise`,
 *   `Document.prototype.querySelector`, own properties put on `document`, is not visible here, so the language's own
 *   builtins need no copies.
 * - The DOM itself is shared, and with it the named properties of forms: after `<form><input name="firstChild"></form>`,
 *   `form.firstChild` is the input in every world. (Named properties of `document` and `window` are not visible here.)
 *
 * So a property of an element is read with the getter of its interface, taken once at load, and never as `element.name`.
 */

/**
 * @template {object} T
 * @template {keyof T} K
 * @param {{ prototype: T }} owner
 * @param {K} name
 * @returns {(self: T) => T[K]}
 */
function reader(owner, name) {
  const getter = Object.getOwnPropertyDescriptor(owner.prototype, name)?.get;
  if (!getter) throw new TypeError(`no getter ${String(name)}`);
  // `call` of this world's own functions, which no page can reach; unlike Reflect.apply it makes no list for the arguments.
  return (self) => getter.call(self);
}

export const firstChildOf = reader(Node, "firstChild");
export const nextSiblingOf = reader(Node, "nextSibling");
export const nodeTypeOf = reader(Node, "nodeType");
export const parentElementOf = reader(Node, "parentElement");
export const localNameOf = reader(Element, "localName");
export const shadowRootOf = reader(Element, "shadowRoot");
export const dataOf = reader(CharacterData, "data");
export const firstElementChildOf = reader(Element, "firstElementChild");
export const nextElementSiblingOf = reader(Element, "nextElementSibling");
export const previousElementSiblingOf = reader(Element, "previousElementSibling");
export const previousSiblingOf = reader(Node, "previousSibling");
export const parentNodeOf = reader(Node, "parentNode");
export const isConnected = reader(Node, "isConnected");
export const assignedSlotOf = reader(Element, "assignedSlot");
export const scrollLeftOf = reader(Element, "scrollLeft");
export const scrollTopOf = reader(Element, "scrollTop");
export const scrollWidthOf = reader(Element, "scrollWidth");
export const scrollHeightOf = reader(Element, "scrollHeight");
export const clientLeftOf = reader(Element, "clientLeft");
export const clientTopOf = reader(Element, "clientTop");
export const clientWidthOf = reader(Element, "clientWidth");
export const clientHeightOf = reader(Element, "clientHeight");

const { checkVisibility, getAttribute, getAttributeNames, getBoundingClientRect, getClientRects, hasAttribute, hasAttributes, matches } =
  Element.prototype;
const { getRootNode } = Node.prototype;
const PAINTED = { opacityProperty: true, visibilityProperty: true };
const LAID_OUT = { visibilityProperty: true };
const { assignedNodes } = HTMLSlotElement.prototype;

/** @param {Element} element @returns {boolean} whether the element has a box; false also for `display: contents` */
export function hasBox(element) {
  return checkVisibility.call(element);
}

/** @param {HTMLSlotElement} slot @returns {Node[]} */
export function assignedNodesOf(slot) {
  return assignedNodes.call(slot);
}

/** @param {Element} element @param {string} name @returns {string | null} */
export function attributeOf(element, name) {
  return getAttribute.call(element, name);
}

/** @param {Element} element @param {string} name @returns {boolean} */
export function hasAttributeOf(element, name) {
  return hasAttribute.call(element, name);
}

/** @param {Element} element @returns {boolean} */
export function hasAttributesOf(element) {
  return hasAttributes.call(element);
}

/** @param {Element} element @returns {string[]} */
export function attributeNamesOf(element) {
  return getAttributeNames.call(element);
}

/** @param {Element} element @param {string} selector @returns {boolean} */
export function matchesOf(element, selector) {
  return matches.call(element, selector);
}

/** @param {Element} element @returns {DOMRect} */
export function rectOf(element) {
  return getBoundingClientRect.call(element);
}

/** @param {Element} element @returns {DOMRectList} */
export function clientRectsOf(element) {
  return getClientRects.call(element);
}

/** @param {Node} node @returns {Node} the document or shadow root it is in */
export function rootNodeOf(node) {
  return getRootNode.call(node);
}

/** @param {Element} element @returns {boolean} whether it has a box that is neither hidden nor fully transparent */
export function isPainted(element) {
  return checkVisibility.call(element, PAINTED);
}

/** @param {Element} element @returns {boolean} whether it has a box that is not hidden; it may be fully transparent */
export function isLaidOut(element) {
  return checkVisibility.call(element, LAID_OUT);
}
