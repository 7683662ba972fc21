/** One element on the way through the page, and what can be said of it; what is dear is worked out when it is asked for. */
import { attributeOf, dataOf, firstChildOf, hasAttributesOf, isPainted, nextSiblingOf, nodeTypeOf } from "../builtins.js";
import { accessibleRole, textInside } from "../controls/index.js";
import { TEST_IDS } from "../controls/test_id.js";

const { querySelectorAll, closest } = Element.prototype;
const MARKING = ["class", "id", "itemprop", "name", ...TEST_IDS];
const MARK_LIMIT = 300;
const OWN_LIMIT = 200;

export class Place {
  /**
   * @param {Element} element
   * @param {string} tag
   * @param {import("./types.js").Where} where
   * @param {boolean} isInside the scope
   */
  constructor(element, tag, where, isInside) {
    this.element = element;
    this.tag = tag;
    this.where = where;
    this.isInside = isInside;
    /** @type {string | null} */
    this.knownRole = null;
    /** @type {string | null} */
    this.knownMarks = null;
  }

  get role() {
    return (this.knownRole ??= accessibleRole(this.element));
  }

  /** @returns {string} what its author wrote on it for himself: class, id and the like, in lower case with dashes between words */
  get marks() {
    return (this.knownMarks ??= marksOf(this.element));
  }
}

/** @param {Element} element @returns {string} as `Place.marks` */
export function marksOf(element) {
  if (!hasAttributesOf(element)) return "";
  const said = MARKING.map((name) => attributeOf(element, name) ?? "").filter((value) => value !== "");
  return said.join(" ").slice(0, MARK_LIMIT).replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
}

/** @param {string} marks @param {RegExp} words a pattern of whole words @returns {boolean} */
export function isMarked(marks, words) {
  return marks !== "" && words.test(marks);
}

/** @param {string} words alternatives @returns {RegExp} finds them as whole words of marks */
export function markPattern(words) {
  return new RegExp(`(?:^|[-_\\s])(?:${words})(?=$|[-_\\s\\d])`);
}

/** @param {Element} element @returns {string} the text it holds itself, not what is in its children */
export function ownText(element) {
  let text = "";
  for (let child = firstChildOf(element); child && text.length < OWN_LIMIT; child = nextSiblingOf(child)) {
    if (nodeTypeOf(child) === Node.TEXT_NODE) text += `${dataOf(/** @type {Text} */ (child))} `;
  }
  return text;
}

/** @param {Element} element @param {number} [limit] @returns {string} what it shows, on one line */
export function say(element, limit = 80) {
  return isPainted(element) ? textInside(element, { limit }) : "";
}

/** @param {Element} element @param {string} selector one that is always valid @returns {Element[]} what is in it, whatever a form's fields are called */
export function findAll(element, selector) {
  return Array.from(/** @type {NodeListOf<Element>} */ (Reflect.apply(querySelectorAll, element, [selector])));
}

/** @param {Element} element @param {string} selector one that is always valid @returns {boolean} */
export function isWithin(element, selector) {
  return Reflect.apply(closest, element, [selector]) !== null;
}
