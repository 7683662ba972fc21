/** What people have typed into a row, told so that nobody can read it: rows of a list that are made alike differ in nothing else. */
import { attributeOf, childrenOf, localNameOf, nextElementSiblingOf, parentElementOf, previousElementSiblingOf, valueOf } from "../builtins.js";
import { digestOf } from "../digest.js";
import { keyOf } from "./registry.js";
import { FIELDS, isCard, isRowItself } from "./row.js";
import { isSecretField } from "./secret_field.js";
import { composedParent } from "./tree.js";

const LEVELS = 8;
const MOST_FIELDS = 12;
// Of a longer list all that is in it is counted, which costs nothing.
const MOST_ROWS = 200;
const LONGEST = 2_000;
const APART = "\u0000";
const { querySelectorAll } = Element.prototype;
const CHECKED = /^(checkbox|radio|button|submit|reset|image|file)$/i;

/** @param {Element} element @returns {string} `digest.row.rows`: of what the other fields of its row hold, which row, of how many; empty where it has no fields */
export function filledRowOf(element) {
  let at = composedParent(element);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    if (!isRowItself(at) && !isCard(at)) continue;
    const fields = /** @type {NodeListOf<Element>} */ (Reflect.apply(querySelectorAll, at, [FIELDS]));
    return fields.length === 0 ? "" : `${heldIn([...fields], element)}.${keyOf(at)}.${countLike(at)}`;
  }
  return "";
}

/** @param {Element[]} fields @param {Element} element is left out @returns {string} empty where they hold nothing */
function heldIn(fields, element) {
  const held = fields.slice(0, MOST_FIELDS).map((field) => (field === element ? "" : told(field)));
  return held.every((value) => value === "") ? "" : digestOf(held.join(APART));
}

/** @param {Element} field @returns {string} empty also where it is nobody's business */
function told(field) {
  const value = CHECKED.test(attributeOf(field, "type") ?? "") ? "" : (valueOf(field) ?? "").slice(0, LONGEST);
  return value === "" || isSecretField(field) ? "" : value;
}

/** @param {Element} row @returns {number} how many there are like it, beside it and with it */
function countLike(row) {
  const parent = parentElementOf(row);
  const all = parent ? childrenOf(parent).length : 0;
  if (all > MOST_ROWS) return all;
  const tag = localNameOf(row);
  let count = 1;
  for (const next of [previousElementSiblingOf, nextElementSiblingOf]) {
    for (let at = next(row); at && count < MOST_ROWS; at = next(at)) if (localNameOf(at) === tag) count += 1;
  }
  return count;
}
