/** Put words down as they stand on the page: white space as the page shows it, lines where it breaks them. Pure. */

const SPACES = /[\t\n\f\r ]+/g;
const SPACES_BUT_LINES = /[\t\f\r ]+/g;
const LINE_ENDS = /\r\n|[\n\r]/;
const EDGES = /^ | $/g;
// More empty lines than one say nothing.
const MOST_BREAKS = 2;

/** How the white space of a text is shown. @typedef {"collapse" | "lines" | "keep"} WhiteSpace */

export class Flow {
  /** @param {number} limit characters; what comes after them is left out */
  constructor(limit) {
    this.limit = limit;
    /** @type {string[]} */
    this.parts = [];
    this.length = 0;
    this.isFull = false;
    /** Line ends that come before the next word. */
    this.breaks = 0;
    /** A space that comes before the next word, unless a line ends first. */
    this.space = false;
    /** What every line begins with. */
    this.margin = "";
    /** What the line of the next word begins with, and the margin before that. */
    this.lead = "";
    this.leadMargin = "";
    this.lastMargin = "";
    /** What stands right before the next word. */
    this.opening = "";
    /** In one line, whatever the page does: line ends become spaces. */
    this.isOneLine = false;
    this.hasLine = false;
  }

  /** @param {string} words @param {WhiteSpace} [whiteSpace] */
  say(words, whiteSpace = "collapse") {
    if (whiteSpace === "collapse" || (whiteSpace === "lines" && this.isOneLine)) this.collapse(words.replace(SPACES, " "));
    else if (whiteSpace === "lines") this.byLine(words.replace(SPACES_BUT_LINES, " "), (line) => this.collapse(line));
    else this.byLine(words, (line) => this.put(line));
  }

  /** @param {string} line with single spaces; others than those are part of the words */
  collapse(line) {
    if (line === "") return;
    if (line.startsWith(" ")) this.space = true;
    const words = line.replace(EDGES, "");
    if (words === "") return;
    this.put(words);
    if (line.endsWith(" ")) this.space = true;
  }

  /** @param {string} text @param {(line: string) => void} say */
  byLine(text, say) {
    for (const [index, line] of text.split(LINE_ENDS).entries()) {
      if (index > 0) this.end();
      if (line !== "") say(line);
    }
  }

  /** A line ends here, and an empty one is a line. */
  end() {
    this.breaks += 1;
    this.space = false;
  }

  /** The next words begin a line of their own, this many line ends below at the least. @param {number} count */
  part(count) {
    this.breaks = Math.max(this.breaks, count);
    this.space = false;
  }

  /** The next words stand apart from those before. */
  gap() {
    this.space = true;
  }

  /** The next word begins a line with this mark. @param {string} mark */
  begin(mark) {
    if (this.lead === "") this.leadMargin = this.margin;
    this.lead += mark;
  }

  /** Every line from here on has this before it. @param {string} mark */
  indent(mark) {
    this.margin += mark;
    if (this.lead !== "") this.lead += mark;
  }

  /** The mark stands right before the next word. @param {string} mark */
  open(mark) {
    this.opening += mark;
  }

  /** The mark stands right behind the last word; where no word came, neither mark does. @param {string} opening @param {string} mark */
  close(opening, mark) {
    if (this.opening.endsWith(opening)) this.opening = this.opening.slice(0, -opening.length);
    else this.add(mark);
  }

  /** @param {string} words that are put as they are */
  put(words) {
    if (this.isFull) return;
    this.startLine();
    if (this.space && this.hasLine) this.add(" ");
    this.space = false;
    this.hasLine = true;
    if (this.opening !== "") this.add(this.opening);
    this.opening = "";
    this.add(words);
  }

  startLine() {
    if (this.isOneLine && this.breaks > 0) {
      this.breaks = 0;
      this.space = true;
    }
    const margin = this.lead === "" ? this.margin : this.leadMargin;
    // An empty line belongs to what both the line before and the line after it belong to.
    const shared = margin.length < this.lastMargin.length ? margin : this.lastMargin;
    if (this.length > 0) for (let left = Math.min(this.breaks, MOST_BREAKS); left > 1; left -= 1) this.add(`\n${shared.trimEnd()}`);
    if (this.length > 0 && this.breaks > 0) this.add("\n");
    if (this.length === 0 || this.breaks > 0) {
      this.add(margin + this.lead);
      this.lastMargin = this.margin;
      this.hasLine = false;
    } else if (this.lead !== "") this.add(this.lead);
    this.lead = "";
    this.breaks = 0;
  }

  /** @param {string} text */
  add(text) {
    const room = this.limit - this.length;
    if (text.length > room) this.isFull = true;
    const kept = this.isFull ? text.slice(0, Math.max(0, room)).toWellFormed() : text;
    if (kept === "") return;
    this.parts.push(kept);
    this.length += kept.length;
  }

  /** @returns {string} what was put down since the last time */
  take() {
    const text = this.parts.join("");
    this.parts = [];
    return text;
  }
}
