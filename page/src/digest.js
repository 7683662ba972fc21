/** Tells texts apart that nobody may read: what people have typed. */

const [DOCUMENT = 0, ...SALT] = crypto.getRandomValues(new Uint32Array(3));

/** FNV-1a, twice, from where nobody knows. @param {string} text @returns {string} after a mark of this document, as another's differ for the same text */
export function digestOf(text) {
  const hashes = Array.from(SALT, (start) => {
    let hash = start;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(36);
  });
  return `${DOCUMENT.toString(36)}-${hashes.join("")}`;
}
