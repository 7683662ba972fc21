/** What was told of the page a moment ago: who asks for the same right afterwards is told the same, without another search. */
import { knownRoots } from "../roots.js";
import { UntilChanged } from "../unchanged.js";
import { observe } from "./observe.js";

/** @typedef {import("./observe.js").Told} Told */
/** @typedef {import("./observe.js").Wanted} Wanted */

// A look that follows on the answer to a navigation comes within this time.
const JUST_NOW_MS = 250;

/** @type {UntilChanged<{ asked: string, told: Told, roots: number, at: number }>} */
const last = new UntilChanged();

/** @param {Wanted} wanted @param {import("./observe.js").Look} look @returns {Told} to be remembered for a moment */
export function observeForNow(wanted, look) {
  const told = observe(wanted, look);
  const roots = knownRoots();
  last.keep({ asked: JSON.stringify(wanted), told, roots: roots.length, at: performance.now() }, [document, ...roots]);
  return told;
}

/** @param {string} asked what was wanted, as text @returns {Told | null} null when that was not asked just now, or the page has changed since */
export function toldJustNow(asked) {
  const known = last.get();
  if (known === null || known.asked !== asked || performance.now() - known.at > JUST_NOW_MS) return null;
  // A shadow root may have been found meanwhile that was there all the time.
  return known.roots === knownRoots().length ? known.told : null;
}
