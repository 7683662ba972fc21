/** Where the page stands, in few words: its title, and the heading of what is in front. */
import { isPainted } from "../builtins.js";
import { documentId, textInside } from "../controls/index.js";
import { labelOf } from "../structure/survey.js";
import { cleanText } from "../text.js";

const LIMIT = 80;
const DIALOGS = "dialog:modal, [role=dialog], [role=alertdialog]";
const HEADINGS = "h1, [role=heading][aria-level='1'], h2";

/** @returns {{ documentId: string, title: string, heading: string, dialog: string }} page text all of it */
export function whereabouts() {
  const dialog = Array.from(document.querySelectorAll(DIALOGS)).filter(isPainted).at(-1) ?? null;
  return { documentId, title: cleanText(document.title, LIMIT), heading: headingIn(document), dialog: dialog ? labelOf(dialog) || headingIn(dialog) : "" };
}

/** @param {ParentNode} root @returns {string} */
function headingIn(root) {
  const found = Array.from(root.querySelectorAll(HEADINGS)).filter(isPainted);
  const first = found.find((heading) => heading.matches("h1")) ?? found[0];
  return first ? textInside(first, { limit: LIMIT }) : "";
}
