/** What a tag alone tells about an element, worked out once for each tag. */

/**
 * @typedef {object} Traits
 * @property {boolean} isNeverShown
 * @property {"always" | "href" | "controls" | "summary" | ""} native when it is a control by itself: always, or with that
 * @property {boolean} isLabel
 * @property {boolean} isLabelled a label can stand for it
 * @property {boolean} isPlain none of the above
 * @property {boolean} isSlot
 * @property {boolean} isHost it may have a shadow root
 * @property {boolean} isPartOfPicture the picture shows, and takes the pointer for it
 * @property {boolean} holdsControls what is in it may be a control although it is one itself
 */

const NEVER_SHOWN = new Set(
  "head script style template noscript meta link title base param source track defs symbol clipPath mask pattern linearGradient radialGradient filter marker metadata".split(" "),
);
const NATIVE = new Map([
  ...["button", "input", "select", "textarea", "option"].map((tag) => /** @type {const} */ ([tag, "always"])),
  ...["a", "area"].map((tag) => /** @type {const} */ ([tag, "href"])),
  ...["audio", "video"].map((tag) => /** @type {const} */ ([tag, "controls"])),
  /** @type {const} */ (["summary", "summary"]),
]);
const LABELLED = new Set("input select textarea button meter output progress".split(" "));
// The tags besides custom elements that may have a shadow root.
export const HOSTS = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));
const PARTS_OF_PICTURES = new Set(["area", "map"]);
const HOLDS_CONTROLS = new Set(["select", "audio", "video"]);
// Nothing keeps a page from making up tags without end.
const MOST_TAGS = 1_000;

/** @type {Map<string, Traits>} */
const known = new Map();

/** @param {string} tag @returns {Traits} */
export function traitsOf(tag) {
  const traits = known.get(tag);
  if (traits) return traits;
  if (known.size >= MOST_TAGS) known.clear();
  const read = readTraits(tag);
  known.set(tag, read);
  return read;
}

/** @param {string} tag @returns {Traits} */
function readTraits(tag) {
  const native = NATIVE.get(tag) ?? "";
  const isLabel = tag === "label";
  const isLabelled = LABELLED.has(tag) || tag.includes("-");
  return {
    isNeverShown: NEVER_SHOWN.has(tag),
    native,
    isLabel,
    isLabelled,
    isPlain: native === "" && !isLabel && !isLabelled,
    isSlot: tag === "slot",
    isHost: HOSTS.has(tag) || tag.includes("-"),
    isPartOfPicture: PARTS_OF_PICTURES.has(tag),
    holdsControls: HOLDS_CONTROLS.has(tag),
  };
}
