/** Keep what was read, so that it can be handed out piece by piece although the page goes on changing. */
import { Budget } from "../budget.js";
import { documentId } from "../controls/index.js";
import { cut } from "../text.js";
import { read } from "./reader.js";
import { readRows } from "./rows.js";
import { scopeOf } from "./scope.js";

/** @typedef {import("./rows.js").Table} Table */
/** @typedef {{ text: string } | Table} Kept */
/** @typedef {{ region?: import("../structure/regions.js").RegionRequest, format: "text" | "markdown" | "rows" }} ReadRequest */

const LIMITS = { nodes: 500_000, depth: 25_000, milliseconds: 3_000 };
const MOST_KEPT = 4;
const WORD_END = /[\s]/;
// A word longer than this is cut: nobody reads it, and a page of one word must still fit.
const LONGEST_WORD = 400;

/** @returns {Record<string, import("../door.js").PageFunction>} with a memory of their own */
export function readingFunctions() {
  /** @type {Map<number, Kept>} */
  const kept = new Map();
  let given = 0;
  return { readBegin, readText, readRowsFrom };

  /** @param {Kept} reading @returns {number} */
  function keep(reading) {
    given += 1;
    kept.set(given, reading);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return given;
  }

  /** @param {ReadRequest} request */
  function readBegin({ region, format }) {
    const scope = scopeOf(region);
    if ("error" in scope) return { documentId, ...scope };
    const facts = { documentId, region: scope.name };
    const budget = new Budget(LIMITS);
    if (format === "rows") {
      const table = readRows(scope.elements, budget);
      return { ...facts, reading: keep(table), length: table.rows.length, columns: table.columns, tables: table.tables, cut: table.isCut };
    }
    const { text, frames, isCut } = read(scope.elements, format, budget);
    return { ...facts, reading: keep({ text }), length: text.length, frames, cut: isCut };
  }

  /** @param {{ reading: number, from: number, to: number, bytes: number }} request @returns {object} as many whole words as fit */
  function readText({ reading, from, to, bytes }) {
    const known = kept.get(reading);
    if (!known || !("text" in known)) return { documentId, error: "gone" };
    const text = piece(known.text.slice(from, to), bytes);
    return { documentId, text, next: from + text.length };
  }

  /** @param {{ reading: number, from: number, bytes: number }} request */
  function readRowsFrom({ reading, from, bytes }) {
    const known = kept.get(reading);
    if (!known || !("rows" in known)) return { documentId, error: "gone" };
    const rows = [];
    let room = bytes;
    for (const row of known.rows.slice(from)) {
      room -= sizeOf(row) + 1;
      if (room < 0 && rows.length > 0) break;
      rows.push(room < 0 ? row.map((cell) => cut(cell, Math.floor(bytes / (4 * row.length)))) : row);
      if (room < 0) break;
    }
    return { documentId, rows, next: from + rows.length };
  }
}

/** @param {string} text @param {number} bytes @returns {string} its beginning, whole words if any fit */
export function piece(text, bytes) {
  let end = fitting(text, bytes);
  if (end >= text.length) return text;
  const whole = end;
  while (end > 0 && !WORD_END.test(text.charAt(end - 1)) && whole - end < LONGEST_WORD) end -= 1;
  return cut(text, end > 0 && whole - end < LONGEST_WORD ? end : whole);
}

/** @param {string} text @param {number} bytes @returns {number} how many characters of it take at most that many bytes in JSON */
function fitting(text, bytes) {
  let low = 0;
  let high = Math.min(text.length, bytes);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param {unknown} value @returns {number} */
function sizeOf(value) {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
