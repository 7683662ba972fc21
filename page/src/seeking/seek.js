/** Find the element that a name means, wherever in the document it is, and wait until it shows. */
import { rectOf } from "../builtins.js";
import { accessibleName, accessibleRole, composedContains, documentId, elementOf, keyOf } from "../controls/index.js";
import { isDisabled } from "../fields/choices.js";
import { until } from "../waiting/until.js";
import { BadName, meetOpenRoots, named } from "./named.js";
import { isShown } from "./shown.js";

/** @typedef {import("./named.js").Named} Named */
/** @typedef {{ key: number, role: string, name: string, isVisible: boolean, isEnabled: boolean, isOffscreen: boolean, box: { x: number, y: number, width: number, height: number } }} Facts */
/** @typedef {{ count: number, shown: number, first: Facts | null, others: Facts[], cut?: true, error?: string }} Told */
/** @typedef {Told & { documentId: string, parents?: number }} Sought */
/** @typedef {{ elements: Element[], shown: Element[], parents?: number, isCut?: boolean, error?: string }} Seen */
/** @typedef {{ at: number, count: number }} Scope by which evidence it was found, and how many there are */

// More matches than this say that the name is no name; the rest is only counted.
const MOST_JUDGED = 200;
// Where they are counted, more than this are many.
const MOST_COUNTED = 10_000;
const MOST_TOLD = 5;

/** @param {{ wanted: Named, within?: Named, timeoutMs?: number }} request @returns {Promise<Sought>} when one shows, or when the time is over */
export async function seek({ wanted, within, timeoutMs = 0 }) {
  let seen = look(wanted, within);
  await until(() => {
    seen = look(wanted, within);
    return seen.error !== undefined || seen.shown.length > 0 ? true : null;
  }, timeoutMs);
  return { documentId, ...told(seen), ...(seen.parents === undefined ? {} : { parents: seen.parents }) };
}

/**
 * Try names in order until one of them means something that shows, or, `attached`, that is there.
 *
 * @param {{ by: Named[], within?: Named[], attached?: boolean, timeoutMs?: number }} request `within`: names of the one element that it is inside of, in order
 * @returns {Promise<{ documentId: string, told: Told[], scope?: Scope }>} what each name that was tried means; none when there is not one scope
 */
export async function seekFirst({ by, within = [], attached = false, timeoutMs = 0 }) {
  /** @type {{ seen: Seen[], scope?: Scope }} */
  let looked = { seen: [] };
  await until(() => {
    looked = lookInOrder(by, within, attached);
    const last = looked.seen.at(-1);
    return last && (last.error !== undefined || isHit(last, attached)) ? true : null;
  }, timeoutMs);
  return { documentId, told: looked.seen.map(told), ...(looked.scope ? { scope: looked.scope } : {}) };
}

/** @param {{ keys: number[] }} request @returns {{ documentId: string, keys: number[] }} those whose elements are still there and show */
export function present({ keys }) {
  const left = keys.filter((key) => {
    const element = elementOf(key);
    return element !== null && isShown(element);
  });
  return { documentId, keys: left };
}

/** @param {{ outer: number, keys: number[] }} request @returns {{ documentId: string, keys: number[] }} those whose elements are in the outer one */
export function inside({ outer, keys }) {
  const around = elementOf(outer);
  return { documentId, keys: keys.filter((key) => around !== null && composedContains(around, elementOf(key))) };
}

/** @param {Named[]} by @param {Named[]} within @param {boolean} attached @returns {{ seen: Seen[], scope?: Scope }} */
function lookInOrder(by, within, attached) {
  meetOpenRoots();
  /** @type {Seen[]} */
  const seen = [];
  const around = within.length > 0 ? scopeOf(within) : null;
  if (around?.error) return { seen: [{ elements: [], shown: [], error: around.error }], scope: around.scope };
  if (around && around.scope.count !== 1) return { seen, scope: around.scope };
  for (const name of by) {
    const one = lookFor(name, around?.element ?? null);
    seen.push(one);
    if (one.error !== undefined || isHit(one, attached)) break;
  }
  return around ? { seen, scope: around.scope } : { seen };
}

/** @param {Named[]} within @returns {{ scope: Scope, element: Element | null, error?: string }} */
function scopeOf(within) {
  for (const [at, name] of within.entries()) {
    const { elements, shown, error } = lookFor(name, null);
    if (error) return { scope: { at, count: 0 }, element: null, error };
    const found = shown.length > 0 ? shown : elements;
    if (found.length > 0) return { scope: { at, count: found.length }, element: found[0] ?? null };
  }
  return { scope: { at: within.length - 1, count: 0 }, element: null };
}

/** @param {Named} name @param {Element | null} scope @returns {Seen} */
function lookFor(name, scope) {
  try {
    const { elements, isCut } = named(name);
    const found = scope ? elements.filter((element) => element !== scope && composedContains(scope, element)) : elements;
    return { elements: found, shown: found.slice(0, MOST_COUNTED).filter(isShown), isCut: isCut || found.length > MOST_COUNTED };
  } catch (error) {
    if (error instanceof BadName) return { elements: [], shown: [], error: error.kind };
    throw error;
  }
}

/** @param {Seen} seen @param {boolean} attached @returns {boolean} */
function isHit({ elements, shown }, attached) {
  return (attached ? elements : shown).length > 0;
}

/** @param {Named} wanted @param {Named | undefined} within @returns {Seen} */
function look(wanted, within) {
  try {
    const parents = within && named(within).elements;
    const [parent] = parents ?? [];
    if (parents && !parent) return { elements: [], shown: [], parents: 0 };
    const elements = named(wanted).elements.filter((element) => !parent || composedContains(parent, element));
    return { elements, shown: elements.slice(0, MOST_JUDGED).filter(isShown), ...(parents ? { parents: parents.length } : {}) };
  } catch (error) {
    if (error instanceof BadName) return { elements: [], shown: [], error: error.kind };
    throw error;
  }
}

/** @param {Seen} seen @returns {Told} */
function told({ elements, shown, isCut, error }) {
  const [first, ...others] = shown.length > 0 ? shown : elements;
  return {
    count: elements.length,
    shown: shown.length,
    first: first ? factsOf(first) : null,
    others: others.slice(0, shown.length > 0 ? MOST_TOLD : 0).map(factsOf),
    ...(isCut ? { cut: true } : {}),
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
