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
  return (self) => Reflect.apply(getter, self, []);
}

export const firstChildOf = reader(Node, "firstChild");
export const nextSiblingOf = reader(Node, "nextSibling");
export const nodeTypeOf = reader(Node, "nodeType");
export const parentElementOf = reader(Node, "parentElement");
export const localNameOf = reader(Element, "localName");
export const shadowRootOf = reader(Element, "shadowRoot");
export const dataOf = reader(CharacterData, "data");

const { checkVisibility } = Element.prototype;
const { assignedNodes } = HTMLSlotElement.prototype;

/** @param {Element} element @returns {boolean} whether the element has a box; false also for `display: contents` */
export function hasBox(element) {
  return Reflect.apply(checkVisibility, element, []);
}

/** @param {HTMLSlotElement} slot @returns {Node[]} */
export function assignedNodesOf(slot) {
  return Reflect.apply(assignedNodes, slot, []);
}
