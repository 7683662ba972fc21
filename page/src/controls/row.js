/** What stands beside a control in its row, card or list item, and moves along with it. */
import { attributeOf, dataOf, firstChildOf, localNameOf, nextElementSiblingOf, nextSiblingOf, nodeTypeOf, previousElementSiblingOf, textContentOf } from "../builtins.js";
import { rootOf } from "../roots.js";
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
// How long ago something was says when, and not what.
const CLOCK = /^(just now|(vor|il y a|hace) \S{1,8} \S{1,10}|\S{1,8} ?[a-z]{1,10}\.? (ago|left|remaining)|\d+:\d\d:\d\d)$/i;
export const FIELDS = "input:not([type=hidden]),textarea,select";
// Some keep what is chosen in a second one that nobody sees.
const MOST_FIELDS = 2;
// What says more than its label is a part of the page with a field in it.
const LONGEST_LABEL = 60;
const LETTER = /^[\p{L}\p{N}]$/u;
const PRESSED = new Set(["a", "button", "input", "select", "textarea"]);
const { querySelector, querySelectorAll } = Element.prototype;

/** @typedef {{ text: string, kind: string }} Row `text`: the title first, " | ", then the rest; `kind`: what it is made as */

/** @type {Row} */
const NO_ROW = { text: "", kind: "" };

/** @param {Element} element @param {string} name what the element is called, which is left out @returns {Row} both empty where the element stands in no row */
export function rowAround(element, name) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    const isRow = isRowItself(at);
    if (!isRow && !isCard(at) && !isFieldOfParts(at)) continue;
    const text = textOfRow(at, element, name) || picturesIn(at);
    if (text !== "") return { text, kind: kindOf(at) };
    if (isRow) return NO_ROW;
  }
  return NO_ROW;
}

/** @param {Element} element @param {string} name @returns {string} the text of its row */
export function rowTextOf(element, name) {
  return rowAround(element, name).text;
}

/** @param {Element} element @returns {string} how the text of its row begins, which is cheaper to read; empty where that is not clear */
export function rowTitleOf(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (isRowItself(at) || isCard(at) || isFieldOfParts(at)) return titleOf(at, element);
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
export function isRowItself(element) {
  return ROWS.has(localNameOf(element)) || ROW_ROLES.has(attributeOf(element, "role") ?? "");
}

/** @param {Element} element @returns {boolean} whether one like it stands next to it */
export function isCard(element) {
  const tag = localNameOf(element);
  if (NEVER_ROWS.has(tag)) return false;
  const [before, after] = [previousElementSiblingOf(element), nextElementSiblingOf(element)];
  const beside = [before, after].filter((other) => other !== null).filter((other) => localNameOf(other) === tag);
  if (beside.length === 0) return false;
  const own = stableClasses(attributeOf(element, "class"));
  const classes = beside.map((other) => stableClasses(attributeOf(other, "class")));
  if (classes.some((words) => words.join(".") === own.join("."))) return true;
  // One of several rows may have a class more, for what is dangerous, chosen or overdue.
  const related = beside.filter((_other, at) => classes[at]?.some((word) => own.includes(word)));
  const makeUp = related.length > 0 ? makeUpOf(element) : "";
  return makeUp !== "" && related.some((other) => makeUpOf(other) === makeUp);
}

/** @param {Element} row @returns {string} what comes after what in it; empty where it holds parts of one kind only */
function makeUpOf(row) {
  /** @type {string[]} */
  const kinds = [];
  let part = firstChildOf(row);
  for (let looked = 0; part && looked < MOST_PARTS; looked += 1, part = nextSiblingOf(part)) {
    const kind = partOf(part);
    if (kind !== "" && kind !== kinds.at(-1)) kinds.push(kind);
  }
  return kinds.length > 1 ? kinds.join() : "";
}

/** @param {Node} node @returns {string} */
function partOf(node) {
  if (nodeTypeOf(node) !== Node.ELEMENT_NODE) return textOfNode(node) === "" ? "" : "text";
  const tag = localNameOf(/** @type {Element} */ (node));
  return PRESSED.has(tag) ? "control" : tag;
}

/** @param {Element} element @returns {boolean} whether it is a component for one field, which has its label and its buttons in its own tree */
function isFieldOfParts(element) {
  const root = rootOf(element);
  if (root === null || textInside(element).length > LONGEST_LABEL) return false;
  const count = root.querySelectorAll(FIELDS).length;
  return count > 0 && count <= MOST_FIELDS;
}

/** @param {Element} row @returns {string} */
function kindOf(row) {
  return [localNameOf(row), ...stableClasses(attributeOf(row, "class"))].join(".");
}

/** @param {Element} row @param {Element} element @param {string} name @returns {string} */
function textOfRow(row, element, name) {
  const whole = textInside(row, { except: element, limit: 3 * LIMIT });
  const title = titleOf(row, element);
  const first = isCutOff(title, whole) ? "" : title;
  // A label that stands outside the control is its name and not the row's.
  const rest = whole.replace(name, () => " ").replace(first, () => " ");
  return cut(collapse([first, rest].map(collapse).filter((part) => part !== "").join(" | ")), LIMIT).trimEnd();
}

/** @param {string} title @param {string} whole @returns {boolean} whether a word of it goes on behind it, as where a first letter is bold */
function isCutOff(title, whole) {
  const next = whole.indexOf(title) + title.length;
  return title !== "" && whole.includes(title) && LETTER.test(title.slice(-1)) && LETTER.test(whole.charAt(next));
}

/** @param {Element} row @returns {string} what the pictures in a row show that says nothing */
function picturesIn(row) {
  const pictures = /** @type {NodeListOf<Element>} */ (Reflect.apply(querySelectorAll, row, ["img[alt]"]));
  return cleanText([...pictures].slice(0, MOST_PARTS).map((picture) => attributeOf(picture, "alt") ?? "").join(" "), LIMIT);
}

/** @param {Element} row @param {Element} element @returns {string} what the row is called: a heading in it, else its first part that says anything */
function titleOf(row, element) {
  const isOther = (/** @type {Element} */ part) => !composedContains(part, element) && !composedContains(element, part);
  const title = /** @type {Element | null} */ (Reflect.apply(querySelector, row, [TITLES]));
  if (title && isOther(title)) return textInside(title);
  // What was put into a component stands in the parts of it.
  let part = firstChildOf(rootOf(row) ?? row);
  for (let looked = 0; part && looked < MOST_PARTS; looked += 1, part = nextSiblingOf(part)) {
    const isElement = nodeTypeOf(part) === Node.ELEMENT_NODE;
    if (isElement && !isOther(/** @type {Element} */ (part))) continue;
    const text = isElement ? textInside(part) : textOfNode(part);
    if (text !== "" && !CLOCK.test(text)) return text;
  }
  return "";
}

/** @param {Node} node @returns {string} */
function textOfNode(node) {
  return nodeTypeOf(node) === Node.TEXT_NODE ? cleanText(dataOf(/** @type {Text} */ (node)), LIMIT) : "";
}
