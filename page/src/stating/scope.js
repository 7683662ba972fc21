/** Turn what an agent calls a scope into the elements it means: unlike a scan's region it may hold no control at all. */
import { Budget } from "../budget.js";
import { hasBox } from "../builtins.js";
import { composedParent, elementOf, textInside } from "../controls/index.js";
import { boxOf } from "../structure/elements.js";
import { around, viewport } from "../structure/geometry.js";
import { LANDMARKS } from "../structure/landmarks.js";
import { elementsSaying } from "../structure/near_text.js";
import { listRegions, select, topModalLayer, withNeighbours } from "../structure/regions.js";

/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("../structure/landmarks.js").Landmark} Landmark */
/** @typedef {import("../structure/model.js").PageModel} PageModel */
/** @typedef {{ name: string, box: Box, roots: Element[] }} Scope `roots`: what lies in them is in the scope */

const SEARCH_LIMITS = { nodes: 300_000, depth: 25_000, milliseconds: 500 };
const LEVELS = 4;

/**
 * @param {import("../structure/regions.js").RegionRequest} request
 * @param {PageModel} model
 * @returns {Scope | import("../structure/regions.js").NoRegion}
 */
export function resolveScope(request, model) {
  const found = request === null || request === undefined ? topOrPage(model) : typeof request === "string" ? named(request, model) : anchored(request, model);
  if (found === "bad-selector") return { error: found, regions: listRegions(model) };
  return found ?? { error: "not-found", regions: listRegions(model) };
}

/** @param {string} name @param {Element[]} roots @returns {Scope | null} */
function scopeOf(name, roots) {
  const shown = roots.filter(hasBox);
  return shown.length === 0 ? null : { name, box: around(shown.map(boxOf)), roots: shown };
}

/** @returns {Scope | null} */
function wholePage() {
  return document.documentElement ? { name: "page", box: around([boxOf(document.documentElement)]), roots: [document.documentElement] } : null;
}

/** @param {PageModel} model @returns {Scope | null} */
function topOrPage(model) {
  const layer = topModalLayer(model);
  return layer.length > 0 ? scopeOf("dialog", layer) : wholePage();
}

/** @param {string} raw @param {PageModel} model @returns {Scope | null} */
function named(raw, model) {
  const name = raw.trim().toLowerCase();
  if (name === "page") return wholePage();
  if (name === "viewport") return document.documentElement ? { name, box: viewport(), roots: [document.documentElement] } : null;
  if (name === "dialog") {
    const layer = topModalLayer(model);
    if (layer.length > 0) return scopeOf(name, layer);
  }
  if (!LANDMARKS.includes(/** @type {Landmark} */ (name))) return null;
  return scopeOf(name, [...model.landmarks].filter(([, landmark]) => landmark === name).map(([element]) => element));
}

/** @param {import("../structure/regions.js").Anchor} anchor @param {PageModel} model @returns {Scope | null | "bad-selector"} */
function anchored({ selector, nearText, key }, model) {
  if (key !== undefined) {
    const element = elementOf(key);
    return element && scopeOf("element", [model.indexOf.has(element) ? withNeighbours(element, model) : element]);
  }
  const selected = selector === undefined ? null : select(selector, model);
  if (selected === "bad-selector") return selected;
  if (nearText === undefined) return selected && scopeOf("selector", selected);
  return nearWords(nearText, selected && new Set(selected), model);
}

/** @param {string} words @param {Set<Element> | null} allowed @param {PageModel} model @returns {Scope | null} */
function nearWords(words, allowed, model) {
  for (const said of elementsSaying(words, new Budget(SEARCH_LIMITS))) {
    const holder = allowed ? ancestor(said, (at) => allowed.has(at)) : surroundings(said, model);
    if (holder) return scopeOf("nearText", [holder]);
  }
  return null;
}

/** @param {Element} said @param {PageModel} model @returns {Element} the box around the words that says more than they do */
function surroundings(said, model) {
  const words = textInside(said, { limit: 200 });
  let at = said;
  for (let level = 0; level < LEVELS; level += 1) {
    const parent = composedParent(at);
    if (!parent || parent === document.body || parent === document.documentElement) return at;
    at = parent;
    if (model.forest.of.has(at) || textInside(at, { limit: 200 }) !== words) return at;
  }
  return at;
}

/** @param {Element} element @param {(at: Element) => boolean} test @returns {Element | null} */
function ancestor(element, test) {
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (test(at)) return at;
  return null;
}
