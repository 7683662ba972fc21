import assert from "node:assert/strict";
import { test } from "node:test";
import { ANSWER_LIMITS, Door } from "../src/door.js";
import { fitted } from "../src/fit.js";

const door = new Door({
  echo: (options) => options,
  later: async (options) => options,
  huge: () => ({ before: 1, text: "x".repeat(50_000_000), after: 2 }),
  many: () => ({ list: Array.from({ length: 1_000_000 }, (_, index) => ({ index })) }),
  escapes: () => ({ text: "\u0001\"\\ä€".repeat(100_000) }),
  surrogate: () => ({ "k\udc00": "\ud800" }),
  broken: () => {
    throw new RangeError("bad\u202e thing");
  },
  rejects: async () => {
    throw new RangeError("later");
  },
  odd: () => {
    throw null;
  },
});

/** @param {string} name @param {object} [options] */
async function call(name, options = {}) {
  const json = await door.call(name, JSON.stringify(options));
  return { bytes: new TextEncoder().encode(json).length, answer: JSON.parse(json) };
}

test("an answer comes back as its value, at once or later", async () => {
  const options = { text: "ä", list: [1, null, { deep: [true] }], none: {} };

  assert.deepEqual((await call("echo", options)).answer, { value: options });
  assert.deepEqual((await call("later", options)).answer, { value: options });
});

test("an unknown name and names of every object are errors", async () => {
  for (const name of ["nothing", "constructor", "__proto__", "toString"]) {
    assert.equal((await call(name)).answer.error.kind, "UnknownFunction");
  }
});

test("what is thrown comes back as a cleaned error", async () => {
  assert.deepEqual((await call("broken")).answer, { error: { kind: "RangeError", message: "bad thing" } });
  assert.deepEqual((await call("rejects")).answer, { error: { kind: "RangeError", message: "later" } });
  assert.equal((await call("odd")).answer.error.kind, "Error");
});

test("arguments that are not JSON are an error", async () => {
  assert.equal(JSON.parse(await door.call("echo", "{")).error.kind, "SyntaxError");
});

test("a long string is cut and the answer says so", async () => {
  const { bytes, answer } = await call("huge");

  assert.ok(bytes <= ANSWER_LIMITS.bytes + 100);
  assert.equal(answer.value.truncated, true);
  assert.equal(answer.value.before, 1);
  assert.ok(answer.value.text.endsWith("…"));
});

test("a long list loses its end", async () => {
  const { bytes, answer } = await call("many");

  assert.ok(bytes <= ANSWER_LIMITS.bytes + 100);
  assert.equal(answer.value.truncated, true);
  assert.deepEqual(answer.value.list.slice(0, 2), [{ index: 0 }, { index: 1 }]);
});

test("escapes and wide characters count as what they cost", async () => {
  const { bytes, answer } = await call("escapes");

  assert.ok(bytes <= ANSWER_LIMITS.bytes + 100);
  assert.equal(answer.value.truncated, true);
});

test("no broken character leaves in a key or a value", async () => {
  assert.deepEqual((await call("surrogate")).answer, { value: { "k\ufffd": "\ufffd" } });
});

test("a value nested too deeply is pruned without recursion", async () => {
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;

  const answer = JSON.parse(await door.call("echo", deep));

  assert.equal(answer.value.truncated, true);
});

test("a key called __proto__ is only a key", async () => {
  const answer = JSON.parse(await door.call("echo", '{"__proto__": {"polluted": true}, "a": 1}'));

  assert.equal(Object.hasOwn(answer.value, "__proto__"), true);
  assert.equal(answer.value.a, 1);
});

test("nodes are taken and given by name, and unknown names give nothing", () => {
  const taken = [];
  const nodes = new Door({}, { takers: { keep: (given, { how }) => taken.push([given, how]) && { kept: given.length } }, givers: { twice: ({ node }) => [node, node] } });

  assert.deepEqual(JSON.parse(nodes.take("keep", '{"how": "well"}', ["a", "b"])), { value: { kept: 2 } });
  assert.deepEqual(taken, [[["a", "b"], "well"]]);
  assert.equal(JSON.parse(nodes.take("toString", "{}", [])).error.kind, "UnknownFunction");
  assert.deepEqual(nodes.give("twice", '{"node": 1}'), [1, 1]);
  assert.deepEqual(nodes.give("constructor", "{}"), []);
});

test("an answer that was kept small is handed on as it is, and one that was not is refused", () => {
  const small = fitted({ total: 2 }, "records", ['{"k":1}', '{"k":2}'], { limit: 1_000, keys: [] });
  const door = new Door({ small: () => small });

  assert.deepEqual(JSON.parse(door.call("small", "{}")), { value: { total: 2, records: [{ k: 1 }, { k: 2 }] } });
  assert.equal(fitted({ text: "x".repeat(400) }, "records", [], { limit: 1_000, keys: [] }), null);
  assert.equal(fitted({ text: "\ud800" }, "records", [], { limit: 1_000, keys: [] }), null);
});
