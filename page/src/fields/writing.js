/** The few things that are set by script, because no hand can: values that are picked from the browser's own popups. */
import { scrollHeightOf, scrollTopOf, clientHeightOf } from "../builtins.js";
import { documentId, elementOf } from "../controls/registry.js";
import { composedParent } from "../controls/tree.js";
import { listOf } from "./choices.js";
import { isOptionSelected, optionsOf, writeSelected, writeValue } from "./native.js";

/** @typedef {{ documentId: string, done: boolean }} Done */

/** @param {{ key: number, value: string }} request of a date, time, colour or range @returns {Done} */
export function fieldSetValue({ key, value }) {
  const field = elementOf(key);
  if (!(field instanceof HTMLInputElement)) return { documentId, done: false };
  writeValue(field, value);
  tell(field);
  return { documentId, done: true };
}

/**
 * Tell the page that typing is over. A person goes on to the next field; the keyboard stays here, because the next key
 * may be meant for this one. The browser tells the same once more when it leaves, which nothing short of leaving prevents.
 *
 * @param {{ key: number, leave?: boolean }} request `leave` takes the keyboard away after all
 * @returns {Promise<Done>}
 */
export async function fieldCommit({ key, leave = false }) {
  const field = elementOf(key);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return { documentId, done: false };
  if (leave) HTMLElement.prototype.blur.call(field);
  else field.dispatchEvent(new Event("change", { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { documentId, done: true };
}

/** @param {{ key: number, indexes: number[] }} request places of the options of a native list that are to be selected @returns {Done} */
export function fieldChoose({ key, indexes }) {
  const field = elementOf(key);
  if (!(field instanceof HTMLSelectElement)) return { documentId, done: false };
  const wanted = new Set(indexes);
  optionsOf(field).forEach((option, index) => {
    if (isOptionSelected(option) !== wanted.has(index)) writeSelected(option, wanted.has(index));
  });
  tell(field);
  return { documentId, done: true };
}

/**
 * Turn the list of a combobox, or a list, one page on.
 *
 * @param {{ key: number, from?: "start" }} request
 * @returns {Promise<Done>} false at its end
 */
export async function fieldScroll({ key, from }) {
  const field = elementOf(key);
  const scroller = field && scrollerOf(field);
  if (!scroller) return { documentId, done: false };
  const was = scrollTopOf(scroller);
  scroller.scrollTop = from === "start" ? 0 : was + Math.max(20, clientHeightOf(scroller) * 0.8);
  // A list that draws only what shows does so when it hears of the scrolling, which is in the next frame.
  await Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))), new Promise((resolve) => setTimeout(resolve, 60))]);
  return { documentId, done: from === "start" || scrollTopOf(scroller) > was };
}

/** @param {Element} field @returns {Element | null} what scrolls in its list or around it */
function scrollerOf(field) {
  const list = field.getAttribute("role") === "listbox" ? field : (listOf(field) ?? field);
  const within = Array.from(list.querySelectorAll("*")).slice(0, 500).find(scrolls);
  if (within) return within;
  for (let at = /** @type {Element | null} */ (list); at && at !== document.body; at = composedParent(at)) if (scrolls(at)) return at;
  return null;
}

/** @param {Element} element @returns {boolean} */
function scrolls(element) {
  return scrollHeightOf(element) > clientHeightOf(element) + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
}

/** @param {Element} field as the browser tells it when a person has picked something */
function tell(field) {
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
