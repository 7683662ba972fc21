/** Prices that a page tells to machines. They only confirm what can be seen: nobody checks what nobody sees. */
import { attributeOf } from "../builtins.js";
import { cleanText } from "../text.js";

const MOST = 5;
const LONGEST = 60_000;
const NODES = 2_000;

/** @returns {{ amount: string, currency: string }[]} */
export function structuredPrices() {
  const found = [];
  for (const script of Array.from(document.querySelectorAll('script[type="application/ld+json"]')).slice(0, MOST)) {
    const text = script.textContent ?? "";
    if (text.length <= LONGEST) found.push(...pricesIn(parsed(text)));
  }
  for (const meta of Array.from(document.querySelectorAll("meta[itemprop=price][content], [itemprop=price][content]")).slice(0, MOST)) {
    const currency = document.querySelector("[itemprop=priceCurrency][content]");
    found.push({ amount: attributeOf(meta, "content") ?? "", currency: (currency && attributeOf(currency, "content")) ?? "" });
  }
  return found.slice(0, MOST).map(({ amount, currency }) => ({ amount: cleanText(amount, 20), currency: cleanText(currency, 3) }));
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param {unknown} data @returns {{ amount: string, currency: string }[]} */
function pricesIn(data) {
  const found = [];
  const waiting = [data];
  for (let looked = 0; waiting.length > 0 && looked < NODES; looked += 1) {
    const at = waiting.shift();
    if (typeof at !== "object" || at === null) continue;
    const { price, priceCurrency } = /** @type {Record<string, unknown>} */ (at);
    if (typeof price === "string" || typeof price === "number") found.push({ amount: String(price), currency: typeof priceCurrency === "string" ? priceCurrency : "" });
    waiting.push(...Object.values(at));
  }
  return found;
}
