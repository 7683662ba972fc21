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
  return quietSince(journal, { started, quietMs, deadline });
}

/**
 * Resolves once nothing was mutated for `quietMs`, which may be so already, or at the timeout.
 *
 * @param {import("./journal.js").Journal} journal
 * @param {{ quietMs: number, timeoutMs: number }} patience
 * @returns {Promise<boolean>} whether it is quiet
 */
export function untilAtRest(journal, { quietMs, timeoutMs }) {
  return quietSince(journal, { started: 0, quietMs, deadline: performance.now() + timeoutMs });
}

/** @param {import("./journal.js").Journal} journal @param {{ started: number, quietMs: number, deadline: number }} limits @returns {Promise<boolean>} */
async function quietSince(journal, { started, quietMs, deadline }) {
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
