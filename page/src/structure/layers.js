/** What lies over the page: dialogs, popovers, and boxes that cover everything. */
import { attributeOf, isPainted, matchesOf } from "../builtins.js";
import { composedContains, composedParent, deepElementFromPoint } from "../controls/index.js";
import { findAbove } from "./above.js";
import { boxOf, siblingsOf } from "./elements.js";
import { covers, viewport } from "./geometry.js";

/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {{ element: Element, isModal: boolean }} Layer */

const NEARLY_ALL = 0.95;
const WRAPPERS = 3;
// How many controls outside a covering box are hit-tested before it counts as covering all of them.
const TRIED_OUTSIDE = 12;
const INNER_POINTS = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];

/**
 * @param {readonly Element[]} surfaces that may be open, in document order
 * @param {readonly Control[]} controls
 * @param {import("./forest.js").Forest<Element>} forest of them
 * @returns {Layer[]} from the lowest to the highest
 */
export function findLayers(surfaces, controls, forest) {
  const layers = openLayers(surfaces);
  const said = layers.findLast(({ element, isModal }) => isModal && forest.of.has(element))?.element ?? null;
  const cover = said === null && layers.some(({ isModal }) => isModal) ? null : findCover(controls, forest, said);
  if (cover) layers.push({ element: cover, isModal: true });
  const modal = cover ?? said;
  const known = new Set(layers.map(({ element }) => element));
  const above = modal ? findAbove(modal, controls, forest).filter((element) => !known.has(element)) : [];
  return [...layers, ...above.map((element) => ({ element, isModal: false }))];
}

/** @param {readonly Element[]} surfaces @returns {Layer[]} from the lowest to the highest */
function openLayers(surfaces) {
  const view = viewport();
  const open = surfaces.filter(isPainted).flatMap((element, place) => {
    const isInTopLayer = matchesOf(element, ":modal, :popover-open");
    const isModal = matchesOf(element, ":modal") || attributeOf(element, "aria-modal") === "true" || isOverAll(element, view);
    if (!isModal && !isInTopLayer) return [];
    return [{ element, isModal, isInTopLayer, place, isMet: isMet(element) }];
  });
  // Below a modal dialog the browser's own hit test meets nothing, so that what is met is on top.
  open.sort((a, b) => Number(a.isMet) - Number(b.isMet) || Number(a.isInTopLayer) - Number(b.isInTopLayer) || a.place - b.place);
  return open.map(({ element, isModal }) => ({ element, isModal }));
}

/** @param {Element} element @returns {boolean} whether the pointer meets it somewhere */
function isMet(element) {
  const box = boxOf(element);
  return INNER_POINTS.some(([across = 0, down = 0]) => {
    const found = deepElementFromPoint(box.x + box.w * across, box.y + box.h * down);
    return found !== null && composedContains(element, found);
  });
}

/** A dialog that does not say that it is modal, but lies on something that covers the window. @param {Element} dialog @param {Box} view @returns {boolean} */
function isOverAll(dialog, view) {
  if (attributeOf(dialog, "aria-modal") === "false" || matchesOf(dialog, "[popover]")) return false;
  let at = /** @type {Element | null} */ (dialog);
  for (let level = 0; at && level <= WRAPPERS; level += 1, at = composedParent(at)) {
    if (at === document.body) return false;
    if (coversFixed(at, view)) return true;
    if (getComputedStyle(at).position === "fixed") return siblingsOf(at).some((sibling) => coversFixed(sibling, view));
  }
  return false;
}

/** @param {Element} element @param {Box} view @returns {boolean} */
function coversFixed(element, view) {
  return isPainted(element) && covers(boxOf(element), view, NEARLY_ALL) && getComputedStyle(element).position === "fixed";
}

/**
 * A box that covers the window and all controls outside it, whatever it is called.
 *
 * @param {readonly Control[]} controls
 * @param {import("./forest.js").Forest<Element>} forest of them
 * @param {Element | null} modal what is known to cover the page: only what covers that, too, is looked for
 * @returns {Element | null}
 */
function findCover(controls, forest, modal) {
  const view = viewport();
  /** @type {Element[]} */
  const covering = [];
  for (let at = deepElementFromPoint(view.w / 2, view.h / 2); at; at = composedParent(at)) if (coversFixed(at, view)) covering.push(at);
  const below = modal ? (forest.of.get(modal) ?? null) : { from: 0, to: controls.length };
  // The outermost one first: a backdrop lies beside what it is drawn for.
  return covering.reverse().find((cover) => below && !composedContains(cover, modal) && coversTheRest(cover, controls, forest, below)) ?? null;
}

/**
 * @param {Element} cover
 * @param {readonly Control[]} controls
 * @param {import("./forest.js").Forest<Element>} forest
 * @param {{ from: number, to: number }} below the controls it is to cover, but for its own
 * @returns {boolean}
 */
function coversTheRest(cover, controls, forest, { from, to }) {
  const branch = forest.of.get(cover);
  if (!branch) return false;
  const isOutside = (/** @type {number} */ index) => index >= from && index < to && (index < branch.from || index >= branch.to);
  const outside = controls.filter((control, index) => isOutside(index) && !control.isOffscreen).slice(0, TRIED_OUTSIDE);
  return outside.length > 0 && outside.every((control) => control.cover !== null);
}
