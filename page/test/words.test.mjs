import assert from "node:assert/strict";
import { test } from "node:test";
import { isSecret, isStableId, pathOf, stableClasses, wordsOfIdentifier } from "../src/controls/words.js";

test("class words that frameworks make or that tell a state are left out", () => {
  assert.deepEqual(stableClasses("btn btn-primary css-1x2y3z sc-bdVaJa is-active Button_root__3fK2x"), ["btn", "btn-primary"]);
  assert.deepEqual(stableClasses(null), []);
});

test("ids that a framework counted or hashed are not stable", () => {
  assert.deepEqual(["add", "mail-2", ":r1:", "radix-3", "mui-17", "item48213", "a1b2c3d4", ""].map(isStableId), [true, true, false, false, false, false, false, false]);
});

test("of an address only the path is kept", () => {
  assert.deepEqual(
    ["https://host/a/b?c=1#d", "//host", "/a?q", "a/b#c", "#top", "javascript:void(0)", "mailto:x@y", null].map(pathOf),
    ["/a/b", "/", "/a", "a/b", "#top", "", "x@y", ""],
  );
});

test("what must not leave the page is known by type, autocomplete and words", () => {
  const field = (/** @type {object} */ facts) => isSecret({ type: "text", autocomplete: "", words: "", ...facts });

  assert.ok(field({ type: "password" }));
  assert.ok(field({ autocomplete: "section-a one-time-code" }));
  assert.ok(field({ autocomplete: "cc-csc" }));
  assert.ok(field({ words: "seed-phrase" }));
  assert.ok(field({ words: "Recovery phrase" }));
  // Whatever the targets of the wallet family are secret by (facts of redaction).
  for (const words of ["seed", "walletSeed", "Your phrase", "srpNote", "mnemonic", "private-wallet-key", "api_key"]) assert.ok(field({ words }), words);
  assert.ok(!field({ words: "search-phrase Search phrase" }));
  assert.ok(!field({ words: "Shipping address", autocomplete: "street-address" }));
});

test("a code that lets its reader in is secret, and that of a place or of goods is none", () => {
  const secret = "Verification code,verificationCode,smsCode,sms-code-1,SMS code,Security code,auth_code,Confirmation code,Access code,Authenticator code,Log-in code,6-digit code,Enter the code we sent you";
  const plain = "Postal code,zipCode,Country code,promo_code,Discount code,Coupon code,productCode,Area code,Source code,Code,author code,Success code";

  for (const words of secret.split(",")) assert.ok(isSecret({ type: "text", autocomplete: "", words }), words);
  for (const words of plain.split(",")) assert.ok(!isSecret({ type: "text", autocomplete: "", words }), words);
});

test("words of an identifier are those that a person wrote", () => {
  const told = ["backupEmail", "postal-code", "open_menu", "HTMLEditor", "user[first_name]", "radix-48213", ":r1:", "a1b2c3d4", "x", "7"];

  assert.deepEqual(
    told.map((identifier) => wordsOfIdentifier(identifier).join(" ")),
    ["backup email", "postal code", "open menu", "html editor", "user first name", "", "", "", "", ""],
  );
});
