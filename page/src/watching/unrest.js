/** Tell places that change all the time, a ticker, a clock, a spinner, from those where something happens. */
import { parentNodeOf } from "../builtins.js";
import { FAST_TICKS, isRestless } from "./rhythm.js";

const MOST_PLACES = 400;
const LEVELS = 4;
// Changes closer together than this are one.
const TICK_MS = 30;
const AFTERMATH_MS = 1_000;

export class Unrest {
  constructor() {
    /** @type {Map<Node, number[]>} when each place changed lately */
    this.ticks = new Map();
    /** @type {WeakSet<Node>} */
    this.places = new WeakSet();
    /** @type {WeakSet<Node>} what came into restless places is as restless */
    this.parts = new WeakSet();
    this.frozenUntil = 0;
  }

  /** From now on nothing becomes restless: what changes then may be what an action did. @param {number} now */
  freeze(now) {
    this.places = new WeakSet([...this.ticks].filter(([, times]) => isRestless(times, now)).map(([place]) => place));
    this.frozenUntil = Infinity;
  }

  /** The action is over; what it did may still come for a while, but what has not come to rest goes on. @param {number} now @param {boolean} isQuiet */
  thaw(now, isQuiet) {
    if (this.frozenUntil === Infinity) this.frozenUntil = isQuiet ? now + AFTERMATH_MS : now;
  }

  /** @param {Node} place that changes @param {number} now @returns {boolean} whether that is nothing new */
  hear(place, now) {
    if (now >= this.frozenUntil || this.places.has(place)) this.tick(place, now);
    return this.places.has(place) || this.isPart(place);
  }

  /** @param {Iterable<Node>} nodes that came into a restless place */
  include(nodes) {
    for (const node of nodes) this.parts.add(node);
  }

  /** @param {Node} place @param {number} now */
  tick(place, now) {
    const times = this.ticks.get(place) ?? [];
    if (now - (times.at(-1) ?? -Infinity) < TICK_MS) return;
    times.push(now);
    if (times.length > FAST_TICKS) times.shift();
    this.ticks.delete(place);
    this.ticks.set(place, times);
    if (isRestless(times, now)) this.places.add(place);
    const [oldest] = this.ticks.keys();
    if (oldest && this.ticks.size > MOST_PLACES) this.ticks.delete(oldest);
  }

  /** @param {Node} place @returns {boolean} */
  isPart(place) {
    let at = /** @type {Node | null} */ (place);
    for (let level = 0; at && level < LEVELS; level += 1, at = parentNodeOf(at)) if (this.parts.has(at)) return true;
    return false;
  }
}
