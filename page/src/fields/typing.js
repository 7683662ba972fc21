/** Text in a field: made ready to be replaced, and compared where it is, because it does not leave the page. */
import { rootNodeOf } from "../builtins.js";
import { documentId, elementOf } from "../controls/registry.js";
import { likeness } from "./likeness.js";
import { isEditable, valueOf } from "./native.js";

/** @type {WeakMap<Element, string>} what was in a field before we typed */
const before = new WeakMap();

/**
 * Select everything in the field, and remember what it is.
 *
 * @param {{ key: number }} request
 * @returns {{ documentId: string, ready: boolean }}
 */
export function fieldSelectAll({ key }) {
  const field = elementOf(key);
  if (!field) return { documentId, ready: false };
  before.set(field, valueOf(field));
  if (field instanceof HTMLInputElement) HTMLInputElement.prototype.select.call(field);
  else if (field instanceof HTMLTextAreaElement) HTMLTextAreaElement.prototype.select.call(field);
  else if (isEditable(field)) selectInside(field);
  return { documentId, ready: true };
}

/** @param {Element} field */
function selectInside(field) {
  const root = rootNodeOf(field);
  const selection = (root instanceof ShadowRoot && "getSelection" in root ? /** @type {any} */ (root).getSelection() : null) ?? getSelection();
  selection?.selectAllChildren(field);
}

/**
 * Whether the field holds this text. The field gets a turn first, so that a framework can take back what it does not want.
 *
 * @param {{ key: number, text: string, forget?: boolean }} request
 * @returns {Promise<{ documentId: string, gone?: true, like?: import("./likeness.js").Likeness, length?: number }>}
 */
export async function fieldHolds({ key, text, forget = false }) {
  await new Promise((resolve) => setTimeout(resolve, 0));
  const field = elementOf(key);
  if (!field) return { documentId, gone: true };
  const held = valueOf(field);
  const answer = { documentId, like: likeness(held, text, before.get(field) ?? ""), length: held.length };
  if (forget) before.delete(field);
  return answer;
}
