/** Read what a person sees, in reading order: as plain text, or with the marks of Markdown. */
import { dataOf, hasBox, localNameOf, nodeTypeOf, parentElementOf, previousElementSiblingOf } from "../builtins.js";
import { keyOf } from "../controls/index.js";
import { visible } from "../text.js";
import { walk } from "../walk.js";
import { Flow } from "./flow.js";
import { Marks } from "./marks.js";

/** @typedef {"text" | "markdown"} Format */
/** @typedef {{ key: number, at: number }} FramePlace where in the text a frame stands */
/** @typedef {{ text: string, frames: FramePlace[], isCut: boolean }} Read */

// What is in these is no text of the page, or is typed by a person.
const SILENT = new Set("head script style noscript template textarea input select datalist audio video canvas object embed svg math".split(" "));
const FRAMES = new Set(["iframe", "frame"]);
const PARAGRAPHS = new Set("p h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table figure".split(" "));
const IN_LINE = /^(inline|contents|ruby)/;
const MOST_CHARACTERS = 8_000_000;

/** @param {Element[]} roots @param {Format} format @param {import("../budget.js").Budget} budget @returns {Read} */
export function read(roots, format, budget) {
  const reader = new Reader(format);
  for (const root of roots) {
    if (!reader.enter(root)) continue;
    walk(root, budget, reader);
    reader.flow.part(1);
  }
  return { text: reader.flow.toString(), frames: reader.frames, isCut: reader.flow.isFull || budget.ranOut !== null };
}

class Reader {
  /** @param {Format} format */
  constructor(format) {
    this.flow = new Flow(MOST_CHARACTERS);
    this.marks = format === "markdown" ? new Marks(this.flow) : null;
    /** @type {FramePlace[]} */
    this.frames = [];
    /** @type {Map<Node, number>} line ends due where an element ends */
    this.ends = new Map();
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

  /** @param {Node} node */
  leave(node) {
    this.marks?.leave(node);
    const due = this.ends.get(node);
    this.ends.delete(node);
    if (due !== undefined) this.flow.part(due);
  }

  /** @param {Element} element @returns {boolean} */
  enterElement(element) {
    const tag = localNameOf(element);
    if (FRAMES.has(tag)) this.noteFrame(element);
    if (SILENT.has(tag) || FRAMES.has(tag)) return false;
    if (tag === "br") {
      this.flow.end(1);
      return false;
    }
    const style = getComputedStyle(element);
    if (style.display === "none" || (style.display !== "contents" && !hasBox(element))) return false;
    if (style.display === "table-cell") this.startCell(element);
    else if (!IN_LINE.test(style.display)) this.startBlock(element, PARAGRAPHS.has(tag) ? 2 : 1);
    this.marks?.enter(element, tag);
    return true;
  }

  /** @param {Element} element @param {number} lines */
  startBlock(element, lines) {
    this.flow.part(lines);
    this.ends.set(element, lines);
  }

  /** Cells of a row stand beside each other. @param {Element} element */
  startCell(element) {
    if (previousElementSiblingOf(element) === null) return;
    if (this.marks) this.marks.nextCell();
    else this.flow.put("\t");
  }

  /** @param {Element} element */
  noteFrame(element) {
    if (!hasBox(element)) return;
    this.flow.part(1);
    this.frames.push({ key: keyOf(element), at: this.flow.length });
  }

  /** @param {Text} node */
  say(node) {
    const parent = parentElementOf(node) ?? parentOfSlotted(node);
    if (!parent) return;
    const { visibility, whiteSpaceCollapse, textTransform } = getComputedStyle(parent);
    if (visibility !== "visible") return;
    const words = transformed(visible(dataOf(node)), textTransform);
    this.flow.say(words, whiteSpaceCollapse === "collapse" ? "collapse" : whiteSpaceCollapse === "preserve-breaks" ? "lines" : "keep");
  }
}

/** @param {Node} node @returns {Element | null} text right below a shadow root is styled by the host */
function parentOfSlotted(node) {
  const parent = node.parentNode;
  return parent instanceof ShadowRoot ? parent.host : null;
}

/** @param {string} words @param {string} transform @returns {string} */
function transformed(words, transform) {
  if (transform === "uppercase") return words.toUpperCase();
  if (transform === "lowercase") return words.toLowerCase();
  if (transform === "capitalize") return words.replace(/(^|[\s\p{P}])(\p{Ll})/gu, (_, before, letter) => before + letter.toUpperCase());
  return words;
}
