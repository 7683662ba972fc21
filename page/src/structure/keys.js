/** Many keys in few bytes: `3,5-9` stands for 3,5,6,7,8,9. */

/**
 * @param {readonly number[]} keys
 * @param {number} limit of characters
 * @returns {{ text: string, count: number }} in the same order, runs that rise by one shortened; `count` keys found room
 */
export function packKeys(keys, limit) {
  const parts = [];
  let length = 0;
  let count = 0;
  while (count < keys.length) {
    const first = /** @type {number} */ (keys[count]);
    let end = count + 1;
    while (keys[end] === first + end - count) end += 1;
    const part = end === count + 1 ? `${first}` : `${first}-${first + end - count - 1}`;
    length += part.length + 1;
    if (length > limit) break;
    parts.push(part);
    count = end;
  }
  return { text: parts.join(","), count };
}
