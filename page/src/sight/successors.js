/** The page function that names the pictures which came after something was seen, whether they show now or not. */
import { Budget } from "../budget.js";
import { hasBox, isPainted, localNameOf } from "../builtins.js";
import { documentId, keyOf, Sight } from "../controls/index.js";
import { walkElements } from "../structure/elements.js";
import { pictureKind } from "./pictures.js";
import { boxOf } from "./unexplained.js";

/** @typedef {{ tag: string, newest: number }} SuccessorsRequest `newest`: the latest key when it was seen */

const LIMITS = { nodes: 200_000, depth: 25_000, milliseconds: 1_200 };
const LEAST = 6;

/** @param {SuccessorsRequest} request */
export function successors({ tag, newest }) {
  const budget = new Budget(LIMITS);
  const sight = new Sight();
  /** @type {{ k: number, w: number, h: number }[]} */
  const found = [];
  const visitor = {
    /** @param {Element} element @returns {boolean} */
    enter(element) {
      const style = getComputedStyle(element);
      if (style.display === "none" || (style.display !== "contents" && !hasBox(element))) return false;
      const name = localNameOf(element);
      if (name === tag && pictureKind(element, name, style) && keyOf(element) > newest && isPainted(element)) {
        const look = sight.look(element, style);
        const { w, h } = look ? boxOf(look) : { w: 0, h: 0 };
        if (w >= LEAST && h >= LEAST) found.push({ k: keyOf(element), w, h });
      }
      return name !== "svg";
    },
    leave: () => undefined,
  };
  if (document.documentElement) walkElements(document.documentElement, budget, visitor);
  // One that was not come to may be the one that is meant.
  return { documentId, pictures: budget.ranOut === null ? found : [] };
}
