/** The attributes that authors give to elements so that tests find them. */
import { attributeOf } from "../builtins.js";
import { cleanText } from "../text.js";

const LIMIT = 80;
export const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-e2e", "data-pw"];

/** @param {Element} element @returns {string} */
export function testIdOf(element) {
  for (const name of TEST_IDS) {
    const value = attributeOf(element, name);
    if (value) return cleanText(value, LIMIT);
  }
  return "";
}
