/** What to tell of a control that nothing names: the best there is to know it by, and what that is. It is never its name. */
import {
  attributeOf, dataOf, elementsIn, firstElementChildOf, localNameOf, matchesOf, nextElementSiblingOf, nextSiblingOf, nodeTypeOf, parentElementOf, previousElementSiblingOf, previousSiblingOf,
} from "../builtins.js";
import { cleanText } from "../text.js";
import { nearText } from "./fingerprint.js";
import { iconOf, isLigature } from "./icons.js";
import { controlOf, labelsOf } from "./labels.js";
import { NAME_LIMIT } from "./names.js";
import { CHOICES } from "./roles.js";
import { testIdOf } from "./test_id.js";
import { isShown, textInside } from "./text_inside.js";
import { composedParent } from "./tree.js";
import { wordsOfIdentifier } from "./words.js";

/**
 * @typedef {object} Guess
 * @property {string} text
 * @property {"label" | "column" | "row" | "option" | "icon" | "place" | "id" | "beside"} by `label`: the text that stands there as a label does, though
 *   nothing ties it to the control
 */

const LIMIT = 60;
const LEVELS = 4;
// Components lay many boxes around a field and its label beside the outermost.
const LEVELS_TO_LABEL = 8;
const MOST_SIBLINGS = 6;
const MOST_COLUMNS = 60;
const MOST_WORDS = 4;
const MOST_LABEL_WORDS = 6;
const HINTS = ["placeholder", "title", "aria-placeholder"];
const NAMING = ["aria-label", "aria-labelledby"];
const TYPED = "input:not([type=hidden]),select,textarea,[role=textbox],[role=combobox],[role=checkbox],[role=radio],[role=switch]";
// What frameworks call every control by.
const OF_ANY = /^(\d+|input|field|control|select|text|textbox|textarea|button|btn|link|form|mat|el|ui|id|item|element|component|widget|react|vue|ng|mui|rc|antd|radix|headlessui|mantine|chakra|native|base|wrapper|container|root|main|inner|ctl|txt|cb|rb|chk|[a-z])$/;
const FIELDS = new Set("textbox searchbox combobox listbox spinbutton slider checkbox radio switch".split(" "));
const USED = "a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable],[role=button],[role=link],[role=textbox],[role=combobox],[role=checkbox],[role=radio],[role=switch],[role=slider],[role=spinbutton]";
const UNREAD = /^(script|style|noscript|template|head|option|datalist)$/;
const HEADED = /^h[1-6]$/;
const { querySelector } = Element.prototype;
const EMPTY_OPTION = /^[\s\-–—.…*]*$/;

/**
 * @param {{ element: Element, tag: string, role: string, text: string }} control that has no name
 * @returns {Guess | null} null where it says something itself, or nothing can be said of it
 */
export function guessOf({ element, tag, role, text }) {
  if (text !== "") return isLigature(element, text) ? { text: text.replaceAll("_", " "), by: "icon" } : null;
  return FIELDS.has(role) ? ofField(element, tag, role) : ofPicture(element);
}

/**
 * What stands before a field says more of it than the example that is shown in it, but only where it stands there as a label does.
 *
 * @param {{ element: Element, role: string, name: string, text: string }} control that is called by its placeholder or title
 * @returns {Guess | null}
 */
export function labelOfHinted({ element, role, name, text }) {
  if (text !== "") return null;
  const cell = cellAround(element);
  const beside = ownLabelBeside(element, role, cell) || (cell && !columnOf(cell) ? cellBeside(cell, role) : "");
  return beside === name || beside.split(" ").length > MOST_LABEL_WORDS ? null : guess(beside, "label");
}

/** @param {{ element: Element, role: string, name: string }} control @returns {boolean} whether it is a field, and nothing but its placeholder or title names it */
export function isHinted({ element, role, name }) {
  if (name === "" || !FIELDS.has(role) || CHOICES.has(role)) return false;
  const isSaid = HINTS.some((attribute) => cleanText(attributeOf(element, attribute) ?? "", NAME_LIMIT) === name);
  return isSaid && NAMING.every((attribute) => !attributeOf(element, attribute)?.trim()) && labelsOf(element).length === 0;
}

/** @param {Element} element @returns {Guess | null} */
function ofPicture(element) {
  return guess(iconOf(element), "icon") ?? guess(identifierOf(element), "id") ?? guess(nearText(element), "beside");
}

/** @param {Element} element @param {string} tag @param {string} role @returns {Guess | null} */
function ofField(element, tag, role) {
  const cell = cellAround(element);
  return (
    guess(labelBeside(element, role, cell), "label") ??
    (cell ? columnOf(cell) : null) ??
    guess(cell ? cellBeside(cell, role) : "", "label") ??
    guess(tag === "select" ? emptyOption(element) : "", "option") ??
    guess(placeOfChoice(element, role), "place") ??
    guess(identifierOf(element), "id") ??
    guess(headingAbove(element), "beside")
  );
}

/** @param {string} text @param {Guess["by"]} by @returns {Guess | null} */
function guess(text, by) {
  return text === "" ? null : { text, by };
}

/** @param {Element} element @param {string} selector @returns {Element | null} */
function firstIn(element, selector) {
  return /** @type {Element | null} */ (Reflect.apply(querySelector, element, [selector]));
}

/** @param {Element} element @param {string} role @param {Element | null} cell beyond which nothing is its label @returns {string} */
function labelBeside(element, role, cell) {
  return besideOf(element, role, cell)?.text ?? "";
}

/** @param {Element} element @param {string} role @param {Element | null} cell @returns {string} what is not for other fields as well */
function ownLabelBeside(element, role, cell) {
  const found = besideOf(element, role, cell);
  return found === null || isShared(found.at) ? "" : found.text;
}

/** @param {Element} element @param {string} role @param {Element | null} cell @returns {{ text: string, at: Element } | null} `at`: the element, or what it is in, that the text stands beside */
function besideOf(element, role, cell) {
  const ways = CHOICES.has(role) ? [nextSiblingOf, previousSiblingOf] : [previousSiblingOf];
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && at !== cell && at !== document.body && level < LEVELS_TO_LABEL; level += 1, at = composedParent(at)) {
    let isAmongOthers = false;
    for (const way of ways) {
      const found = textOnTheWay(at, way);
      if (found.text !== "") return { text: found.text, at };
      isAmongOthers ||= found.isStopped;
    }
    // What stands before several fields is nobody's of them.
    if (isAmongOthers || isBesideField(at)) return null;
  }
  return null;
}

/** @param {Element} element @returns {boolean} */
function isBesideField(element) {
  return [previousElementSiblingOf, nextElementSiblingOf].some((way) => {
    let at = way(element);
    for (let looked = 0; at && looked < MOST_SIBLINGS; at = way(at), looked += 1) if (matchesOf(at, TYPED) || firstIn(at, TYPED)) return true;
    return false;
  });
}

/** @param {Element} element @returns {boolean} whether another field follows it with nothing said between them */
function isShared(element) {
  let at = nextSiblingOf(element);
  for (let looked = 0; at && looked < MOST_SIBLINGS; at = nextSiblingOf(at)) {
    if (nodeTypeOf(at) === Node.TEXT_NODE && labelText(dataOf(/** @type {Text} */ (at))) !== null) return false;
    if (nodeTypeOf(at) !== Node.ELEMENT_NODE) continue;
    looked += 1;
    const other = /** @type {Element} */ (at);
    if (isPassedOver(other)) continue;
    if (labelText(textInside(other)) !== null) return false;
    if (matchesOf(other, TYPED) || firstIn(other, TYPED)) return true;
  }
  return false;
}

/** @param {Node} from @param {(node: Node) => Node | null} way @returns {{ text: string, isStopped: boolean }} `isStopped`: something else that is used comes first */
function textOnTheWay(from, way) {
  let at = way(from);
  for (let looked = 0; at && looked < MOST_SIBLINGS; at = way(at)) {
    if (nodeTypeOf(at) === Node.TEXT_NODE) {
      const text = labelText(dataOf(/** @type {Text} */ (at)));
      if (text !== null) return { text, isStopped: text === "" };
      continue;
    }
    if (nodeTypeOf(at) !== Node.ELEMENT_NODE) continue;
    looked += 1;
    const element = /** @type {Element} */ (at);
    if (isPassedOver(element)) continue;
    if (isTaken(element)) return { text: "", isStopped: true };
    const text = labelText(textInside(element, { limit: 2 * LIMIT }));
    if (text !== null) return { text, isStopped: text === "" };
  }
  return { text: "", isStopped: false };
}

/** @param {string} said @returns {string | null} null where it says nothing, empty where it says too much to be a label */
function labelText(said) {
  const text = cleanText(said, 2 * LIMIT);
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  return text.length > LIMIT ? "" : text.replace(/[\s:*]+$/u, "");
}

/** @param {Element} element @returns {boolean} whether nobody sees anything of it */
function isPassedOver(element) {
  return UNREAD.test(localNameOf(element)) || !isShown(element) || getComputedStyle(element).visibility === "hidden";
}

/** @param {Element} element @returns {boolean} whether it is another control or another's label, or a heading, which is over more than one */
function isTaken(element) {
  if (HEADED.test(localNameOf(element)) || matchesOf(element, USED) || firstIn(element, USED) !== null) return true;
  const labels = localNameOf(element) === "label" ? [element] : [...elementsIn(element, "label")];
  return labels.some((label) => controlOf(label) !== null);
}

/** @param {Element} element @returns {Element | null} */
function cellAround(element) {
  let at = parentElementOf(element);
  for (let level = 0; at && level <= LEVELS; level += 1, at = parentElementOf(at)) if (matchesOf(at, "td,th,[role=cell],[role=gridcell]")) return at;
  return null;
}

/** @param {Element} cell @returns {Guess | null} what its column and its row are called, where the table has headers */
function columnOf(cell) {
  const row = parentElementOf(cell);
  const table = row?.closest("table,[role=table],[role=grid],[role=treegrid]");
  const first = table ? firstIn(table, "tr,[role=row]") : null;
  if (!row || !first || first === row) return null;
  const head = cellAt(first, placeOf(cell));
  if (!head || !matchesOf(head, "th,[role=columnheader]")) return null;
  const column = firstIn(head, "input,select,textarea") ? "" : cleanText(textInside(head), LIMIT / 2);
  const title = rowHeader(row, cell);
  if (column === "") return guess(title, "row");
  return { text: title === "" ? column : `${column}, row ${title}`, by: "column" };
}

/** @param {Element} row @param {Element} cell @returns {string} its header cell, else the first of its cells that only says something */
function rowHeader(row, cell) {
  const others = [...row.children].slice(0, MOST_COLUMNS).filter((other) => other !== cell && firstIn(other, USED) === null);
  const header = others.find((other) => matchesOf(other, "th,[role=rowheader]")) ?? others.find((other) => textInside(other) !== "");
  return header ? cleanText(textInside(header), LIMIT / 2) : "";
}

/** @param {Element} cell @returns {number} columns before it */
function placeOf(cell) {
  let place = 0;
  for (let at = previousElementSiblingOf(cell), looked = 0; at && looked < MOST_COLUMNS; at = previousElementSiblingOf(at), looked += 1) place += spanOf(at);
  return place;
}

/** @param {Element} row @param {number} place @returns {Element | null} */
function cellAt(row, place) {
  let before = 0;
  for (let at = firstElementChildOf(row); at && before <= MOST_COLUMNS; at = nextElementSiblingOf(at)) {
    before += spanOf(at);
    if (place < before) return at;
  }
  return null;
}

/** @param {Element} cell @returns {number} */
function spanOf(cell) {
  return Math.max(1, Number(attributeOf(cell, "colspan")) || 1);
}

/** @param {Element} cell @param {string} role @returns {string} the cell that says what this one holds, in a table that lays out a form */
function cellBeside(cell, role) {
  const ways = CHOICES.has(role) ? [nextElementSiblingOf, previousElementSiblingOf] : [previousElementSiblingOf];
  for (const way of ways) {
    const other = way(cell);
    if (other && !isPassedOver(other) && !isTaken(other)) {
      const text = labelText(textInside(other, { limit: 2 * LIMIT }));
      if (text) return text;
    }
  }
  return "";
}

/** @param {Element} select @returns {string} the option that says what to choose, and is no choice itself */
function emptyOption(select) {
  const first = firstIn(select, "option");
  if (!first || (attributeOf(first, "value") !== "" && attributeOf(first, "disabled") === null)) return "";
  const text = cleanText(first.textContent ?? "", LIMIT);
  return EMPTY_OPTION.test(text) ? "" : text;
}

/** @param {Element} element @param {string} role @returns {string} "3 of 5", as stars are told apart; empty where its author has not counted */
function placeOfChoice(element, role) {
  const [place, all] = ["posinset", "setsize"].map((name) => Number(attributeOf(element, `aria-${name}`)));
  return CHOICES.has(role) && place && all && place > 0 && all >= place ? `${place} of ${all}` : "";
}

/** @param {Element} element @returns {string} the words its author calls it by */
function identifierOf(element) {
  for (const said of [testIdOf(element), attributeOf(element, "name"), attributeOf(element, "id")]) {
    const words = said ? wordsOfIdentifier(said) : [];
    if (!words.every((word) => OF_ANY.test(word))) return words.slice(0, MOST_WORDS).join(" ");
  }
  return "";
}

/** @param {Element} element @returns {string} */
function headingAbove(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && at !== document.body && level < LEVELS; level += 1, at = composedParent(at)) {
    for (let other = previousElementSiblingOf(at), looked = 0; other && looked < MOST_SIBLINGS; other = previousElementSiblingOf(other), looked += 1) {
      if (HEADED.test(localNameOf(other))) return labelText(textInside(other)) ?? "";
      if (matchesOf(other, USED) || firstIn(other, USED) !== null) return "";
    }
  }
  return "";
}
