/** The marks of Markdown around what is read: headings, lists, links, code, tables, emphasis. */
import { attributeOf, localNameOf, nodeTypeOf, parentElementOf } from "../builtins.js";

/** @typedef {import("./flow.js").Flow} Flow */

const AROUND = new Map([
  ["strong", "**"],
  ["b", "**"],
  ["em", "_"],
  ["i", "_"],
  ["code", "`"],
  ["kbd", "`"],
  ["samp", "`"],
  ["s", "~~"],
  ["del", "~~"],
]);
const HEADING = /^h([1-6])$/;
const MOST_HREF = 200;

export class Marks {
  /** @param {Flow} flow */
  constructor(flow) {
    this.flow = flow;
    /** @type {Map<Node, () => void>} what is due where an element ends */
    this.dues = new Map();
    this.isInCode = false;
  }

  /** @param {Element} element @param {string} tag */
  enter(element, tag) {
    if (this.isInCode) return;
    const heading = HEADING.exec(tag);
    if (heading) this.flow.put(`${"#".repeat(Number(heading[1]))} `);
    else if (tag === "li") this.item(element);
    else if (tag === "blockquote") this.indent(element, "> ");
    else if (tag === "pre") this.fence(element);
    else if (tag === "a") this.link(element);
    else if (tag === "img") this.image(element);
    else if (tag === "tr") this.row(element);
    else if (AROUND.has(tag)) this.around(element, AROUND.get(tag) ?? "");
  }

  /** @param {Node} node */
  leave(node) {
    this.dues.get(node)?.();
    this.dues.delete(node);
  }

  nextCell() {
    this.flow.put(" |");
    this.flow.space = true;
  }

  /** @param {Element} element */
  item(element) {
    const list = parentElementOf(element);
    const isNumbered = list !== null && localNameOf(list) === "ol";
    const mark = isNumbered ? `${numberOf(element)}. ` : "- ";
    this.flow.put(mark);
    this.flow.space = false;
    const margin = this.flow.margin;
    this.flow.margin = margin + "  ";
    this.dues.set(element, () => {
      this.flow.margin = margin;
    });
  }

  /** @param {Element} element @param {string} with_ */
  indent(element, with_) {
    const margin = this.flow.margin;
    this.flow.margin = margin + with_;
    this.dues.set(element, () => {
      this.flow.margin = margin;
    });
  }

  /** @param {Element} element */
  fence(element) {
    this.isInCode = true;
    this.flow.put("```");
    this.flow.end(1);
    this.dues.set(element, () => {
      this.isInCode = false;
      this.flow.part(1);
      this.flow.put("```");
    });
  }

  /** @param {Element} element */
  link(element) {
    const href = hrefOf(element);
    if (href === "") return;
    this.open("[");
    this.dues.set(element, () => this.close(`](${href})`));
  }

  /** @param {Element} element */
  image(element) {
    const alt = attributeOf(element, "alt")?.trim();
    if (alt) this.flow.put(`![${alt}]`);
  }

  /** @param {Element} element */
  row(element) {
    this.flow.put("|");
    this.flow.space = true;
    this.dues.set(element, () => {
      this.flow.put(" |");
      const cells = [...element.children].map(localNameOf);
      if (cells.length > 0 && cells.every((cell) => cell === "th")) {
        this.flow.end(1);
        this.flow.put(`|${" --- |".repeat(cells.length)}`);
      }
    });
  }

  /** @param {Element} element @param {string} mark */
  around(element, mark) {
    this.open(mark);
    this.dues.set(element, () => this.close(mark));
  }

  /** The mark stands right before the next word. @param {string} mark */
  open(mark) {
    this.flow.put(mark);
    this.flow.glue();
  }

  /** The mark stands right behind the last word. @param {string} mark */
  close(mark) {
    const { space } = this.flow;
    this.flow.space = false;
    this.flow.put(mark);
    this.flow.space = space;
  }
}

/** @param {Element} item @returns {number} */
function numberOf(item) {
  if (item instanceof HTMLLIElement && item.value > 0) return item.value;
  let number = 1;
  for (let at = item.previousElementSibling; at && number < 1000; at = at.previousElementSibling) number += 1;
  return number;
}

/** @param {Element} element @returns {string} short for the page's own server, empty for what leads nowhere */
function hrefOf(element) {
  const raw = attributeOf(element, "href");
  if (nodeTypeOf(element) !== Node.ELEMENT_NODE || raw === null || !URL.canParse(raw, document.baseURI)) return "";
  const url = new URL(raw, document.baseURI);
  if (url.protocol === "javascript:") return "";
  const shown = url.origin === location.origin ? url.pathname + url.search + url.hash : url.href;
  return shown.length > MOST_HREF ? "" : shown;
}
