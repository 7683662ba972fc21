/** Remember what was collapsed in the last looks at the page, so that it can be opened. */

/** @typedef {{ key: number, row: number, levels: number }} Variant */
/** @typedef {{ id: string, first: number, variants: Variant[], more: number, also?: string[] }} Pattern `also`: what others of them are called; `first`: the key that stands for them; `more`: so many were counted only */

const MOST_LOOKS = 8;

export class Patterns {
  constructor() {
    /** @type {Map<string, Pattern>[]} the newest last */
    this.looks = [];
    /** @type {Map<number, { pattern: Pattern, variant: Variant }>} of the newest look */
    this.ofKey = new Map();
    /** @type {Pattern[] | null} */
    this.newest = null;
  }

  /** @param {Pattern[]} patterns of one look, the same list when it is the same look */
  remember(patterns) {
    if (patterns === this.newest) return;
    this.newest = patterns;
    this.looks.push(new Map(patterns.map((pattern) => [pattern.id, pattern])));
    this.looks.splice(0, this.looks.length - MOST_LOOKS);
    this.ofKey = new Map();
    for (const pattern of patterns) {
      for (const variant of pattern.variants) this.ofKey.set(variant.key, { pattern, variant });
    }
  }

  /** @param {string} id @returns {Pattern | null} */
  find(id) {
    return this.looks.findLast((look) => look.has(id))?.get(id) ?? null;
  }

  /** @param {number} key @returns {{ pat: string, row: number, n?: number, also?: string[] } | null} */
  factsOf(key) {
    const known = this.ofKey.get(key);
    if (!known) return null;
    const { pattern, variant } = known;
    return { pat: pattern.id, row: variant.row, ...(pattern.first === key ? ofFirst(pattern) : {}) };
  }
}

/** @param {Pattern} pattern @returns {{ n: number, also?: string[] }} */
function ofFirst(pattern) {
  return { n: sizeOf(pattern), ...(pattern.also ? { also: pattern.also } : {}) };
}

/** @param {Pattern} pattern @returns {number} */
export function sizeOf({ variants, more }) {
  return variants.length + more;
}
