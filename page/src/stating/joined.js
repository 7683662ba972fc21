/** Links joined by marks, as the steps of a way down: "Home > Chairs > Colette". */
import { dataOf, firstChildOf, firstElementChildOf, localNameOf, nextSiblingOf, nodeTypeOf } from "../builtins.js";
import { cleanText } from "../text.js";
import { ownText, say } from "./place.js";

const ITEMS = 12;
const LIMIT = 60;
const JOINT = /^\s*[/>»›→]\s*/;
const MARKS = /[\s/>»›→]+$/;

/** @typedef {{ text: string, isLink: boolean, isMark: boolean }} Piece `isMark`: begins with what joins it to the piece before */

/** @param {Element} element @returns {string[]} what is said on the way down; empty for anything that is none */
export function joinedItems(element) {
  if (!mayBeJoined(element)) return [];
  /** @type {string[]} */
  const items = [];
  let links = 0;
  let isJoined = true;
  for (const { text, isLink, isMark } of piecesOf(element)) {
    isJoined ||= isMark;
    if (text === "") continue;
    // Only the last step, which is this page, is no link.
    if (!isJoined || items.length > links || items.length >= ITEMS) return [];
    items.push(text);
    if (isLink) links += 1;
    isJoined = false;
  }
  return links >= 2 && items.length >= 3 ? items : [];
}

/** @param {Element} element @returns {boolean} */
function mayBeJoined(element) {
  const first = firstElementChildOf(element);
  return first !== null && localNameOf(first) === "a" && /[/>»›→]/.test(ownText(element));
}

/** @param {Element} element @returns {Piece[]} */
function piecesOf(element) {
  /** @type {Piece[]} */
  const pieces = [];
  for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
    if (nodeTypeOf(child) === Node.ELEMENT_NODE) {
      const inner = /** @type {Element} */ (child);
      pieces.push(pieceOf(say(inner, LIMIT), localNameOf(inner) === "a"));
    } else if (nodeTypeOf(child) === Node.TEXT_NODE) pieces.push(pieceOf(dataOf(/** @type {Text} */ (child)), false));
  }
  return pieces;
}

/** @param {string} raw @param {boolean} isLink @returns {Piece} */
function pieceOf(raw, isLink) {
  if (isLink) return { text: raw, isLink, isMark: false };
  return { text: cleanText(raw.replace(JOINT, "").replace(MARKS, ""), LIMIT), isLink, isMark: JOINT.test(raw) };
}
