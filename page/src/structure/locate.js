/** Look for elements that may be one that was seen before. */
import { Budget } from "../budget.js";
import { attributeOf, firstElementChildOf, localNameOf, nextElementSiblingOf } from "../builtins.js";
import { accessibleName, accessibleRole, composedParent, keyOf, textInside } from "../controls/index.js";
import { rowTextOf } from "../controls/row.js";
import { testIdOf } from "../controls/test_id.js";
import { pathOf } from "../controls/words.js";
import { boxOf, walkElements } from "./elements.js";

/** @typedef {import("../controls/types.js").Fingerprint} Fingerprint */
/** @typedef {{ facts: Partial<Fingerprint>, limit?: number }} LocateRequest */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 800 };
const MOST = 60;
// Elements that are no controls are read only this often, and only when little is in them.
const MOST_TEXTS = 3_000;
const FEW_CHILDREN = 4;
const MOST_ROWS = 4_000;
const WEIGHTS = { testId: 4, id: 3, label: 3, name: 2, text: 2, href: 1.5, role: 1, tag: 1, type: 0.5, row: 2, ordinary: 0.4 };
const LETTERS = /[\p{L}\p{N}]+/gu;

/** @typedef {{ key: number, score: number, around: number[], isControl: boolean }} Located `around`: the others of them that it lies in, innermost first; `isControl`: a look lists it */

/** @param {LocateRequest} request @param {readonly import("../controls/types.js").Control[]} controls of the page @returns {Located[]} the best first */
export function findCandidates({ facts, limit = MOST }, controls) {
  /** @type {Map<Element, number>} */
  const scores = new Map();
  for (const { element, name, role } of controls) scores.set(element, scoreOf(element, facts, role, name));
  if (document.documentElement) walkElements(document.documentElement, new Budget(LIMITS), new Others(facts, scores));
  const found = [...scores].filter(([, score]) => score >= 1);
  found.sort(([, one], [, other]) => other - one);
  scoreRows(found, facts, new Map(controls.map((control) => [control.element, control.name])));
  const best = found.slice(0, Math.min(limit, MOST) * 2).map(([element, score]) => ({ element, score: score + nearness(element, facts) }));
  best.sort((one, other) => other.score - one.score);
  const kept = best.slice(0, Math.min(limit, MOST));
  const elements = new Set(kept.map(({ element }) => element));
  const listed = new Set(controls.map(({ element }) => element));
  return kept.map(({ element, score }) => ({
    key: keyOf(element),
    score: Math.round(score * 100) / 100,
    around: around(element, elements),
    isControl: listed.has(element),
  }));
}

/** @param {Element} element @param {Set<Element>} others @returns {number[]} */
function around(element, others) {
  /** @type {number[]} */
  const keys = [];
  for (let at = composedParent(element); at; at = composedParent(at)) if (others.has(at)) keys.push(keyOf(at));
  return keys;
}

/** Scores what is no control: what it was made of may have changed. */
class Others {
  /** @param {Partial<Fingerprint>} facts @param {Map<Element, number>} scores */
  constructor(facts, scores) {
    this.facts = facts;
    this.scores = scores;
    this.texts = MOST_TEXTS;
  }

  /** @param {Element} element @returns {boolean} */
  enter(element) {
    if (this.scores.has(element)) return true;
    const isMarked = isSame(attributeOf(element, "id"), this.facts.id) || isSame(testIdOf(element), this.facts.testId);
    const isLike = localNameOf(element) === this.facts.tag && hasFewChildren(element) && (this.texts -= 1) > 0;
    if (!isMarked && !isLike) return true;
    const role = accessibleRole(element);
    const score = scoreOf(element, this.facts, role, accessibleName(element, role) || textInside(element));
    if (isMarked || score > WEIGHTS.tag + WEIGHTS.role + WEIGHTS.type) this.scores.set(element, score);
    return true;
  }

  leave() {}
}

/** @param {Element} element @param {Partial<Fingerprint>} facts @param {string} role @param {string} name @returns {number} */
function scoreOf(element, facts, role, name) {
  let score = localNameOf(element) === facts.tag ? WEIGHTS.tag : 0;
  if (isSame(role, facts.role)) score += WEIGHTS.role;
  if (isSame(attributeOf(element, "id"), facts.id)) score += WEIGHTS.id;
  if (isSame(testIdOf(element), facts.testId)) score += WEIGHTS.testId;
  if (isSame(attributeOf(element, "name"), facts.name)) score += WEIGHTS.name;
  if (isSame(attributeOf(element, "type"), facts.type)) score += WEIGHTS.type;
  if (facts.href && isSame(pathOf(attributeOf(element, "href")), facts.href)) score += WEIGHTS.href;
  if (facts.label) score += WEIGHTS.label * shared(name, facts.label);
  else if (facts.text) score += WEIGHTS.text * shared(name, facts.text);
  return score;
}

/** @param {string | null} now @param {string | undefined} then @returns {boolean} */
function isSame(now, then) {
  return then !== undefined && then !== "" && now === then;
}

/** @param {string} one @param {string} other @returns {number} 1 for equal, otherwise the share of words they have in common */
function shared(one, other) {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return 1;
  const mine = new Set(a.match(LETTERS) ?? []);
  const theirs = new Set(b.match(LETTERS) ?? []);
  const common = [...theirs].filter((word) => mine.has(word)).length;
  return common === 0 ? 0 : (0.9 * common) / Math.max(mine.size, theirs.size);
}

/**
 * Of many rows with the same buttons the one that says the same comes first.
 *
 * @param {[Element, number][]} found the best first; put in order again
 * @param {Partial<Fingerprint>} facts
 * @param {Map<Element, string>} names of controls
 */
function scoreRows(found, facts, names) {
  if (!facts.row || found.length <= MOST) return;
  for (const pair of found.slice(0, MOST_ROWS)) {
    const [element, score] = pair;
    pair[1] = score + WEIGHTS.row * shared(rowTextOf(element, names.get(element) ?? ""), facts.row);
  }
  found.sort(([, one], [, other]) => other - one);
}

/** @param {Element} element @param {Partial<Fingerprint>} facts @returns {number} a little for standing where it stood */
function nearness(element, facts) {
  if (facts.x === undefined || facts.y === undefined) return 0;
  const box = boxOf(element);
  return WEIGHTS.ordinary * Math.exp(-Math.hypot(box.x - facts.x, box.y - facts.y) / 300);
}

/** @param {Element} element @returns {boolean} */
function hasFewChildren(element) {
  let child = firstElementChildOf(element);
  for (let count = 0; child && count < FEW_CHILDREN; count += 1) child = nextElementSiblingOf(child);
  return child === null;
}
