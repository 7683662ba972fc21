/** Where one is: the way down to this page, and which page of several it is. */
import { attributeOf, firstElementChildOf, hasAttributeOf, localNameOf, parentElementOf } from "../builtins.js";
import { composedContains, keyOf } from "../controls/index.js";
import { cleanText } from "../text.js";
import { findAll, isMarked, markPattern, marksOf, ownText, say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 12;
const ITEMS = 12;
const TRAIL = markPattern("breadcrumbs?|bread-crumbs?");
const TRAIL_NAME = /bread ?crumb|brotkr|fil d.?ariane|migas|briciole|kruimel|okruszki|パンくず|面包屑|хлебные/i;
const SEPARATOR = /^[\s/\\>»›→|·•<«‹-]+|[\s/\\>»›→|·•<«‹-]+$/g;
const PAGES = markPattern("paginations?|paginator|pager|paging|page-numbers|page-nav");
const PAGES_NAME = /paginat|seiten|pages?\b|página|pagina|strony|ページ/i;
const CURRENT = markPattern("active|current|selected|is-active|is-current|uk-active");
const COUNTED = /\b(?:page|seite|página|pagina|strona|sida|side)\s+(\d{1,5})\s*(?:of|\/|von|de|di|van|z|av|af|sur)\s*(\d{1,5})\b/i;
const RANGE = /(\d{1,6})\s*(?:-|–|to|bis|a|à)\s*(\d{1,6})\s*(?:of|\/|von|de|di|van|z|av|out of)\s*(\d[\d.,]{0,8})/i;

export class Paths {
  constructor() {
    /** @type {object[]} */
    this.trails = [];
    /** @type {object[]} */
    this.pages = [];
    /** @type {Element | null} */
    this.trail = null;
    /** @type {Element | null} */
    this.pager = null;
  }

  /** @param {Place} place */
  enter(place) {
    this.enterTrail(place);
    if (place.isInside) this.enterPager(place);
  }

  told() {
    return { trails: this.trails, pages: this.pages };
  }

  /** @param {Place} place */
  enterTrail(place) {
    if (this.trails.length >= MOST || !isTrail(place)) return;
    if (this.trail && composedContains(this.trail, place.element)) return;
    const items = trailItems(place.element);
    if (items.length === 0) return;
    this.trail = place.element;
    this.trails.push({ k: keyOf(place.element), items, where: place.where });
  }

  /** @param {Place} place */
  enterPager(place) {
    if (this.pages.length >= MOST) return;
    const { element } = place;
    if (isPager(place) && !(this.pager && composedContains(this.pager, element))) {
      const found = numbered(element);
      if (found) {
        this.pager = element;
        this.pages.push({ k: keyOf(element), where: place.where, ...found });
      }
    }
    this.addCount(place);
  }

  /** @param {Place} place */
  addCount({ element, where }) {
    const own = ownText(element).trim();
    if (own.length < 3 || own.length > 80 || !/\d/.test(own)) return;
    const text = say(element, 80);
    const page = COUNTED.exec(text);
    const range = page ? null : RANGE.exec(text);
    if (page) this.pages.push({ k: keyOf(element), where, current: Number(page[1]), last: Number(page[2]), by: "words" });
    else if (range) this.pages.push({ k: keyOf(element), where, from: Number(range[1]), to: Number(range[2]), of: Number((range[3] ?? "").replace(/[.,]/g, "")), by: "range" });
  }
}

/** @param {Place} place @returns {boolean} */
function isTrail({ element, marks }) {
  if (isMarked(marks, TRAIL)) return true;
  if (!hasAttributeOf(element, "aria-label") && !hasAttributeOf(element, "itemtype")) return false;
  return TRAIL_NAME.test(attributeOf(element, "aria-label") ?? "") || /BreadcrumbList/.test(attributeOf(element, "itemtype") ?? "");
}

/** @param {Element} trail @returns {string[]} */
function trailItems(trail) {
  const listed = findAll(trail, "li");
  const parts = listed.length > 0 ? listed : findAll(trail, "a,span,strong,b,[aria-current]").filter((part) => firstElementChildOf(part) === null);
  const texts = parts.slice(0, ITEMS).map((part) => cleanText(say(part, 60).replace(SEPARATOR, ""), 60));
  return texts.filter((text, at) => text !== "" && text !== texts[at - 1]);
}

/** @param {Place} place @returns {boolean} */
function isPager({ element, tag, marks }) {
  if (isMarked(marks, PAGES)) return true;
  const label = tag === "nav" || attributeOf(element, "role") === "navigation" ? attributeOf(element, "aria-label") : null;
  return label !== null && PAGES_NAME.test(label);
}

/** @param {Element} pager @returns {{ current: number | null, last: number, by: string } | null} */
function numbered(pager) {
  const parts = findAll(pager, "a,button,span,li,[aria-current]").slice(0, 80);
  const numbers = parts.flatMap((part) => {
    const text = say(part, 12).replace(/\(current\)/i, "").trim();
    return /^\d{1,5}$/.test(text) ? [{ part, number: Number(text) }] : [];
  });
  if (numbers.length === 0) return null;
  const current = numbers.find(({ part }) => isCurrent(part));
  return { current: current ? current.number : null, last: Math.max(...numbers.map(({ number }) => number)), by: "links" };
}

/** @param {Element} part @returns {boolean} */
function isCurrent(part) {
  const said = attributeOf(part, "aria-current");
  if (said !== null && said !== "false") return true;
  if (isMarked(marksOf(part), CURRENT)) return true;
  const parent = parentElementOf(part);
  return localNameOf(part) !== "li" && parent !== null && localNameOf(parent) === "li" && isMarked(marksOf(parent), CURRENT);
}
