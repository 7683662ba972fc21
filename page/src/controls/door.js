/** What Python may ask about controls before anything is put in order. */
import { Budget } from "../budget.js";
import { hostCandidates, shadowRoots, takeRoots } from "./census.js";
import { collectControls } from "./collect.js";
import { takeFrames, through } from "./frames.js";
import { takeListeners } from "./listeners.js";
import { toRecord } from "./record.js";
import { documentId, elementOf } from "./registry.js";

const LIMITS = { nodes: 400_000, depth: 25_000, milliseconds: 2_000 };
const MOST_RECORDS = 200;

/**
 * Controls in document order, without structure.
 *
 * @param {{ first?: number, listeners?: number[] }} options
 */
export function controls({ first = MOST_RECORDS, listeners = [] }) {
  const started = performance.now();
  const budget = new Budget(LIMITS);
  const found = collectControls({ budget, listeners });
  const collectedMs = Math.round(performance.now() - started);
  const records = found.slice(0, Math.min(first, MOST_RECORDS)).map(toRecord);
  const tookMs = Math.round(performance.now() - started);
  return { documentId, total: found.length, records, ranOut: budget.ranOut, collectedMs, tookMs };
}

/** @param {{ keys: number[] }} options @returns {(Element | null)[]} */
function elements({ keys }) {
  return keys.map(elementOf);
}

export const takers = { listeners: takeListeners, roots: takeRoots, frames: takeFrames };
export const givers = { elements, hostCandidates, shadowRoots };
export { through };
