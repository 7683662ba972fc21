/** Wait until the document has come to rest. */

// A background tab paints no frames; after this long a frame counts as passed.
const FRAME_FALLBACK_MS = 100;
const FRAMES = 2;
const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };

/** @typedef {{ quiet: boolean, waitedMs: number, mutations: number }} Quiet */

/**
 * Resolves once two frames have passed and nothing was mutated for `quietMs`, or with `quiet: false` at the timeout.
 * Mutations inside shadow roots are not watched.
 *
 * @param {{ quietMs: number, timeoutMs: number }} limits
 * @returns {Promise<Quiet>}
 */
export async function untilQuiet({ quietMs, timeoutMs }) {
  const started = performance.now();
  const deadline = started + timeoutMs;
  let lastMutation = started;
  let mutations = 0;
  const observer = new MutationObserver((records) => {
    lastMutation = performance.now();
    mutations += records.length;
  });
  observer.observe(document, WATCHED);

  const isQuiet = await rest();

  observer.disconnect();
  return { quiet: isQuiet, waitedMs: Math.round(performance.now() - started), mutations };

  /** @returns {Promise<boolean>} */
  async function rest() {
    for (let frame = 0; frame < FRAMES; frame += 1) {
      await nextFrame(Math.min(FRAME_FALLBACK_MS, deadline - performance.now()));
    }
    for (;;) {
      const now = performance.now();
      const quietIn = lastMutation + quietMs - now;
      if (quietIn <= 0) return true;
      if (now >= deadline) return false;
      await pause(Math.min(quietIn, deadline - now));
    }
  }
}

/** @param {number} [fallbackMs] @returns {Promise<void>} */
export function nextFrame(fallbackMs = FRAME_FALLBACK_MS) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, fallbackMs));
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
