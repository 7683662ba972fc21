/** Roles by which elements are asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedRole, oneRole } from "../src/seeking/asked_roles.js";

/** @param {Record<string, string>} attributes */
const attributesOf = (attributes) => (/** @type {string} */ name) => attributes[name] ?? null;

test("what is no control has a role as well", () => {
  const roles = [
    ["p", {}, "paragraph"], ["strong", {}, "strong"], ["section", {}, "region"], ["dt", {}, "term"], ["legend", {}, "generic"],
    ["th", {}, "columnheader"], ["th", { scope: "row" }, "rowheader"], ["button", {}, "button"], ["div", {}, "generic"],
  ];

  for (const [tag, attributes, role] of roles) assert.equal(askedRole(tag, attributesOf(attributes)), role, tag);
});

test("a role that is written down goes before that of the tag", () => {
  assert.equal(askedRole("p", attributesOf({ role: "status" })), "status");
  assert.equal(askedRole("th", attributesOf({ role: "gridcell", scope: "row" })), "gridcell");
});

test("two words for one role are one", () => {
  assert.equal(oneRole("image"), oneRole("img"));
  assert.equal(askedRole("img", attributesOf({})), "img");
  assert.equal(askedRole("div", attributesOf({ role: "image" })), "img");
});
