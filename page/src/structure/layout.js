/** Tell the parts of a page by how it is laid out, where its markup says nothing. */
import { attributeOf, localNameOf } from "../builtins.js";
import { boxOf } from "./elements.js";

/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("./landmarks.js").Landmark} Landmark */
/** @typedef {import("./forest.js").Branch<Element>} Branch */
/** @typedef {{ box: Box, isLink: boolean, isField: boolean }} Mark a control */

/** @type {readonly Landmark[]} */
const SOUGHT = ["main", "nav", "header", "footer"];
/** @type {Set<Landmark>} what stands around the content */
const FRAMING = new Set(["header", "nav", "aside", "footer"]);
const DEEPEST = 16;
const MOST_BLOCKS = 400;
const TOP = 160;
const NARROW = 0.36;
const WIDE = 0.6;

const FIELD_ROLES = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "switch"]);

/** Controls as marks, made when they are asked for: most pages need but few of them. */
export class Marks {
  /** @param {readonly import("../controls/types.js").Control[]} controls in document order @param {ReadonlyMap<Element, number>} leftOut how many children of an element were left out */
  constructor(controls, leftOut) {
    this.controls = controls;
    this.leftOut = leftOut;
    /** @type {(Mark | undefined)[]} */
    this.made = [];
  }

  /** @param {Branch} branch @returns {Mark[]} in it */
  in({ from, to }) {
    return this.controls.slice(from, to).map((control, at) => (this.made[from + at] ??= markOf(control)));
  }
}

/** @param {import("../controls/types.js").Control} control @returns {Mark} */
function markOf({ rect, role, element }) {
  const isField = FIELD_ROLES.has(role);
  return { box: rect, isLink: role === "link" || (role !== "button" && !isField && localNameOf(element) !== "button"), isField };
}

/** A part of the page. */
class Block {
  /** @param {Branch} branch @param {Marks} all */
  constructor(branch, all) {
    this.branch = branch;
    this.element = branch.element;
    this.box = boxOf(branch.element);
    this.all = all;
    /** @type {Mark[] | null} */
    this.knownMarks = null;
  }

  /** How many marks there are, which is known without reading them. */
  get count() {
    return this.branch.to - this.branch.from;
  }

  get marks() {
    return (this.knownMarks ??= this.all.in(this.branch));
  }
}

/**
 * From the body inwards: take bars and columns off until one block of content is left.
 *
 * @param {Marks} marks
 * @param {import("./forest.js").Forest<Element>} forest of the same controls
 * @param {ReadonlyMap<Element, Landmark>} known
 * @param {Box} view
 * @returns {Map<Element, Landmark>} only kinds that are not known yet
 */
export function landmarksByLayout(marks, forest, known, view) {
  const kinds = new Set(known.values());
  /** @type {Map<Element, Landmark>} */
  const found = new Map();
  if (!document.body || SOUGHT.every((kind) => kinds.has(kind))) return found;
  // It is among the first branches, and a map of all of them takes longer to make.
  const body = forest.branches.find(({ element }) => element === document.body);
  if (!body) return found;
  const { named, main } = peel(new Block(body, marks), known, view);
  for (const [block, kind] of named) if (!kinds.has(kind)) found.set(block.element, kind);
  if (!kinds.has("nav")) for (const [block, kind] of named) if (kind === "header") nameBarInside(block, found);
  if (main && !kinds.has("main") && !known.has(main)) found.set(main, "main");
  return found;
}

/**
 * @param {Block} whole
 * @param {ReadonlyMap<Element, Landmark>} known
 * @param {Box} view
 * @returns {{ named: Map<Block, Landmark>, main: Element | null }}
 */
function peel(whole, known, view) {
  /** @type {Map<Block, Landmark>} */
  const named = new Map();
  /** @type {Element | null} */
  let main = null;
  let at = whole;
  for (let level = 0; level < DEEPEST; level += 1) {
    const { children } = at.branch;
    // So many are no parts of a page.
    if (children.length + (whole.all.leftOut.get(at.element) ?? 0) > MOST_BLOCKS) break;
    const parts = takeApart(children.map((child) => new Block(child, whole.all)), known, view);
    for (const [block, kind] of parts.named) named.set(block, kind);
    const { rest } = parts;
    if (parts.named.size > 0) main = rest?.element ?? null;
    if (rest === null || known.has(rest.element) || (parts.named.size === 0 && !parts.isAlone)) break;
    at = rest;
  }
  return { named, main };
}

/**
 * @param {Block[]} blocks
 * @param {ReadonlyMap<Element, Landmark>} known
 * @param {Box} view
 * @returns {{ named: Map<Block, Landmark>, rest: Block | null, isAlone: boolean }} `isAlone`: the rest is nearly all there is
 */
function takeApart(blocks, known, view) {
  /** @type {Map<Block, Landmark>} */
  const named = new Map();
  const content = blocks.filter((block) => isLaidOut(block));
  for (const block of content) {
    const kind = known.get(block.element) ?? kindOf(block, content, view);
    if (kind !== null && FRAMING.has(kind)) named.set(block, kind);
  }
  const others = content.filter((block) => !named.has(block));
  const area = (/** @type {Block} */ block) => block.box.w * block.box.h;
  const rest = others.reduce((/** @type {Block | null} */ most, block) => (most && area(most) >= area(block) ? most : block), null);
  const whole = others.reduce((sum, block) => sum + area(block), 0);
  return { named, rest, isAlone: rest !== null && area(rest) >= 0.8 * whole };
}

/** @param {Block} block @returns {boolean} */
function isLaidOut({ box }) {
  return box.w > 0 && box.h > 0;
}

/** @param {Block} block @param {Block[]} all @param {Box} view @returns {Landmark | null} */
function kindOf(block, all, view) {
  const others = all.filter((other) => other !== block);
  if (others.length === 0) return null;
  const { box } = block;
  if (box.w >= WIDE * view.w) {
    const largest = others.reduce((most, other) => (other.box.h > most.box.h ? other : most));
    if (isTopBar(block, view) && largest.box.h > box.h) return isRowOfLinks(block.marks) ? "nav" : "header";
    if (block === all.at(-1) && isAtEnd(block, others, view)) return "footer";
    return null;
  }
  return columnKind(block, others, view);
}

/** @param {Block} block @param {Box} view @returns {boolean} */
function isTopBar({ element, box, count }, view) {
  if (box.h > Math.max(120, 0.25 * view.h) || count < 2) return false;
  if (box.y + window.scrollY <= TOP) return true;
  return box.y <= TOP && ["fixed", "sticky"].includes(getComputedStyle(element).position);
}

/** @param {Block} block @param {Block[]} others @param {Box} view @returns {boolean} */
function isAtEnd(block, others, view) {
  const { box, count } = block;
  const isBelow = others.every((other) => other.box.y + other.box.h <= box.y + 2 || other.box.w < WIDE * view.w);
  const isSmall = box.h <= 0.8 * view.h;
  return isBelow && isSmall && count >= 2 && share(block.marks, (mark) => mark.isLink) >= 0.5;
}

/** @param {Block} block @param {Block[]} others @param {Box} view @returns {Landmark | null} */
function columnKind(block, others, view) {
  const { box, count } = block;
  if (box.w > NARROW * view.w || box.h < 0.3 * view.h) return null;
  const beside = others.filter((other) => other.box.w > box.w && other.box.y < box.y + box.h && box.y < other.box.y + other.box.h);
  const isLeft = beside.some((other) => box.x + box.w <= other.box.x + 8);
  const isRight = beside.some((other) => other.box.x + other.box.w <= box.x + 8);
  if (!isLeft && !isRight) return null;
  const isMenu = isLeft && count >= 3 && share(block.marks, (mark) => mark.isLink) >= 0.8;
  return isMenu ? "nav" : "aside";
}

/** @param {Mark[]} marks @returns {boolean} whether at least three links stand in a row and there is little else */
function isRowOfLinks(marks) {
  const row = linksInRow(marks);
  return row.length >= 3 && row.length >= 0.6 * marks.length && !marks.some((mark) => mark.isField);
}

/** @param {Mark[]} marks @returns {Mark[]} the most links whose middles are at one height */
function linksInRow(marks) {
  /** @type {Map<number, Mark[]>} */
  const rows = new Map();
  for (const mark of marks) {
    if (!mark.isLink) continue;
    const height = Math.round((mark.box.y + mark.box.h / 2) / 16);
    const row = rows.get(height) ?? [];
    row.push(mark);
    rows.set(height, row);
  }
  return [...rows.values()].reduce((most, row) => (row.length > most.length ? row : most), /** @type {Mark[]} */ ([]));
}

/**
 * A top bar with a name, a search field and a row of links: the row is the navigation.
 *
 * @param {Block} bar
 * @param {Map<Element, Landmark>} found
 */
function nameBarInside(bar, found) {
  const links = new Set(linksInRow(bar.marks));
  if (links.size < 3) return;
  /** @type {Branch | undefined} */
  let at = bar.branch;
  // A lone logo link stands in the same row, so that the innermost element that holds nearly all of the links is looked for.
  for (let level = 0; at && level < DEEPEST; level += 1) {
    /** @type {Branch | undefined} */
    const inner = at.children.find((child) => {
      const held = bar.all.in(child).filter((mark) => links.has(mark)).length;
      return held >= 3 && held >= links.size - 1;
    });
    if (!inner) break;
    at = inner;
  }
  if (at && at !== bar.branch && attributeOf(at.element, "role") === null) found.set(at.element, "nav");
}

/** @param {Mark[]} marks @param {(mark: Mark) => boolean} test @returns {number} */
function share(marks, test) {
  return marks.filter(test).length / marks.length;
}
