/** Where an element stands: in which part of the page, in which dialog, in which row of like rows. */
import { attributeOf, elementsIn, hasAttributeOf, localNameOf, lastElementChildOf, nextElementSiblingOf, parentElementOf, previousElementSiblingOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";
import { holds } from "../structure/elements.js";
import { isSectioning, landmarkOf } from "../structure/landmarks.js";

/**
 * @typedef {object} Standing
 * @property {string} part the part of the page that is the same on many pages: navigation, banner, complementary, contentinfo
 * @property {Element | null} dialog the innermost one around it
 * @property {Element | null} row the outermost one around it
 * @property {boolean} isHidden from assistive technology
 * @property {boolean} isSection whether a header in it is not the page's
 */

const PARTS = new Map(Object.entries({ nav: "navigation", header: "banner", aside: "complementary", footer: "contentinfo" }));
const DIALOGS = new Set(["dialog", "alertdialog"]);
const ROW_TAGS = new Set(["li", "dd"]);
const ROW_ROLES = new Set(["row", "listitem", "treeitem"]);
const CARD_TAGS = new Set(["div", "section", "article", "a"]);
// Fewer like boxes side by side are columns as often as cards.
const LEAST_CARDS = 3;
const MOST_IN_ROW = 10;
const MOST_SIBLINGS = 500;
const FIELDS = "input:not([type=hidden]),select,textarea";

/** @type {Standing} */
const OUTSIDE = { part: "", dialog: null, row: null, isHidden: false, isSection: false };

export class Places {
  /** @param {string} selector of what is told of the page */
  constructor(selector) {
    this.selector = selector;
    /** @type {Map<Element, Standing>} of what is in an element */
    this.known = new Map();
    /** @type {Map<Element, boolean>} tables, and whether they have a header: to find none the browser reads all of one */
    this.headed = new Map();
  }

  /** @param {Element} element @returns {Standing} a row stands in itself */
  of(element) {
    const above = composedParent(element);
    const standing = above ? this.inside(above) : OUTSIDE;
    const isHiddenNow = standing.isHidden || isHidden(element);
    const row = standing.row ?? (this.isRowItself(element, standing) ? element : null);
    return row === standing.row && isHiddenNow === standing.isHidden ? standing : { ...standing, row, isHidden: isHiddenNow };
  }

  /** @param {Element} element @param {Standing} standing @returns {boolean} */
  isRowItself(element, standing) {
    const isCard = localNameOf(element) === "a" && standing.part === "" && isAmongLike(element);
    return isCard || this.inside(element).row === element;
  }

  /** @param {Element} element @returns {Standing} of what is in it */
  inside(element) {
    /** @type {Element[]} */
    const climbed = [];
    let at = /** @type {Element | null} */ (element);
    let standing = at && this.known.get(at);
    for (; at && !standing; standing = at && this.known.get(at)) {
      climbed.push(at);
      at = composedParent(at);
    }
    let found = standing ?? OUTSIDE;
    for (const one of climbed.reverse()) {
      found = this.step(one, found);
      this.known.set(one, found);
    }
    return found;
  }

  /** @param {Element} element @param {Standing} above @returns {Standing} */
  step(element, above) {
    const tag = localNameOf(element);
    const role = firstWord(attributeOf(element, "role"));
    const part = above.part || partOf(tag, role, above.isSection);
    const isDialog = DIALOGS.has(role) || (tag === "dialog" && role === "");
    // What is in a dialog stands in it, wherever in the page the dialog is written.
    if (isDialog) return { part: "", dialog: element, row: null, isHidden: above.isHidden || isHidden(element), isSection: true };
    const row = above.row ?? (part === "" && this.isRow(element, tag, role) ? element : null);
    const isSection = above.isSection || isSectioning(tag, role);
    return { part, dialog: above.dialog, row, isHidden: above.isHidden || isHidden(element), isSection };
  }

  /** @param {Element} element @param {string} tag @param {string} role @returns {boolean} whether it is one of many that hold what differs from day to day */
  isRow(element, tag, role) {
    if (ROW_ROLES.has(role)) return role === "row" ? !isHeader(element) : this.isData(element);
    if (role !== "" && role !== "article") return false;
    if (tag === "tr") return this.isInDataTable(element);
    if (ROW_TAGS.has(tag)) return this.isData(element);
    return CARD_TAGS.has(tag) && isAmongLike(element) && this.isData(element) && this.told(element) <= MOST_IN_ROW;
  }

  /** @param {Element} element @returns {boolean} false for a lone button or a field of a form with a box around it */
  isData(element) {
    const fields = elementsIn(element, FIELDS);
    const [field] = fields;
    if (field && !isFieldOfRows(element, field)) return false;
    const told = this.told(element);
    return told > 1 || (told === 1 && !field && !holds(element, "button,[role=button]"));
  }

  /** @param {Element} element @returns {number} */
  told(element) {
    return elementsIn(element, this.selector).length;
  }

  /** @param {Element} row @returns {boolean} whether its table has a header, and it is none itself; other tables are layout */
  isInDataTable(row) {
    if (isHeader(row)) return false;
    for (let at = composedParent(row); at; at = composedParent(at)) if (localNameOf(at) === "table") return this.isHeaded(at);
    return false;
  }

  /** @param {Element} table @returns {boolean} */
  isHeaded(table) {
    const known = this.headed.get(table);
    if (known !== undefined) return known;
    const isHeaded = holds(table, "th");
    this.headed.set(table, isHeaded);
    return isHeaded;
  }
}

/** @param {Element} row @returns {Element} the last of the run of like siblings it is in */
export function lastLike(row) {
  const holder = parentElementOf(row);
  const end = holder && lastElementChildOf(holder);
  // Where the last sibling is like it, all between them are taken to be.
  if (end && isLike(row, end)) return end;
  let last = row;
  for (let count = 0; count < MOST_SIBLINGS; count += 1) {
    const next = nextElementSiblingOf(last);
    if (!next || !isLike(row, next)) break;
    last = next;
  }
  return last;
}

/** @param {Element} element @returns {boolean} */
function isHidden(element) {
  return attributeOf(element, "aria-hidden") === "true" || hasAttributeOf(element, "inert");
}

/** @param {Element} row @param {Element} field in it @returns {boolean} whether the next row has the same field once more */
function isFieldOfRows(row, field) {
  const other = nextElementSiblingOf(row) ?? previousElementSiblingOf(row);
  if (!other || !isLike(row, other)) return false;
  const [same] = elementsIn(other, FIELDS);
  return same !== undefined && ownName(same) === ownName(field);
}

/** @param {Element} field @returns {string} what it is called in the form, without the number of its row */
function ownName(field) {
  return (attributeOf(field, "name") ?? attributeOf(field, "id") ?? "").replace(/[0-9a-f-]*[0-9][0-9a-f-]*/gi, "");
}

/** @param {Element} row @returns {boolean} */
function isHeader(row) {
  return holds(row, "th,[role=columnheader]") && !holds(row, "td,[role=cell],[role=gridcell]");
}

/** @param {Element} element @returns {boolean} */
function isAmongLike(element) {
  let count = 1;
  for (const step of [nextElementSiblingOf, previousElementSiblingOf]) {
    for (let at = step(element); at && count < LEAST_CARDS && isLike(element, at); at = step(at)) count += 1;
  }
  return count >= LEAST_CARDS;
}

/** @param {Element} one @param {Element} other @returns {boolean} */
function isLike(one, other) {
  return localNameOf(one) === localNameOf(other) && firstClass(one) === firstClass(other) && attributeOf(one, "role") === attributeOf(other, "role");
}

/** @param {Element} element @returns {string} */
function firstClass(element) {
  return firstWord(attributeOf(element, "class"));
}

/** @param {string | null} words @returns {string} */
function firstWord(words) {
  return words?.trim().split(/\s+/, 1)[0] ?? "";
}

/** @param {string} tag @param {string} role @param {boolean} isNested @returns {string} */
function partOf(tag, role, isNested) {
  return PARTS.get(landmarkOf(tag, role, isNested) ?? "") ?? "";
}
