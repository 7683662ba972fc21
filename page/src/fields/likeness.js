/** How what a field holds compares with what was meant. Pure. */

/** @typedef {"same" | "reformatted" | "unchanged" | "cut" | "added" | "other"} Likeness */

/**
 * @param {string} held what is in the field now
 * @param {string} meant
 * @param {string} before what was in it before
 * @returns {Likeness}
 */
export function likeness(held, meant, before) {
  const [now, wanted] = [plain(held), plain(meant)];
  if (now === wanted) return "same";
  if (now === plain(before)) return "unchanged";
  if (before !== "" && now.includes(plain(before)) && now.includes(wanted) && !wanted.includes(plain(before))) return "added";
  if (isReformatted(now, wanted)) return "reformatted";
  return now !== "" && wanted.startsWith(now) ? "cut" : "other";
}

/** @param {string} now @param {string} wanted @returns {boolean} whether a field only writes the same thing its own way */
function isReformatted(now, wanted) {
  const [left, right] = [essence(now), essence(wanted)];
  if (right === "" || left === "") return right === left;
  if (left === right) return true;
  const [one, other] = [Number(numeric(now)), Number(numeric(wanted))];
  if (numeric(wanted) !== "" && /\d/.test(now) && one === other) return true;
  // Fields add zeros, units and country codes; what was meant must all be there, in its order.
  return left.length <= right.length * 2 + 4 && isWithin(right, left);
}

/** @param {string} inner @param {string} outer @returns {boolean} whether all characters come in this order, with others in between */
function isWithin(inner, outer) {
  let at = 0;
  for (const character of outer) if (character === inner[at]) at += 1;
  return at === inner.length;
}

/** @param {string} text @returns {string} as fields keep it: line ends as one character, hard spaces as spaces */
function plain(text) {
  return text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ");
}

/** @param {string} text @returns {string} letters and digits */
function essence(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** @param {string} text @returns {string} without grouping and signs of money; empty when it is no number */
function numeric(text) {
  const stripped = text.replace(/[\s,'_$€£¥%]/g, "");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(stripped) ? stripped : "";
}
