/**
 * Long lists, of which rows below the window are left out of a look: those that are made like rows that were looked at.
 *
 * A list of a thousand rows says one thing a thousand times, and a look at it takes a thousand times as long. Which row is
 * made like which is cheap to see. So the first rows below the window are looked at one by one, and when they go down the
 * page and all in them shows, rows with the same tags, classes and attributes are counted and not entered. A row now and
 * then is asked where it lies: where one is not further down than those before it, leaving rows out was wrong.
 */
import { attributeNamesOf, attributeOf, elementsIn, hasAttributesOf, isPainted, localNameOf, matchesOf, rectOf } from "../builtins.js";
import { listens } from "./listeners.js";

/** @typedef {{ row: Element, parts: readonly string[], leftOut: Element[] }} Kind a row that was entered, what is in it, and the rows like it that were not */
/** @typedef {{ like: Element, rows: readonly Element[] }} LeftOut rows that nobody entered, and one that was that is like them */

// What is shorter is looked at as fast. At least as many as make a run of fields (structure/rows.js).
export const FEWEST_ROWS = 50;
const FEWEST_BELOW = 8;
const STRIDE = 8;
const MOST_KINDS = 12;
const MOST_PARTS = 200;
// The attributes whose values decide what something is and how it looks; of the others only the names matter.
const DECISIVE = ["class", "style", "role", "type", "aria-hidden", "contenteditable"];
// What can be so without being written down, and what has it: styles may show more of a row for it.
const STATEFUL = new Set(["input", "option", "details", "dialog"]);
const STATES = ":checked, :open, :popover-open";

/** @type {readonly string[]} */
const NONE = [];

export class LongList {
  /** @param {number} bottom of the window */
  constructor(bottom) {
    this.bottom = bottom;
    this.rows = 0;
    /** How many rows in sequence were found below the window, each further down than the one before. */
    this.below = 0;
    /** The number of the row that is asked next where it lies. */
    this.asked = 0;
    this.top = -Infinity;
    /** Whether something in a row below did not show, or the rows are not of few kinds: nothing more is left out. */
    this.isMixed = false;
    /** Whether rows were left out that may lie elsewhere. */
    this.isAstray = false;
    /** @type {Kind[]} */
    this.kinds = [];
    /** @type {Element | null} the last row, where nobody asked for its place */
    this.last = null;
  }

  /** @returns {readonly LeftOut[]} */
  get leftOut() {
    return this.kinds.filter(({ leftOut }) => leftOut.length > 0).map(({ row, leftOut }) => ({ like: row, rows: leftOut }));
  }

  /** @param {Element} row the next one @param {CSSStyleDeclaration | null} style @returns {"out" | "below" | "here"} whether it is left out, or is to be entered and below the window, or elsewhere */
  place(row, style) {
    this.rows += 1;
    if (this.isMixed || !(this.rows < this.asked || this.isFurther(row, style))) return "here";
    this.last = row;
    const parts = partsOf(row);
    const kind = this.kinds.find((one) => isSame(one.parts, parts));
    if (kind && this.below > FEWEST_BELOW && isPainted(row)) {
      kind.leftOut.push(row);
      return "out";
    }
    if (!kind) this.kinds.push({ row, parts, leftOut: [] });
    if (this.kinds.length > MOST_KINDS || parts.length > MOST_PARTS || parts.some(isComponent)) this.isMixed = true;
    return "below";
  }

  /** @param {Element} row @param {CSSStyleDeclaration | null} style @returns {boolean} whether it lies below the window and not above the one before it */
  isFurther(row, style) {
    const { top, bottom } = rectOf(row);
    // A row that is not shown now lies nowhere.
    if (bottom <= top) return false;
    const isFurther = top >= this.bottom && top >= this.top;
    if (!isFurther && this.below > FEWEST_BELOW) this.isAstray = true;
    // Rows that are put into their places one by one may stand in any order.
    if (style === null || /^(absolute|fixed)$/.test(style.position)) this.isMixed = true;
    this.top = top;
    this.below = isFurther ? this.below + 1 : 0;
    this.asked = this.rows + (this.below > FEWEST_BELOW ? STRIDE : 1);
    this.last = null;
    return isFurther && !this.isMixed;
  }

  /** There are no more rows. */
  end() {
    if (this.last !== null && !this.isMixed) this.isFurther(this.last, getComputedStyle(this.last));
  }

  /** @param {Element} element in a row below the window @param {import("./sight.js").Look | null} look at it */
  note(element, look) {
    if (look ? !look.isOffscreen : isPainted(element)) this.isMixed = true;
  }
}

/** @param {Element} row @returns {string[]} what it and the elements in it are, each in a word */
function partsOf(row) {
  const inside = elementsIn(row);
  const parts = [partOf(row)];
  for (let at = 0; at < inside.length && at <= MOST_PARTS; at += 1) parts.push(partOf(/** @type {Element} */ (inside[at])));
  return parts;
}

/** @param {Element} element @returns {string} */
function partOf(element) {
  const tag = localNameOf(element);
  const names = hasAttributesOf(element) ? attributeNamesOf(element) : NONE;
  const hasState = STATEFUL.has(tag) || names.includes("popover");
  const told = `${listens(element) ? "!" : ""}${hasState && matchesOf(element, STATES) ? "*" : ""}`;
  if (names === NONE) return tag + told;
  const decisive = DECISIVE.filter((name) => names.includes(name)).map((name) => attributeOf(element, name) ?? "");
  return `${tag}${told} ${names.join(" ")} ${decisive.join("|")}`;
}

/** @param {string} part @returns {boolean} whether it may show what is not written in it */
function isComponent(part) {
  return part.split(" ", 1)[0]?.includes("-") === true;
}

/** @param {readonly string[]} one @param {readonly string[]} other @returns {boolean} */
function isSame(one, other) {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
