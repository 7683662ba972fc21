import assert from "node:assert/strict";
import { test } from "node:test";
import { explicitRole, isEditableValue, isWidgetRole, roleOf } from "../src/controls/roles.js";

/** @param {Record<string, string>} attributes */
const attributesOf = (attributes) => (/** @type {string} */ name) => attributes[name] ?? null;

test("tags and types have the roles people expect", () => {
  const roles = [
    ["a", { href: "/x" }, "link"], ["a", {}, "generic"], ["button", {}, "button"], ["input", {}, "textbox"],
    ["input", { type: "SEARCH" }, "searchbox"], ["input", { list: "l" }, "combobox"], ["input", { type: "range" }, "slider"],
    ["select", {}, "combobox"], ["select", { size: "3" }, "listbox"], ["select", { multiple: "" }, "listbox"],
    ["div", { contenteditable: "" }, "textbox"], ["summary", {}, "button"], ["x-thing", {}, "generic"],
  ];

  for (const [tag, attributes, role] of roles) assert.equal(roleOf(tag, attributesOf(attributes)), role, `${tag} ${JSON.stringify(attributes)}`);
});

test("the first word of the role attribute that is a role counts", () => {
  assert.equal(explicitRole("nonsense  Link button"), "link");
  assert.equal(explicitRole("presentation button"), null);
  assert.equal(explicitRole("nonsense"), null);
  assert.equal(explicitRole(null), null);
});

test("structural roles make controls only of what can have the focus", () => {
  assert.equal(isWidgetRole("button", false), true);
  assert.equal(isWidgetRole("gridcell", false), false);
  assert.equal(isWidgetRole("gridcell", true), true);
  assert.equal(isWidgetRole("region", true), false);
});

test("only some values of contenteditable make something editable", () => {
  assert.deepEqual(["", "true", "plaintext-only", "false", "inherit", null].map(isEditableValue), [true, true, true, false, false, false]);
});
