/** Buttons side by side that look alike: which of them is meant cannot be seen. */
import { attributeOf, localNameOf, matchesOf, rectOf } from "../builtins.js";
import { composedParent, isVisible, keyOf, Sight } from "../controls/index.js";
import { childrenOf } from "../structure/elements.js";
import { say } from "./place.js";

/** @typedef {import("./place.js").Place} Place */

const MOST = 40;
const LINKED = /^(a|button)$/;
const CLEAR = /^(?:transparent|rgba\(.*, 0\))$/;

export class Twins {
  constructor() {
    /** @type {Set<Element>} */
    this.found = new Set();
  }

  /** @param {Place} place */
  enter({ element, tag, isInside }) {
    if (!isInside || this.found.size >= MOST || this.found.has(element) || !isButton(element, tag)) return;
    const row = rowOf(element);
    const looks = looksOf(element);
    const alike = looks === "" ? [] : row.filter((other) => looksOf(other) === looks);
    const labels = new Set(alike.map((other) => say(other, 40)).filter(Boolean));
    if (labels.size > 1) for (const other of alike) this.found.add(other);
  }

  told() {
    const sight = new Sight();
    const seen = [...this.found].filter((element) => isVisible(element, sight));
    return { twins: seen.map((element) => ({ k: keyOf(element) })) };
  }
}

/** @param {Element} element @param {string} tag @returns {boolean} */
function isButton(element, tag) {
  return (LINKED.test(tag) || attributeOf(element, "role") === "button") && !matchesOf(element, ":disabled,[aria-disabled=true]");
}

/** @param {Element} element @returns {Element[]} itself and the buttons in its row */
function rowOf(element) {
  const parent = composedParent(element);
  if (!parent) return [];
  return Array.from(childrenOf(parent)).slice(0, 20).filter((child) => isButton(child, localNameOf(child)));
}

/** @param {Element} element @returns {string} how strong it looks; empty for what has no colour of its own */
function looksOf(element) {
  const { backgroundColor, color, fontSize, fontWeight, borderTopColor } = getComputedStyle(element);
  if (CLEAR.test(backgroundColor)) return "";
  return [backgroundColor, color, borderTopColor, fontSize, fontWeight, Math.round(rectOf(element).height / 4)].join(" ");
}
