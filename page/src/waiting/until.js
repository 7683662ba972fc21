/** Look again whenever the document may have changed, without taking the page's time. */

const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };
// What no mutation of the document tells: styles, animations, typed values, what happens in shadow roots.
const PERIOD_MS = 200;
const LEAST_REST_MS = 16;
// Looking may take a fifth of the time, so that waiting does not slow down what is waited for.
const REST_PER_LOOK = 4;

/**
 * @template T
 * @param {() => T | null} look null means: not yet
 * @param {number} timeoutMs 0 looks once
 * @returns {Promise<T | null>} what the look found, or null when the time is over
 */
export async function until(look, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  let isChanged = false;
  let wake = () => {};
  const observer = new MutationObserver(() => {
    isChanged = true;
    wake();
  });
  try {
    for (let isFirst = true; ; isFirst = false) {
      const started = performance.now();
      const found = look();
      const now = performance.now();
      if (found !== null || now >= deadline) return found;
      if (isFirst) observer.observe(document, WATCHED);
      await pause(Math.min(Math.max(LEAST_REST_MS, (now - started) * REST_PER_LOOK), deadline - now));
      if (!isChanged) await changedOr(Math.min(PERIOD_MS, deadline - performance.now()));
      isChanged = false;
    }
  } finally {
    observer.disconnect();
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  function changedOr(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds));
  });
}
