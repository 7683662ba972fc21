/** Whether a field is one of those whose content is nobody's business. */
import { attributeOf } from "../builtins.js";
import { labelsOf } from "./labels.js";
import { testIdOf } from "./test_id.js";
import { textInside } from "./text_inside.js";
import { isSecret } from "./words.js";

const LABEL = 60;

/** @param {Element} element @returns {boolean} whether what is in it must not leave the page */
export function isSecretField(element) {
  const said = (/** @type {string} */ name) => attributeOf(element, name) ?? "";
  const labels = labelsOf(element).map((label) => textInside(label, { limit: LABEL }));
  const words = [said("name"), said("id"), said("aria-label"), said("placeholder"), testIdOf(element), ...labels].join(" ");
  return isSecret({ type: said("type").toLowerCase(), autocomplete: said("autocomplete"), words });
}
