/** Put the keyboard where it is wanted, and say where it is. */
import { rootNodeOf } from "../builtins.js";
import { composedContains, documentId, elementOf } from "../controls/index.js";
import { innermostFocused } from "./focused.js";

/** @param {{ key: number }} request @returns {{ documentId: string, focused: boolean }} whether it, or what is in it, has the focus now */
export function focusOn({ key }) {
  const element = elementOf(key);
  if (!element) return { documentId, focused: false };
  if (!hasFocus(element) && element instanceof HTMLElement) element.focus({ preventScroll: true });
  return { documentId, focused: hasFocus(element) };
}

/** @param {Element} element @returns {boolean} */
function hasFocus(element) {
  const root = rootNodeOf(element);
  if ((root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element) return true;
  const inner = innermostFocused();
  return inner !== null && inner !== document.body && composedContains(element, inner);
}
