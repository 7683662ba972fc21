/** Which controls stand in a row that a text is not in, and are not near it however close the row is. */
import { attributeOf, localNameOf, previousElementSiblingOf } from "../builtins.js";
import { composedContains, composedParent } from "../controls/index.js";
import { isCard, isRowItself } from "../controls/row.js";
import { childrenOf, holds } from "./elements.js";
import { labelOf } from "./survey.js";
import { titleOf, wordsOf } from "./title.js";

/** @typedef {import("./groups.js").Group} Group */

const ROW_LIMIT = 200;
const { compareDocumentPosition } = Node.prototype;
const MOST_PARTS = 12;
const TITLES = ["h1", "h2", "h3", "h4", "h5", "h6"];
const HEADING = /^h[1-6]$/;

/**
 * @param {Element} control
 * @param {Element} said the innermost element that says the text
 * @param {Group | null} group in which the control stands
 * @returns {boolean} whether the control belongs to other things than the text does
 */
export function belongsElsewhere(control, said, group) {
  const title = titleOf(said);
  const level = headingLevel(said);
  if (level > 0) return !isUnder(control, said, { level, title, group });
  const row = outermostRow(control, said);
  if (row === null) return false;
  return !isOver(row, said, title) && !isInOneRow(control, said);
}

/** @param {Element} said @returns {number} 0 for what is no heading */
function headingLevel(said) {
  const told = Number(attributeOf(said, "aria-level"));
  if (attributeOf(said, "role") === "heading") return told >= 1 ? told : 2;
  return HEADING.test(localNameOf(said)) ? Number(localNameOf(said)[1]) : 0;
}

/** @param {Element} control @param {Element} said @param {{ level: number, title: string, group: Group | null }} place @returns {boolean} */
function isUnder(control, said, { level, title, group }) {
  if (group?.label === title || isInOneRow(control, said)) return true;
  // Below a heading of the same rank it is that one's. Nothing stands over a row that comes before it.
  if (group !== null && group.level <= level && !composedContains(said, control)) return false;
  return outermostRow(control, said) === null || isBefore(said, control);
}

/** @param {Element} control @param {Element} said @returns {Element | null} the outermost row around the control that the text is not in */
function outermostRow(control, said) {
  let row = null;
  for (let at = /** @type {Element | null} */ (control); at && at !== said && !composedContains(at, said); at = composedParent(at)) {
    if (isRowItself(at) || isRecordBeside(at, control, said)) row = at;
  }
  return row;
}

/** @param {Element} card @param {Element} control @param {Element} said @returns {boolean} whether it says something of its own, and the text stands in another one like it */
function isRecordBeside(card, control, said) {
  const holder = composedParent(card);
  for (let at = /** @type {Element | null} */ (said); at; at = composedParent(at)) {
    if (composedParent(at) === holder) return areAlike(at, card) && isCard(card) && wordsOf(card, ROW_LIMIT) !== wordsOf(control, ROW_LIMIT);
  }
  return false;
}

/** @param {Element} one @param {Element} other @returns {boolean} whether both are made alike: by what they are called, or else by what is in them */
function areAlike(one, other) {
  if (localNameOf(one) !== localNameOf(other)) return false;
  const [words, otherWords] = [attributeOf(one, "class"), attributeOf(other, "class")];
  if (words || otherWords) return words === otherWords;
  // What a component is made of is no part of the page.
  if (localNameOf(one).includes("-")) return true;
  const parts = kindsIn(one);
  return parts.length > 1 && parts.join() === kindsIn(other).join();
}

/** @param {Element} element @returns {string[]} what its first parts are */
function kindsIn(element) {
  const kinds = [];
  for (const child of childrenOf(element)) {
    if (kinds.length >= MOST_PARTS) break;
    kinds.push(localNameOf(child));
  }
  return kinds;
}

/** @param {Element} control @param {Element} said @returns {boolean} whether a row holds both; an article may hold many things */
function isInOneRow(control, said) {
  for (let at = /** @type {Element | null} */ (said); at; at = composedParent(at)) {
    if (isRowItself(at) && localNameOf(at) !== "article") return composedContains(at, control);
  }
  return false;
}

/** @param {Element} row @param {Element} said @param {string} title @returns {boolean} whether the text is what the row, or what holds it, is called */
function isOver(row, said, title) {
  if (localNameOf(row) === "dd") return composedContains(termOf(row) ?? row, said);
  if (isColumnTitle(said)) return true;
  for (let at = /** @type {Element | null} */ (row); at; at = composedParent(at)) {
    if (labelOf(at) === title || (localNameOf(at) === "details" && firstIsOf(at, said))) return true;
    if (at !== row && isRightBefore(at, said)) return !isOfOneKind(row, title);
    if (composedContains(at, said)) return false;
  }
  return false;
}

/** @param {Element} list @param {Element} said @returns {boolean} whether it is what comes before the list, as a title that is not marked as one */
function isRightBefore(list, said) {
  const before = previousElementSiblingOf(list);
  if (before === null || !composedContains(before, said)) return false;
  for (let at = /** @type {Element | null} */ (said); at; at = at === before ? null : composedParent(at)) if (isRowItself(at)) return false;
  return !isSection(before, list);
}

/** @param {Element} before @param {Element} list @returns {boolean} whether it is one like the list's own, with a title of its own */
function isSection(before, list) {
  return localNameOf(before) === localNameOf(list) && TITLES.some((title) => holds(before, title));
}

/** @param {Element} row @param {string} title @returns {boolean} whether both begin with one word, as "Order 1" and "Order 2": then it is another row, and no title */
function isOfOneKind(row, title) {
  const [first = ""] = title.split(" ");
  return wordsOf(row, ROW_LIMIT).startsWith(first);
}

/** @param {Element} description @returns {Element | null} */
function termOf(description) {
  let at = previousElementSiblingOf(description);
  while (at && localNameOf(at) !== "dt") at = previousElementSiblingOf(at);
  return at;
}

/** @param {Element} said @returns {boolean} whether it heads a column, and not a row */
function isColumnTitle(said) {
  for (let at = /** @type {Element | null} */ (said); at; at = composedParent(at)) {
    if (attributeOf(at, "role") === "columnheader") return true;
    if (localNameOf(at) === "tr") return holds(at, "th") && !holds(at, "td");
  }
  return false;
}

/** @param {Element} details @param {Element} said @returns {boolean} */
function firstIsOf(details, said) {
  for (const child of childrenOf(details)) return localNameOf(child) === "summary" && composedContains(child, said);
  return false;
}

/** @param {Element} one @param {Element} other @returns {boolean} */
function isBefore(one, other) {
  return (Reflect.apply(compareDocumentPosition, one, [other]) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
