/** The lines of visible text that are most like what was looked for. */
import { Budget } from "../budget.js";
import { readVisible } from "../find_text.js";
import { cleanText, collapse, visible } from "../text.js";
import { Sought } from "./likeness.js";

const LIMITS = { nodes: 100_000, depth: 25_000, milliseconds: 500 };
const LINE_LIMIT = 80;
const READ_LIMIT = 300;
const LEAST_LIKE = 0.45;

/** @typedef {{ line: string, like: number }} Line */

/** Keeps the best of the lines it is given, each once. */
class BestLines {
  /** @param {string} words @param {number} most */
  constructor(words, most) {
    this.sought = new Sought(collapse(visible(words)).toLowerCase());
    this.most = most;
    /** @type {string} */
    this.line = "";
    /** @type {Line[]} the best first */
    this.best = [];
    this.isDone = () => false;
  }

  /** @param {string} piece */
  add(piece) {
    if (this.line.length < READ_LIMIT) this.line += piece.slice(0, READ_LIMIT);
  }

  part() {
    if (/\S/.test(this.line)) this.consider(cleanText(this.line, LINE_LIMIT));
    this.line = "";
  }

  /** @param {string} line */
  consider(line) {
    const like = this.sought.likeness(line.toLowerCase());
    if (like < LEAST_LIKE || this.best.some((known) => known.line === line)) return;
    const at = this.best.findIndex((known) => known.like < like);
    this.best.splice(at === -1 ? this.best.length : at, 0, { line, like });
    this.best.length = Math.min(this.best.length, this.most);
  }
}

/** @param {string} words @param {number} most @returns {Line[]} the most alike first */
export function linesLike(words, most) {
  const lines = new BestLines(words, most);
  readVisible(lines, new Budget(LIMITS));
  lines.part();
  return lines.best;
}
