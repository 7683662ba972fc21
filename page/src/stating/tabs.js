/** Rows of tabs, and the one in each that is shown. */
import { attributeOf, localNameOf, parentElementOf, rectOf } from "../builtins.js";
import { accessibleName, keyOf } from "../controls/index.js";
import { findAll, isMarked, isWithin, markPattern, marksOf, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 12;
const ROW = markPattern("nav-tabs|nav-pills|tabs?|tab-list|tablist|tab-bar|card-header-tabs");
const ACTIVE = markPattern("active|selected|current|is-active|is-selected");
const LINKS = "a,button,[role=tab]";

export class Tabs {
  constructor() {
    /** @type {object[]} */
    this.rows = [];
  }

  /** @param {Place} place */
  enter(place) {
    if (!place.isInside || this.rows.length >= MOST) return;
    if (place.role === "tablist") this.addList(place);
    else if (/^(ul|ol|div|nav)$/.test(place.tag) && isMarked(place.marks, ROW)) this.addMarked(place);
  }

  told() {
    return { tabs: this.rows };
  }

  /** @param {Place} place */
  addList(place) {
    const tabs = findAll(place.element, "[role=tab]").filter((tab) => say(tab) !== "" || accessibleName(tab) !== "");
    const chosen = tabs.filter((tab) => attributeOf(tab, "aria-selected") === "true");
    this.push(place, tabs, chosen.length > 0 ? chosen : tabs.filter(isActive), chosen.length > 0 ? "aria" : "class");
  }

  /** @param {Place} place */
  addMarked(place) {
    const tabs = findAll(place.element, LINKS).slice(0, 40).filter((tab) => say(tab) !== "");
    if (tabs.length < 2 || tabs.some((tab) => isWithin(tab, "[role=tablist]"))) return;
    this.push(place, tabs, tabs.filter(isActive), "class");
  }

  /** @param {Place} place @param {Element[]} tabs @param {Element[]} chosen @param {string} by */
  push(place, tabs, chosen, by) {
    if (tabs.length === 0) return;
    const [one, another] = chosen;
    const { top, width } = rectOf(place.element);
    this.rows.push({
      k: keyOf(one ?? place.element),
      chosen: one && !another ? accessibleName(one) || say(one) : "",
      count: tabs.length,
      by,
      where: place.where,
      y: Math.round(top + scrollY),
      w: Math.round(width),
    });
  }
}

/** @param {Element} tab @returns {boolean} */
function isActive(tab) {
  const around = parentElementOf(tab);
  const parent = around && localNameOf(around) === "li" ? marksOf(around) : "";
  const current = attributeOf(tab, "aria-current");
  return isMarked(marksOf(tab), ACTIVE) || isMarked(parent, ACTIVE) || (current !== null && current !== "false") || attributeOf(tab, "aria-selected") === "true";
}
