/** One look at the page: its controls, and the place each of them has. */
import { Budget } from "../budget.js";
import { Collector, keyOf } from "../controls/index.js";
import { growForest } from "./forest.js";
import { viewport } from "./geometry.js";
import { findLayers } from "./layers.js";
import { landmarksByLayout, Marks } from "./layout.js";
import { groupsOf, Surveyor } from "./survey.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {import("./forest.js").Forest<Element>} Forest */
/** @typedef {import("./landmarks.js").Landmark} Landmark */
/** @typedef {import("./layers.js").Layer} Layer */
/** @typedef {import("./order.js").Place} Place */
/** @typedef {import("../controls/long_list.js").LeftOut} LeftOut */
/** @typedef {{ landmark: Landmark | "", layer: number }} Standing */

/**
 * @typedef {object} PageModel
 * @property {readonly Control[]} controls in composed document order
 * @property {Map<Element, number>} indexOf
 * @property {Forest} forest
 * @property {import("./survey.js").Survey} survey
 * @property {Map<Element, Landmark>} landmarks by ARIA, HTML and layout
 * @property {Layer[]} layers from the lowest to the highest
 * @property {readonly Element[]} clippers what hides a part of what is in it, and may scroll
 * @property {readonly Element[]} unseen what would be a control if it could be seen
 * @property {readonly LeftOut[]} leftOut rows of long lists that were counted only
 * @property {(index: number) => Place} placeAt
 * @property {string | null} ranOut which budget
 * @property {boolean} isAstray whether something was left out that should not have been: the look is of no use
 */

/**
 * @typedef {object} LookOptions
 * @property {number[] | undefined} [listeners]
 * @property {number | undefined} [milliseconds]
 * @property {boolean} [isHurried] somebody waits, so that not every row of a long list is looked at
 */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 3_000 };

/** @param {LookOptions} options @returns {PageModel} */
export function lookAtPage({ listeners, milliseconds = LIMITS.milliseconds, isHurried = false }) {
  const budget = new Budget({ ...LIMITS, milliseconds });
  const surveyor = new Surveyor();
  const collector = new Collector({ budget, surveyor, leavesOutRows: isHurried, ...(listeners ? { listeners } : {}) });
  const controls = collector.collect();
  // In document order, so that an order of many keys is short to say.
  controls.forEach(({ element }) => keyOf(element));
  const { found } = surveyor;
  const lists = collector.long?.lists ?? [];
  const forest = forestOf(controls);
  const leftOut = lists.flatMap((list) => list.leftOut);
  leftOut.forEach(addToForest);
  const layers = findLayers(found.surfaces, controls, forest);
  const landmarks = new Map(found.landmarks);
  const over = layers.map(({ element }) => element);
  for (const [element, landmark] of landmarksByLayout(new Marks(controls, leftOutIn(lists)), forest, found.landmarks, over, viewport())) landmarks.set(element, landmark);
  return placed(controls, forest, {
    survey: found,
    landmarks,
    layers,
    clippers: collector.sight.clippers,
    unseen: collector.unseen,
    leftOut,
    ranOut: budget.ranOut,
    isAstray: lists.some(({ isAstray }) => isAstray),
  });
}

/** @param {LeftOut} leftOut */
function addToForest({ spot, rows }) {
  const like = spot?.branch;
  for (let at = like?.parent; like && at; at = at.parent) at.more += rows.length * (like.to - like.from);
}

/** @param {readonly import("../controls/long_list.js").LongList[]} lists @returns {Map<Element, number>} how many children of an element were left out */
function leftOutIn(lists) {
  return new Map(lists.map(({ holder, leftOut }) => [holder, leftOut.reduce((sum, { rows }) => sum + rows.length, 0)]));
}

/** @param {readonly Control[]} controls of some elements @param {PageModel} look at the page they are on @returns {PageModel} */
export function placeLike(controls, look) {
  const unknown = controls.filter(({ element }) => !look.indexOf.has(element)).map(({ element }) => element);
  const groups = groupsOf(unknown, new Budget(LIMITS));
  for (const { element, spot } of controls) {
    const index = look.indexOf.get(element);
    if (spot) spot.group = index === undefined ? (groups.get(element) ?? null) : (look.controls[index]?.spot?.group ?? null);
  }
  return placed(controls, forestOf(controls), look);
}

/** @param {readonly Control[]} controls @returns {Forest} */
function forestOf(controls) {
  /** @type {import("../controls/spot.js").Spot[]} */
  const spots = [];
  controls.forEach(({ spot }) => spot && spots.push(spot));
  return growForest(spots);
}

/**
 * @param {readonly Control[]} controls
 * @param {Forest} forest of them
 * @param {Pick<PageModel, "survey" | "landmarks" | "layers" | "clippers" | "unseen" | "leftOut" | "ranOut" | "isAstray">} page
 * @returns {PageModel}
 */
function placed(controls, forest, { survey, landmarks, layers, clippers, unseen, leftOut, ranOut, isAstray }) {
  const standings = stand(forest, landmarks, survey.weak, layers);
  /** @type {Map<Element, number> | null} */
  let indexOf = null;
  return {
    controls,
    get indexOf() {
      return (indexOf ??= indicesOf(controls));
    },
    forest,
    survey,
    landmarks,
    layers,
    clippers,
    unseen,
    leftOut,
    placeAt(index) {
      const { landmark, layer } = standings[forest.leaves[index]?.number ?? 0] ?? NOWHERE;
      return { landmark, layer, group: controls[index]?.spot?.group ?? null };
    },
    ranOut,
    isAstray,
  };
}

/** @param {readonly Control[]} controls @returns {Map<Element, number>} */
function indicesOf(controls) {
  /** @type {Map<Element, number>} */
  const indices = new Map();
  for (let index = 0; index < controls.length; index += 1) indices.set(/** @type {Control} */ (controls[index]).element, index);
  return indices;
}

/** @type {Standing} */
const NOWHERE = { landmark: "", layer: 0 };

/**
 * @param {Forest} forest
 * @param {Map<Element, Landmark>} landmarks
 * @param {Set<Element>} weak
 * @param {Layer[]} layers
 * @returns {Standing[]} of every branch
 */
function stand(forest, landmarks, weak, layers) {
  const numbers = new Map(layers.map((layer, index) => [layer.element, index + 1]));
  /** @type {Standing[]} */
  const standings = [];
  forest.branches.forEach(({ element, parent }) => {
    let standing = (parent && standings[parent.number]) ?? NOWHERE;
    const layer = numbers.size > 0 ? numbers.get(element) : undefined;
    const landmark = landmarks.get(element);
    if (layer !== undefined) standing = { landmark: landmark ?? "dialog", layer };
    else if (landmark && !(weak.has(element) && standing.landmark !== "")) standing = { landmark, layer: standing.layer };
    standings.push(standing);
  });
  return standings;
}
