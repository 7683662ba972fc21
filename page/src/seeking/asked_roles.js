/** The role by which an element is asked for: as the rules of ARIA have it, also where no control is concerned. Pure. */
import { explicitRole, roleOf } from "../controls/roles.js";

/** @typedef {import("../controls/roles.js").Attribute} Attribute */

const SAME = new Map([["image", "img"]]);
// What has a role that says nothing about how it is used, so that it is no matter to a scan.
const PLAIN_TAGS = new Map(
  Object.entries({
    address: "group", blockquote: "blockquote", caption: "caption", code: "code", dd: "definition", del: "deletion", dfn: "term", dt: "term",
    em: "emphasis", figcaption: "generic", hgroup: "group", ins: "insertion", legend: "generic", mark: "mark", math: "math", p: "paragraph",
    s: "deletion", section: "region", strong: "strong", sub: "subscript", sup: "superscript", time: "time",
  }),
);

/** @param {string} role @returns {string} the one word for it */
export function oneRole(role) {
  return SAME.get(role) ?? role;
}

/** @param {string} tag @param {Attribute} attribute @returns {string} */
export function askedRole(tag, attribute) {
  if (explicitRole(attribute("role")) === null) {
    if (tag === "th" && /^row(group)?$/i.test(attribute("scope") ?? "")) return "rowheader";
    const plain = PLAIN_TAGS.get(tag);
    if (plain) return plain;
  }
  return oneRole(roleOf(tag, attribute));
}
