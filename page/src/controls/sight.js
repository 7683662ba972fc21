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
import { Spot } from "./spot.js";
import { composedParent } from "./tree.js";

/** @typedef {import("./boxes.js").Edges} Edges */
/** @typedef {"flow" | "absolute" | "fixed"} Mode how an element is placed decides which ancestors clip it */
/** @typedef {{ seen: Edges, reach: Edges }} Clip what shows now, and what would show after scrolling */
const TOP_LAYER = ":modal, :popover-open, :fullscreen";
const HOLDS_FIXED = /transform|perspective|filter|contain/;
// One pixel is how texts for screen readers only are hidden.
const TOO_SMALL = 1;

/** @type {Clip} */
const NO_CLIP = { seen: NOWHERE, reach: NOWHERE };

/** The box of an element, and what shows of it now. */
export class Look {
  /** @param {Edges} edges */
  constructor(edges) {
    // Edges read from the browser are asked for again at every look at them.
    this.left = edges.left;
    this.top = edges.top;
    this.right = edges.right;
    this.bottom = edges.bottom;
    /** @type {Clip} what is left of the page where it is */
    this.clip = NO_CLIP;
    this.isTransparent = false;
  }

  /** @returns {Edges} the part of it that shows now; no area: offscreen */
  get seen() {
    return meet(this, this.clip.seen);
  }

  get isOffscreen() {
    const { left, top, right, bottom } = this.clip.seen;
    return Math.max(this.left, left) >= Math.min(this.right, right) || Math.max(this.top, top) >= Math.min(this.bottom, bottom);
  }
}

export class Sight {
  constructor() {
    /** @type {Map<Element, Spot>} of elements that are looked at out of turn */
    this.spots = new Map();
    /** @type {Element[]} what hides a part of what is in it, and may scroll */
    this.clippers = [];
    // Layout is brought up to date here, once.
    const root = document.documentElement;
    // In quirks mode it is the body that scrolls with the page.
    const scroller = document.scrollingElement ?? root;
    /** @type {Edges} */
    this.viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    this.page = { seen: this.viewport, reach: scroller ? scrollableArea(scroller, this.viewport) : this.viewport };
    this.window = { seen: this.viewport, reach: this.viewport };
    this.bodyClips = root !== null && getComputedStyle(root).overflow !== "visible";
  }

  /**
   * @param {Element} element
   * @param {CSSStyleDeclaration} [style] where it is at hand
   * @returns {Look | null} null when nothing of it can be seen, not even after scrolling
   */
  look(element, style = getComputedStyle(element)) {
    return this.lookAt(element, style, this.above(element));
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {Spot | null} above @returns {Look | null} as `look` */
  lookAt(element, style, above) {
    const isVisible = isPainted(element);
    if (!isVisible && !isLaidOut(element)) return this.lookWithoutBox(element, style, above);
    return this.within(element, boxed(element, style), style, above, !isVisible);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {Spot | null} above @returns {Look | null} of what has no box of its own but shows something */
  lookWithoutBox(element, style, above) {
    if (localNameOf(element) === "area") {
      const edges = areaEdges(element);
      return edges ? this.within(edges.image, new Look(edges.edges), getComputedStyle(edges.image), this.above(edges.image), false) : null;
    }
    if (style.display !== "contents" || style.visibility !== "visible") return null;
    return this.within(element, new Look(contentEdges(element)), style, above, false);
  }

  /**
   * @param {Element} element
   * @param {Look} look at it, of which only the edges are known
   * @param {CSSStyleDeclaration} style
   * @param {Spot | null} above
   * @param {boolean} isTransparent
   * @returns {Look | null} the same, or null when nothing of it can be seen
   */
  within(element, look, style, above, isTransparent) {
    const width = look.right - look.left;
    const height = look.bottom - look.top;
    if (width <= 0 || height <= 0 || (width <= TOO_SMALL && height <= TOO_SMALL)) return null;
    if (clipsAll(style.clipPath)) return null;
    const mode = modeOf(style.position);
    if (mode !== "flow" && /^rect\((\d+)px,? \1px,? \1px,? \1px\)$/.test(style.clip)) return null;
    look.isTransparent = isTransparent;
    look.clip = this.clipOf(element, mode, above);
    return isReached(look) ? look : null;
  }

  /** @param {Element} element @param {Mode} mode @param {Spot | null} above @returns {Clip} */
  clipOf(element, mode, above) {
    if (mode !== "flow" && isInTopLayer(element)) return this.window;
    if (!above) return this.outermost(mode);
    return above[mode] ?? (mode === "flow" ? this.flowInside(above) : null) ?? this.clipInside(above, mode);
  }

  /** @param {Mode} mode @returns {Clip} */
  outermost(mode) {
    return mode === "fixed" ? this.window : this.page;
  }

  /**
   * What clips a child of the element, found by climbing to the first ancestor that is known and coming back down.
   *
   * @param {Spot} spot
   * @param {Mode} mode of the child
   * @returns {Clip}
   */
  clipInside(spot, mode) {
    /** @type {{ at: Spot, mode: Mode, isHolder: boolean }[]} */
    const climbed = [];
    let above = mode;
    let clip = /** @type {Clip | null} */ (null);
    for (let at = /** @type {Spot | null} */ (spot); at && !clip; at = at.parent) {
      clip = at[above];
      if (clip) break;
      const style = (at.style ??= getComputedStyle(at.element));
      const isHolder = above === "flow" || holds(style, above);
      climbed.push({ at, mode: above, isHolder });
      if (isHolder) above = modeOf(style.position);
      if (isHolder && above !== "flow" && isInTopLayer(at.element)) clip = this.window;
    }
    return this.unwind(clip ?? this.outermost(above), climbed);
  }

  /** @param {Spot} spot @returns {Clip | null} what clips its children in the flow, where it is in the flow itself and its parent, or the one above, is known */
  flowInside(spot) {
    const { parent } = spot;
    const above = parent && (parent.flow ?? (parent.parent?.flow ? this.flowInside(parent) : null));
    if (!above) return null;
    const style = (spot.style ??= getComputedStyle(spot.element));
    if (modeOf(style.position) !== "flow") return null;
    return (spot.flow = this.narrowed(above, spot.element, style));
  }

  /** @param {Clip} clip @param {{ at: Spot, mode: Mode, isHolder: boolean }[]} climbed @returns {Clip} */
  unwind(clip, climbed) {
    for (let step = climbed.pop(); step; step = climbed.pop()) {
      const { at, mode, isHolder } = step;
      if (isHolder && at.style) clip = this.narrowed(clip, at.element, at.style);
      at[mode] = clip;
    }
    return clip;
  }

  /** @param {Element} element @returns {Spot | null} of its parent */
  above(element) {
    const parent = composedParent(element);
    return parent && this.spotOf(parent);
  }

  /** @param {Element} element @returns {Spot} */
  spotOf(element) {
    const missing = [];
    let spot = /** @type {Spot | null} */ (null);
    for (let at = /** @type {Element | null} */ (element); at && !spot; at = composedParent(at)) {
      spot = this.spots.get(at) ?? null;
      if (!spot) missing.push(at);
    }
    for (let at = missing.pop(); at; at = missing.pop()) {
      spot = new Spot(at, spot);
      spot.tag = localNameOf(at);
      this.spots.set(at, spot);
    }
    return /** @type {Spot} */ (spot);
  }

  /** @param {Clip} clip @param {Element} element @param {CSSStyleDeclaration} style @returns {Clip} what is left of it inside the element */
  narrowed(clip, element, style) {
    if (clipsAll(style.clipPath)) return { seen: NOWHERE, reach: NOWHERE };
    const overflow = style.overflow;
    if (overflow === "visible") return clip;
    if (element === document.documentElement || (element === document.body && !this.bodyClips)) return clip;
    if (/^(inline|contents)$/.test(style.display)) return clip;
    this.clippers.push(element);
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

/** @param {Look} look that has an area @returns {boolean} whether any of it shows, if only after scrolling; as `overlaps`, for thousands */
function isReached(look) {
  const { left, top, right, bottom } = look.clip.reach;
  return look.left < right && left < look.right && look.top < bottom && top < look.bottom && right > left && bottom > top;
}

/** @param {Element} element @param {CSSStyleDeclaration} style @returns {Look} at its box, or at what is in it where that is empty */
function boxed(element, style) {
  const look = new Look(rectOf(element));
  const hasSize = look.right > look.left && look.bottom > look.top;
  return hasSize || style.overflow !== "visible" ? look : new Look(contentEdges(element));
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

