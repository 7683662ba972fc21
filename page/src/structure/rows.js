/** Find what repeats: controls at the same place of like rows, and links that are the same link. */
import { withoutNumbers } from "../numberless.js";
import { alikeRuns } from "./alike.js";

/**
 * @template E
 * @typedef {import("./forest.js").Branch<E>} Branch
 */
/**
 * @template {object} E
 * @typedef {import("./forest.js").Forest<E>} Forest
 */

/** @typedef {{ index: number, row: number, levels: number }} Member a control, its row, and how far above it the row is */
/** @typedef {import("./alike.js").Run} Repetition its members in document order */

/**
 * What is read of the page. Names cost, so that only few are asked for.
 *
 * @template E
 * @typedef {object} Readers
 * @property {(element: E) => string} textOf also what is not shown
 * @property {(element: E) => string} shownTextOf
 * @property {(index: number) => string} roleAt
 * @property {(index: number) => string} nameAt
 * @property {(index: number) => string} labelAt what can be read at once of it; may be empty
 * @property {(row: E) => number} [countOf] how many rows a row stands for, itself included; missing: every row for itself
 */

/** A row: the element, its number, the controls in it with their places, and by their places where that was asked for. */
/**
 * @template E
 * @typedef {{ branch: Branch<E>, number: number, names: string[], members: Member[], places: Map<string, Member> | null, signature: string, count: number }} Row
 */

export const FEWEST_ROWS = 10;
// A menu, a keypad or a form is a run of like siblings too, but each of its controls is one of a kind. Such runs collapse
// only when they are too long to be read.
const FEWEST_CHOICES = 30;
const FEWEST_FIELDS = 50;
const SAMPLE = 12;
const MOSTLY = 0.6;
const DEEPEST_PLACE = 40;
// Bounds the work on lists within lists: what holds more controls is a part of the page, not a row.
const LARGEST_ROW = 200;
const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "switch"]);

/**
 * @template {object} E
 * @param {Forest<E>} forest
 * @param {Readers<E>} readers
 * @returns {Repetition[]} no control is in two of them
 */
export function findRows(forest, readers) {
  /** @type {Set<number>} */
  const taken = new Set();
  /** @type {Repetition[]} */
  const found = [];
  forest.branches.forEach((branch) => {
    if (branch.children.length < FEWEST_ROWS) return;
    for (const siblings of byTag(branch)) {
      if (siblings.length < FEWEST_ROWS || taken.has(siblings[0]?.from ?? 0)) continue;
      const rows = siblings.map((sibling, number) => rowOf(sibling, number, forest, readers));
      for (const { members, ...rest } of repetitionsOf(rows, readers)) {
        const free = members.filter(({ index }) => !taken.has(index));
        if (free.length < FEWEST_ROWS) continue;
        found.push({ ...rest, members: free });
        for (const { index } of free) taken.add(index);
      }
    }
  });
  return found;
}

/**
 * @template {object} E
 * @param {Branch<E>} branch
 * @returns {Branch<E>[][]}
 */
function byTag(branch) {
  /** @type {Map<string, Branch<E>[]>} */
  const groups = new Map();
  for (const child of branch.children) {
    const { tag } = child;
    const group = groups.get(tag);
    if (group) group.push(child);
    else groups.set(tag, [child]);
  }
  return [...groups.values()];
}

/**
 * @template {object} E
 * @param {Branch<E>} branch
 * @param {number} number
 * @param {Forest<E>} forest
 * @param {Readers<E>} readers
 * @returns {Row<E>}
 */
function rowOf(branch, number, forest, readers) {
  /** @type {Row<E>} */
  const row = { branch, number, names: [], members: [], places: null, signature: "", count: readers.countOf?.(branch.element) ?? 1 };
  if (branch.to - branch.from + branch.more > LARGEST_ROW) row.signature = `large ${number}`;
  else readRow(row, forest, readers);
  return row;
}

/**
 * @template {object} E
 * @param {Row<E>} row
 * @param {Forest<E>} forest
 * @param {Readers<E>} readers
 */
function readRow(row, forest, readers) {
  const { branch } = row;
  for (let index = branch.from; index < branch.to; index += 1) {
    let place = readers.roleAt(index);
    let levels = 0;
    let at = forest.leaves[index];
    for (; at && at !== branch && at.parent && levels < DEEPEST_PLACE; at = at.parent) {
      at.step ||= `<${at.tag}${at.place}`;
      place += at.step;
      levels += 1;
    }
    // The label of a hidden control may stand in another row than the control.
    if (at !== branch && levels < DEEPEST_PLACE) continue;
    row.names.push(place);
    row.members.push({ index, row: row.number, levels });
    row.signature += `|${place}`;
  }
}

/** Most rows are never asked for theirs, as they are like another one. */
/**
 * @template E
 * @param {Row<E>} row
 * @returns {Map<string, Member>} of controls at one place the last
 */
function placesOf(row) {
  if (row.places) return row.places;
  /** @type {Map<string, Member>} */
  const places = new Map();
  row.members.forEach((member, at) => places.set(row.names[at] ?? "", member));
  row.places = places;
  return places;
}

/**
 * @template {object} E
 * @param {Row<E>[]} rows
 * @param {Readers<E>} readers
 * @returns {Repetition[]}
 */
function repetitionsOf(rows, readers) {
  const like = mostAlike(rows);
  const [first] = like;
  if (!first || like.length < FEWEST_ROWS || countOf(like) * 2 < countOf(rows)) return [];
  const places = [...placesOf(first).keys()];
  const sample = like.slice(0, SAMPLE);
  const usual = new Map(places.map((place) => [place, usualName(sample, place, readers)]));
  if (countOf(like) < fewestFor(sample, usual, readers)) return [];
  const alike = new Set(like);
  // What like rows hold is at the same places in the same order, once each unless places are told for the first siblings only.
  const isInOrder = places.length === first.members.length;
  const held = rows.map((row) => (alike.has(row) ? (isInOrder ? null : placesOf(row)) : placesIn(row, usual, readers)));
  const memberAt = (/** @type {number} */ number, /** @type {number} */ at) => {
    const found = held[number];
    return found ? found.get(places[at] ?? "") : rows[number]?.members[at];
  };
  const labels = { ...readers, rowTextOf: (/** @type {Member} */ { row }) => textOfRow(rows[row], readers) };
  return places.flatMap((place, at) => {
    const members = rows.flatMap((_row, number) => memberAt(number, at) ?? []);
    return alikeRuns(members, usual.get(place) ?? null, labels);
  });
}

/**
 * @template {object} E
 * @param {Row<E> | undefined} row
 * @param {Readers<E>} readers
 * @returns {string}
 */
function textOfRow(row, readers) {
  return row ? readers.textOf(row.branch.element) : "";
}

/**
 * A row that is made otherwise: what has a usual name is found by it, since another control may have moved to its place.
 *
 * @template {object} E
 * @param {Row<E>} row
 * @param {Map<string, string | null>} usual
 * @param {Readers<E>} readers
 * @returns {Map<string, Member>}
 */
function placesIn(row, usual, readers) {
  /** @type {Map<string, Member>} */
  const found = new Map();
  /** @type {Set<Member>} */
  const used = new Set();
  for (const [place, name] of usual) {
    const isNamed = (/** @type {Member} */ { index }) => roleIn(place) === readers.roleAt(index) && withoutNumbers(readers.nameAt(index)) === name;
    const member = name === null ? placesOf(row).get(place) : [...placesOf(row).values()].find((other) => !used.has(other) && isNamed(other));
    if (!member || used.has(member)) continue;
    used.add(member);
    found.set(place, member);
  }
  return found;
}

/** @param {string} place @returns {string} */
function roleIn(place) {
  return place.split("<", 1)[0] ?? "";
}

/**
 * @template {object} E
 * @param {Row<E>[]} rows
 * @returns {Row<E>[]} the largest set of rows with the same controls at the same places
 */
function mostAlike(rows) {
  /** @type {Map<string, Row<E>[]>} */
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row.signature);
    if (group) group.push(row);
    else groups.set(row.signature, [row]);
  }
  return [...groups.values()].reduce((best, group) => (countOf(group) > countOf(best) ? group : best), /** @type {Row<E>[]} */ ([]));
}

/**
 * @template {object} E
 * @param {Row<E>[]} rows
 * @returns {number} with those that they stand for
 */
function countOf(rows) {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/**
 * @template {object} E
 * @param {Row<E>[]} sample
 * @param {string} place
 * @param {Readers<E>} readers
 * @returns {string | null} what most of them are called, apart from numbers; null when each has a name of its own
 */
function usualName(sample, place, readers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of sample) {
    const member = placesOf(row).get(place);
    if (!member) continue;
    const name = withoutNumbers(readers.nameAt(member.index));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of counts) if (count >= sample.length * MOSTLY) return name;
  return null;
}

/**
 * @template {object} E
 * @param {Row<E>[]} sample
 * @param {Map<string, string | null>} usual
 * @param {Readers<E>} readers
 * @returns {number}
 */
function fewestFor(sample, usual, readers) {
  if ([...usual.values()].some((name) => name !== null)) return FEWEST_ROWS;
  const members = sample.flatMap((row) => [...placesOf(row).values()]);
  if (members.some((member) => FIELDS.has(readers.roleAt(member.index)))) return FEWEST_FIELDS;
  const said = sample.reduce((sum, row) => sum + readers.shownTextOf(row.branch.element).length, 0);
  const named = members.reduce((sum, member) => sum + readers.nameAt(member.index).length + 1, 0);
  return said > named + 3 * sample.length ? FEWEST_ROWS : FEWEST_CHOICES;
}

/**
 * @param {readonly number[]} indices in the order they will be shown
 * @param {(index: number) => string | null} hrefAt null for what is no link
 * @param {(index: number) => string} nameAt
 * @returns {Repetition[]} links with the same name that go to the same place, two or more
 */
export function findSameLinks(indices, hrefAt, nameAt) {
  /** @type {Map<string, number[]>} */
  const byAddress = groupBy(indices, hrefAt);
  /** @type {Repetition[]} */
  const found = [];
  for (const links of byAddress.values()) {
    if (links.length < 2) continue;
    for (const same of groupBy(links, nameAt).values()) {
      if (same.length < 2) continue;
      found.push({ members: same.map((index, row) => ({ index, row, levels: 0 })), isMixed: false });
    }
  }
  return found;
}

/** @param {readonly number[]} indices @param {(index: number) => string | null} wordOf @returns {Map<string, number[]>} */
function groupBy(indices, wordOf) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const index of indices) {
    const word = wordOf(index);
    if (word === null) continue;
    const group = groups.get(word);
    if (group) group.push(index);
    else groups.set(word, [index]);
  }
  return groups;
}
