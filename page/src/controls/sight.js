/** What can be seen of elements in one look at the page; what it found out about an ancestor it remembers. */
import {
  attributeOf,
  clientRectsOf,
  clientHeightOf,
  clientWidthOf,
  isLaidOut,
  isPainted,
  localNameOf,
  matchesOf,
  rectOf,
  rootNodeOf,
  scrollHeightOf,
  scrollLeftOf,
  scrollTopOf,
  scrollWidthOf,
} from "../builtins.js";
import { areaOf, clipsAll, meet, NOWHERE, overlaps, shapeEdges } from "./boxes.js";
import { composedParent } from "./tree.js";

/** @typedef {import("./boxes.js").Edges} Edges */
/** @typedef {"flow" | "absolute" | "fixed"} Mode how an element is placed decides which ancestors clip it */
/** @typedef {{ seen: Edges, reach: Edges }} Clip what shows now, and what would show after scrolling */
/** @typedef {{ edges: Edges, seen: Edges, isTransparent: boolean }} Look its box, and the part of it that shows now (no area: offscreen) */

const TOP_LAYER = ":modal, :popover-open, :fullscreen";
const HOLDS_FIXED = /transform|perspective|filter|contain/;
// One pixel is how texts for screen readers only are hidden.
const TOO_SMALL = 1;

export class Sight {
  constructor() {
    /** @type {Record<Mode, Map<Element, Clip>>} */
    this.clips = { flow: new Map(), absolute: new Map(), fixed: new Map() };
    // Layout is brought up to date here, once.
    const root = document.documentElement;
    /** @type {Edges} */
    this.viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    this.page = { seen: this.viewport, reach: root ? scrollableArea(root, this.viewport) : this.viewport };
    this.window = { seen: this.viewport, reach: this.viewport };
    this.bodyClips = root !== null && getComputedStyle(root).overflow !== "visible";
  }

  /**
   * @param {Element} element
   * @param {CSSStyleDeclaration} [style] where it is at hand
   * @returns {Look | null} null when nothing of it can be seen, not even after scrolling
   */
  look(element, style = getComputedStyle(element)) {
    const isVisible = isPainted(element);
    if (!isVisible && !isLaidOut(element)) return this.lookWithoutBox(element, style);
    return this.within(element, edgesOf(element, style), style, !isVisible);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @returns {Look | null} of what has no box of its own but shows something */
  lookWithoutBox(element, style) {
    if (localNameOf(element) === "area") {
      const edges = areaEdges(element);
      return edges ? this.within(edges.image, edges.edges, getComputedStyle(edges.image), false) : null;
    }
    if (style.display !== "contents" || style.visibility !== "visible") return null;
    return this.within(element, contentEdges(element), style, false);
  }

  /** @param {Element} element @param {Edges} edges @param {CSSStyleDeclaration} style @param {boolean} isTransparent @returns {Look | null} */
  within(element, edges, style, isTransparent) {
    const width = edges.right - edges.left;
    const height = edges.bottom - edges.top;
    if (width <= 0 || height <= 0 || (width <= TOO_SMALL && height <= TOO_SMALL)) return null;
    if (clipsAll(style.clipPath)) return null;
    const mode = modeOf(style.position);
    if (mode !== "flow" && /^rect\((\d+)px,? \1px,? \1px,? \1px\)$/.test(style.clip)) return null;
    const clip = this.clipOf(element, mode);
    if (!overlaps(edges, clip.reach)) return null;
    return { edges, seen: meet(edges, clip.seen), isTransparent };
  }

  /** @param {Element} element @param {Mode} mode @returns {Clip} */
  clipOf(element, mode) {
    if (mode !== "flow" && isInTopLayer(element)) return this.window;
    const parent = composedParent(element);
    return parent ? this.clipInside(parent, mode) : this.outermost(mode);
  }

  /** @param {Mode} mode @returns {Clip} */
  outermost(mode) {
    return mode === "fixed" ? this.window : this.page;
  }

  /**
   * What clips a child of the element, found by climbing to the first ancestor that is known and coming back down.
   *
   * @param {Element} element
   * @param {Mode} mode of the child
   * @returns {Clip}
   */
  clipInside(element, mode) {
    /** @type {{ at: Element, mode: Mode, style: CSSStyleDeclaration | null }[]} */
    const climbed = [];
    let above = mode;
    let clip = /** @type {Clip | undefined} */ (undefined);
    for (let at = /** @type {Element | null} */ (element); at && !clip; at = composedParent(at)) {
      clip = this.clips[above].get(at);
      if (clip) break;
      const style = getComputedStyle(at);
      const isHolder = above === "flow" || holds(style, above);
      climbed.push({ at, mode: above, style: isHolder ? style : null });
      if (isHolder) above = modeOf(style.position);
      if (isHolder && above !== "flow" && isInTopLayer(at)) clip = this.window;
    }
    return this.unwind(clip ?? this.outermost(above), climbed);
  }

  /** @param {Clip} clip @param {{ at: Element, mode: Mode, style: CSSStyleDeclaration | null }[]} climbed @returns {Clip} */
  unwind(clip, climbed) {
    for (const { at, mode, style } of climbed.reverse()) {
      if (style) clip = this.narrowed(clip, at, style);
      this.clips[mode].set(at, clip);
    }
    return clip;
  }

  /** @param {Clip} clip @param {Element} element @param {CSSStyleDeclaration} style @returns {Clip} what is left of it inside the element */
  narrowed(clip, element, style) {
    if (clipsAll(style.clipPath)) return { seen: NOWHERE, reach: NOWHERE };
    const overflow = style.overflow;
    if (overflow === "visible") return clip;
    if (element === document.documentElement || (element === document.body && !this.bodyClips)) return clip;
    if (/^(inline|contents)$/.test(style.display)) return clip;
    const [across = "visible", down = across] = overflow.split(" ");
    const own = open(rectOf(element), across, down);
    const seen = meet(clip.seen, own);
    const scrolls = /auto|scroll/.test(overflow);
    if (!scrolls) return { seen, reach: meet(clip.reach, own) };
    if (!overlaps(clip.reach, own)) return { seen: NOWHERE, reach: NOWHERE };
    return { seen, reach: open(scrollableArea(element, rectOf(element)), across, down) };
  }
}

/** @param {Element} element @param {Sight} [sight] of the same look, which is cheaper for many @returns {boolean} */
export function isVisible(element, sight = new Sight()) {
  const look = sight.look(element);
  return look !== null && !look.isTransparent;
}

/** @param {string} position @returns {Mode} */
function modeOf(position) {
  return position === "fixed" || position === "absolute" ? position : "flow";
}

/** @param {CSSStyleDeclaration} style @param {"absolute" | "fixed"} mode @returns {boolean} whether it is what the child is placed in */
function holds(style, mode) {
  if (mode === "absolute" && style.position !== "static") return true;
  return (
    style.transform !== "none" ||
    style.translate !== "none" ||
    style.perspective !== "none" ||
    style.filter !== "none" ||
    style.backdropFilter !== "none" ||
    /paint|layout|strict|content/.test(style.contain) ||
    HOLDS_FIXED.test(style.willChange)
  );
}

/** @param {Element} element @returns {boolean} */
function isInTopLayer(element) {
  return matchesOf(element, TOP_LAYER);
}

/** @param {Edges} edges @param {string} across @param {string} down @returns {Edges} without limits where nothing is clipped */
function open(edges, across, down) {
  return {
    left: across === "visible" ? -Infinity : edges.left,
    right: across === "visible" ? Infinity : edges.right,
    top: down === "visible" ? -Infinity : edges.top,
    bottom: down === "visible" ? Infinity : edges.bottom,
  };
}

/** @param {Element} element @param {Edges} port what shows of it @returns {Edges} where its content can be scrolled into what shows */
function scrollableArea(element, port) {
  const width = scrollWidthOf(element);
  const height = scrollHeightOf(element);
  const left = scrollLeftOf(element);
  const top = scrollTopOf(element);
  const spareX = Math.max(0, width - clientWidthOf(element));
  const spareY = Math.max(0, height - clientHeightOf(element));
  // In right-to-left and reversed boxes scrolling starts at zero and goes down to minus the spare room.
  const startX = left < 0 || (spareX > 0 && left === 0 && getComputedStyle(element).direction === "rtl") ? -spareX : 0;
  const startY = top < 0 || (spareY > 0 && top === 0 && getComputedStyle(element).flexDirection === "column-reverse") ? -spareY : 0;
  return {
    left: port.left - left + startX,
    right: port.left - left + startX + Math.max(width, port.right - port.left),
    top: port.top - top + startY,
    bottom: port.top - top + startY + Math.max(height, port.bottom - port.top),
  };
}

/** @param {Element} element @param {CSSStyleDeclaration} style @returns {Edges} of its box, or of what is in it where that is empty */
function edgesOf(element, style) {
  const rect = rectOf(element);
  if (rect.width > 0 && rect.height > 0) return rect;
  return style.overflow === "visible" ? contentEdges(element) : rect;
}

/** @param {Element} element @returns {Edges} */
function contentEdges(element) {
  const range = new Range();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** @param {Element} area @returns {{ image: Element, edges: Edges } | null} */
function areaEdges(area) {
  const image = imageOf(area);
  if (!image || !isPainted(image)) return null;
  const frame = rectOf(image);
  const shape = shapeEdges(attributeOf(area, "shape") ?? "", attributeOf(area, "coords") ?? "");
  if (!shape) return { image, edges: frame };
  const { left, right, top, bottom } = shape;
  return { image, edges: meet({ left: frame.left + left, right: frame.left + right, top: frame.top + top, bottom: frame.top + bottom }, frame) };
}

/** @param {Element} area @returns {Element | null} */
function imageOf(area) {
  const map = composedParent(area);
  const name = map && attributeOf(map, "name");
  const root = rootNodeOf(area);
  if (!name || !(root instanceof Document || root instanceof ShadowRoot)) return null;
  return root.querySelector(`img[usemap="#${CSS.escape(name)}"]`);
}

/** @param {Element} element @returns {Edges} the largest of its boxes: the one to point at when it is broken over lines */
export function largestBox(element) {
  const rects = clientRectsOf(element);
  let best = /** @type {Edges} */ (rects[0] ?? rectOf(element));
  for (let index = 1; index < Math.min(rects.length, 20); index += 1) {
    const rect = /** @type {Edges} */ (rects[index]);
    if (areaOf(rect) > areaOf(best)) best = rect;
  }
  return best;
}

