/** Turn what an agent calls a region into the controls that are in it. */
import { Budget } from "../budget.js";
import { isPainted } from "../builtins.js";
import { composedContains, composedParent, elementOf } from "../controls/index.js";
import { isRowItself } from "../controls/row.js";
import { boxOf } from "./elements.js";
import { around, distance, overlap, viewport } from "./geometry.js";
import { LANDMARKS } from "./landmarks.js";
import { placesSaying } from "./near_text.js";
import { belongsElsewhere } from "./other_row.js";
import { labelOf } from "./survey.js";
import { titleOf } from "./title.js";

/** @typedef {import("../controls/types.js").Box} Box */
/** @typedef {import("./landmarks.js").Landmark} Landmark */
/** @typedef {import("./model.js").PageModel} PageModel */
/** @typedef {{ selector?: string, nearText?: string, key?: number }} Anchor */
/** @typedef {string | Anchor | null | undefined} RegionRequest */
/** @typedef {{ name: string, label?: string, controls: number, box: Box }} RegionFact */
/** @typedef {{ name: string, box: Box, indices: number[], isOpen: boolean }} Region `indices` in document order; `isOpen`: there may be more in it than the controls of this document */
/** @typedef {{ error: "not-found" | "bad-selector", regions: RegionFact[], isSaid?: boolean }} NoRegion `isSaid`: whether the page says the text that was to be near */

const MOST_LISTED = 30;
// A box with more controls than this is not "near" a text in it.
const MOST_NEAR = 40;
const NEAREST = 10;
// Places of a text that are told apart; who names more of them than this at once means no one of them.
const MOST_TOLD_APART = 20;
const SEARCH_LIMITS = { nodes: 300_000, depth: 25_000, milliseconds: 500 };

/** @param {RegionRequest} request @param {PageModel} model @returns {Region | NoRegion} */
export function resolveRegion(request, model) {
  const found = request === null || request === undefined ? topLayer(model) : typeof request === "string" ? byName(request, model) : byAnchor(request, model);
  if (found === "bad-selector") return { error: found, regions: listRegions(model) };
  if (found === null || (found.indices.length === 0 && !found.isOpen)) return { error: "not-found", regions: listRegions(model), ...toldOf(request) };
  return found;
}

/** @param {RegionRequest} request @returns {{ isSaid?: boolean }} */
function toldOf(request) {
  if (typeof request !== "object" || request?.nearText === undefined) return {};
  const { whole, within } = placesSaying(request.nearText, new Budget(SEARCH_LIMITS));
  return { isSaid: whole.length + within.length > 0 };
}

/** @param {readonly Element[]} elements @param {PageModel} model @returns {boolean} whether another document is shown in them, which may have controls */
function holdFrame(elements, model) {
  return model.survey.frames.some((frame) => isPainted(frame) && elements.some((element) => composedContains(element, frame)));
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

/** @param {string} name @param {Element} element @param {PageModel} model @returns {RegionFact[]} none when there is nothing to act on in it */
function factOf(name, element, model) {
  const controls = inside([element], model).length;
  if (controls === 0 && !holdFrame([element], model)) return [];
  const label = labelOf(element);
  return [{ name, ...(label === "" ? {} : { label }), controls, box: around([boxOf(element)]) }];
}

/** @param {PageModel} model @returns {Region} */
function topLayer(model) {
  const elements = topModalLayer(model);
  return elements.length > 0 ? { name: "dialog", box: around(elements.map(boxOf)), indices: inside(elements, model), isOpen: true } : wholePage(model);
}

/**
 * What keeps the rest of the page from being used, and what lies over that; a veil that only says "please wait" has nothing to offer.
 *
 * @param {PageModel} model
 * @returns {Element[]} the lowest first; none where the page itself can be used
 */
export function topModalLayer(model) {
  const lowest = model.layers.findLastIndex(({ element, isModal }) => isModal && (inside([element], model).length > 0 || holdFrame([element], model)));
  return lowest < 0 ? [] : model.layers.slice(lowest).map(({ element }) => element);
}

/** @param {PageModel} model @returns {Region} */
function wholePage(model) {
  return { name: "page", box: pageBox(), indices: model.controls.map((_, index) => index), isOpen: true };
}

/** @returns {Box} */
function pageBox() {
  return document.documentElement ? around([boxOf(document.documentElement)]) : viewport();
}

/** @param {string} raw @param {PageModel} model @returns {Region | null} */
function byName(raw, model) {
  const name = raw.trim().toLowerCase();
  if (name === "page") return wholePage(model);
  if (name === "viewport") return inViewport(model);
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
  const isOpen = holdFrame(elements, model);
  return { name, box: around((holding.length > 0 && !isOpen ? holding : elements).map(boxOf)), indices, isOpen };
}

/** @param {PageModel} model @returns {Region} */
function inViewport(model) {
  const box = viewport();
  const isOpen = model.survey.frames.some((frame) => isPainted(frame) && overlap(boxOf(frame), box));
  return { name: "viewport", box, indices: shown(model), isOpen };
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
  const { whole, within } = placesSaying(words, new Budget(SEARCH_LIMITS));
  return nearAny(whole, allowed, model) ?? nearAny(within, allowed, model);
}

/** @param {Element[]} places @param {Set<Element> | null} allowed @param {PageModel} model @returns {Region | null} around each of them: a text that stands in several rows means none of them more than the others */
function nearAny(places, allowed, model) {
  /** @type {Set<number>} */
  const indices = new Set();
  /** @type {Box[]} */
  const boxes = [];
  for (const said of places) {
    if (boxes.length >= MOST_TOLD_APART) break;
    const holder = allowed ? ancestorIn(said, (at) => allowed.has(at)) : ancestorIn(said, (at) => model.forest.of.has(at));
    const region = holder && (allowed ? regionOf("nearText", [holder], model) : nearIn(holder, said, model));
    if (!region || region.indices.length === 0) continue;
    for (const index of region.indices) indices.add(index);
    boxes.push(region.box);
  }
  if (boxes.length === 0) return null;
  return { name: "nearText", box: around(boxes), indices: [...indices].sort((a, b) => a - b), isOpen: false };
}

/** @param {Element} innermost with controls @param {Element} said @param {PageModel} model @returns {Region | null} */
function nearIn(innermost, said, model) {
  const holder = withRow(innermost, model);
  const all = withoutOthers(regionOf("nearText", [holder], model), said, model);
  if (all === null) return null;
  const isSmall = all.indices.length <= MOST_NEAR && holder !== document.body && holder !== document.documentElement;
  if (isSmall && (holder === innermost || all.indices.length === 1)) return all;
  // A heading with one control below it speaks of that one, not of the control's neighbours.
  const title = titleOf(said);
  const below = all.indices.filter((index) => model.placeAt(index).group?.label === title);
  if (isSmall && below.length === 0) return all;
  const indices = below.length > 0 ? below : nearest(all.indices, boxOf(said), model);
  return { name: "nearText", box: around([boxOf(said), ...indices.map((index) => rectAt(index, model))]), indices, isOpen: false };
}

/** @param {Region | null} region @param {Element} said @param {PageModel} model @returns {Region | null} without controls of rows that the text is not in */
function withoutOthers(region, said, model) {
  if (region === null) return null;
  const isOurs = (/** @type {number} */ index) => {
    const control = model.controls[index];
    return control !== undefined && !belongsElsewhere(control.element, said, model.placeAt(index).group);
  };
  return { ...region, indices: region.indices.filter(isOurs) };
}

/** @param {Element} innermost with controls @param {PageModel} model @returns {Element} what holds it and other controls, or the row it is or stands in, whatever that holds */
function withRow(innermost, model) {
  const holder = withNeighbours(innermost, model);
  const row = ancestorIn(innermost, isRowItself);
  return row && composedContains(holder, row) ? row : holder;
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
