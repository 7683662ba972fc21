/** What can be said about a document at a glance. */
import { cleanText } from "./text.js";

const TITLE_LIMIT = 200;
const URL_LIMIT = 2048;
const ELEMENTS_CAP = 1_000_000;

/**
 * @typedef {object} DocumentFacts
 * @property {string} title cleaned page text
 * @property {string} readyState
 * @property {string} url cleaned page text
 * @property {number} elements of the document itself, without shadow roots and frames
 * @property {boolean} elementsCapped whether there are more than the count says
 * @property {boolean} dialogOpen whether a modal <dialog> is open
 * @property {boolean} hidden whether the tab is in the background
 */

/** @returns {DocumentFacts} */
export function documentFacts() {
  const elements = document.getElementsByTagName("*").length;
  return {
    title: cleanText(document.title, TITLE_LIMIT),
    readyState: document.readyState,
    url: cleanText(document.URL, URL_LIMIT),
    elements: Math.min(elements, ELEMENTS_CAP),
    elementsCapped: elements > ELEMENTS_CAP,
    dialogOpen: document.querySelector("dialog:modal") !== null,
    hidden: document.hidden,
  };
}
