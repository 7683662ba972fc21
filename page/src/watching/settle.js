/** Wait until what an action set off in the document is over. */

// A background tab paints no frames; after this long a frame counts as passed.
const FRAME_FALLBACK_MS = 50;

/** @typedef {{ frames: number, quietMs: number, timeoutMs: number }} Patience */

/**
 * Resolves once the frames have passed and nothing was mutated for `quietMs` but what was restless before, or at the timeout.
 *
 * @param {import("./journal.js").Journal} journal
 * @param {Patience} patience
 * @returns {Promise<boolean>} whether it is quiet
 */
export async function untilSettled(journal, { frames, quietMs, timeoutMs }) {
  const started = performance.now();
  const deadline = started + timeoutMs;
  for (let frame = 0; frame < frames; frame += 1) await nextFrame();
  for (;;) {
    journal.flush();
    const now = performance.now();
    const quietIn = Math.max(journal.lastMutation, started) + quietMs - now;
    if (quietIn <= 0) return true;
    if (now >= deadline) return false;
    await pause(Math.min(quietIn, deadline - now));
  }
}

/** @returns {Promise<void>} */
function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_FALLBACK_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** @param {number} milliseconds @returns {Promise<void>} */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
