/** Where the keyboard is. */
import { documentId } from "../controls/index.js";
import { isSecretField } from "../controls/secret_field.js";
import { rootOf } from "../roots.js";

/** @returns {Element | null} the innermost element with the focus, through shadow roots */
export function innermostFocused() {
  let at = document.activeElement;
  for (let inner = at && rootOf(at)?.activeElement; inner; inner = rootOf(inner)?.activeElement ?? null) at = inner;
  return at;
}

/** @returns {{ documentId: string, focused: boolean, secret: boolean }} whether the keyboard is in this document, and in a field for secrets */
export function keyboardFacts() {
  const focused = innermostFocused();
  return { documentId, focused: document.hasFocus() && focused !== null, secret: focused !== null && isSecretField(focused) };
}
