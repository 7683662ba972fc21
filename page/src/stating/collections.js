/** Things of which there are many: tables and lists, with what is in them. */
import { attributeOf, hasBox, localNameOf, rectOf } from "../builtins.js";
import { accessibleName, composedContains, isVisible, keyOf, Sight } from "../controls/index.js";
import { childrenOf, holds } from "../structure/elements.js";
import { cleanText } from "../text.js";
import { headingLevel } from "./headings.js";
import { findAll, isMarked, isWithin, markPattern, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {{ k: number, name: string, heading: string, where: string, area: number, y: number }} Common */

const MOST = 30;
const COLUMNS = 12;
const SHOWN = 5;
const LIMIT = 40;
const NO_LIST = markPattern("breadcrumbs?|paginations?|pager|navs?|navbar|navbar-nav|nav-tabs|nav-pills|tabs?|menu|dropdown-menu|dropdown|sidebar|steps?|stepper|carousel|carousel-indicators|social|toolbar|actions|side-menu|nav-sidebar|nav-treeview|indicators");
const AWAY = /^(header|nav|footer)$/;
const TITLE = "h1,h2,h3,h4,h5,h6,[role=heading],dt";

export class Collections {
  constructor() {
    /** @type {{ element: Element, where: string, heading: string, rows: Element[] }[]} */
    this.tables = [];
    /** @type {{ element: Element, where: string, heading: string, items: Element[], by: string }[]} */
    this.lists = [];
    this.heading = "";
  }

  /** @param {Place} place */
  enter(place) {
    if (headingLevel(place) > 0) this.heading = say(place.element, 60) || this.heading;
    if (!place.isInside) return;
    if (isTable(place)) this.addTable(place);
    else this.addList(place);
  }

  told() {
    const sight = new Sight();
    const tables = this.tables.filter(({ element }) => isVisible(element, sight)).map(({ rows, ...common }) => ({ ...placed(common), ...tableFacts(common.element, rows) }));
    const lists = this.lists.filter(({ element }) => isVisible(element, sight)).map(({ items, by, ...common }) => ({ ...placed(common), by, count: items.length, items: items.slice(0, SHOWN).map(titleOf) }));
    return { tables, lists };
  }

  /** @param {Place} place */
  addTable({ element, where }) {
    if (this.tables.length >= MOST || this.tables.some((known) => composedContains(known.element, element))) return;
    const rows = findAll(element, "tr,[role=row]").filter(hasBox);
    if (rows.length > 0) this.tables.push({ element, where, heading: this.heading, rows });
  }

  /** @param {Place} place */
  addList(place) {
    const { element, tag, where } = place;
    if (this.lists.length >= MOST || AWAY.test(where) || isMarked(place.marks, NO_LIST)) return;
    const isList = /^(ul|ol)$/.test(tag) || /^(list|listbox|feed)$/.test(attributeOf(element, "role") ?? "");
    const items = isList ? Array.from(childrenOf(element)).filter((child) => hasBox(child) && say(child) !== "") : likeChildren(element, tag);
    if (items.length < (isList ? 2 : 3)) return;
    if (this.tables.some((known) => composedContains(known.element, element))) return;
    const by = isList ? "list" : items.every(isTitled) ? "cards" : "rows";
    this.lists.push({ element, where, heading: this.heading, items, by });
  }
}

/** @param {Place} place @returns {boolean} */
function isTable({ element, tag }) {
  const role = attributeOf(element, "role");
  if (role !== null) return /^(table|grid|treegrid)$/.test(role);
  return tag === "table";
}

/** @param {Element} element @param {string} tag @returns {Element[]} children that are all made alike, each with a title: cards */
function likeChildren(element, tag) {
  if (!/^(div|section|main|article)$/.test(tag)) return [];
  const children = Array.from(childrenOf(element)).filter(hasBox);
  if (children.length < 3 || children.length > 400) return [];
  const shapes = children.map((child) => `${localNameOf(child)}.${(attributeOf(child, "class") ?? "").trim().split(/\s/, 1)[0] ?? ""}`);
  const [shape] = shapes;
  if (!shapes.every((each) => each === shape) || !children.every((child) => findAll(child, ":scope > *").length > 1 || isTitled(child))) return [];
  if (children.some((child) => holds(child, "input,select,textarea"))) return [];
  return children.every((child) => say(child) !== "") ? children : [];
}

/** @param {Element} item @returns {boolean} */
function isTitled(item) {
  return holds(item, "h1,h2,h3,h4,h5,h6,[role=heading]");
}

/** @param {Element} item @returns {string} */
function titleOf(item) {
  const own = say(item, LIMIT * 2);
  if (own.length <= LIMIT) return own;
  const title = findAll(item, TITLE).find((each) => say(each) !== "");
  return title ? say(title, LIMIT) : cleanText(own, LIMIT);
}

/** @param {{ element: Element, where: string, heading: string }} common @returns {Common} */
function placed({ element, where, heading }) {
  const { top, width, height } = rectOf(element);
  return { k: keyOf(element), name: accessibleName(element, "table"), heading, where, area: Math.round(width * height), y: Math.round(top + scrollY) };
}

/** @param {Element} table @param {Element[]} rows */
function tableFacts(table, rows) {
  const heads = rows.filter((row) => cellsOf(row).length > 0 && cellsOf(row).every(isHead));
  const foot = rows.filter((row) => isWithin(row, "tfoot"));
  const body = rows.filter((row) => !heads.includes(row) && !foot.includes(row));
  const [head] = heads;
  const [first] = body;
  const counted = Number(attributeOf(table, "aria-rowcount") ?? "");
  return {
    columns: head ? cellsOf(head).slice(0, COLUMNS).map((cell) => say(cell, LIMIT)) : [],
    wide: first ? cellsOf(first).length : 0,
    rows: body.length,
    all: counted > body.length ? counted - (head ? 1 : 0) : null,
    first: first ? cellsOf(first).slice(0, COLUMNS).map((cell) => say(cell, LIMIT)) : [],
    headed: head !== undefined || body.some((row) => cellsOf(row).some(isHead)),
  };
}

/** @param {Element} row @returns {Element[]} */
function cellsOf(row) {
  return findAll(row, "th,td,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]");
}

/** @param {Element} cell @returns {boolean} */
function isHead(cell) {
  return localNameOf(cell) === "th" || attributeOf(cell, "role") === "columnheader";
}
