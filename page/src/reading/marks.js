/** The marks of Markdown around what is read: headings, lists, links, code, tables, emphasis. */
import { attributeOf, localNameOf, parentElementOf, previousElementSiblingOf, textContentOf } from "../builtins.js";
import { visible } from "../text.js";

/** @typedef {import("./flow.js").Flow} Flow */
/** @typedef {() => void} Due what is to be done where an element ends */

const AROUND = new Map([
  ["strong", "**"],
  ["b", "**"],
  ["em", "_"],
  ["i", "_"],
  ["s", "~~"],
  ["del", "~~"],
]);
const CODE = new Set(["code", "kbd", "samp", "tt"]);
const HEADING = /^h([1-6])$/;
const CELLS = new Set(["td", "th"]);
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|highlight)-([a-z0-9+#-]{1,20})(?=\s|$)/i;
// What does not fit into one line of a table: such a table is there for the layout.
const NO_CELL = "table,h1,h2,h3,h4,h5,h6,ul,ol,pre,blockquote,iframe,hr";
const MOST_HREF = 200;
const MOST_ALT = 200;
const MOST_NUMBERED = 10_000;
const { querySelector } = Element.prototype;

export class Marks {
  /** @param {Flow} flow */
  constructor(flow) {
    this.flow = flow;
    this.isInCode = false;
    /** @type {Map<Element, number>} the number of the last item of a list */
    this.numbers = new Map();
    /** @type {Map<Element, boolean>} whether a table holds rows of data */
    this.tables = new Map();
    /** @type {Element | null} the row of a table that is being read */
    this.row = null;
    this.cells = 0;
  }

  /** @param {Element} element @param {string} tag @param {string} display @returns {Due | null} */
  enter(element, tag, display) {
    if (this.isInCode) return null;
    if (AROUND.has(tag)) return this.around(AROUND.get(tag) ?? "");
    if (CODE.has(tag)) return this.code(element);
    if (tag === "a") return this.link(element);
    return display.startsWith("inline") ? null : this.enterBlock(element, tag, display);
  }

  /** @param {Element} element @param {string} tag @param {string} display @returns {Due | null} */
  enterBlock(element, tag, display) {
    const heading = HEADING.exec(tag);
    if (display === "table-row") return this.tableRow(element);
    if (this.row !== null) return CELLS.has(tag) && parentElementOf(element) === this.row ? this.cell() : null;
    if (heading) return this.lead(`${"#".repeat(Number(heading[1]))} `);
    if (tag === "li") return this.item(element);
    if (tag === "blockquote") return this.quote();
    if (tag === "pre") return this.fence(element);
    return null;
  }

  /** @param {string} mark @returns {Due} */
  lead(mark) {
    const { flow } = this;
    flow.begin(mark);
    return () => {
      // An empty heading is none.
      if (flow.lead.endsWith(mark)) flow.lead = flow.lead.slice(0, -mark.length);
    };
  }

  /** @param {Element} element @returns {Due} */
  item(element) {
    const { flow } = this;
    const list = parentElementOf(element);
    const mark = list && localNameOf(list) === "ol" ? `${this.numberIn(list, element)}. ` : "- ";
    const { margin } = flow;
    const unlead = this.lead(mark);
    flow.margin = margin + " ".repeat(mark.length);
    return () => {
      unlead();
      flow.margin = margin;
    };
  }

  /** @param {Element} list @param {Element} item @returns {number} */
  numberIn(list, item) {
    const own = Number(attributeOf(item, "value") ?? Number.NaN);
    const before = this.numbers.get(list) ?? Number(attributeOf(list, "start") ?? 1) - 1;
    const number = Number.isInteger(own) ? own : (Number.isInteger(before) ? before : 0) + 1;
    this.numbers.set(list, number);
    if (this.numbers.size > MOST_NUMBERED) this.numbers.clear();
    return number;
  }

  /** @returns {Due} */
  quote() {
    const { margin } = this.flow;
    this.flow.indent("> ");
    return () => {
      this.flow.margin = margin;
    };
  }

  /** @param {Element} element @returns {Due} */
  fence(element) {
    const { flow } = this;
    const fence = "`".repeat(Math.max(3, longestTicks(element) + 1));
    const code = Reflect.apply(querySelector, element, ["code"]);
    const language = LANGUAGE.exec(`${attributeOf(element, "class") ?? ""} ${(code && attributeOf(code, "class")) ?? ""}`)?.[1] ?? "";
    this.isInCode = true;
    flow.put(fence + language.toLowerCase());
    flow.part(1);
    return () => {
      this.isInCode = false;
      flow.breaks = 0;
      flow.part(1);
      flow.put(fence);
      flow.part(2);
    };
  }

  /** @param {Element} element @returns {Due} */
  code(element) {
    this.isInCode = true;
    const mark = "`".repeat(longestTicks(element) + 1);
    const due = this.around(mark);
    return () => {
      this.isInCode = false;
      due();
    };
  }

  /** @param {Element} element @returns {Due | null} */
  link(element) {
    const href = hrefOf(element);
    if (href === "") return null;
    this.flow.open("[");
    return () => this.flow.close("[", `](${href})`);
  }

  /** @param {Element} element */
  image(element) {
    const alt = visible((attributeOf(element, "alt") ?? "").slice(0, MOST_ALT)).replace(/\s+/g, " ").trim();
    if (alt !== "" && !this.isInCode) this.flow.put(`![${alt}]`);
  }

  rule() {
    this.flow.part(2);
    this.flow.put("---");
    this.flow.part(2);
  }

  /** @param {Element} element @returns {Due | null} */
  tableRow(element) {
    const { flow } = this;
    const table = this.row === null ? tableOf(element) : null;
    if (table === null || !this.holdsData(table)) return null;
    this.row = element;
    this.cells = 0;
    flow.part(1);
    flow.put("|");
    flow.isOneLine = true;
    return () => {
      this.row = null;
      flow.isOneLine = false;
      flow.part(1);
      if (isFirst(element, table)) {
        flow.put(`|${" --- |".repeat(Math.max(1, this.cells))}`);
        flow.part(1);
      }
    };
  }

  /** @param {Element} table @returns {boolean} */
  holdsData(table) {
    const known = this.tables.get(table);
    if (known !== undefined) return known;
    const holds = Reflect.apply(querySelector, table, [NO_CELL]) === null;
    this.tables.set(table, holds);
    return holds;
  }

  /** @returns {Due} */
  cell() {
    const { flow } = this;
    flow.breaks = 0;
    flow.gap();
    return () => {
      this.cells += 1;
      flow.breaks = 0;
      flow.space = false;
      flow.add(" |");
    };
  }

  /** @param {string} mark @returns {Due} */
  around(mark) {
    this.flow.open(mark);
    return () => this.flow.close(mark, mark);
  }
}

/** @param {Element} row @returns {Element | null} the table it is a row of */
function tableOf(row) {
  const group = parentElementOf(row);
  const table = group && localNameOf(group) !== "table" ? parentElementOf(group) : group;
  return table && localNameOf(table) === "table" ? table : null;
}

/** @param {Element} row @param {Element} table @returns {boolean} */
function isFirst(row, table) {
  if (previousElementSiblingOf(row)) return false;
  const group = parentElementOf(row);
  if (!group || group === table) return true;
  const before = previousElementSiblingOf(group);
  return before === null || !/^t(head|body|foot)$/.test(localNameOf(before));
}

/** @param {Element} element @returns {number} of the longest run of backticks in it */
function longestTicks(element) {
  const text = textContentOf(element);
  return (text.match(/`+/g) ?? []).reduce((/** @type {number} */ most, /** @type {string} */ run) => Math.max(most, run.length), 0);
}

/** @param {Element} element @returns {string} short for the page's own server, empty for what leads nowhere */
function hrefOf(element) {
  const raw = attributeOf(element, "href");
  if (raw === null || !URL.canParse(raw, document.baseURI)) return "";
  const url = new URL(raw, document.baseURI);
  if (!/^(https?|mailto|tel|file|ftp|chrome-extension):$/.test(url.protocol)) return "";
  url.username = "";
  url.password = "";
  const shown = (url.origin === location.origin ? shortened(url) : url.href).replaceAll("(", "%28").replaceAll(")", "%29");
  return shown.length > MOST_HREF ? "" : shown;
}

/** @param {URL} url of the page's own server @returns {string} */
function shortened({ pathname, search, hash }) {
  const isHere = pathname === location.pathname && search === location.search;
  return isHere && hash !== "" ? hash : pathname + search + hash;
}
