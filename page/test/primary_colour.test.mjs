import assert from "node:assert/strict";
import test from "node:test";
import { contrast, parseColour, WHITE } from "../src/primary/colour.js";

const colour = (/** @type {string} */ text) => {
  const parsed = parseColour(text);
  assert.ok(parsed, text);
  return parsed;
};

test("colours are told apart in every form a browser computes", () => {
  assert.equal(colour("transparent").alpha, 0);
  assert.equal(colour("rgba(0, 0, 0, 0)").alpha, 0);
  assert.equal(colour("rgb(255, 255, 255)").light, 1);
  assert.ok(colour("rgb(11, 98, 214)").chroma > 0.7);
  assert.ok(colour("color(srgb 0.85 0.2 0.2)").chroma > 0.6);
  assert.equal(colour("color(srgb 1 1 1 / 0.5)").alpha, 0.5);
  assert.ok(colour("oklch(0.75 0.18 150)").chroma > 0.5);
  assert.ok(colour("oklab(0.6 0.2 0.1 / 50%)").alpha === 0.5);
  assert.ok(colour("lab(50 60 40)").chroma > 0.5);
});

test("contrast is that of WCAG", () => {
  assert.equal(Math.round(contrast(colour("rgb(0, 0, 0)"), WHITE)), 21);
  assert.equal(contrast(WHITE, WHITE), 1);
});

test("what is no colour is none", () => {
  assert.equal(parseColour("currentcolor"), null);
  assert.equal(parseColour(""), null);
});
