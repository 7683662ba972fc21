/** The order in which a page is read to an agent, and how much each control seems to matter. */

/** @typedef {import("./groups.js").Group} Group */
/** @typedef {{ landmark: string, layer: number, group: Group | null }} Place */
/** @typedef {{ index: number, tier: number, start: number }} Entry */
/** @typedef {"blend" | "semantic" | "structural" | "visual"} Mode */
/** @typedef {{ s: number, t: number, d: number, v: number }} Signals semantic, text uniqueness, depth, visual; 0 to 1 */

const TIERS = new Map(Object.entries({ main: 0, dialog: 0, form: 0, search: 0, "": 1, nav: 2, header: 3, aside: 4, footer: 5 }));
// Before and after all tiers.
const PRECEDENCES = { first: -1, usual: null, dragged: 6, late: 7, last: 8 };
const TIER_COUNT = 10;

/**
 * The top layer first, in it what was opened, then by what the landmark promises, then group by group; document order decides the rest.
 *
 * @param {readonly number[]} indices in document order
 * @param {(index: number) => Place} placeAt
 * @param {(index: number) => import("./precedence.js").Precedence} [precedenceAt]
 * @returns {number[]}
 */
export function readingOrder(indices, placeAt, precedenceAt = () => "usual") {
  /** @type {Map<number, Map<number, number>>} by tier, then by group */
  const starts = new Map();
  const entries = indices.map((index) => {
    const { landmark, layer, group } = placeAt(index);
    const tier = (PRECEDENCES[precedenceAt(index)] ?? TIERS.get(landmark) ?? 1) - layer * TIER_COUNT;
    let ofTier = starts.get(tier);
    if (!ofTier) starts.set(tier, (ofTier = new Map()));
    const start = ofTier.get(group?.id ?? 0) ?? index;
    ofTier.set(group?.id ?? 0, start);
    return { index, tier, start };
  });
  const inOrder = (/** @type {Entry} */ a, /** @type {Entry} */ b) => a.tier - b.tier || a.start - b.start || a.index - b.index;
  // Most pages are written in the order in which they are read.
  if (entries.every((entry, at) => at === 0 || inOrder(/** @type {Entry} */ (entries[at - 1]), entry) <= 0)) return [...indices];
  return entries.sort(inOrder).map((entry) => entry.index);
}

/** @type {Map<string, number>} */
const CONFIDENCE = new Map(Object.entries({ tag: 1, editable: 1, role: 0.95, summary: 0.9, canvas: 0.7, label: 0.7, listener: 0.6, tabindex: 0.5, pointer: 0.5 }));

/** @type {Record<Mode, Signals>} */
const WEIGHTS = {
  blend: { s: 0.35, t: 0.2, d: 0.1, v: 0.35 },
  semantic: { s: 0.6, t: 0.3, d: 0, v: 0.1 },
  structural: { s: 0.3, t: 0.15, d: 0.45, v: 0.1 },
  visual: { s: 0.15, t: 0.05, d: 0, v: 0.8 },
};

/**
 * @typedef {object} Facts
 * @property {readonly string[]} evidence
 * @property {readonly string[]} states
 * @property {boolean} isNamed
 * @property {number} alike how many controls have its name, itself included
 * @property {number} depth
 * @property {import("../controls/types.js").Box} box
 * @property {{ w: number, h: number }} view
 * @property {boolean} standsOut painted more strongly than its neighbours
 */

/** @param {Facts} facts @returns {Signals} */
export function signalsOf({ evidence, states, isNamed, alike, depth, box, view, standsOut }) {
  const confidence = evidence.reduce((best, word) => Math.max(best, CONFIDENCE.get(word) ?? 0.3), 0);
  const isUsable = !states.includes("disabled") && !states.includes("inert");
  // A button of 160 by 40 is as large as a control needs to be.
  const size = Math.min(1, Math.sqrt((box.w * box.h) / 6_400));
  const inView = states.includes("offscreen") ? 0 : states.includes("covered") ? 0.2 : 1;
  const high = inView === 0 ? 0 : 1 - Math.min(1, Math.max(0, box.y / Math.max(1, view.h)));
  return {
    s: confidence * (isNamed ? 1 : 0.6) * (isUsable ? 1 : 0.5),
    t: isNamed ? 1 / alike : 0,
    d: 1 / (1 + Math.max(0, depth - 3) / 12),
    v: 0.5 * inView + 0.2 * size + 0.15 * high + (standsOut ? 0.15 : 0),
  };
}

/** @param {Signals} signals @param {Mode} mode @returns {number} 0 to 1, two decimals */
export function relevance(signals, mode) {
  const weights = WEIGHTS[mode] ?? WEIGHTS.blend;
  const sum = weights.s * signals.s + weights.t * signals.t + weights.d * signals.d + weights.v * signals.v;
  return Math.round(Math.min(1, sum) * 100) / 100;
}
