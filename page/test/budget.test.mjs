import assert from "node:assert/strict";
import { test } from "node:test";
import { Budget } from "../src/budget.js";

test("nodes are given out until they are spent", () => {
  const budget = new Budget({ nodes: 2 });

  const granted = [budget.spendNode(), budget.spendNode(), budget.spendNode()];

  assert.deepEqual(granted, [true, true, false]);
  assert.equal(budget.ranOut, "nodes");
  assert.equal(budget.isSpent, true);
});

test("a walk that is too deep is pruned, not ended", () => {
  const budget = new Budget({ depth: 3 });

  const allowed = [budget.allowsDepth(3), budget.allowsDepth(4)];

  assert.deepEqual(allowed, [true, false]);
  assert.equal(budget.ranOut, "depth");
  assert.equal(budget.spendNode(), true);
});

test("the clock ends a walk within a few hundred nodes", () => {
  let now = 0;
  const budget = new Budget({ milliseconds: 10 }, () => now);
  budget.spendNode();
  now = 11;

  let visited = 0;
  while (budget.spendNode()) visited += 1;

  assert.ok(visited <= 256);
  assert.equal(budget.ranOut, "milliseconds");
});

test("bytes that do not fit are not spent", () => {
  const budget = new Budget({ bytes: 10 });

  const fits = budget.spendBytes(11);

  assert.equal(fits, false);
  assert.equal(budget.bytesLeft, 10);
  assert.equal(budget.ranOut, "bytes");
});

test("a budget without limits never runs out", () => {
  const budget = new Budget({});

  for (let index = 0; index < 1000; index += 1) budget.spendNode();

  assert.equal(budget.ranOut, null);
});
