import assert from "node:assert/strict";
import { test } from "node:test";
import { likeness } from "../src/fields/likeness.js";

test("the same text is the same, whatever ends its lines", () => {
  assert.equal(likeness("a\nb", "a\r\nb", ""), "same");
  assert.equal(likeness("a\u00a0b", "a b", "x"), "same");
  assert.equal(likeness("", "", "x"), "same");
});

test("a field that writes it its own way has reformatted it", () => {
  const pairs = [["1,000", "1000"], ["(555) 123-4567", "5551234567"], ["4242 4242", "42424242"], ["ABC", "abc"], ["7", "007"], ["$1,234.50", "1234.5"], ["a b", " a b "]];
  assert.deepEqual(pairs.map(([held, meant]) => likeness(held, meant, "")), pairs.map(() => "reformatted"));
});

test("a field that kept its text, cut it, or added it to the old one has not taken it", () => {
  assert.equal(likeness("old", "new", "old"), "unchanged");
  assert.equal(likeness("12", "1234", ""), "cut");
  assert.equal(likeness("oldnew", "new", "old"), "added");
  assert.equal(likeness("else", "new", "old"), "other");
  assert.equal(likeness("", "new", "old"), "other");
});
