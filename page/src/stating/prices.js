/** Amounts of money that a person can see, with what tells which of them is the price, the former price or the total. */
import { attributeOf, dataOf, firstChildOf, isPainted, localNameOf, matchesOf, nextSiblingOf, nodeTypeOf, rectOf } from "../builtins.js";
import { composedParent, isVisible, keyOf, Sight } from "../controls/index.js";
import { cleanText } from "../text.js";
import { gap, labelBefore } from "./beside.js";
import { headingLevel } from "./headings.js";
import { marksOf, markPattern, ownText, say } from "./place.js";
import { structuredPrices } from "./structured.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 60;
const LOOKED_AT = 4_000;
const LEVELS = 3;
const WHOLE = 60;
const TIES = 6;
const SIGN = "(?:\\p{Sc}|US\\$|CHF|SFr|Fr\\.|EUR|USD|GBP|JPY|CNY|RMB|AUD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|INR|BRL|MXN|ZAR|KRW|RUB|UAH|AED|SAR|SGD|HKD|NZD|THB|kr\\.?|zł|Kč|Ft|lei|лв\\.?|руб\\.?|Rs\\.?|RM|Rp|元|円|원)";
const NUMBER = "\\d(?:[\\d.,'’\\u00a0\\u202f ]*\\d)?(?:[.,][-–—]{1,2})?";
const MONEY = new RegExp(`(?:${SIGN}\\s?${NUMBER})|(?:${NUMBER}\\s?${SIGN}(?![\\p{L}]))`, "u");
const CENTS = /^\d{2}$/;
const SMALL = /(?:^|[-_\s])(?:cents?|fraction|decimals?)(?:$|[-_\s])/;
const BUTTON = markPattern("btn|button");
const BUY = /^(?:add to (?:cart|bag|basket|trolley)|buy\b|in den warenkorb|in den einkaufswagen|jetzt kaufen|ajouter au panier|acheter|añadir al carrito|agregar al carrito|comprar|aggiungi al carrello|acquista|adicionar ao carrinho|in winkelwagen|in winkelmand|do koszyka|dodaj do koszyka|lägg i|köp|legg i|læg i|купить|в корзину|добавить в корзину|カートに入れる|加入购物车|加入購物車|장바구니)/i;
const LINE = /line-through/;

export class Prices {
  constructor() {
    /** @type {Map<Element, string>} */
    this.found = new Map();
    /** @type {Element[]} */
    this.titles = [];
    /** @type {Element[]} */
    this.buys = [];
    this.left = LOOKED_AT;
    /** @type {Map<Element, Place>} */
    this.places = new Map();
  }

  /** @param {Place} place */
  enter(place) {
    if (!place.isInside || this.found.size >= MOST) return;
    if (headingLevel(place) === 1) this.titles.push(place.element);
    if (isBuying(place)) this.buys.push(place.element);
    const own = ownText(place.element);
    if (!/[\d\p{Sc}]/u.test(own) || (this.left -= 1) <= 0) return;
    const holder = holderOf(place.element, own);
    if (!holder || this.found.has(holder.element)) return;
    this.found.set(holder.element, holder.text);
    this.places.set(holder.element, place);
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter(([element]) => isVisible(element, sight));
    const ties = seen.map(([element]) => tieOf(element));
    const prices = seen.map(([element, text], at) => ({
      k: keyOf(element),
      text,
      ...looksOf(element),
      where: this.places.get(element)?.where ?? "",
      like: ties.filter((tie) => tie === ties[at]).length,
      title: distance(element, this.titles),
      buy: this.buys.length > 2 ? -1 : distance(element, this.buys),
    }));
    return { prices, structured: structuredPrices() };
  }
}

/** @param {Element} element @param {Element[]} others @returns {number} pixels to the nearest of them; -1 for none */
function distance(element, others) {
  const gaps = others.filter(isPainted).map((other) => gap(element, other));
  return gaps.length === 0 ? -1 : Math.round(Math.min(...gaps));
}

/** @param {Place} place @returns {boolean} whether one buys with it */
function isBuying({ element, tag, marks }) {
  if (tag !== "button" && tag !== "a" && tag !== "input" && !BUTTON.test(marks) && attributeOf(element, "role") !== "button") return false;
  const text = tag === "input" ? (attributeOf(element, "value") ?? "") : say(element, 40);
  return text.length < 40 && BUY.test(text);
}

/** @param {Element} element @param {string} own its own text @returns {{ element: Element, text: string } | null} the innermost that says a whole amount */
function holderOf(element, own) {
  if (MONEY.test(own)) return { element, text: cleanText(own, WHOLE * 2) };
  if (cleanText(own, WHOLE + 1).length > WHOLE / 2) return null;
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    const text = inPieces(at);
    if (text.length > WHOLE / 2) return null;
    if (MONEY.test(text)) return { element: at, text };
  }
  return null;
}

/** @param {Element} element @returns {string} its words, small digits after large ones as what comes after the point */
function inPieces(element) {
  let text = "";
  for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
    const inner = nodeTypeOf(child) === Node.ELEMENT_NODE ? /** @type {Element} */ (child) : null;
    const isText = nodeTypeOf(child) === Node.TEXT_NODE;
    const piece = inner ? say(inner, WHOLE) : isText ? cleanText(dataOf(/** @type {Text} */ (child)), WHOLE) : "";
    const isCents = inner !== null && CENTS.test(piece) && /\d$/.test(text) && (localNameOf(inner) === "sup" || SMALL.test(marksOf(inner)));
    text += isCents ? `.${piece}` : `${text === "" || /\p{Sc}$/u.test(text) ? "" : " "}${piece}`;
  }
  return cleanText(text, WHOLE);
}

/** @param {Element} element */
function looksOf(element) {
  const style = getComputedStyle(element);
  const { left, top, width, height } = rectOf(element);
  return {
    label: labelBefore(element),
    size: Number.parseFloat(style.fontSize),
    bold: Number(style.fontWeight) >= 600,
    struck: isStruck(element),
    marks: marksNear(element),
    prop: propOf(element),
    part: partOf(element),
    x: Math.round(left),
    y: Math.round(top + scrollY),
    w: Math.round(width),
    h: Math.round(height),
  };
}

/** @param {Element} element @returns {boolean} whether a line goes through it */
function isStruck(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (/^(s|del|strike)$/.test(localNameOf(at)) || LINE.test(getComputedStyle(at).textDecorationLine)) return true;
  }
  return false;
}

/** @param {Element} element @returns {string} */
function marksNear(element) {
  const parent = composedParent(element);
  const around = parent && say(parent, WHOLE * 2).length <= WHOLE ? marksOf(parent) : "";
  return `${marksOf(element)} ${around}`.trim().slice(0, 120);
}

/** @param {Element} element @returns {string} what the page's own markup says it is */
function propOf(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < 2; level += 1, at = composedParent(at)) {
    const prop = attributeOf(at, "itemprop");
    if (prop) return cleanText(prop, 20);
  }
  return "";
}

/** @param {Element} element @returns {"cell" | "choice" | "link" | "prose" | ""} what it is a part of */
function partOf(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < TIES; level += 1, at = composedParent(at)) {
    if (matchesOf(at, "td,th,[role=cell],[role=gridcell]")) return "cell";
    if (matchesOf(at, "label,button,option,[role=option],[role=radio],[role=tab]")) return "choice";
    if (level < 2 && localNameOf(at) === "a") return "link";
    if (localNameOf(at) === "p" && say(at, 200).length > WHOLE) return "prose";
  }
  return "";
}

/** @param {Element} element @returns {string} what it is made as, and the things around it: rows and cards have one in common */
function tieOf(element) {
  const steps = [];
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < TIES && at !== document.body; level += 1, at = composedParent(at)) {
    steps.push(`${localNameOf(at)}.${attributeOf(at, "class") ?? ""}`);
  }
  return steps.join(" ");
}
