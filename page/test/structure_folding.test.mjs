import assert from "node:assert/strict";
import { test } from "node:test";
import { calledBy, fold, wordSet, wordsOf } from "../src/structure/folding.js";

test("case and accents are folded, signs stay", () => {
  assert.equal(fold("Crème BRÛLÉE"), "creme brulee");
  assert.equal(calledBy("  Save  as… "), "save as");
  assert.equal(calledBy("Name: *"), "name");
  assert.equal(calledBy("C++"), "c++");
  assert.equal(calledBy("*"), "*");
});

test("compounds are taken apart and sets have one way to be written", () => {
  assert.deepEqual(wordsOf("addToCart e-mail HTMLPage"), ["add", "to", "cart", "e", "mail", "html", "page"]);
  assert.equal(wordSet("b a B"), "a b");
  assert.deepEqual(wordsOf("… | ↑"), []);
});
