/** Where the thing that a picture was seen in is now; brought into view when somebody wants to act there. */
import { isPainted, localNameOf, rectOf, scrollHeightOf, scrollWidthOf, clientHeightOf, clientWidthOf } from "../builtins.js";
import { hasArea } from "../controls/boxes.js";
import { composedParent, documentId, elementOf, Sight } from "../controls/index.js";
import { nextFrame } from "../quiet.js";
import { boxOf, viewFacts } from "./unexplained.js";

/** @typedef {{ key: number, at?: [number, number], isWanted?: boolean }} AnchorRequest `at`: a place in it as fractions; `isWanted`: scroll until that shows */

const NEAR = 1;
const { scrollIntoView, scrollBy } = Element.prototype;

/** @param {AnchorRequest} request @returns {Promise<object>} */
export async function anchorNow({ key, at = [0.5, 0.5], isWanted = false }) {
  const element = elementOf(key);
  if (!element) return { documentId, gone: true };
  if (isWanted && !shows(element, at)) {
    bringSpotIntoView(element, at);
    // Painted where it is now before anybody takes a picture of it.
    await nextFrame();
    await nextFrame();
  }
  const look = isPainted(element) ? new Sight().look(element) : null;
  if (!look) return { documentId, hidden: true };
  const seen = hasArea(look.seen) ? boxOf(look.seen) : { x: 0, y: 0, w: 0, h: 0 };
  return { documentId, tag: localNameOf(element), ...viewFacts(), seen, whole: boxOf(look) };
}

/** @param {Element} element @param {[number, number]} at @returns {[number, number]} */
function spotOf(element, [across, down]) {
  const { left, top, width, height } = rectOf(element);
  return [left + width * across, top + height * down];
}

/** @param {Element} element @param {[number, number]} at @returns {boolean} */
function shows(element, at) {
  const look = new Sight().look(element);
  if (!look) return false;
  const [x, y] = spotOf(element, at);
  const { left, top, right, bottom } = look.seen;
  return x > left + NEAR && x < right - NEAR && y > top + NEAR && y < bottom - NEAR;
}

/** @param {Element} element @param {[number, number]} at */
function bringSpotIntoView(element, at) {
  Reflect.apply(scrollIntoView, element, [{ block: "center", inline: "center", behavior: "instant" }]);
  if (shows(element, at)) return;
  // Larger than what shows of it: the boxes around it are scrolled until the spot is in the middle of each.
  for (let box = composedParent(element); box && !shows(element, at); box = composedParent(box)) {
    if (scrollHeightOf(box) <= clientHeightOf(box) && scrollWidthOf(box) <= clientWidthOf(box)) continue;
    const isPage = box === document.scrollingElement;
    const port = isPage ? { left: 0, top: 0, width: innerWidth, height: innerHeight } : rectOf(box);
    const [x, y] = spotOf(element, at);
    Reflect.apply(scrollBy, box, [{ left: x - port.left - port.width / 2, top: y - port.top - port.height / 2, behavior: "instant" }]);
  }
}
