/** Tell from the times of its changes whether something changes all the time. */

// So many ticks, going on until just now, are no series of events any more.
export const FAST_TICKS = 8;
const FAST_MS = 4_000;
const JUST_NOW_MS = 600;
// Fewer are enough where they come as a clock's do.
const REGULAR_TICKS = 5;

/** @param {number[]} times rising @param {number} now @returns {boolean} */
export function isRestless(times, now) {
  const first = times.at(-FAST_TICKS);
  const last = times.at(-1) ?? 0;
  if (first !== undefined && last - first <= FAST_MS && now - last <= JUST_NOW_MS) return true;
  const recent = times.slice(-REGULAR_TICKS);
  if (recent.length < REGULAR_TICKS) return false;
  const steps = recent.slice(1).map((time, at) => time - (recent[at] ?? 0));
  const longest = Math.max(...steps);
  return longest <= 1.5 * Math.min(...steps) && now - last <= 1.5 * longest;
}
