/** JSON-RPC to the node of the chosen network, and amounts in a form that people read. */
import { load } from "./state.js";

const LOOKS = 200;
const PAUSE = 25; // ms; a local node mines at once, but answers before it has

let last = 0;

/** @param {string} method @param {unknown[]} [params] */
export async function ask(method, params = []) {
  const { networks, network } = await load();
  last += 1;
  const answer = await fetch(networks[network].rpcUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: last, method, params }),
  });
  const { result, error } = await answer.json();
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}

/** What became of a transaction. @param {string} hash @returns {Promise<{ status: string }>} */
export async function receiptOf(hash) {
  for (let looked = 0; looked < LOOKS; looked += 1) {
    const receipt = await ask("eth_getTransactionReceipt", [hash]);
    if (receipt) return receipt;
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  throw new Error("The transaction was not mined in time");
}

/** @param {bigint} units @param {number} decimals @returns {string} with at most four places, never rounded up */
export function readable(units, decimals = 18) {
  const digits = units.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).slice(0, 4).replace(/0+$/, "");
  return part ? `${whole}.${part}` : whole;
}

/** @param {string} amount @returns {bigint} wei; throws when it is no amount */
export function weiOf(amount) {
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(amount.trim());
  if (!match) throw new Error("Enter an amount like 1.5");
  return BigInt(match[1]) * 10n ** 18n + BigInt((match[2] ?? "").padEnd(18, "0"));
}
