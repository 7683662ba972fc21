import assert from "node:assert/strict";
import { test } from "node:test";
import { TextSearch } from "../src/text_search.js";

/** @param {string} words @param {string[]} pieces */
function isFound(words, pieces) {
  const search = new TextSearch(words);
  for (const piece of pieces) search.add(piece);
  return search.isFound;
}

test("words are found across pieces, in any case and white space", () => {
  assert.equal(isFound("Hello  World", ["say HEL", "lo \n", "\t wor", "ld!"]), true);
});

test("invisible characters in the page do not hide words", () => {
  assert.equal(isFound("password", ["pass\u00adwo\u200brd"]), true);
});

test("words that are not there are not found", () => {
  assert.equal(isFound("ab", ["a", " ", "b"]), false);
});

test("no words are found everywhere", () => {
  assert.equal(isFound("  ", []), true);
});
