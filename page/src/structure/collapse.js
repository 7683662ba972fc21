/** Decide which controls stand for many. */
import { attributeOf } from "../builtins.js";
import { iconOf, keyOf } from "../controls/index.js";
import { plainLabel } from "../controls/plain_label.js";
import { cleanText } from "../text.js";
import { shownTextOf, textOf } from "./elements.js";
import { FEWEST_ROWS, findRows, findSameLinks } from "./rows.js";

/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {import("./patterns.js").Pattern} Pattern */
/** @typedef {import("./rows.js").Repetition} Repetition */

const ROW_TEXT = 300;
const ALSO = 24;
// Nothing, an empty fragment, or a script.
const NOWHERE = /^$|^javascript:|#!?$/i;
const PICTURED = new Set(["button", "link", "menuitem", "tab"]);

/**
 * @param {PageModel} model
 * @param {readonly number[]} order the controls that are asked for, as they will be shown
 * @returns {{ patterns: Pattern[], hidden: Map<number, number>, isSound: boolean }} `hidden`: controls that another stands for, by
 *   index; `isSound`: every row that was left out of the look is one of many here, too
 */
export function collapse(model, order) {
  const wanted = new Set(order);
  /** @type {Pattern[]} */
  const patterns = [];
  /** @type {Map<number, number>} */
  const hidden = new Map();
  /** @type {Map<number, Pattern>} */
  const taken = new Map();
  /** @type {Set<Pattern>} */
  const mixed = new Set();
  const keep = (/** @type {Repetition} */ { members, isMixed, labels = [] }, /** @type {string} */ kind) => {
    const [origin] = members;
    const first = members.find(({ index }) => isReady(model, index)) ?? origin;
    if (!origin || !first) return;
    // No control is in two patterns, so that its first member names a pattern, and equal looks name it alike.
    const id = `${kind}${keyAt(model, origin.index)}`;
    const variants = members.map(({ index, row, levels }) => ({ key: keyAt(model, index), row, levels }));
    const also = labels.map((label) => cleanText(label, ALSO)).filter((label) => label !== controlAt(model, first.index).name);
    const pattern = { id, first: keyAt(model, first.index), variants, more: 0, ...(also.length > 0 ? { also } : {}) };
    patterns.push(pattern);
    if (isMixed) mixed.add(pattern);
    for (const { index } of members) {
      taken.set(index, pattern);
      if (index !== first.index) hidden.set(index, first.index);
    }
  };
  for (const repetition of findRows(model.forest, readersOf(model))) {
    const members = repetition.members.filter(({ index }) => wanted.has(index));
    if (members.length >= FEWEST_ROWS) keep({ ...repetition, members }, "r");
  }
  const isSound = model.leftOut.every((rows) => countIn(rows, wanted, (index) => patternFor(taken.get(index), mixed)));
  const rest = order.filter((index) => !taken.has(index));
  for (const repetition of findSameLinks(rest, (index) => hrefAt(model, index), (index) => controlAt(model, index).name)) {
    keep(repetition, "s");
  }
  return { patterns, hidden, isSound };
}

/** @param {Pattern | undefined} pattern @param {ReadonlySet<Pattern>} mixed @returns {Pattern | null} null where it cannot be told whether what was left out is one of it */
function patternFor(pattern, mixed) {
  return pattern === undefined || mixed.has(pattern) ? null : pattern;
}

/**
 * @param {import("./model.js").LeftOut} leftOut
 * @param {Set<number>} wanted
 * @param {(index: number) => Pattern | null} patternOf
 * @returns {boolean} whether there is a pattern for all that is in such a row
 */
function countIn({ spot, rows }, wanted, patternOf) {
  const { from, to } = spot?.branch ?? { from: 0, to: 0 };
  for (let index = from; index < to; index += 1) {
    if (!wanted.has(index)) continue;
    const pattern = patternOf(index);
    if (!pattern) return false;
    pattern.more += rows.length;
  }
  return true;
}

/** @param {PageModel} model @returns {import("./rows.js").Readers<Element>} */
function readersOf(model) {
  const counts = new Map(model.leftOut.map(({ like, rows }) => [like, rows.length + 1]));
  return {
    textOf: (element) => textOf(element, ROW_TEXT),
    shownTextOf: (element) => shownTextOf(element, ROW_TEXT),
    roleAt: (index) => controlAt(model, index).role,
    nameAt: (index) => controlAt(model, index).name || pictureAt(model, index),
    labelAt: (index) => plainLabel(controlAt(model, index).element) || pictureAt(model, index),
    ...(counts.size > 0 ? { countOf: (element) => counts.get(element) ?? 1 } : {}),
  };
}

/** @param {PageModel} model @param {number} index @returns {string} what it shows where it says nothing: other pictures are no variants of one */
function pictureAt(model, index) {
  const { element, role } = controlAt(model, index);
  return PICTURED.has(role) ? iconOf(element) : "";
}

/** @param {PageModel} model @param {number} index @returns {boolean} whether it can be used at once */
function isReady(model, index) {
  const control = controlAt(model, index);
  return !control.isOffscreen && !control.isInert;
}

/** @param {PageModel} model @param {number} index @returns {string | null} null for what is no link, and for a link that goes nowhere: what it does its listener decides */
function hrefAt(model, index) {
  const { element, role } = controlAt(model, index);
  const href = role === "link" ? attributeOf(element, "href") : null;
  return href === null || NOWHERE.test(href.trim()) ? null : href;
}

/** @param {PageModel} model @param {number} index @returns {number} */
function keyAt(model, index) {
  return keyOf(controlAt(model, index).element);
}

/** @param {PageModel} model @param {number} index @returns {import("../controls/types.js").Control} */
function controlAt(model, index) {
  return /** @type {import("../controls/types.js").Control} */ (model.controls[index]);
}
