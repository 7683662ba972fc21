/** How much of one text is in another, slips of the pen forgiven. */

/**
 * @param {ReadonlySet<string>} wanted
 * @param {string} line
 * @returns {number} 0 to 1: how much of what was wanted is in the line, a little less the longer the line is
 */
export function likeness(wanted, line) {
  if (wanted.size === 0) return 0;
  const given = pairsOf(line);
  let shared = 0;
  for (const pair of wanted) if (given.has(pair)) shared += 1;
  return (shared / wanted.size) * (1 - 0.1 * Math.min(1, given.size / 200));
}

/** @param {string} text @returns {Set<string>} every two characters that stand side by side in a word */
export function pairsOf(text) {
  const pairs = new Set();
  for (const word of text.split(" ")) {
    if (word.length === 1) pairs.add(word);
    for (let at = 0; at + 1 < word.length; at += 1) pairs.add(word.slice(at, at + 2));
  }
  return pairs;
}
