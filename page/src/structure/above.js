/** What lies over a modal layer and can be used along with it: the list of a field, a calendar, a question, a notice. */
import { attributeOf, matchesOf } from "../builtins.js";
import { composedContains } from "../controls/index.js";
import { treeOf } from "./elements.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {import("./forest.js").Branch<Element>} Branch */
/** @typedef {import("./forest.js").Forest<Element>} Forest */
/** @typedef {{ branch: Branch, level: number }} Floating `level`: the z-index that counts */

const OPEN = "[aria-expanded=true]";
const REFERENCES = ["aria-controls", "aria-owns"];
// A page may have thousands of boxes beside a dialog; what is opened from it lies a few boxes below the body.
const MOST_BOXES = 400;
const DEEPEST = 5;
// How many controls of a box are asked whether the pointer meets them.
const TRIED = 12;

/**
 * @param {Element} modal
 * @param {readonly Control[]} controls
 * @param {Forest} forest of them
 * @returns {Element[]} from the lowest to the highest, none within another
 */
export function findAbove(modal, controls, forest) {
  const base = forest.of.get(modal);
  if (!base) return [];
  const found = floatingOver(base, forest).filter(({ branch }) => isMet(branch, controls));
  for (const element of openedFrom(base, controls)) {
    const branch = forest.of.get(element);
    const isKnown = found.some((other) => composedContains(other.branch.element, element));
    if (branch && !isKnown && !composedContains(modal, element) && !composedContains(element, modal)) found.push({ branch, level: levelIn(branch, forest) });
  }
  found.sort((a, b) => a.level - b.level || a.branch.from - b.branch.from);
  return found.map(({ branch }) => branch.element);
}

/** @param {Branch} base @param {Forest} forest @returns {Floating[]} what is drawn over it, wherever it lies in the window */
function floatingOver(base, forest) {
  /** @type {Floating[]} */
  const found = [];
  const search = new Search();
  let own = levelIn(base, forest);
  for (let at = base; at.parent; at = at.parent) {
    own = levelOf(at.element) ?? own;
    for (const sibling of at.parent.children) {
      if (sibling === at) continue;
      for (const branch of search.floatingIn(sibling, 0)) {
        const level = levelIn(branch, forest, sibling);
        if (level > own || (level === own && branch.from > base.from)) found.push({ branch, level });
      }
    }
  }
  return found;
}

/** Looks for what is taken out of the flow of the page. */
class Search {
  constructor() {
    this.looked = 0;
  }

  /** @param {Branch} branch @param {number} depth @returns {Branch[]} the outermost */
  floatingIn(branch, depth) {
    this.looked += 1;
    if (this.looked > MOST_BOXES) return [];
    if (/^(absolute|fixed)$/.test(getComputedStyle(branch.element).position)) return [branch];
    return depth < DEEPEST ? branch.children.flatMap((child) => this.floatingIn(child, depth + 1)) : [];
  }
}

/** @param {Branch} branch @param {Forest} forest @param {Branch} [outermost] @returns {number} the outermost z-index from there down to its first control */
function levelIn(branch, forest, outermost = branch) {
  let level = 0;
  for (let at = forest.leaves[branch.from] ?? null; at; at = at.parent) {
    level = levelOf(at.element) ?? level;
    if (at === outermost) break;
  }
  return level;
}

/** @param {Element} element @returns {number | null} null where it is drawn along with what is around it */
function levelOf(element) {
  const { position, zIndex } = getComputedStyle(element);
  if (position === "static") return null;
  if (zIndex !== "auto") return Number(zIndex);
  return position === "fixed" || position === "sticky" ? 0 : null;
}

/** @param {Branch} branch @param {readonly Control[]} controls @returns {boolean} whether the pointer meets something in it */
function isMet({ from, to }, controls) {
  const shown = controls.slice(from, to).filter(({ isOffscreen, isInert }) => !isOffscreen && !isInert);
  return shown.slice(0, TRIED).some(({ cover }) => cover === null);
}

/** @param {Branch} base @param {readonly Control[]} controls @returns {Element[]} what its controls say they opened */
function openedFrom({ from, to }, controls) {
  return controls.slice(from, to).flatMap(({ element }) => {
    if (!matchesOf(element, OPEN)) return [];
    const ids = REFERENCES.flatMap((name) => (attributeOf(element, name) ?? "").trim().split(/\s+/));
    return ids.flatMap((id) => (id === "" ? [] : (treeOf(element)?.getElementById(id) ?? [])));
  });
}
