/** Lines that are alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { likeness, pairsOf } from "../src/waiting/likeness.js";

const like = (wanted, line) => likeness(pairsOf(wanted), line);

test("a line that holds the words is more alike than one with a slip, and that more than another", () => {
  const whole = like("order placed", "your order placed today");
  const slip = like("order placed", "odrer placed");
  const other = like("order placed", "something went wrong");

  assert.ok(whole > slip && slip > 0.6 && other < 0.45, `${whole} ${slip} ${other}`);
});

test("a short line is more alike than a long one that holds the same", () => {
  const words = "x yz ".repeat(100);

  assert.ok(like("paid", "paid") > like("paid", `paid ${words}ab cd ef gh ij kl mn op qr st uv wx`));
});

test("nothing is like no words", () => {
  assert.equal(like("", "anything"), 0);
});
