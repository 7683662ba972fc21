import { strict as assert } from "node:assert";
import { test } from "node:test";
import { Groups, SECTION_LEVEL } from "../src/structure/groups.js";

/** Go over a tree of [kind, label or children…] and say which label is in force at every "use". */
function labels(tree) {
  const groups = new Groups();
  const found = {};
  const visit = ([kind, ...rest], depth) => {
    if (kind === "use") {
      groups.enter(depth, "plain", "", 0);
      found[rest[0]] = groups.current?.label ?? null;
      groups.use();
    } else if (/^h\d$/.test(kind)) groups.enter(depth, "heading", rest[0], Number(kind[1]));
    else groups.enter(depth, kind === "box" ? "plain" : "section", kind === "box" ? "" : kind, SECTION_LEVEL);
    if (kind !== "use" && !/^h\d$/.test(kind)) for (const child of rest) visit(child, depth + 1);
    groups.leave(depth);
  };
  visit(["box", ...tree], 0);
  return found;
}

test("a heading holds for what follows it, until the next one", () => {
  const found = labels([["use", "a"], ["h2", "One"], ["use", "b"], ["h2", "Two"], ["use", "c"]]);

  assert.deepEqual(found, { a: null, b: "One", c: "Two" });
});

test("the name of a section holds inside it only", () => {
  const found = labels([["h1", "Page"], ["Address", ["use", "a"], ["h3", "Inner"], ["use", "b"]], ["use", "c"]]);

  assert.deepEqual(found, { a: "Address", b: "Inner", c: "Page" });
});

test("a heading alone in a box holds after the box", () => {
  const found = labels([["h1", "Page"], ["box", ["h2", "Billing"]], ["use", "a"]]);

  assert.deepEqual(found, { a: "Billing" });
});

test("the heading of a card does not hold after the cards", () => {
  const card = (name) => ["box", ["h3", name], ["use", name]];

  const below = labels([["h2", "Teas"], ["box", card("A"), card("B")], ["use", "more"]]);
  const alone = labels([["box", card("A"), card("B"), ["use", "more"]]]);

  assert.deepEqual(below, { A: "A", B: "B", more: "Teas" });
  assert.deepEqual(alone, { A: "A", B: "B", more: null });
});

test("a heading with a link beside it holds for the table below", () => {
  const found = labels([["h1", "Page"], ["box", ["box", ["h1", "Users"], ["use", "all"]], ["use", "row"]]]);

  assert.deepEqual(found, { all: "Users", row: "Users" });
});
