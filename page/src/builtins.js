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
 * @returns {(this: T) => T[K]}
 */
function getterOf(owner, name) {
  const getter = Object.getOwnPropertyDescriptor(owner.prototype, name)?.get;
  if (!getter) throw new TypeError(`no getter ${String(name)}`);
  return getter;
}

const firstChild = getterOf(Node, "firstChild");
const nextSibling = getterOf(Node, "nextSibling");
const nodeType = getterOf(Node, "nodeType");
const parentElement = getterOf(Node, "parentElement");
const localName = getterOf(Element, "localName");
const shadowRoot = getterOf(Element, "shadowRoot");
const textContent = getterOf(Node, "textContent");
const data = getterOf(CharacterData, "data");
const firstElementChild = getterOf(Element, "firstElementChild");
const lastElementChild = getterOf(Element, "lastElementChild");
const nextElementSibling = getterOf(Element, "nextElementSibling");
const previousElementSibling = getterOf(Element, "previousElementSibling");
const previousSibling = getterOf(Node, "previousSibling");
const parentNode = getterOf(Node, "parentNode");
const children = getterOf(Element, "children");
const inputValue = getterOf(HTMLInputElement, "value");
const textAreaValue = getterOf(HTMLTextAreaElement, "value");
const selectValue = getterOf(HTMLSelectElement, "value");
const connected = getterOf(Node, "isConnected");
const assignedSlot = getterOf(Element, "assignedSlot");
const scrollLeft = getterOf(Element, "scrollLeft");
const scrollTop = getterOf(Element, "scrollTop");
const scrollWidth = getterOf(Element, "scrollWidth");
const scrollHeight = getterOf(Element, "scrollHeight");
const clientLeft = getterOf(Element, "clientLeft");
const clientTop = getterOf(Element, "clientTop");
const clientWidth = getterOf(Element, "clientWidth");
const clientHeight = getterOf(Element, "clientHeight");

// One function for each property, written out: the engine makes a reader fast by what it has read before, and readers made by
// one function share what they have read. `call` is this world's own, which no page can reach.

/** @param {Node} node @returns {Node | null} */
export function firstChildOf(node) {
  return firstChild.call(node);
}

/** @param {Node} node @returns {Node | null} */
export function nextSiblingOf(node) {
  return nextSibling.call(node);
}

/** @param {Node} node @returns {number} */
export function nodeTypeOf(node) {
  return nodeType.call(node);
}

/** @param {Node} node @returns {Element | null} */
export function parentElementOf(node) {
  return parentElement.call(node);
}

/** @param {Element} element @returns {string} all its text, as written */
export function textContentOf(element) {
  return textContent.call(element) ?? "";
}

/** @param {Element} element @returns {string} */
export function localNameOf(element) {
  return localName.call(element);
}

/** @param {Element} element @returns {ShadowRoot | null} */
export function shadowRootOf(element) {
  return shadowRoot.call(element);
}

/** @param {CharacterData} node @returns {string} */
export function dataOf(node) {
  return data.call(node);
}

/** @param {Element} element @returns {Element | null} */
export function firstElementChildOf(element) {
  return firstElementChild.call(element);
}

/** @param {Element} element @returns {Element | null} */
export function lastElementChildOf(element) {
  return lastElementChild.call(element);
}

/** @param {Element} element @returns {Element | null} */
export function nextElementSiblingOf(element) {
  return nextElementSibling.call(element);
}

/** @param {Element} element @returns {Element | null} */
export function previousElementSiblingOf(element) {
  return previousElementSibling.call(element);
}

/** @param {Node} node @returns {Node | null} */
export function previousSiblingOf(node) {
  return previousSibling.call(node);
}

/** @param {Node} node @returns {Node | null} */
export function parentNodeOf(node) {
  return parentNode.call(node);
}

/** @param {Element} element @returns {string | null} what a native field holds; null of the rest, which may be called like one in another namespace */
export function valueOf(element) {
  if (element instanceof HTMLInputElement) return inputValue.call(element);
  if (element instanceof HTMLTextAreaElement) return textAreaValue.call(element);
  return element instanceof HTMLSelectElement ? selectValue.call(element) : null;
}

/** @param {Element} element @returns {HTMLCollection} */
export function childrenOf(element) {
  return children.call(element);
}

/** @param {Node} node @returns {boolean} */
export function isConnected(node) {
  return connected.call(node);
}

/** @param {Element} element @returns {HTMLSlotElement | null} */
export function assignedSlotOf(element) {
  return assignedSlot.call(element);
}

/** @param {Element} element @returns {number} */
export function scrollLeftOf(element) {
  return scrollLeft.call(element);
}

/** @param {Element} element @returns {number} */
export function scrollTopOf(element) {
  return scrollTop.call(element);
}

/** @param {Element} element @returns {number} */
export function scrollWidthOf(element) {
  return scrollWidth.call(element);
}

/** @param {Element} element @returns {number} */
export function scrollHeightOf(element) {
  return scrollHeight.call(element);
}

/** @param {Element} element @returns {number} */
export function clientLeftOf(element) {
  return clientLeft.call(element);
}

/** @param {Element} element @returns {number} */
export function clientTopOf(element) {
  return clientTop.call(element);
}

/** @param {Element} element @returns {number} */
export function clientWidthOf(element) {
  return clientWidth.call(element);
}

/** @param {Element} element @returns {number} */
export function clientHeightOf(element) {
  return clientHeight.call(element);
}

const { checkVisibility, getAnimations, getAttribute, getAttributeNames, getBoundingClientRect, getClientRects, hasAttribute, hasAttributes, matches, querySelectorAll } =
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

/** @param {Element} element @returns {Animation[]} of its own */
export function animationsOf(element) {
  return getAnimations.call(element);
}

/** @param {Element} element @param {string} name @returns {string | null} */
export function attributeOf(element, name) {
  return getAttribute.call(element, name);
}

/** @param {Element} element @returns {string[]} */
export function attributeNamesOf(element) {
  return getAttributeNames.call(element);
}

/** @param {Element} element @param {string} [selector] @returns {NodeListOf<Element>} those in it, shadow roots left out */
export function elementsIn(element, selector = "*") {
  return querySelectorAll.call(element, selector);
}

/** @param {Element} element @param {string} name @returns {boolean} */
export function hasAttributeOf(element, name) {
  return hasAttribute.call(element, name);
}

/** @param {Element} element @returns {boolean} */
export function hasAttributesOf(element) {
  return hasAttributes.call(element);
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
