import { strict as assert } from "node:assert";
import { test } from "node:test";
import { growForest } from "../src/structure/forest.js";
import { findRows, findSameLinks } from "../src/structure/rows.js";

/** Build elements from { tag, role, name, text, children }; those with a role are controls. */
function plant(root) {
  const controls = [];
  const adopt = (node, parent) => {
    node.parent = parent;
    node.element = node;
    node.branch = null;
    node.place = parent ? parent.children.filter(({ tag }) => tag === node.tag).indexOf(node) : 0;
    if (node.role) controls.push(node);
    for (const child of node.children ?? []) adopt(child, node);
  };
  adopt(root, null);
  const forest = growForest(controls);
  const readers = {
    textOf: (node) => words(node),
    shownTextOf: (node) => words(node),
    roleAt: (index) => controls[index].role,
    nameAt: (index) => controls[index].name,
    labelAt: (index) => controls[index].name,
  };
  return { controls, forest, readers };
}

const words = (node) => [node.text ?? node.name ?? "", ...(node.children ?? []).map(words)].join(" ").trim();
const button = (name) => ({ tag: "button", role: "button", name });
const link = (name) => ({ tag: "a", role: "link", name });
const box = (tag, ...children) => ({ tag, children });
const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const namesOf = ({ controls }, repetitions) => repetitions.map(({ members }) => members.map(({ index }) => controls[index].name));

test("ten like rows make a pattern of every place, nine make none", () => {
  const row = (at) => box("tr", box("td", link(`Article ${at}`)), box("td", button("Edit"), button("Delete")));
  const ten = plant(box("tbody", ...times(10, row)));
  const nine = plant(box("tbody", ...times(9, row)));

  const found = findRows(ten.forest, ten.readers);

  assert.equal(found.length, 3);
  assert.deepEqual(found.map(({ members }) => members.map(({ row: number }) => number)), times(3, () => times(10, (at) => at)));
  assert.deepEqual(findRows(nine.forest, nine.readers), []);
});

test("no control is in two patterns when rows hold rows", () => {
  const page = plant(box("main", ...times(12, () => box("div", ...times(11, () => box("p", button("Vote")))))));

  const found = findRows(page.forest, page.readers);

  const indices = found.flatMap(({ members }) => members.map(({ index }) => index));
  assert.equal(new Set(indices).size, indices.length);
  assert.equal(indices.length, 132);
});

test("a control that moved to another's place in one row is told by its name", () => {
  const usual = (at) => box("li", link(`Tea ${at}`), button("Add"));
  const odd = box("li", button("Notify me"), link("Tea 99"), button("Add"));
  const page = plant(box("ul", ...times(11, usual), odd));

  const found = findRows(page.forest, page.readers);

  const [links, adds] = namesOf(page, found);
  assert.equal(links.length, 12);
  assert.deepEqual(new Set(adds), new Set(["Add"]));
  assert.equal(adds.length, 12);
});

test("menus and forms are not rows, long lists and numbered ones are", () => {
  const letters = "abcdefghijklmnopqrstuvwxyzäöüßéè".split("");
  const menu = plant(box("ul", ...letters.slice(0, 12).map((letter) => box("li", link(`Go ${letter}`)))));
  const long = plant(box("ul", ...letters.map((letter) => box("li", link(`Go ${letter}`)))));
  const numbered = plant(box("ul", ...times(12, (at) => box("li", link(`Page ${at}`)))));
  const form = plant(box("form", ...letters.slice(0, 20).map((letter) => box("div", { tag: "input", role: "textbox", name: letter, text: "a long explanation" }))));
  const posts = plant(box("ul", ...letters.slice(0, 12).map((letter) => box("li", link(`Post ${letter}`), { tag: "p", text: "what it is about" }))));

  const counts = [menu, long, numbered, form, posts].map((page) => findRows(page.forest, page.readers).length);

  assert.deepEqual(counts, [0, 1, 1, 0, 1]);
});

test("a run leaves out what is called otherwise than most of it", () => {
  const pager = plant(box("ul", ...["Previous", ...times(12, String), "Next"].map((label) => box("li", link(label)))));
  const row = (at) => box("tr", box("td", link(`Article ${at}`)), box("td", button(at === 7 ? "Unlock" : "Edit")));
  const table = plant(box("tbody", ...times(14, row)));
  const people = ["Ann", "Bea", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea", "Mo", "Nia"];
  const ofPerson = (name) => box("li", { tag: "b", text: name }, button(name === "Mo" ? "Unlock Mo" : `Edit ${name}`));
  const named = plant(box("ul", ...people.map(ofPerson)));

  const found = [pager, table, named].map((page) => namesOf(page, findRows(page.forest, page.readers)));

  assert.deepEqual(found[0], [times(12, String)]);
  assert.deepEqual(found[1].map((names) => [names.length, new Set(names).size]), [[14, 14], [13, 1]]);
  assert.deepEqual(found[2], [people.filter((name) => name !== "Mo").map((name) => `Edit ${name}`)]);
});

test("labels that come again and again are runs of their own", () => {
  const words = "ab cd ef gh ij kl mn op qr st uv wx yz".split(" ");
  const page = plant(box("div", ...times(260, (at) => button(words[at % words.length]))));

  const found = namesOf(page, findRows(page.forest, page.readers));

  assert.deepEqual(found.map((names) => [names.length, new Set(names).size]), words.map(() => [20, 1]));
});

test("sections that merely look alike from outside are no rows", () => {
  const sections = times(12, (at) => box("div", ...times(at + 1, (inner) => button(`Do ${"x".repeat(at)} ${inner}`))));
  const page = plant(box("main", ...sections));

  const found = findRows(page.forest, page.readers);

  assert.ok(found.every(({ members }) => members.every(({ index }) => page.controls[index].parent === page.controls[members[0].index].parent)));
});

test("links with the same name to the same place are one", () => {
  const links = [["Home", "/"], ["Tea", "/tea"], ["Home", "/"], ["All tea", "/tea"], ["Top", null]];

  const found = findSameLinks([0, 1, 2, 3, 4], (index) => links[index][1], (index) => links[index][0]);

  assert.deepEqual(found.map(({ members }) => members.map(({ index }) => index)), [[0, 2]]);
});

test("a forest knows the run of controls below every ancestor", () => {
  const page = plant(box("body", box("nav", link("a"), link("b")), box("main", button("c"))));

  const [body, nav] = page.forest.branches;

  assert.deepEqual([body.from, body.to, nav.from, nav.to], [0, 3, 0, 2]);
  assert.equal(page.forest.branches.length, 6);
});
