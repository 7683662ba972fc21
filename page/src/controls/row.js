/** What stands beside a control in its row, card or list item, and moves along with it. */
import { attributeOf, dataOf, firstChildOf, localNameOf, nextElementSiblingOf, nextSiblingOf, nodeTypeOf, previousElementSiblingOf, textContentOf } from "../builtins.js";
import { cleanText, collapse, cut } from "../text.js";
import { textInside } from "./text_inside.js";
import { composedContains, composedParent } from "./tree.js";
import { stableClasses } from "./words.js";

const LIMIT = 80;
const LEVELS = 8;
const MOST_PARTS = 24;
const ROWS = new Set(["tr", "li", "article", "dd", "option"]);
const ROW_ROLES = new Set(["row", "listitem", "article", "option", "treeitem"]);
const NEVER_ROWS = new Set(["body", "main", "form", "nav", "header", "footer", "fieldset", "table", "tbody", "ul", "ol", "td", "th", "label"]);
// What a row is called by stands in one of these, where it has any.
const TITLES = "h1,h2,h3,h4,h5,h6,th,[role=heading],[role=rowheader],strong,b";
const { querySelector } = Element.prototype;

/**
 * @param {Element} element
 * @param {string} name what the element is called, which is left out
 * @returns {string} the title of the row first, " | ", then the rest; empty where the element stands in no row
 */
export function rowTextOf(element, name) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    const isRow = isRowItself(at);
    if (!isRow && !isCard(at)) continue;
    const text = textOfRow(at, element, name);
    if (text !== "" || isRow) return text;
  }
  return "";
}

/** @param {Element} element @returns {string} how the text of its row begins, which is cheaper to read; empty where that is not clear */
export function rowTitleOf(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (isRowItself(at) || isCard(at)) return titleOf(at, element);
  }
  return "";
}

/**
 * @param {import("./spot.js").Spot | null} spot of a control
 * @param {Map<Element, string>} known hints of rows that were read before
 * @returns {string} a cheap hint at its row: where two hints differ, so do the texts of the rows
 */
export function rowHintOf(spot, known) {
  let at = spot?.parent ?? null;
  for (let level = 0; at && level < LEVELS; level += 1, at = at.parent) {
    if (!ROWS.has(at.tag) && !ROW_ROLES.has(attributeOf(at.element, "role") ?? "")) continue;
    const hint = known.get(at.element) ?? hintOf(at.element);
    known.set(at.element, hint);
    return hint;
  }
  return "";
}

/** @param {Element} element @param {Map<Element, string>} known @returns {string} as `rowHintOf`, of a control that no walk came to */
export function rowHintAt(element, known) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (!isRowItself(at)) continue;
    const hint = known.get(at) ?? hintOf(at);
    known.set(at, hint);
    return hint;
  }
  return "";
}

/** @param {Element} row @returns {string} */
function hintOf(row) {
  return textContentOf(row).slice(0, LIMIT);
}

/** @param {Element} element @returns {boolean} */
function isRowItself(element) {
  return ROWS.has(localNameOf(element)) || ROW_ROLES.has(attributeOf(element, "role") ?? "");
}

/** @param {Element} element @returns {boolean} whether one like it stands next to it */
function isCard(element) {
  const tag = localNameOf(element);
  if (NEVER_ROWS.has(tag)) return false;
  const words = stableClasses(attributeOf(element, "class")).join(" ");
  return [previousElementSiblingOf(element), nextElementSiblingOf(element)].some(
    (other) => other !== null && localNameOf(other) === tag && stableClasses(attributeOf(other, "class")).join(" ") === words,
  );
}

/** @param {Element} row @param {Element} element @param {string} name @returns {string} */
function textOfRow(row, element, name) {
  const first = titleOf(row, element);
  const whole = textInside(row, { except: element, limit: 3 * LIMIT });
  // A label that stands outside the control is its name and not the row's.
  const rest = whole.replace(name, () => " ").replace(first, () => " ");
  return cut(collapse([first, rest].map(collapse).filter((part) => part !== "").join(" | ")), LIMIT).trimEnd();
}

/** @param {Element} row @param {Element} element @returns {string} what the row is called: a heading in it, else its first part that says anything */
function titleOf(row, element) {
  const isOther = (/** @type {Element} */ part) => !composedContains(part, element) && !composedContains(element, part);
  const title = /** @type {Element | null} */ (Reflect.apply(querySelector, row, [TITLES]));
  if (title && isOther(title)) return textInside(title);
  let part = firstChildOf(row);
  for (let looked = 0; part && looked < MOST_PARTS; looked += 1, part = nextSiblingOf(part)) {
    const isElement = nodeTypeOf(part) === Node.ELEMENT_NODE;
    if (isElement && !isOther(/** @type {Element} */ (part))) continue;
    const text = isElement ? textInside(part) : textOfNode(part);
    if (text !== "") return text;
  }
  return "";
}

/** @param {Node} node @returns {string} */
function textOfNode(node) {
  return nodeTypeOf(node) === Node.TEXT_NODE ? cleanText(dataOf(/** @type {Text} */ (node)), LIMIT) : "";
}
