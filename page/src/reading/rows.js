/** Read a table, or what is built like one, as rows of cells. */
import { attributeOf, hasBox, localNameOf } from "../builtins.js";
import { accessibleRole, textInside, walkElements } from "../controls/index.js";

/** @typedef {{ columns: string[], rows: string[][], tables: number, isCut: boolean }} Table */

const CELL = 200;
const MOST_ROWS = 20_000;
const MOST_CELLS = 40;
const TABLES = new Set(["table", "grid", "treegrid"]);
const ROWS = new Set(["row"]);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const LISTS = new Set(["list", "listbox", "tree", "feed"]);
const ITEMS = new Set(["listitem", "option", "treeitem", "article"]);

/** @param {Element[]} roots @param {import("../budget.js").Budget} budget @returns {Table} the largest table there, else the largest list */
export function readRows(roots, budget) {
  const tables = gather(roots, budget, TABLES, ROWS);
  if (tables.length > 0) return tableOf(tables);
  const lists = gather(roots, budget, LISTS, ITEMS);
  const list = largest(lists);
  return { columns: [], rows: (list ?? []).slice(0, MOST_ROWS).map((item) => [wordsOf(item)]), tables: lists.length, isCut: false };
}

/**
 * @param {Element[]} roots
 * @param {import("../budget.js").Budget} budget
 * @param {Set<string>} holders
 * @param {Set<string>} members
 * @returns {Element[][]} the rows of each holder, which are those not in a holder inside it
 */
function gather(roots, budget, holders, members) {
  /** @type {Element[][]} */
  const found = [];
  walkElements(
    roots,
    budget,
    () => ({ inherited: { rows: /** @type {Element[] | null} */ (null) }, depth: 0 }),
    (element, around) => {
      if (!hasBox(element) && getComputedStyle(element).display !== "contents") return null;
      const role = accessibleRole(element);
      if (members.has(role)) around.rows?.push(element);
      if (!holders.has(role)) return around;
      const own = /** @type {Element[]} */ ([]);
      found.push(own);
      return { rows: own };
    },
  );
  return found.filter((rows) => rows.length > 0);
}


/** @param {Element[][]} tables @returns {Table} */
function tableOf(tables) {
  const rows = largest(tables) ?? [];
  const cells = rows.slice(0, MOST_ROWS + 1).map(cellsOf);
  const isHeaded = (cells[0]?.length ?? 0) > 0 && (cells[0] ?? []).every(({ isHeader }) => isHeader);
  const texts = cells.map((row) => row.map(({ text }) => text));
  return {
    columns: isHeaded ? (texts[0] ?? []) : [],
    rows: isHeaded ? texts.slice(1) : texts,
    tables: tables.length,
    isCut: rows.length > MOST_ROWS,
  };
}

/** @param {Element} row @returns {{ text: string, isHeader: boolean }[]} */
function cellsOf(row) {
  const found = [...row.children].filter((cell) => CELLS.has(accessibleRole(cell)) && hasBox(cell));
  return found.slice(0, MOST_CELLS).map((cell) => ({ text: wordsOf(cell), isHeader: isColumnHeader(cell) }));
}

/** @param {Element} cell @returns {boolean} */
function isColumnHeader(cell) {
  if (accessibleRole(cell) === "columnheader") return true;
  return localNameOf(cell) === "th" && attributeOf(cell, "scope") !== "row";
}

/** @param {Element} element @returns {string} */
function wordsOf(element) {
  return textInside(element, { limit: CELL });
}

/** @param {Element[][]} lists @returns {Element[] | undefined} */
function largest(lists) {
  return lists.toSorted((a, b) => b.length - a.length)[0];
}
