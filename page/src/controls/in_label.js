/** Parts of a label: what is pressed in a label is pressed for the label's control, unless it is a thing of its own. */
import { cleanText } from "../text.js";
import { controlOf } from "./labels.js";
import { NAME_LIMIT } from "./names.js";
import { plainLabel } from "./plain_label.js";

/**
 * @param {Element} label
 * @param {Element} element in it
 * @param {readonly import("./types.js").Evidence[]} weak what listening and looks say of it
 * @param {ReadonlySet<Element>} labelled the controls that their labels stand for
 * @returns {boolean} whether it says something of its own, and seems to do something of its own
 */
export function isBesideLabel(label, element, weak, labelled) {
  const control = controlOf(label);
  // Where the label stands for a control that does not show, the looks of its parts are those of the control.
  if (control && labelled.has(control) && !weak.includes("listener")) return false;
  const said = cleanText(plainLabel(element), NAME_LIMIT);
  return said !== "" && said !== cleanText(plainLabel(label), NAME_LIMIT);
}
