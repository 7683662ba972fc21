/** Put words down as they stand on the page: white space as the page shows it, lines where it breaks them. Pure. */

const SPACES = /[\t\n\f\r ]+/g;
const SPACES_BUT_LINES = /[\t\f\r ]+/g;

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
    this.isLineOpen = false;
    this.isGlued = false;
  }

  get isEmpty() {
    return this.length === 0;
  }

  /** @param {string} words @param {WhiteSpace} [whiteSpace] */
  say(words, whiteSpace = "collapse") {
    if (whiteSpace === "keep") return this.keep(words);
    if (whiteSpace === "lines") return this.lines(words.replace(SPACES_BUT_LINES, " "));
    const line = words.replace(SPACES, " ");
    if (line === "") return;
    if (line.startsWith(" ")) this.space = true;
    const core = line.trim();
    if (core !== "") this.put(core);
    if (core !== "" && line.endsWith(" ")) this.space = true;
  }

  /** @param {string} text */
  keep(text) {
    if (text === "") return;
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.end(1);
      if (line !== "") this.put(line);
    }
  }

  /** @param {string} text */
  lines(text) {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) this.end(1);
      this.say(line);
    }
  }

  /** A line ends here: always one more. @param {number} count */
  end(count) {
    this.breaks += count;
    this.space = false;
  }

  /** The next words begin a line of their own, this many line ends below at the least. @param {number} count */
  part(count) {
    this.breaks = Math.max(this.breaks, count);
    this.space = false;
  }

  /** @param {string} words that are put as they are */
  put(words) {
    if (this.isFull) return;
    this.startLine();
    if (this.space && this.isLineOpen && !this.isGlued) this.add(" ");
    this.space = false;
    this.isGlued = false;
    this.add(words);
    this.isLineOpen = true;
  }

  /** What comes next stands right behind what was put last. */
  glue() {
    this.isGlued = true;
  }

  startLine() {
    if (this.isEmpty) {
      this.breaks = 0;
      this.add(this.margin);
      return;
    }
    for (let left = Math.min(this.breaks, 2); left > 0; left -= 1) this.add(left > 1 ? "\n" : `\n${this.margin}`);
    if (this.breaks > 0) this.isLineOpen = false;
    this.breaks = 0;
  }

  /** @param {string} text */
  add(text) {
    const room = this.limit - this.length;
    if (text.length > room) this.isFull = true;
    const kept = this.isFull ? text.slice(0, room) : text;
    if (kept === "") return;
    this.parts.push(kept);
    this.length += kept.length;
  }

  toString() {
    return this.parts.join("");
  }
}
