import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, clipsAll, fivePoints, hasArea, meet, overlaps, shapeEdges } from "../src/controls/boxes.js";

const A = { left: 0, top: 0, right: 10, bottom: 10 };

test("boxes that only touch do not overlap", () => {
  assert.equal(overlaps(A, { left: 9, top: 9, right: 20, bottom: 20 }), true);
  assert.equal(overlaps(A, { left: 10, top: 0, right: 20, bottom: 10 }), false);
  assert.equal(overlaps(A, { left: 5, top: 5, right: 5, bottom: 9 }), false);
  assert.equal(hasArea(meet(A, { left: 20, top: 0, right: 30, bottom: 10 })), false);
});

test("the points lie inside, the centre first", () => {
  const points = fivePoints(A);

  assert.deepEqual(points[0], [5, 5]);
  assert.equal(points.length, 5);
  assert.ok(points.every(([x, y]) => x > 0 && x < 10 && y > 0 && y < 10));
});

test("boxes are rounded", () => {
  assert.deepEqual(boxOf({ left: 0.4, top: 0.6, right: 10.2, bottom: 10.7 }), { x: 0, y: 1, w: 10, h: 10 });
});

test("clip paths that leave nothing are known", () => {
  assert.deepEqual(
    ["none", "inset(50%)", "inset(100%)", "inset(10% 60%)", "inset(10%)", "circle(0px at 50% 50%)", "circle(50%)", "polygon(0px 0px, 0px 0px)"].map(clipsAll),
    [false, true, true, true, false, true, false, true],
  );
});

test("parts of an image map have the box of their shape", () => {
  assert.deepEqual(shapeEdges("rect", "1,2,3,4"), { left: 1, top: 2, right: 3, bottom: 4 });
  assert.deepEqual(shapeEdges("circle", "10,10,5"), { left: 5, top: 5, right: 15, bottom: 15 });
  assert.deepEqual(shapeEdges("poly", "0,0,10,5,3,8"), { left: 0, top: 0, right: 10, bottom: 8 });
  assert.equal(shapeEdges("default", ""), null);
  assert.equal(shapeEdges("rect", "a,b,c,d"), null);
});
