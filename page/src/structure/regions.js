/** Turn what an agent calls a region into the controls that are in it. */
import { Budget } from "../budget.js";
import { composedParent, elementOf } from "../controls/index.js";
import { boxOf, textOf } from "./elements.js";
import { around, distance, overlap, viewport } from "./geometry.js";
import { LANDMARKS } from "./landmarks.js";
import { elementsSaying } from "./near_text.js";
import { labelOf } from "./survey.js";

/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("./landmarks.js").Landmark} Landmark */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {{ selector?: string, nearText?: string, key?: number }} Anchor */
/** @typedef {string | Anchor | null | undefined} RegionRequest */
/** @typedef {{ name: string, label?: string, controls: number, box: Box }} RegionFact */
/** @typedef {{ name: string, box: Box, indices: number[] }} Region `indices` in document order */
/** @typedef {{ error: "not-found" | "bad-selector", regions: RegionFact[] }} NoRegion */

const MOST_LISTED = 30;
const LABEL_LIMIT = 60;
// A box with more controls than this is not "near" a text in it.
const MOST_NEAR = 40;
const NEAREST = 10;
const SEARCH_LIMITS = { nodes: 300_000, depth: 25_000, milliseconds: 500 };

/** @param {RegionRequest} request @param {PageModel} model @returns {Region | NoRegion} */
export function resolveRegion(request, model) {
  const found = request === null || request === undefined ? topLayer(model) : typeof request === "string" ? byName(request, model) : byAnchor(request, model);
  if (found === "bad-selector") return { error: found, regions: listRegions(model) };
  const isWhole = found?.name === "page";
  if (found === null || (found.indices.length === 0 && !isWhole)) return { error: "not-found", regions: listRegions(model) };
  return found;
}

/** @param {PageModel} model @returns {RegionFact[]} */
export function listRegions(model) {
  /** @type {RegionFact[]} */
  const facts = [];
  for (const { element } of model.layers.toReversed()) {
    if (!model.landmarks.has(element)) facts.push(...factOf("dialog", element, model));
  }
  for (const [element, name] of model.landmarks) {
    if (facts.length >= MOST_LISTED) break;
    facts.push(...factOf(name, element, model));
  }
  const inView = shown(model);
  facts.push({ name: "viewport", controls: inView.length, box: viewport() });
  facts.push({ name: "page", controls: model.controls.length, box: pageBox() });
  return facts;
}

/** @param {string} name @param {Element} element @param {PageModel} model @returns {RegionFact[]} none when it has no controls */
function factOf(name, element, model) {
  const controls = inside([element], model).length;
  if (controls === 0) return [];
  const label = labelOf(element);
  return [{ name, ...(label === "" ? {} : { label }), controls, box: around([boxOf(element)]) }];
}

/** @param {PageModel} model @returns {Region} */
function topLayer(model) {
  const element = topModalLayer(model);
  return element ? { name: "dialog", box: around([boxOf(element)]), indices: inside([element], model) } : wholePage(model);
}

/** @param {PageModel} model @returns {Element | null} what keeps the rest of the page from being used; a veil that only says "please wait" has nothing to offer */
export function topModalLayer(model) {
  return model.layers.findLast(({ element, isModal }) => isModal && inside([element], model).length > 0)?.element ?? null;
}

/** @param {PageModel} model @returns {Region} */
function wholePage(model) {
  return { name: "page", box: pageBox(), indices: model.controls.map((_, index) => index) };
}

/** @returns {Box} */
function pageBox() {
  return document.documentElement ? around([boxOf(document.documentElement)]) : viewport();
}

/** @param {string} raw @param {PageModel} model @returns {Region | null} */
function byName(raw, model) {
  const name = raw.trim().toLowerCase();
  if (name === "page") return wholePage(model);
  if (name === "viewport") return { name, box: viewport(), indices: shown(model) };
  if (name === "dialog") {
    const top = topLayer(model);
    if (top.name === "dialog") return top;
  }
  if (!LANDMARKS.includes(/** @type {Landmark} */ (name))) return null;
  const elements = [...model.landmarks].filter(([, landmark]) => landmark === name).map(([element]) => element);
  return regionOf(name, elements, model);
}

/** @param {string} name @param {Element[]} elements @param {PageModel} model @returns {Region | null} */
function regionOf(name, elements, model) {
  if (elements.length === 0) return null;
  const indices = inside(elements, model);
  const holding = elements.filter((element) => model.forest.of.has(element));
  return { name, box: around((holding.length > 0 ? holding : elements).map(boxOf)), indices };
}

/** @param {PageModel} model @returns {number[]} */
function shown(model) {
  const view = viewport();
  const indices = [];
  for (const [index, control] of model.controls.entries()) {
    if (!control.isOffscreen && overlap(control.rect, view)) indices.push(index);
  }
  return indices;
}

/** @param {Anchor} anchor @param {PageModel} model @returns {Region | null | "bad-selector"} */
function byAnchor({ selector, nearText, key }, model) {
  if (key !== undefined) {
    const element = elementOf(key);
    return element && regionOf("element", [withNeighbours(element, model)], model);
  }
  const selected = selector === undefined ? null : select(selector, model);
  if (selected === "bad-selector") return selected;
  if (nearText !== undefined) return nearWords(nearText, selected, model);
  return selected && regionOf("selector", selected, model);
}

/** @param {string} selector @param {PageModel} model @returns {Element[] | "bad-selector"} */
export function select(selector, model) {
  try {
    return model.survey.roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  } catch (error) {
    if (error instanceof DOMException) return "bad-selector";
    throw error;
  }
}

/** @param {Element} element @param {PageModel} model @returns {Element} it, or what holds it and other controls when it is a control itself */
export function withNeighbours(element, model) {
  let branch = model.forest.of.get(element) ?? null;
  if (!branch || branch.to - branch.from > 1) return element;
  while (branch.parent && branch.to - branch.from < 2) branch = branch.parent;
  return branch.element;
}

/** @param {string} words @param {Element[] | null} selected @param {PageModel} model @returns {Region | null} */
function nearWords(words, selected, model) {
  const allowed = selected && new Set(selected);
  const candidates = elementsSaying(words, new Budget(SEARCH_LIMITS));
  for (const said of candidates) {
    const holder = allowed ? ancestorIn(said, (at) => allowed.has(at)) : ancestorIn(said, (at) => model.forest.of.has(at));
    if (!holder) continue;
    const region = allowed ? regionOf("nearText", [holder], model) : nearIn(holder, said, model);
    if (region && region.indices.length > 0) return region;
  }
  return null;
}

/** @param {Element} innermost with controls @param {Element} said @param {PageModel} model @returns {Region | null} */
function nearIn(innermost, said, model) {
  const holder = withNeighbours(innermost, model);
  const all = regionOf("nearText", [holder], model);
  if (all === null) return null;
  const isSmall = all.indices.length <= MOST_NEAR && holder !== document.body && holder !== document.documentElement;
  if (isSmall && holder === innermost) return all;
  // A heading with one control below it speaks of that one, not of the control's neighbours.
  const title = textOf(said, LABEL_LIMIT);
  const below = all.indices.filter((index) => model.placeAt(index).group?.label === title);
  if (isSmall && below.length === 0) return all;
  const indices = below.length > 0 ? below : nearest(all.indices, boxOf(said), model);
  return { name: "nearText", box: around([boxOf(said), ...indices.map((index) => rectAt(index, model))]), indices };
}

/** @param {number[]} indices @param {Box} box @param {PageModel} model @returns {number[]} */
function nearest(indices, box, model) {
  const measured = indices.map((index) => ({ index, gap: distance(rectAt(index, model), box) }));
  measured.sort((a, b) => a.gap - b.gap || a.index - b.index);
  return measured.slice(0, NEAREST).map(({ index }) => index).sort((a, b) => a - b);
}

/** @param {number} index @param {PageModel} model @returns {Box} */
function rectAt(index, model) {
  return model.controls[index]?.rect ?? { x: 0, y: 0, w: 0, h: 0 };
}

/** @param {Element} element @param {(at: Element) => boolean} test @returns {Element | null} */
function ancestorIn(element, test) {
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) if (test(at)) return at;
  return null;
}

/** @param {Element[]} elements @param {PageModel} model @returns {number[]} the controls in them, in document order, each once */
function inside(elements, { forest, indexOf }) {
  /** @type {Set<number>} */
  const found = new Set();
  /** @type {Set<object>} */
  const seen = new Set();
  const waiting = elements.flatMap((element) => forest.of.get(element) ?? []);
  for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
    if (seen.has(branch)) continue;
    seen.add(branch);
    const index = indexOf.get(branch.element);
    if (index !== undefined) found.add(index);
    for (const child of branch.children) waiting.push(child);
  }
  return [...found].sort((a, b) => a - b);
}
