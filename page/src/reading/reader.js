/**
 * Read what a person sees, in reading order: as plain text, or with the marks of Markdown.
 *
 * What counts as seen is what the browser's own `innerText` counts: what is laid out and not `visibility: hidden`. Beyond it
 * there are shadow roots, the chosen option of a list, and the words on buttons that are inputs. What a person may have typed is
 * left out.
 */
import { attributeOf, dataOf, hasAttributeOf, hasBox, isLaidOut, localNameOf, nodeTypeOf, previousElementSiblingOf } from "../builtins.js";
import { isEditableValue } from "../controls/roles.js";
import { keyOf } from "../controls/index.js";
import { visible } from "../text.js";
import { walk } from "../walk.js";
import { Flow } from "./flow.js";
import { Marks } from "./marks.js";
import { transformed } from "./transform.js";

/** @typedef {import("./scope.js").Scope} Scope */
/** @typedef {import("./flow.js").WhiteSpace} WhiteSpace */
/** @typedef {{ texts: string[], frames: number[], isCut: boolean }} Read texts, and between each two of them a frame */
/**
 * An element that was gone down into, and what is known of its style once it was asked for.
 *
 * @typedef {object} Level
 * @property {Element} element
 * @property {string} tag
 * @property {CSSStyleDeclaration} style
 * @property {number} lines
 * @property {boolean} isGap
 * @property {boolean} isWanted
 * @property {(() => void) | null} due
 * @property {boolean} [showsText]
 * @property {WhiteSpace} [whiteSpace]
 * @property {string} [transform]
 */

// Their children are not laid out, or are typed by a person.
const CLOSED = new Set("textarea input select datalist audio video canvas meter progress img".split(" "));
const FRAMES = new Set(["iframe", "frame", "object", "embed"]);
const UNPAINTED = new Set("defs symbol clippath mask pattern marker metadata lineargradient radialgradient filter".split(" "));
const PARAGRAPHS = new Set("p h1 h2 h3 h4 h5 h6 blockquote pre table dl figure".split(" "));
const LISTS = new Set(["ul", "ol"]);
const IN_LINE = /^(inline|contents|ruby)/;
const ATOMIC = /^inline-/;
const BUTTONS = new Set(["submit", "button", "reset"]);
const EVEN = /^\S+(?: \S+)*$/;
const PLAIN = /^[\t\n\r -~]*$/;

/** @param {Scope} scope @param {"text" | "markdown"} format @param {import("../budget.js").Budget} budget @param {number} limit @returns {Read} */
export function read(scope, format, budget, limit) {
  const reader = new Reader(scope, new Flow(limit), format === "markdown");
  const root = document.documentElement;
  if (root && reader.enter(root)) walk(root, budget, reader);
  reader.texts.push(reader.flow.take());
  return { texts: reader.texts, frames: reader.frames, isCut: reader.flow.isFull || budget.ranOut !== null };
}

export class Reader {
  /** @param {Scope} scope @param {Flow} flow @param {boolean} isMarked */
  constructor(scope, flow, isMarked) {
    this.scope = scope;
    this.flow = flow;
    this.marks = isMarked ? new Marks(flow) : null;
    /** @type {string[]} */
    this.texts = [];
    /** @type {number[]} keys of the frames that were met */
    this.frames = [];
    /** @type {Level[]} */
    this.levels = [];
    /** How many elements are open that are to be read with all that is in them. */
    this.wanted = scope.elements === null ? 1 : 0;
    this.range = scope.isInView ? document.createRange() : null;
    this.lists = 0;
  }

  isDone() {
    return this.flow.isFull;
  }

  /** @param {Node} node @returns {boolean} */
  enter(node) {
    const type = nodeTypeOf(node);
    if (type === Node.TEXT_NODE) this.say(/** @type {Text} */ (node));
    return type === Node.ELEMENT_NODE && this.enterElement(/** @type {Element} */ (node));
  }

  /** @returns {void} of what was entered last */
  leave() {
    const level = this.levels.pop();
    if (!level) return;
    level.due?.();
    if (level.lines > 0) this.flow.part(level.lines);
    if (level.isGap) this.flow.gap();
    if (level.isWanted) this.wanted -= 1;
    if (LISTS.has(level.tag)) this.lists -= 1;
  }

  /** @param {Element} element @returns {boolean} */
  enterElement(element) {
    const style = getComputedStyle(element);
    const { display } = style;
    if (display === "none" || (display !== "contents" && !hasBox(element))) return false;
    const tag = localNameOf(element);
    const isWanted = this.scope.elements?.has(element) === true;
    if (isWanted) this.wanted += 1;
    const isOpen = this.goesDown(element, tag, style);
    if (!isOpen && isWanted) this.wanted -= 1;
    if (isOpen) this.open(element, tag, style, isWanted);
    return isOpen;
  }

  /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @returns {boolean} whether what is in it is read by going down */
  goesDown(element, tag, style) {
    if (this.wanted > 0 && this.speaks(element, tag, style)) return false;
    if (CLOSED.has(tag) || FRAMES.has(tag) || UNPAINTED.has(tag.toLowerCase()) || tag === "br") return false;
    return !isEditableValue(attributeOf(element, "contenteditable"));
  }

  /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @returns {boolean} whether it has said all there is by itself */
  speaks(element, tag, style) {
    if (FRAMES.has(tag)) this.noteFrame(element, style);
    else if (tag === "br") this.flow.end();
    else if (tag === "select" || tag === "input") this.sayField(element, tag, style);
    else if (tag === "hr") this.marks?.rule();
    else if (tag === "img") this.marks?.image(element);
    else return false;
    return true;
  }

  /** @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style @param {boolean} isWanted */
  open(element, tag, style, isWanted) {
    /** @type {Level} */
    const level = { element, tag, style, lines: 0, isGap: false, isWanted, due: null };
    this.levels.push(level);
    if (LISTS.has(tag)) this.lists += 1;
    if (this.wanted === 0) return;
    const { display } = style;
    const isInLine = IN_LINE.test(display);
    if (display === "table-cell") this.startCell(element);
    else level.lines = isInLine ? Number(isWanted) : this.linesAround(tag, display);
    level.isGap = isInLine && ATOMIC.test(display) && (tag === "button" || isApart(style));
    if (level.lines > 0) this.flow.part(level.lines);
    if (level.isGap) this.flow.gap();
    level.due = this.marks?.enter(element, tag, display) ?? null;
  }

  /** @param {string} tag @param {string} display @returns {number} */
  linesAround(tag, display) {
    if (display === "table-row-group" || display === "table-row") return 1;
    return PARAGRAPHS.has(tag) || (LISTS.has(tag) && this.lists === 1) ? 2 : 1;
  }

  /** Cells of a row stand beside each other. @param {Element} element */
  startCell(element) {
    if (this.marks?.row || previousElementSiblingOf(element) === null) return;
    this.flow.breaks = 0;
    this.flow.space = false;
    this.flow.put("\t");
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style */
  noteFrame(element, style) {
    if (style.visibility !== "visible" || !this.isInView(element)) return;
    this.flow.part(1);
    this.texts.push(this.flow.take());
    this.frames.push(keyOf(element));
  }

  /** What a list shows is the option that was chosen, what a button shows is its value. @param {Element} element @param {string} tag @param {CSSStyleDeclaration} style */
  sayField(element, tag, style) {
    if (style.visibility !== "visible" || !this.isInView(element)) return;
    const isLine = IN_LINE.test(style.display);
    if (isLine) this.flow.gap();
    else this.flow.part(1);
    const words = tag === "select" ? optionsOf(/** @type {HTMLSelectElement} */ (element)) : [buttonWords(element)];
    for (const [index, option] of words.entries()) {
      if (index > 0) this.flow.part(1);
      this.put(option, { style }, "collapse");
    }
    if (isLine) this.flow.gap();
    else this.flow.part(1);
  }

  /** @param {Text} node */
  say(node) {
    const level = this.levels.at(-1);
    if (this.wanted === 0 || !level) return;
    level.showsText ??= showsText(level);
    if (!level.showsText || !this.isInView(node)) return;
    const data = dataOf(node);
    // Reading a style costs more than all the rest, and most words look the same however white space is shown.
    if (EVEN.test(data)) this.put(data, level, "collapse");
    else this.put(data, level, (level.whiteSpace ??= whiteSpaceOf(level.style)));
  }

  /** @param {string} data @param {Pick<Level, "style" | "transform">} level @param {WhiteSpace} whiteSpace */
  put(data, level, whiteSpace) {
    level.transform ??= level.style.textTransform;
    const words = transformed(PLAIN.test(data) ? data : visible(data), level.transform);
    this.flow.say(this.marks?.row ? words.replaceAll("|", "\\|") : words, whiteSpace);
  }

  /** @param {Node} node @returns {boolean} whether any of it is in the window, where only that is asked for */
  isInView(node) {
    if (!this.range) return true;
    this.range.selectNode(node);
    const { left, top, right, bottom, width, height } = this.range.getBoundingClientRect();
    return width + height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  }
}

/** @param {Level} level @returns {boolean} whether text right in it can be seen */
function showsText({ element, style, tag }) {
  // Asking for a style takes longer, and a box that is not there for itself has no other way to say it.
  if (!isLaidOut(element) && (style.display !== "contents" || style.visibility !== "visible")) return false;
  if (tag === "details" && !hasAttributeOf(element, "open")) return false;
  return style.contentVisibility !== "hidden";
}

/** @param {CSSStyleDeclaration} style @returns {WhiteSpace} */
function whiteSpaceOf({ whiteSpaceCollapse }) {
  if (whiteSpaceCollapse === "collapse") return "collapse";
  return whiteSpaceCollapse === "preserve-breaks" ? "lines" : "keep";
}

/** @param {CSSStyleDeclaration} style of a box in a line @returns {boolean} whether it shows where it ends */
function isApart({ paddingLeft, paddingRight, marginLeft, marginRight, borderLeftWidth, borderRightWidth }) {
  return [paddingLeft, paddingRight, marginLeft, marginRight, borderLeftWidth, borderRightWidth].some((width) => Number.parseFloat(width) > 0);
}

const { selectedOptions } = Object.getOwnPropertyDescriptors(HTMLSelectElement.prototype);
const { options } = Object.getOwnPropertyDescriptors(HTMLSelectElement.prototype);
const optionLabel = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "label")?.get;

/** @param {HTMLSelectElement} select @returns {string[]} what it shows: all options of a list, the chosen one of a menu */
function optionsOf(select) {
  const isList = hasAttributeOf(select, "multiple") || Number(attributeOf(select, "size") ?? 1) > 1;
  const shown = /** @type {Iterable<HTMLOptionElement>} */ (Reflect.apply((isList ? options : selectedOptions)?.get ?? (() => []), select, []));
  return [...shown].filter((option) => !isList || getComputedStyle(option).display !== "none").map((option) => String(Reflect.apply(optionLabel ?? (() => ""), option, [])));
}

/** @param {Element} input @returns {string} */
function buttonWords(input) {
  return BUTTONS.has((attributeOf(input, "type") ?? "").toLowerCase()) ? (attributeOf(input, "value") ?? "") : "";
}
