/** Read tables, and what is built like them, row by row; or the items of lists. */
import { attributeOf, localNameOf } from "../builtins.js";
import { accessibleRole } from "../controls/index.js";
import { walk } from "../walk.js";
import { Flow } from "./flow.js";
import { Reader } from "./reader.js";

/** @typedef {import("./scope.js").Scope} Scope */
/** @typedef {import("../budget.js").Budget} Budget */
/** @typedef {{ columns: string[], rows: string[][] }} Table */
/** @typedef {{ tables: (Table | null)[], frames: number[], isCut: boolean }} RowsRead in reading order; null stands for the next frame */

const TABLES = new Set(["table", "grid", "treegrid"]);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const LISTS = new Set(["list", "listbox", "tree", "feed"]);
const ITEMS = new Set(["listitem", "option", "treeitem", "article"]);
const MOST_SPAN = 100;
const MOST_CELL = 100_000;
const { querySelector } = Element.prototype;

/** @param {Scope} scope @param {"rows" | "items"} format @param {Budget} budget @param {number} limit @returns {RowsRead} */
export function readRows(scope, format, budget, limit) {
  const reader = format === "rows" ? new TableReader(scope, limit) : new ListReader(scope, limit);
  const root = document.documentElement;
  if (root && reader.enter(root)) walk(root, budget, reader);
  return { tables: reader.found, frames: reader.frames, isCut: reader.isFull || budget.ranOut !== null };
}

/** Reads what a row is made of, in one line each. */
class RowsReader extends Reader {
  /** @param {Scope} scope @param {number} limit */
  constructor(scope, limit) {
    super(scope, new Flow(MOST_CELL), false);
    this.left = limit;
    this.isFull = false;
    /** @type {(Table | null)[]} */
    this.found = [];
    /** @type {Element | null} the outermost one that is open */
    this.holder = null;
    /** @type {Table} what it holds */
    this.table = { columns: [], rows: [] };
    /** @type {Element | null} what is being read */
    this.cell = null;
  }

  /** @override */
  isDone() {
    return this.isFull;
  }

  /** @param {Element} element */
  startTable(element) {
    this.holder = element;
    this.table = { columns: [], rows: [] };
    this.found.push(this.table);
  }

  endTable() {
    this.holder = null;
  }

  /** @param {Element} element */
  startItem(element) {
    this.cell = element;
    this.flow = new Flow(Math.min(MOST_CELL, this.left));
    this.flow.isOneLine = true;
  }

  /** @returns {string} */
  endItem() {
    const text = this.flow.take().replaceAll("\t", " ").trim();
    this.left -= text.length + 1;
    if (this.flow.isFull || this.left <= 0) this.isFull = true;
    this.cell = null;
    return text;
  }

  /** @override @param {Text} node */
  say(node) {
    if (this.cell !== null) super.say(node);
  }

  /** A frame in a cell is no part of its line. @override @param {Element} element @param {CSSStyleDeclaration} style */
  noteFrame(element, style) {
    if (this.cell !== null) return;
    const before = this.frames.length;
    super.noteFrame(element, style);
    if (this.frames.length > before) this.found.push(null);
  }
}

class TableReader extends RowsReader {
  /** @param {Scope} scope @param {number} limit */
  constructor(scope, limit) {
    super(scope, limit);
    /** @type {Element | null} */
    this.row = null;
    /** @type {string[]} */
    this.cells = [];
    this.isHeader = true;
    /** @type {number[]} for how many rows, this one included, a cell of an earlier row takes the place; and for those after it */
    this.taken = [];
    this.takenNext = /** @type {number[]} */ ([]);
  }

  /** @override @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @param {boolean} isWanted */
  open(element, tag, style, isWanted) {
    super.open(element, tag, style, isWanted);
    if (this.wanted === 0 || this.cell !== null) return;
    const role = accessibleRole(element);
    if (this.holder === null && TABLES.has(role) && !isLayout(element, tag)) this.startTable(element);
    else if (this.holder !== null && role === "row") this.startRow(element);
    else if (this.row !== null && CELLS.has(role)) this.startCellOf(element, role);
  }

  /** @override */
  leave() {
    const element = this.levels.at(-1)?.element ?? null;
    super.leave();
    if (element === null) return;
    if (element === this.cell) this.endCell(element);
    else if (element === this.row) this.endRow();
    else if (element === this.holder) this.endTable();
  }

  /** @override @param {Element} element */
  startTable(element) {
    super.startTable(element);
    this.takenNext = [];
  }

  /** @param {Element} element */
  startRow(element) {
    this.row = element;
    this.cells = [];
    this.isHeader = true;
    this.taken = this.takenNext;
    this.takenNext = this.taken.map((left) => Math.max(0, left - 1));
    this.skipTaken();
  }

  /** @param {Element} element @param {string} role */
  startCellOf(element, role) {
    this.isHeader &&= role === "columnheader" || (localNameOf(element) === "th" && attributeOf(element, "scope") !== "row");
    this.startItem(element);
  }

  /** @param {Element} element */
  endCell(element) {
    const text = this.endItem();
    const across = spanOf(element, "colspan");
    const down = spanOf(element, "rowspan");
    for (let at = 0; at < across; at += 1) {
      this.takenNext[this.cells.length] = down - 1;
      this.cells.push(at === 0 ? text : "");
    }
    this.skipTaken();
  }

  skipTaken() {
    while ((this.taken[this.cells.length] ?? 0) > 0) this.cells.push("");
  }

  endRow() {
    const { table } = this;
    this.row = null;
    if (this.cells.every((cell) => cell === "")) return;
    if (this.isHeader && table.columns.length + table.rows.length === 0) table.columns = this.cells;
    else table.rows.push(this.cells);
  }
}

class ListReader extends RowsReader {
  /** @override @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @param {boolean} isWanted */
  open(element, tag, style, isWanted) {
    super.open(element, tag, style, isWanted);
    if (this.wanted === 0 || this.cell !== null) return;
    const role = accessibleRole(element);
    if (this.holder === null && LISTS.has(role)) this.startTable(element);
    else if (this.holder !== null && ITEMS.has(role)) this.startItem(element);
  }

  /** @override */
  leave() {
    const element = this.levels.at(-1)?.element ?? null;
    super.leave();
    if (element === null) return;
    if (element === this.cell) {
      const text = this.endItem();
      if (text !== "") this.table.rows.push([text]);
    } else if (element === this.holder) this.endTable();
  }
}

/** @param {Element} element @param {string} tag @returns {boolean} whether it is there to place other tables */
function isLayout(element, tag) {
  return tag === "table" && Reflect.apply(querySelector, element, ["table"]) !== null;
}

/** @param {Element} cell @param {string} name @returns {number} */
function spanOf(cell, name) {
  const span = Number(attributeOf(cell, name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MOST_SPAN) : 1;
}
