/** Where a control stands: in which parts of the page, on which surface, beside which fields, among how many of its like. */
import { attributeOf, localNameOf, matchesOf, rectOf } from "../builtins.js";
import { composedParent, keyOf, textInside } from "../controls/index.js";

/** @typedef {import("../structure/model.js").PageModel} PageModel */
/** @typedef {import("../structure/forest.js").Branch<Element>} Branch */
/** @typedef {{ fields: number, missing: number, pays: boolean }} Fields */

const LEVELS = 200;
// A taller header is the stage of a landing page, not the bar over it.
const BAR_HEIGHT = 200;
const SURFACE_TEXT = 400;
const BESIDE_LEVELS = 5;
const LARGEST_GROUP = 40;
const CARD_LEVELS = 6;
const MOST_CARDS = 60;
const MOST_IN_CARD = 20;
const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "checkbox", "radio", "switch", "slider"]);
const PAYS = /(^|\s)cc-|card.?(num|no\b)|cvc|cvv|iban|kreditkarte|carte.?bancaire/i;

/** @param {Element} element @param {PageModel} model @param {import("./paint.js").Painter} painter */
export function placeOf(element, model, painter) {
  const layers = new Set(model.layers.map((layer) => layer.element));
  /** @type {string[]} */
  const zones = [];
  let bar = /** @type {Element | null} */ (null);
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS && !layers.has(at); level += 1, at = composedParent(at)) {
    const { position } = painter.style(at);
    const isFixed = position === "fixed" || position === "sticky";
    if (isFixed) bar ??= at;
    const zone = zoneOf(at, model, isFixed);
    if (zone !== "" && !zones.includes(zone)) zones.push(zone);
  }
  const surface = at && layers.has(at) ? at : null;
  return { zones, bar, surface };
}

/** @param {Element} element @param {PageModel} model @param {boolean} isFixed @returns {string} */
function zoneOf(element, model, isFixed) {
  const landmark = model.landmarks.get(element) ?? "";
  if (landmark === "header" && rectOf(element).height > BAR_HEIGHT) return "";
  // A footer that stays in view is a bar of actions.
  return landmark === "footer" && isFixed ? "" : landmark;
}

/** @param {Element} surface @returns {{ k: number, text: string, w: number, h: number, y: number }} */
export function surfaceFacts(surface) {
  const { width, height, y } = rectOf(surface);
  return { k: keyOf(surface), text: textInside(surface, { limit: SURFACE_TEXT }), w: Math.round(width), h: Math.round(height), y: Math.round(y) };
}

/** @param {number} index @param {PageModel} model @returns {Fields} of the nearest box around it that holds any */
export function fieldsBeside(index, model) {
  let branch = model.forest.leaves[index]?.parent ?? null;
  for (let level = 0; branch && level < BESIDE_LEVELS; level += 1, branch = branch.parent) {
    if (branch.to - branch.from > LARGEST_GROUP) break;
    const found = [];
    for (let at = branch.from; at < branch.to; at += 1) if (FIELDS.has(model.controls[at]?.role ?? "")) found.push(/** @type {Element} */ (model.controls[at]?.element));
    if (found.length > 0) return fieldFacts(found);
  }
  return { fields: 0, missing: 0, pays: false };
}

/** @param {readonly Element[]} fields @returns {Fields} */
export function fieldFacts(fields) {
  return {
    fields: fields.length,
    missing: fields.filter((field) => matchesOf(field, ":invalid")).length,
    pays: fields.some((field) => ["autocomplete", "name", "id"].some((name) => PAYS.test(attributeOf(field, name) ?? ""))),
  };
}

/**
 * @param {number} index
 * @param {PageModel} model
 * @returns {{ like: number, same: number }} in how many like boxes such a control stands, and how many of these say the same
 */
export function twinsOf(index, model) {
  const leaf = model.forest.leaves[index];
  let best = { like: 1, same: 1 };
  let at = leaf?.parent ?? null;
  for (let level = 0; at?.parent && level < CARD_LEVELS; level += 1, at = at.parent) {
    const found = likeIn(at, index, model);
    if (found.like > best.like) best = found;
  }
  return best;
}

/** @param {Branch} card @param {number} index @param {PageModel} model @returns {{ like: number, same: number }} */
function likeIn(card, index, model) {
  const own = model.controls[index];
  const cards = (card.parent?.children ?? []).slice(0, MOST_CARDS).filter((other) => other !== card && isLike(card.element, other.element));
  let [like, same] = [1, 1];
  for (const other of cards) {
    const twin = controlLike(other, own, model);
    if (twin === null) continue;
    like += 1;
    if (twin.name === own?.name) same += 1;
  }
  return { like, same };
}

/** @param {Branch} card @param {import("../controls/types.js").Control | undefined} own @param {PageModel} model */
function controlLike(card, own, model) {
  for (let at = card.from; own && at < Math.min(card.to, card.from + MOST_IN_CARD); at += 1) {
    const other = model.controls[at];
    if (other && other.role === own.role && other.tag === own.tag && firstClass(other.element) === firstClass(own.element)) return other;
  }
  return null;
}

/** @param {Element} one @param {Element} other @returns {boolean} */
function isLike(one, other) {
  return localNameOf(one) === localNameOf(other) && firstClass(one) === firstClass(other);
}

/** @param {Element} element @returns {string} */
function firstClass(element) {
  return (attributeOf(element, "class") ?? "").trim().split(/\s+/, 1)[0] ?? "";
}
