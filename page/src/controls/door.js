/** What Python may ask about controls before anything is put in order. */
import { Budget } from "../budget.js";
import { census, hostCandidates, treeRoots, takeRoots } from "./census.js";
import { collectControls } from "./collect.js";
import { takeListeners } from "./listeners.js";
import { toRecord } from "./record.js";
import { documentId, elementOf } from "./registry.js";
import { isVisible } from "./sight.js";

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

/** @param {unknown[]} nodes @returns {{ seen: number }} how many of them can be seen */
function countSeen(nodes) {
  return { seen: nodes.filter((node) => node instanceof Element && isVisible(node)).length };
}

export const takers = { listeners: takeListeners, roots: takeRoots, frames: countSeen };
export const givers = { elements, hostCandidates, roots: treeRoots };
export { census };
