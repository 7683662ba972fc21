/** Tell the controls at one place of like rows apart by what they are called: one label among many others is no variant of them. */
import { withoutNumbers } from "../numberless.js";

/** @typedef {import("./rows.js").Member} Member */
/**
 * @typedef {object} Run
 * @property {Member[]} members
 * @property {boolean} isMixed it was told by labels, so that rows that were only counted may belong to another
 * @property {string[]} [labels] some that come again and again in it
 */

/**
 * @typedef {object} Labels
 * @property {(index: number) => string} labelAt what can be read at once; may be empty
 * @property {(index: number) => string} nameAt
 * @property {(member: Member) => string} rowTextOf
 */

const SAMPLE = 12;
const MOSTLY = 0.6;
const MOST_LABELS = 4;
// More labels than this are no exceptions: each row has one of its own.
const MOST_ODD = 20;
const FEWEST_SAME = 10;
const WORDS = /[\p{L}\p{N}]+/gu;
const OF_ROW = "*";

/**
 * @param {Member[]} members at one place
 * @param {string | null} usual what most of the first are called, apart from numbers; null when each has a name of its own
 * @param {Labels} labels
 * @returns {Run[]}
 */
export function alikeRuns(members, usual, labels) {
  const labelOf = (/** @type {Member} */ { index }) => withoutNumbers(labels.labelAt(index));
  if (usual !== null) return withoutOdd(members, labelOf, ({ index }) => withoutNumbers(labels.nameAt(index)) === usual) ?? byRow(members, labels) ?? byLabel(members, labelOf);
  const inRow = (/** @type {Member} */ member) => shapeIn(labels.labelAt(member.index), labels.rowTextOf(member));
  const shape = mostOf(members.slice(0, SAMPLE).map(inRow));
  if (shape !== null && shape.split(" ").some((word) => word !== OF_ROW)) return withoutOdd(members, inRow, () => false) ?? whole(members);
  return byRow(members, labels) ?? byLabel(members, labelOf);
}

/**
 * Where few labels take turns in rows that say more than these, it is the rows that are told apart: one list, and not one for each label.
 *
 * @param {Member[]} members
 * @param {Labels} labels
 * @returns {Run[] | null}
 */
function byRow(members, { labelAt, rowTextOf }) {
  const sample = members.slice(0, SAMPLE);
  const said = sample.map(({ index }) => labelAt(index).trim());
  const distinct = [...new Set(said)].filter((label) => label !== "");
  if (distinct.length === 0 || distinct.length > MOST_LABELS || distinct.length * 2 > said.length) return null;
  const saysMore = sample.filter((member, at) => wordsIn(rowTextOf(member)).length > wordsIn(said[at] ?? "").length);
  if (saysMore.length < MOSTLY * sample.length) return null;
  const known = new Set(distinct.map(withoutNumbers));
  const called = members.filter(({ index }) => known.has(withoutNumbers(labelAt(index))));
  return [{ members: members.length - called.length > MOST_ODD ? members : called, isMixed: true, labels: distinct }];
}

/** @param {Member[]} members @returns {Run[]} */
function whole(members) {
  return [{ members, isMixed: false }];
}

/**
 * @param {Member[]} members
 * @param {(member: Member) => string} labelOf
 * @param {(member: Member) => boolean} isUsual asked where the label is another one
 * @returns {Run[] | null} null where most are not called alike
 */
function withoutOdd(members, labelOf, isUsual) {
  const most = mostOf(members.slice(0, SAMPLE).map(labelOf));
  if (most === null) return whole(members);
  /** @type {Member[]} */
  const alike = [];
  /** @type {Map<string, Member[]>} */
  const odd = new Map();
  for (const member of members) {
    const label = labelOf(member);
    if (label === most || isUsual(member)) alike.push(member);
    else put(odd, label, member);
    if (odd.size > MOST_ODD) return whole(members);
  }
  if (alike.length < MOSTLY * members.length) return null;
  return [alike, ...odd.values()].map((run) => ({ members: run, isMixed: false }));
}

/**
 * @param {Member[]} members
 * @param {(member: Member) => string} labelOf
 * @returns {Run[]} one for every label that comes again and again, where most do
 */
function byLabel(members, labelOf) {
  /** @type {Map<string, Member[]>} */
  const groups = new Map();
  for (const member of members) put(groups, labelOf(member), member);
  const same = [...groups].filter(([label, group]) => label !== "" && group.length >= FEWEST_SAME).map(([, group]) => group);
  const sameCount = same.reduce((sum, group) => sum + group.length, 0);
  if (same.length < 2 || sameCount * 2 < members.length) return [{ members, isMixed: comesAgain(groups) * 3 >= members.length }];
  const found = new Set(same.flat());
  const others = members.filter((member) => !found.has(member));
  return [...same, ...(others.length > MOST_ODD ? [others] : [])].map((run) => ({ members: run, isMixed: true }));
}

/** @param {Map<string, Member[]>} groups @returns {number} how many have a label that others have, too */
function comesAgain(groups) {
  return [...groups].reduce((sum, [label, { length }]) => sum + (label !== "" && length > 1 ? length : 0), 0);
}

/**
 * @param {Map<string, Member[]>} groups
 * @param {string} label
 * @param {Member} member
 */
function put(groups, label, member) {
  const group = groups.get(label);
  if (group) group.push(member);
  else groups.set(label, [member]);
}

/** @param {string[]} labels @returns {string | null} what most of them are */
function mostOf(labels) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const [label, count] of counts) if (count >= labels.length * MOSTLY) return label;
  return null;
}

/** @param {string} label @param {string} row @returns {string} the label without what else its row says: of "Edit Ann" in Ann's row "edit" is its own */
function shapeIn(label, row) {
  const said = new Set(wordsIn(row.replace(label.trim(), " ")));
  const words = wordsIn(label).map((word) => (said.has(word) ? OF_ROW : word));
  return words.filter((word, at) => word !== OF_ROW || words[at - 1] !== OF_ROW).join(" ");
}

/** @param {string} text @returns {string[]} */
function wordsIn(text) {
  return withoutNumbers(text).match(WORDS) ?? [];
}
