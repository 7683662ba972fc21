/** Keep what was read of the page until the page changes. */

const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };

/**
 * Watches for the first change only, so that a restless page pays nothing for it.
 *
 * @template T
 */
export class UntilChanged {
  constructor() {
    /** @type {T | null} */
    this.kept = null;
    this.observer = new MutationObserver(() => this.drop());
  }

  /** @param {T} value @param {readonly Node[]} roots what it was read of @returns {T} */
  keep(value, roots) {
    this.drop();
    this.kept = value;
    for (const root of roots) this.observer.observe(root, WATCHED);
    return value;
  }

  /** @returns {T | null} */
  get() {
    // A change of the same moment has not been told yet.
    if (this.observer.takeRecords().length > 0) this.drop();
    return this.kept;
  }

  drop() {
    this.kept = null;
    this.observer.disconnect();
  }
}
