/** Many keys in few bytes: `3,5-9` stands for 3,5,6,7,8,9. */

/** @param {readonly number[]} keys @returns {string} in the same order; only runs that rise by one are shortened */
export function packKeys(keys) {
  const parts = [];
  for (let at = 0; at < keys.length; ) {
    const first = /** @type {number} */ (keys[at]);
    let last = first;
    for (at += 1; keys[at] === last + 1; at += 1) last += 1;
    parts.push(last === first ? `${first}` : `${first}-${last}`);
  }
  return parts.join(",");
}
