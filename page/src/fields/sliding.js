/** Where the thumb of a slider is and how far it can go. */
import { rectOf } from "../builtins.js";
import { documentId, elementOf } from "../controls/registry.js";
import { composedParent } from "../controls/tree.js";

const LEVELS = 4;

/**
 * @param {{ key: number, vertical: boolean }} request
 * @returns {{ documentId: string, found: boolean, start?: number, length?: number }} from the middle of the thumb to the
 * start of its track, and how long that is, in pixels along it
 */
export function sliderTrack({ key, vertical }) {
  const thumb = elementOf(key);
  const track = thumb && trackOf(thumb, vertical);
  if (!thumb || !track) return { documentId, found: false };
  const [own, rect] = [rectOf(thumb), rectOf(track)];
  if (vertical) return { documentId, found: true, start: rect.bottom - (own.top + own.height / 2), length: -rect.height };
  return { documentId, found: true, start: rect.left - (own.left + own.width / 2), length: rect.width };
}

/** @param {Element} thumb @param {boolean} vertical @returns {Element | null} */
function trackOf(thumb, vertical) {
  const long = (/** @type {Element} */ element) => (vertical ? rectOf(element).height : rectOf(element).width);
  let at = /** @type {Element | null} */ (thumb);
  for (let level = 0; at && level < LEVELS; level += 1, at = composedParent(at)) {
    // A track is several times as long as what slides on it; a slider that is its own track is pressed in its middle.
    if (long(at) >= Math.max(40, at === thumb ? 0 : long(thumb) * 2)) return at;
  }
  return null;
}
