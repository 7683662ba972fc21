/** Find the element that a test id, a selector or a key names, wherever in the document it is, and wait until it shows. */
import { isLaidOut, rectOf } from "../builtins.js";
import { accessibleName, accessibleRole, composedContains, documentId, elementOf, keyOf } from "../controls/index.js";
import { TEST_IDS } from "../controls/fingerprint.js";
import { isDisabled } from "../fields/choices.js";
import { listed } from "../observing/listing.js";
import { until } from "../waiting/until.js";

/** @typedef {{ testId?: string, selector?: string, key?: number }} Named one of them */
/** @typedef {{ key: number, role: string, name: string, isVisible: boolean, isEnabled: boolean, isOffscreen: boolean, box: { x: number, y: number, width: number, height: number } }} Facts */
/** @typedef {{ documentId: string, count: number, shown: number, first: Facts | null, others: Facts[], parents?: number, error?: string }} Sought */
/** @typedef {{ elements: Element[], shown: Element[], parents?: number, error?: string }} Seen */

// More matches than this say that the name is no name; the rest is only counted.
const MOST_JUDGED = 200;
const MOST_TOLD = 5;

/** @param {{ wanted: Named, within?: Named, timeoutMs?: number }} request @returns {Promise<Sought>} when one shows, or when the time is over */
export async function seek({ wanted, within, timeoutMs = 0 }) {
  let seen = look(wanted, within);
  await until(() => {
    seen = look(wanted, within);
    return seen.error !== undefined || seen.shown.length > 0 ? true : null;
  }, timeoutMs);
  return told(seen);
}

/** @param {{ keys: number[] }} request @returns {{ documentId: string, keys: number[] }} those whose elements are still there and show */
export function present({ keys }) {
  const left = keys.filter((key) => {
    const element = elementOf(key);
    return element !== null && isShown(element);
  });
  return { documentId, keys: left };
}

/** @param {Named} wanted @param {Named | undefined} within @returns {Seen} */
function look(wanted, within) {
  try {
    const parents = within && named(within);
    const [parent] = parents ?? [];
    if (parents && !parent) return { elements: [], shown: [], parents: 0 };
    const elements = named(wanted).filter((element) => !parent || composedContains(parent, element));
    return { elements, shown: elements.slice(0, MOST_JUDGED).filter(isShown), ...(parents ? { parents: parents.length } : {}) };
  } catch (error) {
    if (error instanceof DOMException) return { elements: [], shown: [], error: "selector" };
    throw error;
  }
}

/** @param {Named} name @returns {Element[]} in the order of the page */
function named({ testId, selector, key }) {
  if (key !== undefined) return [elementOf(key)].filter((element) => element !== null);
  const asked = testId === undefined ? (selector ?? "") : TEST_IDS.map((attribute) => `[${attribute}=${JSON.stringify(testId)}]`).join(",");
  return Array.from(listed(asked));
}

/** @param {Seen} seen @returns {Sought} */
function told({ elements, shown, parents, error }) {
  const [first, ...others] = shown.length > 0 ? shown : elements;
  return {
    documentId,
    count: elements.length,
    shown: shown.length,
    first: first ? factsOf(first) : null,
    others: others.slice(0, shown.length > 0 ? MOST_TOLD : 0).map(factsOf),
    ...(parents === undefined ? {} : { parents }),
    ...(error === undefined ? {} : { error }),
  };
}

/** @param {Element} element @returns {Facts} */
function factsOf(element) {
  const { x, y, width, height } = rectOf(element);
  return {
    key: keyOf(element),
    role: accessibleRole(element),
    name: accessibleName(element),
    isVisible: isShown(element),
    isEnabled: !isDisabled(element),
    isOffscreen: x + width <= 0 || y + height <= 0 || x >= innerWidth || y >= innerHeight,
    box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
  };
}

/** @param {Element} element @returns {boolean} whether it takes room; what is see-through can be pressed all the same */
function isShown(element) {
  if (!isLaidOut(element)) return false;
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
}
