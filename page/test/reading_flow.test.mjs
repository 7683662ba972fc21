import assert from "node:assert/strict";
import { test } from "node:test";
import { Flow } from "../src/reading/flow.js";
import { transformed } from "../src/reading/transform.js";

/** @param {(flow: Flow) => void} write @param {number} [limit] */
function written(write, limit = 1000) {
  const flow = new Flow(limit);
  write(flow);
  return flow.take();
}

test("white space is shown as the page shows it", () => {
  assert.equal(written((flow) => ["a ", " b", "c\n", "d"].forEach((text) => flow.say(text))), "a bc d");
  assert.equal(written((flow) => flow.say("a \n  b", "keep")), "a \n  b");
  assert.equal(written((flow) => flow.say("a   b \n  c", "lines")), "a b\nc");
});

test("a space that does not break belongs to the words", () => {
  assert.equal(written((flow) => ["a\u00a0", "b"].forEach((text) => flow.say(text))), "a\u00a0b");
  assert.equal(written((flow) => ["a", "\u00a0", "b"].forEach((text) => flow.say(text))), "a\u00a0b");
});

test("line ends come before the next word, the most that was asked for and never more than two", () => {
  assert.equal(
    written((flow) => {
      flow.part(2);
      flow.say("a");
      flow.part(1);
      flow.part(2);
      flow.say(" b");
      for (let count = 0; count < 9; count += 1) flow.end();
      flow.say("c");
      flow.part(2);
    }),
    "a\n\nb\n\nc",
  );
});

test("marks keep spaces outside and vanish where no word comes", () => {
  assert.equal(
    written((flow) => {
      flow.say("one");
      flow.open("**");
      flow.say(" two ");
      flow.close("**", "**");
      flow.open("[");
      flow.close("[", "](x)");
      flow.say("three");
    }),
    "one **two** three",
  );
});

test("a line begins with its mark and the lines after it with the margin", () => {
  assert.equal(
    written((flow) => {
      flow.begin("- ");
      flow.margin = "  ";
      flow.say("one");
      flow.part(1);
      flow.say("two");
    }),
    "- one\n  two",
  );
});

test("in one line every line end is a space", () => {
  const flow = new Flow(100);
  flow.isOneLine = true;
  flow.say("a");
  flow.part(2);
  flow.say("b\nc", "lines");

  assert.equal(flow.take(), "a b c");
});

test("what is over the limit is left out and no character is halved", () => {
  const flow = new Flow(4);
  flow.say("abc😀def");

  assert.equal(flow.isFull, true);
  assert.equal(flow.take(), "abc\ufffd");
});

test("letters are changed as the style says", () => {
  assert.equal(transformed("straße", "uppercase"), "STRASSE");
  assert.equal(transformed("o'neil’s wor-ld 3rd", "capitalize"), "O'neil’s Wor-Ld 3rd");
  assert.equal(transformed("ABC", "lowercase"), "abc");
  assert.equal(transformed("Abc", "none"), "Abc");
});
