/** Choose the few newcomers to show: what came in front of the page first, like rows as one. */
import { attributeOf, localNameOf } from "../builtins.js";
import { tagsTo } from "../controls/fingerprint.js";
import { composedParent } from "../controls/index.js";
import { stableClasses } from "../controls/words.js";

/** @typedef {import("./snapshot.js").Facts} Facts */
/** @typedef {{ facts: Facts, count: number }} Shown */

const IN_FRONT = /^(dialog|alertdialog|alert|menu|listbox|tooltip)$/;
const LEVELS = 12;
// Fewer than this are shown one by one.
const FEW = 4;
const LOOKED_AT = 2_000;

/** @param {Facts[]} newcomers in document order @param {number} most @returns {Shown[]} */
export function mostRelevant(newcomers, most) {
  const groups = grouped(newcomers);
  const ranked = groups.map((shown, at) => ({ shown, at, rank: rankOf(shown.facts) }));
  ranked.sort((a, b) => a.rank - b.rank || a.at - b.at);
  return ranked.slice(0, most).map(({ shown }) => shown);
}

/** @param {Facts} facts @returns {number} the lower, the earlier */
function rankOf({ control }) {
  const isUsable = !control.isInert;
  return (isInFront(control.element) ? 0 : 2) + (control.isOffscreen ? 1 : 0) + (isUsable ? 0 : 4);
}

/** @param {Element} element @returns {boolean} */
function isInFront(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (localNameOf(at) === "dialog" || IN_FRONT.test(attributeOf(at, "role") ?? "") || attributeOf(at, "popover") !== null) return true;
  }
  return false;
}

/** @param {Facts[]} newcomers @returns {Shown[]} */
function grouped(newcomers) {
  if (newcomers.length < FEW) return newcomers.map((facts) => ({ facts, count: 1 }));
  /** @type {Map<string, Facts[]>} */
  const kinds = new Map();
  for (const facts of newcomers.slice(0, LOOKED_AT)) {
    const kind = kindOf(facts);
    const members = kinds.get(kind);
    if (members) members.push(facts);
    else kinds.set(kind, [facts]);
  }
  return [...kinds.values()].flatMap((members) => {
    const [first] = members;
    if (!first || members.length < FEW) return members.map((facts) => ({ facts, count: 1 }));
    return [{ facts: first, count: members.length }];
  });
}

/** @param {Facts} facts @returns {string} the same for the same control of like rows */
function kindOf({ control: { element }, role }) {
  const parent = composedParent(element);
  const place = parent ? Array.prototype.indexOf.call(parent.children, element) : 0;
  const isRow = /^(li|tr|option)$/.test(localNameOf(element));
  return `${tagsTo(element).join(">")} ${role} ${stableClasses(attributeOf(element, "class")).join(".")} ${isRow ? "" : Math.min(place, 8)}`;
}
