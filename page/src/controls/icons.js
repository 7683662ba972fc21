/** What the picture in a control is, by the words that its author gave it: a control that shows nothing else has no other. */
import { attributeOf, elementsIn, hasAttributesOf, localNameOf, matchesOf } from "../builtins.js";
import { wordsOfIdentifier } from "./words.js";

const MOST_PARTS = 16;
const MOST_WORDS = 4;
const SHOWN_AS_PICTURES = /(^|[\s-])(material-(icons|symbols)|google-symbols|mat-icon|notranslate)/;
const LIGATURE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const NAMING = ["data-icon", "data-lucide", "data-feather", "icon", "svgicon", "data-mat-icon-name"];
const MARKED = NAMING.map((name) => `[${name}]`).join(",");
// What the families of icon fonts write before the word of an icon.
const FAMILIES =
  "fa|fas|far|fal|fab|bi|mdi|mdi2[a-z]|icon|icons|icn|ico|glyphicon|ti|tabler|tabler-icon|ri|bx|bxs|bxl|lucide|lucide-icon|pi|octicon|feather|codicon|la|ph|anticon|oi|" +
  "typcn|eva|uil|cil|dashicons|dashicons-before|fi|fi-rr|fi-br|flaticon|k-i|k-svg-i|dx-icon|ui-icon|el-icon|e-icon|heroicon|heroicons|ion|ion-md|ion-ios|simple-icon|svg|svg-icon|i|zmdi|gg|jam|lni|las|sl|wi|vaadin|carbon";
const OF_FAMILY = new RegExp(`^(?:${FAMILIES})-{1,2}([a-z][a-z0-9-]*)$`, "i");
const CALLED_ICON = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*?)[-_]?(?:icon|Icon|ico)$/;
// What is said of how an icon looks is not what it shows.
const LOOKS =
  /^(icons?|ico|svg|inline|fa|mdi|mui|btn|button|solid|regular|light|thin|duotone|brands?|sharp|fw|xxs|xs|sm|md|lg|xl|xxl|small|medium|large|spin|pulse|beat|fade|bounce|shake|border|inverse|stack|rotate|flip|horizontal|vertical|pull|li|ul|fill|filled|line|outlined?|o|alt|rounded|twotone|\d+x?|\d*px|w|h|wrapper|container|only|before|after|lucide|heroicons?|tabler|white|black|primary|secondary|muted|rr|br|md|ios|lined|[a-wyz])$/i;
const OF_MODIFIERS = /^(spin|pulse|border|inverse|stack|rotate|flip|pull|fw|beat|fade|bounce|shake|li|ul|lg|sm|xs|xl|\d)/i;
const MEANINGLESS = /^(sprite|sprites|image|img|pic|picture|symbol|defs|untitled|default|placeholder|file|index|main|asset|assets|logo-?\d*|path|x\d)$/i;
// Icons of Semantic UI are told by a class for each word, and so are their looks: `big red trash icon`.
const WORD_OF_ICON = /^[a-z]+$/;
const LOOKS_AS_WORDS = new Set(
  "link loading fitted corner circular bordered colored inverted disabled alternate tiny mini big huge massive red orange yellow olive green teal blue violet purple pink brown grey".split(" "),
);
const CROSS = "x";
const FILE = /([^/?#]+?)(?:\.[a-z0-9]{2,5})?(?:[?#].*)?$/i;

/** @param {Element} element @returns {string} the words of the first part of it that tells; empty where none does */
export function iconOf(element) {
  for (const part of partsOf(element)) {
    const words = shownBy(part, part === element);
    if (words !== "") return words;
  }
  return "";
}

/** @param {Element} element @param {string} text all it shows @returns {boolean} whether that is drawn as a picture, so that nobody reads it */
export function isLigature(element, text) {
  return LIGATURE.test(text) && partsOf(element).some((part) => SHOWN_AS_PICTURES.test(`${localNameOf(part)} ${attributeOf(part, "class") ?? ""}`));
}

/** @param {Element} element @returns {Element[]} */
function partsOf(element) {
  return [element, ...[...elementsIn(element)].slice(0, MOST_PARTS)];
}

/** @param {Element} part @param {boolean} isWhole whether it is the control itself @returns {string} */
function shownBy(part, isWhole) {
  if (!hasAttributesOf(part)) return "";
  const said = matchesOf(part, MARKED) ? NAMING.map((name) => attributeOf(part, name)).find((word) => word) : null;
  const tag = localNameOf(part);
  const named = tag.endsWith("-icon") || tag === "sl-icon" ? attributeOf(part, "name") : null;
  const sources = [said ?? named ?? "", referenceOf(part, tag), isWhole ? "" : pictureId(part, tag)];
  for (const source of sources) {
    const words = meantBy(source);
    if (words !== "") return words;
  }
  return byClasses(attributeOf(part, "class"), tag);
}

/** @param {Element} part @param {string} tag @returns {string} what is drawn from elsewhere */
function referenceOf(part, tag) {
  if (tag === "use") return /#([^#]+)$/.exec(attributeOf(part, "href") ?? attributeOf(part, "xlink:href") ?? "")?.[1] ?? "";
  if (tag !== "img") return "";
  const source = attributeOf(part, "src") ?? "";
  return /^(data|blob):/i.test(source) ? "" : (FILE.exec(source)?.[1] ?? "");
}

/** @param {Element} part @param {string} tag @returns {string} as some libraries mark their icons: `DeleteIcon` */
function pictureId(part, tag) {
  return tag === "svg" ? (attributeOf(part, "data-testid") ?? "") : "";
}

/** @param {string | null} value the class attribute @param {string} tag @returns {string} */
function byClasses(value, tag) {
  if (!value) return "";
  const classes = value.slice(0, 300).split(/\s+/);
  return tag === "i" && classes.includes("icon") ? byWords(classes) : byWord(classes);
}

/** @param {string[]} classes @returns {string} */
function byWord(classes) {
  for (const word of classes) {
    const own = OF_FAMILY.exec(word)?.[1] ?? CALLED_ICON.exec(word)?.[1] ?? "";
    const words = own === "" || OF_MODIFIERS.test(own) ? "" : meantBy(own);
    if (words !== "") return words;
  }
  return "";
}

/** @param {string[]} classes one of which is "icon" @returns {string} */
function byWords(classes) {
  const words = classes.filter((word) => WORD_OF_ICON.test(word));
  const shown = words.filter((word) => !LOOKS_AS_WORDS.has(word));
  return meantBy(shown.join("-")) || meantBy(words.join("-")) || byWord(classes);
}

/** @param {string} identifier @returns {string} its words without those about its looks; empty where it says nothing */
function meantBy(identifier) {
  if (identifier.length > 60) return "";
  if (identifier === CROSS) return CROSS;
  const meant = wordsOfIdentifier(identifier.replace(/^.*:/s, "")).filter((word) => !LOOKS.test(word));
  return meant.every((word) => MEANINGLESS.test(word)) ? "" : meant.slice(0, MOST_WORDS).join(" ");
}
