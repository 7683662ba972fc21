/** The facts by which an element is found again after the page has changed. */
import {
  assignedNodesOf, assignedSlotOf, attributeOf, dataOf, localNameOf, nextElementSiblingOf, nextSiblingOf, nodeTypeOf, parentNodeOf, previousElementSiblingOf, previousSiblingOf, valueOf,
} from "../builtins.js";
import { cleanText } from "../text.js";
import { aboutOf } from "./about.js";
import { filledRowOf } from "./filled_row.js";
import { rowAround } from "./row.js";
import { isTypedInto } from "./states.js";
import { testIdOf } from "./test_id.js";
import { isShown, textInside } from "./text_inside.js";
import { thingOf } from "./thing.js";
import { composedParent } from "./tree.js";
import { firstWords, pathOf, stableClasses } from "./words.js";

/** @typedef {import("./types.js").Fingerprint} Fingerprint */
/**
 * @typedef {object} Subject
 * @property {Element} element
 * @property {string} tag
 * @property {string} role
 * @property {string} name
 * @property {string} text
 * @property {import("./types.js").Box} rect
 * @property {number | undefined} ordinal
 */

const LIMIT = 80;
export const PATH_TAGS = 8;
const PATH_LIMIT = 160;
// Counting siblings of a long list for every row of it would cost the square of its length.
const MOST_SIBLINGS = 200;
const NEAR_WORDS = 8;
const NEAR_LEVELS = 4;
const NEAR_SIBLINGS = 3;

/** @param {Subject} subject @returns {Fingerprint} */
export function fingerprintOf({ element, tag, role, name, text, rect, ordinal }) {
  const said = (/** @type {string} */ attribute) => attributeOf(element, attribute);
  const row = rowAround(element, name);
  const around = aboutOf(element);
  const facts = {
    type: said("type"),
    id: said("id"),
    name: said("name"),
    testId: testIdOf(element),
    role,
    label: name,
    text,
    ariaLabel: said("aria-label"),
    title: said("title"),
    alt: said("alt"),
    placeholder: said("placeholder"),
    href: pathOf(said("href") ?? said("xlink:href")),
    value: choiceValue(element, tag),
    cls: stableClasses(said("class")).join(" "),
    near: nearText(element),
    row: row.text,
    rowKind: row.kind,
    thing: thingOf(element, name),
    filled: filledRowOf(element),
    about: around.about,
    aboutMore: around.more,
  };
  /** @type {Record<string, string>} */
  const kept = {};
  for (const [key, value] of Object.entries(facts)) {
    const cleaned = value ? cleanText(value, LIMIT) : "";
    if (cleaned) kept[key] = cleaned;
  }
  const { x, y, w, h } = rect;
  return { tag, ...kept, ...(ordinal === undefined ? {} : { ordinal }), path: pathTo(element), x, y, w, h, frame: framePath() };
}

/** @param {Element} element @param {string} tag @returns {boolean | undefined} whether there is anything in what people type into; undefined for the rest */
export function isFilled(element, tag) {
  if (!isTypedInto(element, tag)) return undefined;
  const value = valueOf(element);
  return value === null ? undefined : value !== "";
}

/** @param {Element} element @param {string} tag @returns {string | null} of choices and buttons, never of what people type into */
export function choiceValue(element, tag) {
  return tag === "input" && /^(checkbox|radio|button|submit|reset)$/i.test(attributeOf(element, "type") ?? "") ? attributeOf(element, "value") : null;
}

/** @param {Element} element @returns {string} the last tags, with places where the tag alone does not tell */
function pathTo(element) {
  const steps = [];
  let length = 0;
  for (let at = /** @type {Element | null} */ (element); at && steps.length < PATH_TAGS; at = composedParent(at)) {
    const step = localNameOf(at) + placeAmongLike(at);
    length += step.length + 1;
    if (length > PATH_LIMIT) break;
    steps.push(step);
  }
  return steps.reverse().join(">");
}

/** @param {Element} element @returns {string} `:nth-of-type(n)`, or nothing when it is the only one or one of very many */
function placeAmongLike(element) {
  const tag = localNameOf(element);
  let before = 0;
  let looked = 0;
  for (let at = previousElementSiblingOf(element); at; at = previousElementSiblingOf(at)) {
    looked += 1;
    if (looked > MOST_SIBLINGS) return "";
    if (localNameOf(at) === tag) before += 1;
  }
  let at = before > 0 ? null : nextElementSiblingOf(element);
  for (; at && localNameOf(at) !== tag && looked <= MOST_SIBLINGS; looked += 1) at = nextElementSiblingOf(at);
  return before > 0 || at ? `:nth-of-type(${before + 1})` : "";
}

/** @param {Element} element @returns {string[]} the last tags on the way to it */
export function tagsTo(element) {
  const tags = [];
  for (let at = /** @type {Element | null} */ (element); at && tags.length < PATH_TAGS; at = composedParent(at)) tags.push(localNameOf(at));
  return tags.reverse();
}

/** @param {Element} element @returns {string} words before and after it as they are shown, from the nearest ancestor that has any */
export function nearText(element) {
  let at = element;
  for (let level = 0; level < NEAR_LEVELS; ) {
    const slot = assignedSlotOf(at);
    const [before, after] = slot ? besideInSlot(at, slot) : [siblingText(at, previousSiblingOf), siblingText(at, nextSiblingOf)];
    if (before || after) return firstWords([before.split(" ").slice(-NEAR_WORDS / 2).join(" "), after].filter(Boolean).join(" "), NEAR_WORDS);
    const parent = slot ?? composedParent(at);
    if (!parent || parent === document.body) return "";
    at = parent;
    // A slot is no box around anything.
    if (!slot) level += 1;
  }
  return "";
}

/** @param {Element} element @param {HTMLSlotElement} slot into which it was put @returns {[string, string]} what was put there before and after it */
function besideInSlot(element, slot) {
  const all = assignedNodesOf(slot);
  const place = all.indexOf(element);
  return [firstText(all.slice(Math.max(0, place - NEAR_SIBLINGS), place).reverse()), firstText(all.slice(place + 1, place + 1 + NEAR_SIBLINGS))];
}

/** @param {Node[]} nodes @returns {string} */
function firstText(nodes) {
  for (const node of nodes) {
    const text = textOf(node);
    if (text) return text;
  }
  return "";
}

/** @param {Node} node @param {(node: Node) => Node | null} next @returns {string} */
function siblingText(node, next) {
  let at = next(node);
  for (let looked = 0; at && looked < NEAR_SIBLINGS; at = next(at), looked += 1) {
    const text = textOf(at);
    if (text) return text;
  }
  return "";
}

/** @param {Node} node @returns {string} */
function textOf(node) {
  if (nodeTypeOf(node) === Node.TEXT_NODE) return cleanText(dataOf(/** @type {Text} */ (node)), LIMIT);
  if (nodeTypeOf(node) !== Node.ELEMENT_NODE || !parentNodeOf(node)) return "";
  const element = /** @type {Element} */ (node);
  const isUnread = /^(script|style|noscript|template|textarea|select)$/.test(localNameOf(element));
  return isUnread || !isShown(element) ? "" : textInside(node);
}

/** @returns {string} the places of this frame and the frames around it among their siblings, outermost first */
function framePath() {
  const places = [];
  for (let at = /** @type {Window} */ (window); at.parent !== at && places.length < 20; at = at.parent) {
    let place = 0;
    while (place < at.parent.length && at.parent[place] !== at) place += 1;
    places.push(place);
  }
  return places.reverse().join(".");
}
