/** Which of a few test ids are visible, and what they say: what an app's screen is known by. */
import { textInside } from "../controls/index.js";
import { listed } from "./listing.js";
import { isSeen } from "./observe.js";
import { TEST_IDS, testIdOf } from "../controls/test_id.js";

const SELECTOR = TEST_IDS.map((name) => `[${name}]`).join(",");
// Beyond so many elements with a test id the rest of a page is not looked at.
const MOST_LOOKED = 5_000;

/** @param {{ testIds: string[], text?: number }} wanted @returns {{ shown: Record<string, string> }} those that are visible, with their text */
export function shownTestIds({ testIds, text = 100 }) {
  const missing = new Set(testIds);
  /** @type {[string, string][]} */
  const shown = [];
  const elements = listed(SELECTOR);
  for (let at = 0; at < elements.length && at < MOST_LOOKED && missing.size > 0; at += 1) {
    const element = /** @type {Element} */ (elements[at]);
    const name = testIdOf(element);
    if (!missing.has(name) || !isSeen(element)) continue;
    missing.delete(name);
    shown.push([name, textInside(element, { limit: text })]);
  }
  return { shown: Object.fromEntries(shown) };
}
