import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanText, collapse, cut } from "../src/text.js";

test("invisible characters are removed", () => {
  const tagged = "ignore".replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

  const cleaned = cleanText(`Pay\u200b \u202eten\u2066 \u00adcoins\ufe0f${tagged}\ue000\u3164\u2800\ufeff`, 100);

  assert.equal(cleaned, "Pay ten coins");
});

test("no code point of the forbidden classes survives", () => {
  const every = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).join("");

  const cleaned = cleanText(every, every.length);

  assert.ok(!/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(cleaned));
  assert.ok(["abc", "àáâ", "漢", "😀"].every((sample) => cleaned.includes(sample)));
});

test("control characters go and white space becomes one space", () => {
  assert.equal(cleanText("\u0000a\t\r\n\u00a0 b\u001b[31mc\u007f ", 100), "a b[31mc");
});

test("half a surrogate pair becomes a replacement character", () => {
  assert.equal(cleanText("x\ud800y", 100), "x\ufffdy");
});

test("a cut is marked and never splits a character", () => {
  assert.equal(cleanText("abcdef", 4), "abc…");
  assert.equal(cleanText("ab😀cdef", 4), "ab…");
  assert.equal(cleanText("abcd", 4), "abcd");
  assert.equal(cut("😀", 1), "");
});

test("ten million characters are cut without being read", () => {
  const raw = " \u200b".repeat(5_000_000);
  raw.charCodeAt(0); // a repeated string is put together when it is first read

  const milliseconds = busyFor(() => assert.equal(cleanText(raw, 200), "…"));

  assert.ok(milliseconds < 100);
});

test("collapsing is linear", () => {
  const raw = `${" ".repeat(1_000_000)}x`.repeat(2);

  const milliseconds = busyFor(() => collapse(raw));

  assert.ok(milliseconds < 500);
});

/** @param {() => void} work @returns {number} milliseconds of the processor, whatever else runs on the machine */
function busyFor(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
