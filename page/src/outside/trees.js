/** What a tool outside the page sees of its trees: open shadow roots lie open to Playwright's CSS, closed ones are out of reach. */
import { matchesOf, parentElementOf, parentNodeOf, shadowRootOf } from "../builtins.js";

/** @typedef {Document | ShadowRoot} Tree */
/** @typedef {{ compound: string, isParent: boolean }} Step `isParent`: what follows is its child, and not only in it */

const STEP = /(?:\\[0-9a-f]{1,6}\s?|\\.|"(?:\\.|[^"\\])*"|[^\s>"\\])+|>/gis;

/** @param {import("../budget.js").Budget} budget @returns {Tree[]} the document and all open roots; none when the page is too large to tell */
export function openTrees(budget) {
  /** @type {Tree[]} */
  const trees = [document];
  for (const tree of trees) {
    for (const element of tree.querySelectorAll("*")) {
      if (!budget.spendNode()) return [];
      const shadow = shadowRootOf(element);
      if (shadow) trees.push(shadow);
    }
  }
  return trees;
}

/** @param {Element} element @returns {Element | null} its parent, or the host of the root it is in */
export function parentOf(element) {
  const parent = parentElementOf(element);
  if (parent) return parent;
  const node = parentNodeOf(element);
  return node instanceof ShadowRoot ? node.host : null;
}

/**
 * Both combinators lead from a host into its root as from a parent to its children.
 *
 * @param {string} selector tags, classes, ids and attributes, with spaces and `>` between them
 * @param {Tree[]} trees
 * @returns {Element[]}
 */
export function matching(selector, trees) {
  try {
    if (trees.length === 1) return trees.flatMap((tree) => Array.from(tree.querySelectorAll(selector)));
    const steps = stepsOf(selector);
    const last = steps.pop()?.compound ?? "";
    return trees.flatMap((tree) => Array.from(tree.querySelectorAll(last))).filter((element) => isBelow(element, steps));
  } catch (error) {
    if (error instanceof DOMException) return [];
    throw error;
  }
}

/** @param {string} selector @returns {Step[]} */
function stepsOf(selector) {
  const words = selector.match(STEP) ?? [];
  return words.flatMap((compound, at) => (compound === ">" ? [] : [{ compound, isParent: words[at + 1] === ">" }]));
}

/** @param {Element} element @param {Step[]} steps @returns {boolean} whether they lead down to it */
function isBelow(element, steps) {
  const step = steps.at(-1);
  if (!step) return true;
  for (let at = parentOf(element); at; at = step.isParent ? null : parentOf(at)) {
    if (matchesOf(at, step.compound) && isBelow(at, steps.slice(0, -1))) return true;
  }
  return false;
}
