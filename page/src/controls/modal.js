/** Find the modal dialog that keeps the rest of the page from being used. */
import { matchesOf, rectOf } from "../builtins.js";
import { deepElementFromPoint } from "./hit.js";
import { composedParent } from "./tree.js";

const MODAL = "dialog:modal";

/** @returns {Element | null} the topmost one; the order of the top layer shows only in what the pointer meets */
export function topModal() {
  const modals = Array.from(document.querySelectorAll(MODAL));
  const places = modals.slice(-5).map((modal) => rectOf(modal));
  const points = [...places.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]), [innerWidth / 2, innerHeight / 2]];
  for (const [x = 0, y = 0] of points) {
    const found = modalAround(deepElementFromPoint(x, y));
    if (found) return found;
  }
  return modals.at(-1) ?? null;
}

/** @param {Element | null} element @returns {Element | null} */
function modalAround(element) {
  for (let at = element; at; at = composedParent(at)) if (matchesOf(at, MODAL)) return at;
  return null;
}
