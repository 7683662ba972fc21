/** Which role an element has, by its own word or by its tag. Pure: it is told tag and attributes. */

/** @callback Attribute @param {string} name @returns {string | null} */

/** @type {ReadonlySet<string>} roles of what is chosen or not */
export const CHOICES = new Set("checkbox radio switch".split(" "));
const WIDGETS = new Set(
  "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem".split(" "),
);
// A role that makes a control only of what can have the focus, because otherwise it names a part of a structure.
const WIDGETS_WITH_FOCUS = new Set("columnheader gridcell grid listbox row rowheader scrollbar separator tree treegrid".split(" "));
const STRUCTURE = new Set(
  `alert alertdialog application article banner blockquote caption cell code complementary contentinfo definition deletion dialog document
   emphasis feed figure form generic graphics-document group heading image img insertion list listitem log main mark marquee math menu menubar
   meter navigation none note paragraph presentation progressbar radiogroup region rowgroup search status strong subscript superscript
   tablist table tabpanel term time timer toolbar tooltip`.split(/\s+/),
);
// What these hold is their name, so nothing in them is a control of its own by looks alone.
const NAMED_BY_CONTENT = new Set(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem".split(" "),
);

const INPUT_ROLES = new Map(
  Object.entries({
    button: "button", checkbox: "checkbox", image: "button", number: "spinbutton", radio: "radio", range: "slider",
    reset: "button", search: "searchbox", submit: "button", file: "button", color: "button",
  }),
);
const TAG_ROLES = new Map(
  Object.entries({
    article: "article", aside: "complementary", button: "button", canvas: "canvas", datalist: "listbox", details: "group", dialog: "dialog",
    fieldset: "group", figure: "figure", footer: "contentinfo", form: "form", h1: "heading", h2: "heading", h3: "heading",
    h4: "heading", h5: "heading", h6: "heading", header: "banner", hr: "separator", iframe: "iframe", img: "image", legend: "legend",
    li: "listitem", main: "main", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group", option: "option",
    output: "status", progress: "progressbar", search: "search", summary: "button", svg: "image", table: "table", tbody: "rowgroup",
    td: "cell", textarea: "textbox", tfoot: "rowgroup", th: "columnheader", thead: "rowgroup", tr: "row", ul: "list", video: "video", audio: "audio",
  }),
);

/**
 * @param {string} tag
 * @param {Attribute} attribute
 * @returns {string} "generic" when nothing says more
 */
export function roleOf(tag, attribute) {
  return explicitRole(attribute("role")) ?? nativeRole(tag, attribute);
}

/** @param {string | null} tokens the role attribute @returns {string | null} the first word in it that is a role */
export function explicitRole(tokens) {
  if (!tokens) return null;
  for (const token of tokens.toLowerCase().trim().split(/\s+/)) {
    if (token === "none" || token === "presentation") return null;
    if (WIDGETS.has(token) || WIDGETS_WITH_FOCUS.has(token) || STRUCTURE.has(token)) return token;
  }
  return null;
}

/** @param {string} tag @param {Attribute} attribute @returns {string} */
function nativeRole(tag, attribute) {
  if (tag === "a" || tag === "area") return attribute("href") === null && attribute("xlink:href") === null ? "generic" : "link";
  if (tag === "input") return inputRole(attribute);
  if (tag === "select") return attribute("multiple") !== null || Number(attribute("size")) > 1 ? "listbox" : "combobox";
  if (isEditableValue(attribute("contenteditable"))) return "textbox";
  return TAG_ROLES.get(tag) ?? "generic";
}

/** @param {Attribute} attribute @returns {string} */
function inputRole(attribute) {
  const type = (attribute("type") ?? "text").toLowerCase();
  if (type === "checkbox" && attribute("switch") !== null) return "switch";
  const role = INPUT_ROLES.get(type) ?? "textbox";
  return attribute("list") !== null && (role === "textbox" || role === "searchbox") ? "combobox" : role;
}

/** @param {string | null} value of contenteditable @returns {boolean} */
export function isEditableValue(value) {
  return value !== null && /^(|true|plaintext-only)$/i.test(value.trim());
}

/** @param {string} role @param {boolean} canFocus @returns {boolean} whether something with this role is there to be used */
export function isWidgetRole(role, canFocus) {
  return WIDGETS.has(role) || (canFocus && WIDGETS_WITH_FOCUS.has(role));
}

/** @param {string} role @returns {boolean} */
export function isNamedByContent(role) {
  return NAMED_BY_CONTENT.has(role);
}
