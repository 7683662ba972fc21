/** Links that are there for their looks only: they go nowhere, and say what the choice or the item says that they belong to. */
import { attributeOf } from "../builtins.js";
import { controlOf } from "./labels.js";
import { CHOICES } from "./roles.js";
import { composedParent } from "./tree.js";
import { isLinkOfItem } from "./twice.js";

/** @typedef {import("./control.js").Candidate} Candidate */

const LEVELS = 6;
const NOWHERE = /^\s*(#!?|javascript:.*)?\s*$/is;
const NO_ROLE = /^\s*(?:none|presentation)\b/i;

/** @param {Candidate[]} candidates @returns {Set<Candidate>} links that nobody needs beside the choice or the item */
export function echoesOf(candidates) {
  const links = new Set(candidates.filter(goesNowhere));
  if (links.size === 0) return links;
  const byElement = new Map(candidates.map((candidate) => [candidate.element, candidate]));
  const held = new Map(candidates.filter(({ around }) => around && links.has(around)).map((candidate) => [candidate.around, candidate]));
  const isEcho = (/** @type {Candidate} */ link) => {
    const labelled = labelledAround(link.element);
    const choice = (labelled && byElement.get(labelled)) ?? held.get(link);
    const isOfChoice = choice !== undefined && CHOICES.has(choice.role) && choice.name !== "" && choice.name === link.name;
    return isOfChoice || isLinkOfItem(link);
  };
  return new Set([...links].filter(isEcho));
}

/** @param {Candidate} candidate @returns {boolean} */
function goesNowhere({ tag, element }) {
  return tag === "a" && (NOWHERE.test(attributeOf(element, "href") ?? "") || NO_ROLE.test(attributeOf(element, "role") ?? ""));
}

/** @param {Element} element @returns {Element | null} what the label around it is for */
function labelledAround(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    const control = controlOf(at);
    if (control) return control;
  }
  return null;
}
