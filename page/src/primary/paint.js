/** How strongly a control is painted against what lies behind it. */
import { firstElementChildOf, localNameOf, nextElementSiblingOf, rectOf } from "../builtins.js";
import { composedParent } from "../controls/index.js";
import { rootOf } from "../roots.js";
import { contrast, parseColour, WHITE } from "./colour.js";

/** @typedef {import("./colour.js").Colour} Colour */
/** @typedef {"solid" | "soft" | "outline" | "plain"} Fill */
/** @typedef {{ fill: Fill, chroma: number, contrast: number, font: number, faded: boolean, off: boolean }} Paint `off`: takes no pointer */

const LEVELS_DOWN = 4;
const LEVELS_UP = 200;
const SHOWS = 0.5;
const STRONG_CONTRAST = 2.2;
const STRONG_CHROMA = 0.3;
const FAINT = 0.03;
const FADED = 0.7;
const PICTURES = new Set(["img", "svg", "picture", "canvas"]);

export class Painter {
  constructor() {
    /** @type {Map<Element, CSSStyleDeclaration>} */
    this.styles = new Map();
    /** @type {Map<Element, Colour | null>} what lies behind what is in it; null for a picture */
    this.behind = new Map();
  }

  /** @param {Element} element @returns {CSSStyleDeclaration} */
  style(element) {
    const known = this.styles.get(element);
    if (known) return known;
    const style = getComputedStyle(element);
    this.styles.set(element, style);
    return style;
  }

  /** @param {Element} element @returns {Paint} */
  paintOf(element) {
    const style = this.style(element);
    const painted = this.painted(element);
    const backdrop = this.backdrop(painted ?? element);
    const { fill, chroma, contrast: ratio } = painted ? this.fillOf(painted, backdrop) : { fill: this.edgeOf(element), chroma: 0, contrast: 1 };
    return {
      fill,
      chroma: rounded(chroma),
      contrast: rounded(ratio),
      font: Math.round(Number.parseFloat(style.fontSize)) || 0,
      faded: Number.parseFloat(style.opacity) < FADED,
      off: style.pointerEvents === "none",
    };
  }

  /** @param {Element} element @returns {Element | null} what carries its colour: it, what fills it, or what it fills */
  painted(element) {
    let at = /** @type {Element | null} */ (element);
    for (let level = 0; at && level < LEVELS_DOWN; level += 1) {
      if (this.hasFill(at) || isPicture(at)) return at;
      at = fillingChild(at);
    }
    const parent = composedParent(element);
    return parent && areaOf(parent) <= 1.4 * areaOf(element) && this.hasFill(parent) ? parent : null;
  }

  /** @param {Element} element @returns {boolean} */
  hasFill(element) {
    const { backgroundColor, backgroundImage } = this.style(element);
    if (backgroundImage !== "none" && areaOf(element) > 0) return true;
    return (parseColour(backgroundColor)?.alpha ?? 0) > FAINT || beforeColour(element) !== null;
  }

  /** @param {Element} element @param {Colour | null} backdrop @returns {{ fill: Fill, chroma: number, contrast: number }} */
  fillOf(element, backdrop) {
    if (/gradient/.test(this.style(element).backgroundImage) || isPicture(element)) return { fill: "solid", chroma: 0.5, contrast: 4 };
    const own = parseColour(this.style(element).backgroundColor);
    const colour = own && own.alpha > FAINT ? own : beforeColour(element);
    if (!colour) return { fill: this.edgeOf(element), chroma: 0, contrast: 1 };
    // Over a picture whatever has a colour of its own stands out.
    const { fill, ...strength } = backdrop ? against(colour, backdrop) : { fill: /** @type {Fill} */ ("solid"), chroma: colour.chroma, contrast: STRONG_CONTRAST };
    return { fill: fill === "plain" ? this.edgeOf(element) : fill, ...strength };
  }

  /** @param {Element} element @returns {Fill} */
  edgeOf(element) {
    const { borderTopWidth, borderTopStyle, borderTopColor, borderLeftWidth, boxShadow } = this.style(element);
    const hasEdge = Number.parseFloat(borderTopWidth) > 0 && Number.parseFloat(borderLeftWidth) > 0 && borderTopStyle !== "none";
    if (hasEdge && (parseColour(borderTopColor)?.alpha ?? 1) > 0.1) return "outline";
    return boxShadow === "none" ? "plain" : "outline";
  }

  /** @param {Element} element @returns {Colour | null} null when a picture lies behind it */
  backdrop(element) {
    /** @type {Element[]} */
    const climbed = [];
    /** @type {Colour | null | undefined} */
    let found;
    for (let at = composedParent(element); at && climbed.length < LEVELS_UP && found === undefined; at = composedParent(at)) {
      found = this.behind.get(at) ?? this.own(at);
      climbed.push(at);
    }
    const colour = found === undefined ? WHITE : found;
    for (const at of climbed) this.behind.set(at, colour);
    return colour;
  }

  /** @param {Element} element @returns {Colour | null | undefined} undefined where it shows what is behind it */
  own(element) {
    const { backgroundColor, backgroundImage } = this.style(element);
    if (/url\(/.test(backgroundImage)) return null;
    const colour = parseColour(backgroundColor);
    return colour && colour.alpha > SHOWS ? colour : undefined;
  }
}

/** @param {Colour} colour @param {Colour} backdrop @returns {{ fill: Fill, chroma: number, contrast: number }} */
function against(colour, backdrop) {
  const ratio = 1 + (contrast(colour, backdrop) - 1) * colour.alpha;
  const chroma = colour.chroma * colour.alpha;
  const isStrong = colour.alpha > SHOWS && (ratio >= STRONG_CONTRAST || chroma - backdrop.chroma >= STRONG_CHROMA);
  const isSeen = ratio > 1.04 || Math.abs(chroma - backdrop.chroma) > 0.04;
  return { fill: isStrong ? "solid" : isSeen ? "soft" : "plain", chroma, contrast: ratio };
}

/** @param {Element} element @returns {Colour | null} the colour of a box that is drawn before its words, as some libraries do */
function beforeColour(element) {
  const { content, position, backgroundColor, width, height } = getComputedStyle(element, "::before");
  if (content === "none" || content === "normal" || position !== "absolute") return null;
  const colour = parseColour(backgroundColor);
  const area = Number.parseFloat(width) * Number.parseFloat(height);
  return colour && colour.alpha > SHOWS && area >= 0.6 * areaOf(element) ? colour : null;
}

/** @param {Element} element @returns {Element | null} the child that takes nearly all of its room */
function fillingChild(element) {
  const shadow = rootOf(element);
  const room = areaOf(element);
  for (let at = shadow ? shadow.firstElementChild : firstElementChildOf(element), seen = 0; at && seen < 8; at = nextElementSiblingOf(at), seen += 1) {
    if (areaOf(at) >= 0.6 * room) return at;
  }
  return null;
}

/** @param {Element} element @returns {boolean} whether it is a picture that is pressed as a button of its own looks */
function isPicture(element) {
  const { width, height } = rectOf(element);
  const isInput = localNameOf(element) === "input" && element instanceof HTMLInputElement && element.type === "image";
  return (isInput || PICTURES.has(localNameOf(element))) && width >= 48 && height >= 20;
}

/** @param {Element} element @returns {number} */
function areaOf(element) {
  const { width, height } = rectOf(element);
  return width * height;
}

/** @param {number} value @returns {number} */
function rounded(value) {
  return Math.round(value * 100) / 100;
}
