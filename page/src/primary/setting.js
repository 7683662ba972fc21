/** Where a control stands: in which parts of the page, on which surface, beside which fields, among how many of its like. */
import { attributeOf, localNameOf, matchesOf, rectOf } from "../builtins.js";
import { composedParent, keyOf, textInside } from "../controls/index.js";
import { cleanText } from "../text.js";

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
const MOST_TWINS = 8;
const TWIN_NAME = 40;
const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "checkbox", "radio", "switch", "slider"]);
const PAYS = /(^|\s)cc-|card.?(num|no\b)|cvc|cvv|iban|kreditkarte|carte.?bancaire/i;

/** @param {Element} element @param {PageModel} model @param {import("./paint.js").Painter} painter */
export function placeOf(element, model, painter) {
  const { around, surface } = wayUp(element, model);
  const isFixed = (/** @type {Element} */ at) => /^(fixed|sticky)$/.test(painter.style(at).position);
  const tools = around.findIndex((at) => attributeOf(at, "role") === "toolbar");
  const zones = around.map((at, level) => {
    const zone = zoneOf(at, model, isFixed(at));
    // Tools at the top of a page are what it is for.
    return zone === "header" && tools >= 0 && tools <= level ? "" : zone;
  });
  return { zones: [...new Set(zones.filter((zone) => zone !== ""))], bar: around.find(isFixed) ?? null, surface };
}

/** @param {Element} element @param {PageModel} model @returns {{ around: Element[], surface: Element | null }} up to the layer it is on */
function wayUp(element, model) {
  const layers = new Set(model.layers.map((layer) => layer.element));
  /** @type {Element[]} */
  const around = [];
  for (let at = /** @type {Element | null} */ (element); at && around.length < LEVELS; at = composedParent(at)) {
    if (layers.has(at)) return { around, surface: at };
    around.push(at);
  }
  return { around, surface: null };
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
 * @returns {string[]} what such controls say that stand in boxes like its own, as in the cards of a shop
 */
export function twinsOf(index, model) {
  const leaf = model.forest.leaves[index];
  /** @type {string[]} */
  let best = [];
  let at = leaf?.parent ?? null;
  for (let level = 0; at?.parent && level < CARD_LEVELS; level += 1, at = at.parent) {
    const found = likeIn(at, index, model);
    if (found.length > best.length) best = found;
  }
  return best.slice(0, MOST_TWINS).map((name) => cleanText(name, TWIN_NAME));
}

/** @param {Branch} card @param {number} index @param {PageModel} model @returns {string[]} */
function likeIn(card, index, model) {
  const own = model.controls[index];
  const cards = (card.parent?.children ?? []).slice(0, MOST_CARDS).filter((other) => other !== card && isLike(card.element, other.element));
  return cards.flatMap((other) => controlLike(other, own, model)?.name ?? []);
}

/** @param {Branch} card @param {import("../controls/types.js").Control | undefined} own @param {PageModel} model */
function controlLike(card, own, model) {
  if (!own) return null;
  const inside = model.controls.slice(card.from, Math.min(card.to, card.from + MOST_IN_CARD)).filter(({ role, tag }) => role === own.role && tag === own.tag);
  const classOf = (/** @type {import("../controls/types.js").Control} */ { element }) => attributeOf(element, "class");
  return (
    inside.find(({ name }) => name === own.name) ??
    inside.find((other) => classOf(other) === classOf(own)) ??
    inside.find(({ element }) => firstClass(element) === firstClass(own.element)) ??
    null
  );
}

/** @param {Element} one @param {Element} other @returns {boolean} */
function isLike(one, other) {
  return localNameOf(one) === localNameOf(other) && firstClass(one) === firstClass(other);
}

/** @param {Element} element @returns {string} */
function firstClass(element) {
  return (attributeOf(element, "class") ?? "").trim().split(/\s+/, 1)[0] ?? "";
}
