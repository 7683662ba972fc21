/** Lines that are alike. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Sought } from "../src/waiting/likeness.js";

const LEAST_LIKE = 0.45;
const like = (wanted, line) => new Sought(wanted).likeness(line);

test("a line that holds the words is more alike than one with a slip, and that more than another", () => {
  const whole = like("order placed", "your order placed today");
  const slip = like("order placed", "odrer placed");
  const other = like("order placed", "something went wrong");

  assert.ok(whole > slip && slip > 0.6 && other < LEAST_LIKE, `${whole} ${slip} ${other}`);
});

test("a short line is more alike than a long one that holds the same", () => {
  const words = "x yz ".repeat(100);

  assert.ok(like("paid", "paid") > like("paid", `paid ${words}ab cd ef gh ij kl mn op qr st uv wx`));
});

test("words that only share some letters are nothing alike", () => {
  const pairs = [["rex", "explore"], ["rex", "there are exits"], ["cart", "scarlet"], ["in", "on"], ["paid", "explained"], ["save", "the vase"]];

  assert.deepEqual(pairs.filter(([one, other]) => like(one, other) >= LEAST_LIKE), []);
});

test("slips, other endings, other numbers, other signs and words in a longer phrase are alike", () => {
  const pairs = [
    ["rex", "rexx"],
    ["rex", "rxe"],
    ["rex", "the dog rex sleeps"],
    ["payment", "pay now"],
    ["loading", "load"],
    ["sent 3", "sent 4"],
    ["order placed", "your order was placed!"],
    ["log in", "log-in"],
    ["thank you for your order", "thanks for your order"],
    ["€ 95.00", "€ 101.00"],
    ["注文完了", "ご注文が完了いたしました"],
  ];

  assert.deepEqual(pairs.filter(([one, other]) => like(one, other) < LEAST_LIKE), []);
});

test("a line that holds the text itself is the most alike, even inside of a word", () => {
  assert.ok(like("rex", "t-rexes live here") > like("rex", "rax"));
});

test("nothing is like no words", () => {
  assert.equal(like("", "anything"), 0);
});

test("long lines of many words are compared in little time", () => {
  const words = Array.from({ length: 3_000 }, (_, at) => `word${at} lorem${at % 97} ipsum dolor sit amet consectetur adipiscing`);
  const sought = new Sought("lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore");
  const started = performance.now();

  for (const line of words) sought.likeness(line);

  assert.ok(performance.now() - started < 5_000);
});
