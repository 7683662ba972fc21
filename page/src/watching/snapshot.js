/** The controls of the document at one moment. */
import { innermostFocused } from "../acting/index.js";
import { Budget } from "../budget.js";
import { isConnected } from "../builtins.js";
import { collectControlsIn, composedParent } from "../controls/index.js";
import { TOLD_STATES } from "./difference.js";
import { heldBy } from "./values.js";

/** @typedef {import("../controls/types.js").Control} Control */
/** @typedef {(how: { isAnew: boolean, milliseconds: number }) => Collected} Collect all controls of the document */
/** @typedef {(wanted: import("../observing/observe.js").Wanted) => object} Observe what a record keeps of the page */
/** @typedef {{ controls: readonly Control[], isWhole: boolean, observe: Observe }} Collected `observe`: as the page was then */
/** @typedef {{ control: Control, role: string, name: string, states: string } & import("./values.js").Held} Facts */
/**
 * @typedef {object} Snapshot
 * @property {Map<Element, Facts>} controls
 * @property {Element | null} focus
 * @property {boolean} isWhole false when the time for it ran out
 * @property {number} pulse of the journal at this moment
 * @property {number} at when that was
 * @property {number} wisdom how much of the page was known: who listens, and what is in closed shadow roots
 * @property {Observe | null} observe null where only parts of the page were looked at
 */

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 1_500 };
// With more controls than this only the places that were touched are looked at again: a click has to stay cheap.
export const MANY = 4_000;

/** @param {Collected} found @param {number} pulse @param {number} wisdom @returns {Snapshot} */
export function takeSnapshot({ controls, isWhole, observe }, pulse, wisdom) {
  const facts = new Map(controls.map((control) => [control.element, factsOf(control)]));
  return { controls: facts, isWhole, focus: focused(), pulse, at: performance.now(), wisdom, observe };
}

/**
 * @param {Snapshot} before
 * @param {Set<Element>} touched where something changed since
 * @param {number} pulse
 * @returns {Snapshot} the one before with what is in the touched places read again
 */
export function retakeSnapshot(before, touched, pulse) {
  const places = outermost(touched);
  const controls = new Map([...before.controls].filter(([element]) => isConnected(element)));
  const isInside = insideOf(places);
  for (const element of controls.keys()) if (isInside(element)) controls.delete(element);
  for (const control of collectControlsIn(places, { budget: new Budget(LIMITS) })) controls.set(control.element, factsOf(control));
  return { controls, isWhole: before.isWhole, focus: focused(), pulse, at: performance.now(), wisdom: before.wisdom, observe: null };
}

/** @param {Set<Element>} places @returns {Set<Element>} without those inside others */
function outermost(places) {
  const connected = new Set([...places].filter(isConnected));
  const isInside = insideOf(connected);
  return new Set([...connected].filter((place) => !isInside(composedParent(place))));
}

/** @param {Set<Element>} places @returns {(element: Element | null) => boolean} which remembers what it has climbed */
function insideOf(places) {
  /** @type {Map<Element, boolean>} */
  const known = new Map();
  return (element) => {
    /** @type {Element[]} */
    const climbed = [];
    let at = element;
    let found = false;
    for (; at; at = composedParent(at)) {
      const answer = places.has(at) ? true : known.get(at);
      if (answer !== undefined) {
        found = answer;
        break;
      }
      climbed.push(at);
    }
    for (const one of climbed) known.set(one, found);
    return found;
  };
}

/** @param {Control} control @returns {Facts} */
function factsOf(control) {
  const states = control.cheapStates.filter((state) => TOLD_STATES.has(state));
  return { control, role: control.role, name: control.name, states: states.join(" "), ...heldBy(control.element, control.tag) };
}

/** @returns {Element | null} what has the focus, through shadow roots; null when nothing in particular has */
function focused() {
  const at = innermostFocused();
  return at === document.body || at === document.documentElement ? null : at;
}
