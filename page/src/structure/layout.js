/** Tell the parts of a page by how it is laid out, where its markup says nothing. */
import { attributeOf, localNameOf, textContentOf } from "../builtins.js";
import { composedContains } from "../controls/index.js";
import { isOfGrid } from "./calendar.js";
import { boxOf } from "./elements.js";

/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("./landmarks.js").Landmark} Landmark */
/** @typedef {import("./forest.js").Branch<Element>} Branch */
/** @typedef {{ element: Element, box: Box, isLink: boolean, isField: boolean }} Mark a control */
/** @typedef {{ known: ReadonlyMap<Element, Landmark>, told: ReadonlySet<Landmark>, view: Box }} Page `told`: the kinds that are not looked for */

/** @type {readonly Landmark[]} */
const SOUGHT = ["main", "nav", "header", "footer"];
/** @type {Set<Landmark>} what stands around the content */
const FRAMING = new Set(["header", "nav", "aside", "footer"]);
const DEEPEST = 16;
const MOST_BLOCKS = 400;
const TOP = 160;
const NARROW = 0.36;
const WIDE = 0.6;
const PAGE_NUMBER = /^\s*\d{1,4}\s*$/;

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
  return { element, box: rect, isLink: role === "link" || (role !== "button" && !isField && localNameOf(element) !== "button"), isField };
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
 * From the body inwards: take bars and columns off, what is left is the content.
 *
 * @param {Marks} marks
 * @param {import("./forest.js").Forest<Element>} forest of the same controls
 * @param {ReadonlyMap<Element, Landmark>} known
 * @param {readonly Element[]} layers over the page, which are no part of it
 * @param {Box} view
 * @returns {Map<Element, Landmark>} only kinds that are not known yet
 */
export function landmarksByLayout(marks, forest, known, layers, view) {
  const kinds = new Set(known.values());
  /** @type {Map<Element, Landmark>} */
  const found = new Map();
  if (!document.body || SOUGHT.every((kind) => kinds.has(kind))) return found;
  // It is among the first branches, and a map of all of them takes longer to make.
  const body = forest.branches.find(({ element }) => element === document.body);
  if (!body) return found;
  const { named, content } = peel(new Block(body, marks), known, view);
  for (const [block, kind] of named) if (!known.has(block.element)) found.set(block.element, kind);
  if (!kinds.has("nav")) for (const [block, kind] of named) if (kind === "header") nameBarInside(block, found);
  if (!kinds.has("main")) for (const block of content) for (const element of contentIn(block, known, layers)) found.set(element, "main");
  return found;
}

/** @param {Block} block that frames nothing @param {ReadonlyMap<Element, Landmark>} known @param {readonly Element[]} layers @returns {Element[]} what to call the content */
function contentIn(block, known, layers) {
  const { element, branch } = block;
  if (layers.some((layer) => composedContains(element, layer)) && !isInFlow(block)) return [];
  if (!known.has(element)) return [element];
  // A form keeps its own name, and is a part of the content all the same.
  return known.get(element) === "dialog" ? [] : branch.children.map((child) => child.element);
}

/** @param {Block} block @returns {boolean} whether it takes up room in the page, so that there is more in it than what lies over the page */
function isInFlow(block) {
  return isLaidOut(block) && !/^(absolute|fixed)$/.test(getComputedStyle(block.element).position);
}

/**
 * @param {Block} whole
 * @param {ReadonlyMap<Element, Landmark>} known
 * @param {Box} view
 * @returns {{ named: Map<Block, Landmark>, content: Block[] }} no content where nothing frames it
 */
function peel(whole, known, view) {
  /** @type {Map<Block, Landmark>} */
  const named = new Map();
  // What need not be told by layout: it is known, or was found further out.
  const told = new Set(known.values());
  /** @type {Block[]} */
  const content = [];
  /** @type {Block[]} beside the blocks that were gone into, in vain so far */
  let beside = [];
  /** @type {Block | null} */
  let innermost = null;
  let at = whole;
  for (let level = 0; level < DEEPEST; level += 1) {
    const { children } = at.branch;
    // So many are no parts of a page.
    if (children.length + (whole.all.leftOut.get(at.element) ?? 0) > MOST_BLOCKS) break;
    const parts = takeApart(children.map((child) => new Block(child, whole.all)), { known, told, view });
    const { rest } = parts;
    beside.push(...parts.others.filter((block) => block !== rest));
    if (parts.named.size > 0) {
      for (const [block, kind] of parts.named) named.set(block, kind);
      content.push(...beside);
      beside = [];
      innermost = rest;
    }
    if (rest === null || known.has(rest.element) || (parts.named.size === 0 && !parts.isAlone)) break;
    noteFrame(parts, told, view);
    at = rest;
  }
  return { named, content: innermost ? [...content, innermost] : content };
}

/**
 * A page has one header and one footer: in what lies between them none is looked for.
 *
 * @param {Parts} parts
 * @param {Set<Landmark>} told
 * @param {Box} view
 */
function noteFrame({ named, others, rest }, told, view) {
  const isAbove = (/** @type {Block} */ { box }) => box.w >= WIDE * view.w && rest !== null && box.y <= rest.box.y;
  if ([...named.keys()].some(isAbove)) told.add("header");
  if ([...named.values()].includes("footer") || others.filter(isLaidOut).at(-1) !== rest) told.add("footer");
}

/**
 * @typedef {object} Parts
 * @property {Map<Block, Landmark>} named
 * @property {Block[]} others
 * @property {Block | null} rest the largest of them
 * @property {boolean} isAlone whether the rest is nearly all there is
 */

/**
 * @param {Block[]} blocks
 * @param {Page} page
 * @returns {Parts}
 */
function takeApart(blocks, page) {
  /** @type {Map<Block, Landmark>} */
  const named = new Map();
  const content = blocks.filter(isLaidOut);
  for (const block of content) {
    const kind = page.known.get(block.element) ?? kindOf(block, content, named, page);
    if (kind !== null && FRAMING.has(kind)) named.set(block, kind);
  }
  const others = blocks.filter((block) => !named.has(block));
  const area = (/** @type {Block} */ block) => block.box.w * block.box.h;
  const rest = others.filter(isLaidOut).reduce((/** @type {Block | null} */ most, block) => (most && area(most) >= area(block) ? most : block), null);
  const whole = others.reduce((sum, block) => sum + area(block), 0);
  return { named, others, rest, isAlone: rest !== null && area(rest) >= 0.8 * whole };
}

/** @param {Block} block @returns {boolean} */
function isLaidOut({ box }) {
  return box.w > 0 && box.h > 0;
}

/** @param {Block} block @param {Block[]} all @param {Map<Block, Landmark>} named of those before it @param {Page} page @returns {Landmark | null} */
function kindOf(block, all, named, page) {
  const others = all.filter((other) => other !== block);
  if (others.length === 0) return null;
  const { told, view } = page;
  if (block.box.w < WIDE * view.w) return columnKind(block, others, page);
  // One of many cards is no bar, though it may be the first or the last thing on the page.
  if (others.some((other) => isTwin(block, other))) return null;
  const largest = others.reduce((most, other) => (other.box.h > most.box.h ? other : most));
  if (isTopBar(block, view) && largest.box.h > block.box.h) return topKind(block, named, told);
  return !told.has("footer") && block === all.at(-1) && isAtEnd(block, others, named, view) ? "footer" : null;
}

/** @param {Block} bar @param {Map<Block, Landmark>} named @param {ReadonlySet<Landmark>} told @returns {Landmark | null} */
function topKind(bar, named, told) {
  if (isRowOfLinks(bar.marks)) {
    if (isGrid(bar.marks)) return null;
    if (!told.has("nav")) return "nav";
  }
  return told.has("header") || [...named.values()].includes("header") ? null : "header";
}

/** @param {Block} one @param {Block} other @returns {boolean} whether they are made alike */
function isTwin(one, other) {
  if (one.branch.tag !== other.branch.tag) return false;
  const words = attributeOf(one.element, "class") ?? "";
  if (words !== (attributeOf(other.element, "class") ?? "")) return false;
  return words !== "" || (one.count === other.count && Math.abs(one.box.h - other.box.h) <= 1);
}

/** @param {Block} block @param {Box} view @returns {boolean} */
function isTopBar({ element, box, count }, view) {
  if (box.h > Math.max(120, 0.25 * view.h) || count < 2) return false;
  if (box.y + window.scrollY <= TOP) return true;
  return box.y <= TOP && ["fixed", "sticky"].includes(getComputedStyle(element).position);
}

/** @param {Block} block @param {Block[]} others @param {Map<Block, Landmark>} named @param {Box} view @returns {boolean} */
function isAtEnd(block, others, named, view) {
  const { box, count } = block;
  const isBelow = others.every((other) => other.box.y + other.box.h <= box.y + 2 || other.box.w < WIDE * view.w);
  const isSmall = box.h <= 0.8 * view.h;
  // A lone link may be more of the content, unless there is a bar at the top, too.
  const isFrame = count >= 2 || [...named.keys()].some((other) => other.box.w >= WIDE * view.w);
  return isBelow && isSmall && isFrame && share(block.marks, (mark) => mark.isLink) >= 0.5 && !isPager(block.marks);
}

/** @param {Mark[]} marks @returns {boolean} whether they lead to other parts of the same list */
function isPager(marks) {
  return marks.some(({ element }) => PAGE_NUMBER.test(textContentOf(element)));
}

/** @param {Block} block @param {Block[]} others @param {Page} page @returns {Landmark | null} */
function columnKind(block, others, { told, view }) {
  const { box, count } = block;
  if (box.w > NARROW * view.w || box.h < 0.3 * view.h) return null;
  const isBeside = (/** @type {Block} */ other) => other.box.y < box.y + box.h && box.y < other.box.y + other.box.h;
  // In a grid of cards there are others above or below.
  if (others.some((other) => other.box.w < WIDE * view.w && !isBeside(other))) return null;
  const beside = others.filter((other) => other.box.w > box.w && isBeside(other));
  const isLeft = beside.some((other) => box.x + box.w <= other.box.x + 8);
  const isRight = beside.some((other) => other.box.x + other.box.w <= box.x + 8);
  if (!isLeft && !isRight) return null;
  const isMenu = isLeft && count >= 3 && share(block.marks, (mark) => mark.isLink) >= 0.8;
  if (isMenu && !told.has("nav") && !isGrid(block.marks)) return "nav";
  return told.has("aside") ? null : "aside";
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
  if (links.size < 3 || isGrid([...links])) return;
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

/** @param {Mark[]} marks @returns {boolean} whether they are the numbers or days of a grid */
function isGrid(marks) {
  return share(marks, ({ element }) => isOfGrid(element)) >= 0.5;
}

/** @param {Mark[]} marks @param {(mark: Mark) => boolean} test @returns {number} */
function share(marks, test) {
  return marks.filter(test).length / marks.length;
}
