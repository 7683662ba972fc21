/** What is different between two moments, in words. */
import { attributeOf } from "../builtins.js";
import { testIdOf } from "../controls/test_id.js";

/** @typedef {import("./snapshot.js").Facts} Facts */
/** @typedef {import("./snapshot.js").Snapshot} Snapshot */
/** @typedef {{ facts: Facts, from: string, to: string }} Change */
/** @typedef {{ appeared: Facts[], vanished: number, changed: Change[], focus: Element | null }} Difference */

/** What a control can be one way or the other, and the word for neither. */
const ASPECTS = [
  { words: ["disabled"], absence: "enabled" },
  { words: ["mixed", "checked"], absence: "unchecked" },
  { words: ["expanded", "collapsed"], absence: "collapsed" },
  { words: ["selected"], absence: "not selected" },
  { words: ["readonly"], absence: "editable" },
  { words: ["required"], absence: "optional" },
  { words: ["invalid"], absence: "valid" },
];
/** @type {ReadonlySet<string>} */
export const TOLD_STATES = new Set(ASPECTS.flatMap(({ words }) => words));

/** @param {Snapshot} before @param {Snapshot} after @returns {Difference} */
export function difference(before, after) {
  const focus = after.focus !== before.focus ? after.focus : null;
  if (before === after) return { appeared: [], vanished: 0, changed: [], focus: null };
  /** @type {Change[]} */
  const changed = [];
  /** @type {Facts[]} */
  const came = [];
  for (const [element, facts] of after.controls) {
    const known = before.controls.get(element);
    if (!known) came.push(facts);
    else if (differs(known, facts)) changed.push(changeOf(known, facts));
  }
  const went = [...before.controls].filter(([element]) => !after.controls.has(element)).map(([, facts]) => facts);
  const { appeared, vanished, replaced } = matched(came, went);
  return { appeared, vanished: vanished.length, changed: [...changed, ...replaced], focus };
}

/** @param {Facts} one @param {Facts} other @returns {boolean} */
function differs(one, other) {
  return one.name !== other.name || one.states !== other.states || holdsOther(one, other);
}

/** @param {Facts} one @param {Facts} other @returns {boolean} */
function holdsOther(one, other) {
  return one.value !== other.value || one.untold !== other.untold;
}

/**
 * A part of the page that is drawn anew has new elements for the same things.
 *
 * @param {Facts[]} came
 * @param {Facts[]} went
 * @returns {{ appeared: Facts[], vanished: Facts[], replaced: Change[] }}
 */
function matched(came, went) {
  const same = pair(came, went, (facts) => [facts.control.tag, facts.role, facts.name, facts.states, facts.value, facts.untold].join("|"));
  const alike = pair(same.came, same.went, identity);
  const replaced = alike.pairs.filter(([old, now]) => differs(old, now)).map(([old, now]) => changeOf(old, now));
  return { appeared: alike.came, vanished: alike.went, replaced };
}

/** @param {Facts} facts @returns {string} what the element goes by whatever it says; empty when it has nothing like that */
function identity({ control: { element, tag }, role }) {
  const own = attributeOf(element, "id") || testIdOf(element) || attributeOf(element, "name");
  return own ? `${tag}|${role}|${own}` : "";
}

/**
 * @param {Facts[]} came
 * @param {Facts[]} went
 * @param {(facts: Facts) => string} nameOf empty: has no counterpart
 * @returns {{ came: Facts[], went: Facts[], pairs: [Facts, Facts][] }}
 */
function pair(came, went, nameOf) {
  /** @type {Map<string, Facts[]>} */
  const waiting = new Map();
  for (const facts of went) {
    const name = nameOf(facts);
    if (name) waiting.set(name, [...(waiting.get(name) ?? []), facts]);
  }
  /** @type {[Facts, Facts][]} */
  const pairs = [];
  const rest = came.filter((facts) => {
    const old = waiting.get(nameOf(facts))?.shift();
    if (old) pairs.push([old, facts]);
    return !old;
  });
  const paired = new Set(pairs.map(([old]) => old));
  return { came: rest, went: went.filter((facts) => !paired.has(facts)), pairs };
}

/** @param {Facts} before @param {Facts} after @returns {Change} in words */
function changeOf(before, after) {
  /** @type {string[]} */
  const from = [];
  /** @type {string[]} */
  const to = [];
  if (holdsOther(before, after)) {
    from.push(before.value || "nothing");
    to.push(before.value === after.value ? another(after.value) : after.value || "nothing");
  }
  tellStates(before.states.split(" "), after.states.split(" "), from, to);
  if (before.name !== after.name) {
    from.push(before.name || "no name");
    to.push(after.name || "no name");
  }
  return { facts: after, from: from.join(", "), to: to.join(", ") };
}

/** @param {string} value "3 characters", "filled" @returns {string} of something else that is told in the same words */
function another(value) {
  return /^\d/.test(value) ? value.replace(" ", " other ") : `${value} otherwise`;
}

/** @param {string[]} before @param {string[]} after @param {string[]} from @param {string[]} to */
function tellStates(before, after, from, to) {
  for (const { words, absence } of ASPECTS) {
    const was = words.find((word) => before.includes(word)) ?? absence;
    const is = words.find((word) => after.includes(word)) ?? absence;
    if (was === is) continue;
    from.push(was);
    to.push(is);
  }
}
