/** Which control a place of a picture belongs to. */
import { attributeOf, localNameOf } from "../builtins.js";
import { BY_LOOKS, Collector, composedParent, controlOf, deepElementFromPoint, documentId, elementOf, keyOf } from "../controls/index.js";

/** @typedef {{ k: number, hit: string, control: number | null, tag: string, isWeak: boolean, isOn: boolean }} Met `isWeak`: by its looks or a listener alone; `isOn`: it is the element that was asked for, or in it */
const LEVELS = 15;
const NAME = 24;
const WEAK = new Set([...BY_LOOKS, "canvas", "frame"]);
const ROOTS = new Set(["html", "body"]);

/** @param {{ points: [number, number][], on?: number }} request @returns {{ documentId: string, met: (Met | null)[] }} */
export function metAt({ points, on }) {
  const wanted = on === undefined ? null : elementOf(on);
  return { documentId, met: points.map(([x, y]) => meet(deepElementFromPoint(x, y), wanted)) };
}

/** @param {Element | null} found @param {Element | null} wanted @returns {Met | null} */
function meet(found, wanted) {
  if (!found) return null;
  // A server that asks where in a picture was pressed means something else by every place.
  const control = found instanceof HTMLImageElement && found.isMap ? null : controlAround(found);
  return {
    k: keyOf(found),
    hit: summaryOf(found),
    control: control && keyOf(control.element),
    tag: control ? localNameOf(control.element) : "",
    isWeak: control?.isWeak === true,
    isOn: wanted !== null && isIn(found, wanted),
  };
}

/** @param {Element} element @param {Element} other @returns {boolean} */
function isIn(element, other) {
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (at === other) return true;
  // An area takes the pointer for its picture, wherever in the document it stands.
  const map = element instanceof HTMLAreaElement ? composedParent(element) : null;
  return map instanceof HTMLMapElement && attributeOf(other, "usemap") === `#${map.name}`;
}

/** @param {Element} element @returns {number | null} */
export function nearestControl(element) {
  const found = controlAround(element);
  return found && keyOf(found.element);
}

/** @param {Element} element @returns {{ element: Element, isWeak: boolean } | null} the innermost control that it is or lies in */
function controlAround(element) {
  const collector = new Collector({});
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS && !ROOTS.has(localNameOf(at)); level += 1, at = composedParent(at)) {
    const labelled = controlOf(at);
    if (labelled) return { element: labelled, isWeak: false };
    const { evidence } = collector.describe(at);
    if (evidence.length > 0) return { element: at, isWeak: evidence.every((one) => WEAK.has(one)) };
  }
  return null;
}

/** @param {Element} element @returns {string} such as `canvas#c`; page text */
function summaryOf(element) {
  const id = attributeOf(element, "id");
  return `${localNameOf(element)}${id ? `#${id}` : ""}`.slice(0, NAME);
}
