import { strict as assert } from "node:assert";
import { test } from "node:test";
import { packKeys } from "../src/structure/keys.js";
import { landmarkOf } from "../src/structure/landmarks.js";
import { readingOrder, relevance, signalsOf } from "../src/structure/order.js";
import { Patterns } from "../src/structure/patterns.js";
import { isWithin, matchOf, scoreWords } from "../src/structure/words.js";

const place = (landmark, layer = 0, group = 0) => ({ landmark, layer, group: group ? { id: group, label: `${group}`, level: 2, usesBefore: 0 } : null });

test("content comes before navigation, and what lies on top before all", () => {
  const places = [place("header"), place("nav"), place(""), place("main"), place("footer"), place("aside"), place("dialog", 1)];

  const order = readingOrder([0, 1, 2, 3, 4, 5, 6], (index) => places[index]);

  assert.deepEqual(order, [6, 3, 2, 1, 0, 5, 4]);
});

test("a group stays together where its first control stands", () => {
  const places = [place("main", 0, 1), place("main", 0, 2), place("main", 0, 1), place("main", 0, 2)];

  const order = readingOrder([0, 1, 2, 3], (index) => places[index]);

  assert.deepEqual(order, [0, 2, 1, 3]);
});

test("keys are packed in order, and what does not fit is left out whole", () => {
  assert.deepEqual(packKeys([3, 5, 6, 7, 2, 1], 100), { text: "3,5-7,2,1", count: 6 });
  assert.deepEqual(packKeys([10, 30, 50], 6), { text: "10,30", count: 2 });
  assert.deepEqual(packKeys([], 6), { text: "", count: 0 });
});

test("relevance stays between 0 and 1 and falls for what cannot be used", () => {
  const facts = { evidence: ["tag"], states: [], isNamed: true, alike: 1, depth: 5, box: { x: 0, y: 10, w: 160, h: 40 }, view: { w: 1280, h: 720 }, standsOut: true };

  const best = signalsOf(facts);
  const worst = signalsOf({ ...facts, evidence: ["pointer"], states: ["disabled", "covered"], isNamed: false, standsOut: false });

  for (const mode of ["blend", "semantic", "structural", "visual"]) {
    assert.ok(relevance(best, mode) <= 1 && relevance(worst, mode) >= 0);
    assert.ok(relevance(best, mode) > relevance(worst, mode));
  }
});

test("a header inside an article is not the header of the page", () => {
  assert.equal(landmarkOf("header", "", true), null);
  assert.equal(landmarkOf("header", "", false), "header");
  assert.equal(landmarkOf("div", "banner", true), "header");
  assert.equal(landmarkOf("nav", "presentation", false), null);
});

test("patterns of the last eight looks can be opened", () => {
  const patterns = new Patterns();
  for (let look = 1; look <= 9; look += 1) patterns.remember([{ id: `r${look}`, first: look, variants: [{ key: look, row: 0, levels: 1 }], more: 0 }]);

  assert.equal(patterns.find("r1"), null);
  assert.equal(patterns.find("r2")?.first, 2);
  assert.deepEqual(patterns.factsOf(9), { pat: "r9", row: 0, n: 1 });
  assert.equal(patterns.factsOf(2), null);
});

test("whole words count more than beginnings, and rare words more than common ones", () => {
  const texts = ["delete", "delete alice", "deleted items", "undelete"];

  const scores = scoreWords(texts.length, (index) => [{ text: texts[index], weight: 1 }], ["delete", "alice"]);

  assert.deepEqual([...scores].map((score, index) => [score, index]).sort((a, b) => b[0] - a[0]).map(([, index]) => index), [1, 0, 2, 3]);
  assert.equal(matchOf("a delete b", "delete"), 1);
  assert.equal(matchOf("削除する", "削除"), 0.8);
  assert.equal(matchOf("a", "delete"), 0);
});

test("a misspelt word finds what it means only when nothing is spelt so", () => {
  const texts = ["checkout", "check in"];

  const scores = scoreWords(2, (index) => [{ text: texts[index], weight: 1 }], ["chekcout"]);

  assert.ok(scores[0] > 0);
  assert.equal(scores[1], 0);
  assert.equal(isWithin("basket", "baskets", 1), true);
  assert.equal(isWithin("basket", "gasped", 2), false);
});

test("another number is no misspelling", () => {
  const texts = ["user023", "users"];

  const scores = scoreWords(2, (index) => [{ text: texts[index], weight: 1 }], ["user123"]);

  assert.deepEqual([...scores], [0, 0]);
});
