/** Say who an element is, in few words, and give it a key so that it can be acted on in its turn. */
import { localNameOf } from "../builtins.js";
import { accessibleName, accessibleRole, composedParent, keyOf, textInside } from "../controls/index.js";

/** @typedef {{ key: number, role: string, name: string }} Introduced */

// A bare wrapper says less about what is in the way than the thing it belongs to.
const SPEAKING = new Set("dialog alertdialog alert banner navigation menu listbox tooltip button link region form".split(" "));
const NAME = 60;
const LEVELS = 12;

/** @param {Element} element @returns {Introduced} */
export function introduce(element) {
  const told = speakingFor(element);
  const role = accessibleRole(told) || localNameOf(told);
  const name = accessibleName(told, role) || textInside(told, { limit: NAME });
  return { key: keyOf(told), role, name: name.slice(0, NAME) };
}

/** @param {Element} element @returns {Element} */
function speakingFor(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS; level += 1) {
    if (SPEAKING.has(accessibleRole(at))) return at;
    at = composedParent(at);
  }
  return element;
}
