/** Which labels belong to which control, asked label by label: an element's own `labels` reads the whole document each time. */
import { attributeOf, localNameOf, rootNodeOf } from "../builtins.js";
import { traitsOf } from "./tags.js";

/** @type {HTMLLabelElement[]} shared, and never changed */
const NONE = [];
const controlGetter = Object.getOwnPropertyDescriptor(HTMLLabelElement.prototype, "control")?.get;

/** @typedef {Map<Element, HTMLLabelElement[]>} Index */
/** @type {Map<Node, Index> | null} good for as long as nothing else can run */
let indexes = null;

/** @param {Element} element @returns {HTMLLabelElement[]} the labels that belong to it */
export function labelsOf(element) {
  if (!traitsOf(localNameOf(element)).isLabelled) return NONE;
  return indexOf(rootNodeOf(element)).get(element) ?? NONE;
}

/** @param {Element} element @returns {Element | null} what a label is for */
export function controlOf(element) {
  return controlGetter && element instanceof HTMLLabelElement ? Reflect.apply(controlGetter, element, []) : null;
}

/** @param {Element} label that is for no native control @returns {boolean} whether something in its tree is named by it all the same */
export function namesSomething(label) {
  const id = attributeOf(label, "id");
  const root = rootNodeOf(label);
  if (!id || !(root instanceof Document || root instanceof ShadowRoot)) return false;
  return root.querySelector(`[aria-labelledby~="${CSS.escape(id)}"]`) !== null;
}

/** @param {Node} root @returns {Index} */
function indexOf(root) {
  if (!indexes) {
    indexes = new Map();
    queueMicrotask(() => {
      indexes = null;
    });
  }
  let index = indexes.get(root);
  if (!index) {
    index = read(root);
    indexes.set(root, index);
  }
  return index;
}

/** @param {Node} root @returns {Index} */
function read(root) {
  /** @type {Index} */
  const index = new Map();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return index;
  for (const label of root.querySelectorAll("label")) {
    const control = controlOf(label);
    if (!control || !(label instanceof HTMLLabelElement)) continue;
    const labels = index.get(control);
    if (labels) labels.push(label);
    else index.set(control, [label]);
  }
  return index;
}

/** @param {Element} element @param {import("./sight.js").Sight} sight @returns {Element | null} the first of its labels that shows */
export function visibleLabel(element, sight) {
  return labelsOf(element).find((label) => sight.look(label)?.isTransparent === false) ?? null;
}
