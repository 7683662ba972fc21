/** One look at the page: its controls, and the place each of them has. */
import { Budget } from "../budget.js";
import { localNameOf } from "../builtins.js";
import { collectControls, composedParent, keyOf } from "../controls/index.js";
import { growForest } from "./forest.js";
import { viewport } from "./geometry.js";
import { findCover, findLayers } from "./layers.js";
import { landmarksByLayout } from "./layout.js";
import { survey } from "./survey.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {import("./forest.js").Forest<Element>} Forest */
/** @typedef {import("./landmarks.js").Landmark} Landmark */
/** @typedef {import("./layers.js").Layer} Layer */
/** @typedef {import("./order.js").Place} Place */
/** @typedef {{ landmark: Landmark | "", layer: number }} Standing */

/**
 * @typedef {object} PageModel
 * @property {readonly Control[]} controls in composed document order
 * @property {Map<Element, number>} indexOf
 * @property {Forest} forest
 * @property {import("./survey.js").Survey} survey
 * @property {Map<Element, Landmark>} landmarks by ARIA, HTML and layout
 * @property {Layer[]} layers from the lowest to the highest
 * @property {Element | null} cover the layer that is known by what it covers only
 * @property {(index: number) => Place} placeAt
 * @property {string | null} ranOut which budget
 */

/**
 * What only a look at all controls can tell.
 *
 * @typedef {object} Sense
 * @property {(forest: Forest, known: Map<Element, Landmark>) => Iterable<[Element, Landmark]>} landmarks by layout
 * @property {(forest: Forest) => Element | null} cover
 */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 3_000 };
const FIELD_ROLES = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox", "radio", "switch"]);

/** @param {{ listeners?: number[] | undefined }} options @returns {PageModel} */
export function lookAtPage({ listeners }) {
  const budget = new Budget(LIMITS);
  const controls = collectControls(document, listeners ? { budget, listeners } : { budget });
  // In document order, so that an order of many keys is short to say.
  for (const control of controls) keyOf(control.element);
  const sense = {
    landmarks: (/** @type {Forest} */ forest, /** @type {Map<Element, Landmark>} */ known) => landmarksByLayout(marksOf(controls), forest, known, viewport()),
    cover: (/** @type {Forest} */ forest) => findCover(controls, forest),
  };
  return placeControls(controls, budget, sense);
}

/**
 * @param {readonly Control[]} controls
 * @param {Budget} collecting what collecting them left
 * @param {Sense} sense
 * @returns {PageModel}
 */
export function placeControls(controls, collecting, sense) {
  const budget = new Budget(LIMITS);
  const elements = controls.map((control) => control.element);
  const found = survey(new Set(elements), budget);
  const forest = growForest(elements, composedParent);
  const layers = findLayers(found.surfaces);
  const cover = layers.some((layer) => layer.isModal) ? null : sense.cover(forest);
  if (cover) layers.push({ element: cover, isModal: true });
  const landmarks = new Map(found.landmarks);
  for (const [element, landmark] of sense.landmarks(forest, found.landmarks)) landmarks.set(element, landmark);
  const standings = stand(forest, landmarks, found.weak, layers);
  return {
    controls,
    indexOf: new Map(elements.map((element, index) => [element, index])),
    forest,
    survey: found,
    landmarks,
    layers,
    cover,
    placeAt(index) {
      const element = /** @type {Element} */ (elements[index]);
      const { landmark, layer } = standings.get(element) ?? NOWHERE;
      return { landmark, layer, group: found.groups.get(element) ?? null };
    },
    ranOut: collecting.ranOut ?? budget.ranOut,
  };
}

/** @type {Standing} */
const NOWHERE = { landmark: "", layer: 0 };

/**
 * @param {Forest} forest
 * @param {Map<Element, Landmark>} landmarks
 * @param {Set<Element>} weak
 * @param {Layer[]} layers
 * @returns {Map<Element, Standing>} of every ancestor of a control
 */
function stand(forest, landmarks, weak, layers) {
  const numbers = new Map(layers.map((layer, index) => [layer.element, index + 1]));
  /** @type {Map<Element, Standing>} */
  const standings = new Map();
  for (const { element, parent } of forest.branches) {
    let standing = (parent && standings.get(parent.element)) ?? NOWHERE;
    const layer = numbers.get(element);
    const landmark = landmarks.get(element);
    if (layer !== undefined) standing = { landmark: landmark ?? "dialog", layer };
    else if (landmark && !(weak.has(element) && standing.landmark !== "")) standing = { landmark, layer: standing.layer };
    standings.set(element, standing);
  }
  return standings;
}

/** @param {readonly Control[]} controls @returns {import("./layout.js").Mark[]} */
function marksOf(controls) {
  return controls.map((control) => ({
    box: control.rect,
    isLink: control.role === "link" || (control.role !== "button" && !FIELD_ROLES.has(control.role) && localNameOf(control.element) !== "button"),
    isField: FIELD_ROLES.has(control.role),
  }));
}
