import assert from "node:assert/strict";
import { test } from "node:test";
import { isRestless } from "../src/watching/rhythm.js";

const every = (step, count) => Array.from({ length: count }, (_, at) => 1_000 + at * step);

test("a ticker is restless while it ticks, and not long after", () => {
  const times = every(40, 8);

  assert.equal(isRestless(times, 1_300), true);
  assert.equal(isRestless(times, 3_000), false);
});

test("a clock is restless although it is slow", () => {
  assert.equal(isRestless(every(1_000, 5), 5_900), true);
  assert.equal(isRestless(every(1_000, 5), 7_000), false);
});

test("a few changes, or changes that come as they like, are events", () => {
  assert.equal(isRestless(every(40, 4), 1_130), false);
  assert.equal(isRestless([0, 100, 900, 1_500, 1_550, 4_900], 5_000), false);
  assert.equal(isRestless([], 5_000), false);
});
