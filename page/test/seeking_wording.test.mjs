/** Texts that are asked for: whole and in their own case, or a part in any. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitsText, longestFitting, spaced } from "../src/seeking/wording.js";

test("exactly means all of it, in its own case, whatever the white space", () => {
  const fits = fitsText("  Add to\n cart ", true);

  assert.ok(fits("Add to cart"));
  assert.ok(!fits("add to cart"));
  assert.ok(!fits("Add to cart now"));
});

test("otherwise a part in any case is enough", () => {
  const fits = fitsText("TO Cart", false);

  assert.ok(fits("Add to cart now"));
  assert.ok(!fits("Add to the cart"));
});

test("a text that was cut when it was kept is known by its beginning", () => {
  const fits = fitsText("A very long na\u2026", true);

  assert.ok(fits("A very long name of something"));
  assert.ok(!fits("A very long"));
  assert.ok(!fits("Another very long name of something"));
});

test("dots of the text itself are dots", () => {
  assert.ok(fitsText("More\u2026", true)("More\u2026"));
  assert.ok(!fitsText("\u2026", true)("anything"));
});

test("what is longer than an exact text need not be read", () => {
  assert.equal(longestFitting(" Add  to cart ", true), 11);
  assert.equal(longestFitting("Add", false), Infinity);
  assert.equal(longestFitting("Add\u2026", true), Infinity);
});

test("spaces at the ends stay, because a part of a line may begin there", () => {
  assert.equal(spaced("\n   to  the\tshop\u200b "), " to the shop ");
  assert.equal(spaced("plain words"), "plain words");
});
