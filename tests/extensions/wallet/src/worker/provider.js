/** What a page may ask of the wallet, as EIP-1193 and EIP-1474 name it. */
import { ask } from "./chain.js";
import { propose } from "./requests.js";
import { load } from "./state.js";

const UNAUTHORIZED = 4100;
const UNSUPPORTED = 4200;
const PASSED_ON = /^(eth_(get\w+|call|estimateGas|blockNumber|gasPrice|feeHistory)|net_version|web3_clientVersion)$/;
/** Where the account is among the parameters of what is signed. */
const SIGNATURES = { personal_sign: 1, eth_signTypedData_v4: 0 };

/** @param {string} origin @param {string} method @param {any[]} params */
export async function answerDapp(origin, method, params) {
  if (method === "eth_chainId") return chainId();
  if (method === "eth_accounts") return accountsFor(origin);
  if (method === "eth_requestAccounts") return connect(origin);
  if (method in SIGNATURES) return sign(origin, method, params);
  if (method === "eth_sendTransaction") return transact(origin, params[0] ?? {});
  if (PASSED_ON.test(method)) return ask(method, params);
  throw failure(UNSUPPORTED, `The method ${method} is not supported.`);
}

async function chainId() {
  const { networks, network } = await load();
  return `0x${networks[network].chainId.toString(16)}`;
}

async function accountsFor(origin) {
  const { connected, accounts, selected } = await load();
  return connected.includes(origin) ? [accounts[selected].address] : [];
}

async function connect(origin) {
  const known = await accountsFor(origin);
  return known.length > 0 ? known : propose({ kind: "connect", origin, details: {} });
}

async function sign(origin, method, params) {
  await checkAccount(origin, params[SIGNATURES[method]]);
  const message = method === "personal_sign" ? textOf(params[0]) : String(params[1]);
  return propose({ kind: "confirm-signature", origin, details: { method, params, message } });
}

async function transact(origin, { from, to, value, data, gas }) {
  await checkAccount(origin, from);
  return propose({ kind: "confirm-transaction", origin, details: { from, to, value, data, gas } });
}

async function checkAccount(origin, address) {
  const [account] = await accountsFor(origin);
  if (!account || account.toLowerCase() !== String(address).toLowerCase()) {
    throw failure(UNAUTHORIZED, "The requested account has not been authorized by the user.");
  }
}

/** @param {string} message text, or bytes in hexadecimal that may be text */
function textOf(message) {
  if (!/^0x([0-9a-f]{2})*$/i.test(message)) return message;
  const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

const failure = (code, message) => Object.assign(new Error(message), { code });
