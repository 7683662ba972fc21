/** What makes controls stand out, for those that may be the one a page is about. */
import { attributeOf, hasAttributeOf, localNameOf } from "../builtins.js";
import { composedParent, documentId, elementOf, keyOf, textInside } from "../controls/index.js";
import { formFacts } from "./form.js";
import { Painter } from "./paint.js";
import { fieldsBeside, placeOf, surfaceFacts, twinsOf } from "./setting.js";

/** @typedef {import("../structure/model.js").PageModel} PageModel */

const MOST = 120;
const MUCH_MORE = 20;

/** @param {{ keys: number[] }} request @param {PageModel} model the last look at the page */
export function prominence({ keys }, model) {
  const painter = new Painter();
  /** @type {Map<Element, ReturnType<typeof surfaceFacts>>} */
  const surfaces = new Map();
  const keyed = (/** @type {Element | null} */ surface) => {
    if (!surface) return 0;
    if (!surfaces.has(surface)) surfaces.set(surface, surfaceFacts(surface));
    return keyOf(surface);
  };
  const items = keys.slice(0, MOST).map((key) => {
    const element = elementOf(key);
    const index = element ? model.indexOf.get(element) : undefined;
    if (!element || index === undefined) return null;
    const { zones, bar, surface } = placeOf(element, model, painter);
    return { k: key, ...painter.paintOf(model.controls[index]?.target ?? element), ...own(element, painter), ...company(element, index, model), zones, bar: keyed(bar), surface: keyed(surface) };
  });
  return { documentId, view: { w: innerWidth, h: innerHeight }, items: items.filter((item) => item !== null), surfaces: [...surfaces.values()] };
}

/** @param {Element} element @param {Painter} painter */
function own(element, painter) {
  const isField = localNameOf(element) === "input";
  return {
    bare: !isField && textInside(element) === "",
    opens: (attributeOf(element, "aria-haspopup") ?? "false") !== "false" || hasAttributeOf(element, "aria-expanded") || hasAttributeOf(element, "popovertarget"),
    toggles: hasAttributeOf(element, "aria-pressed"),
    auto: hasAttributeOf(element, "autofocus"),
    inText: isInText(element, painter),
  };
}

/** @param {Element} element @param {number} index @param {PageModel} model */
function company(element, index, model) {
  const form = formFacts(element);
  return { form, beside: form ?? fieldsBeside(index, model), twins: twinsOf(index, model) };
}

/** @param {Element} element @param {Painter} painter @returns {boolean} whether it is a link among the words of a text */
function isInText(element, painter) {
  if (painter.style(element).display !== "inline") return false;
  const parent = composedParent(element);
  return parent !== null && textInside(parent, { limit: 200 }).length > textInside(element).length + MUCH_MORE;
}
