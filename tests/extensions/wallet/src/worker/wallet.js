/** What the windows of the wallet can ask for. */
import { ask, readable, receiptOf, weiOf } from "./chain.js";
import { pending, propose, refuse, release, settle, take } from "./requests.js";
import { load, save } from "./state.js";
import { opens, seal } from "./vault.js";

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const BALANCE_OF = "0x70a08231";

/** What every screen needs to know. */
export async function view() {
  const { onboarded, accounts, selected, networks, network, connected, showFiat } = await load();
  const isUnlocked = await unlocked();
  return {
    onboarded,
    isUnlocked,
    accounts: isUnlocked ? accounts : [],
    selected,
    network: networks[network],
    connected,
    showFiat,
    requests: isUnlocked ? await pending() : (await pending()).map(({ id, kind }) => ({ id, kind })),
  };
}

/** What home shows of the chosen account. */
export async function overview() {
  const { accounts, selected, tokens, activity, networks, network } = await load();
  const { address } = accounts[selected];
  const balance = BigInt(await ask("eth_getBalance", [address, "latest"]));
  const held = await Promise.all(tokens.map((token) => tokenBalance(token, address)));
  return { balance: `${readable(balance)} ${networks[network].symbol}`, tokens: held, activity };
}

export async function importPhrase({ phrase, password }) {
  const words = phrase.trim().toLowerCase().split(/\s+/);
  if (words.length !== 12 || !words.every((word) => /^[a-z]{3,8}$/.test(word))) throw new Error("Enter 12 words");
  await begin({ phrase: words.join(" ") }, password);
}

export async function create({ password }) {
  await begin({ phrase: null }, password);
}

export async function finish() {
  await save({ onboarded: true });
}

export async function unlock({ password }) {
  const { vault } = await load();
  if (!vault || !(await opens(password, vault))) throw new Error("Password is incorrect. Please try again.");
  await chrome.storage.session.set({ unlocked: true });
}

export async function lock() {
  await chrome.storage.session.set({ unlocked: false });
}

export async function select({ place }) {
  await save({ selected: place });
}

export async function set({ showFiat }) {
  await save({ showFiat });
}

export async function disconnect({ origin }) {
  const { connected } = await load();
  await save({ connected: connected.filter((each) => each !== origin) });
}

/** Ask for a transfer; it is decided on in the notification window. */
export async function send({ to, amount }) {
  if (!ADDRESS.test(to)) throw new Error("Enter an address that starts with 0x");
  const { accounts, selected } = await load();
  const transaction = { from: accounts[selected].address, to, value: `0x${weiOf(amount).toString(16)}` };
  const asked = propose({ kind: "confirm-transaction", origin: "Test Wallet", details: transaction });
  asked.catch(() => undefined); // the window tells the person; nobody else waits
}

/** @param {{ id: string, isApproved: boolean }} decision */
export async function decide({ id, isApproved }) {
  if (isApproved && !(await unlocked())) throw new Error("The wallet is locked");
  const request = await take(id);
  if (!request) throw new Error("This request is no longer there");
  if (isApproved) await settle(id, ACTS[request.kind](request));
  else refuse(id);
}

export { release };

/** @type {Record<string, (request: import("./requests.js").Request) => Promise<unknown>>} */
const ACTS = {
  connect: async ({ origin }) => {
    const { connected, accounts, selected } = await load();
    await save({ connected: [...new Set([...connected, origin])] });
    return [accounts[selected].address];
  },
  "confirm-signature": ({ details: { method, params } }) => ask(method, params),
  "confirm-transaction": async ({ details }) => {
    const hash = await ask("eth_sendTransaction", [details]);
    const receipt = await receiptOf(hash);
    const status = receipt.status === "0x1" ? "Confirmed" : "Failed";
    const { activity } = await load();
    await save({ activity: [{ to: details.to, value: readable(BigInt(details.value ?? 0)), hash, status }, ...activity] });
    return hash;
  },
};

/** There are no keys here, so the account is the first of those the node signs for, whatever the words are. */
async function begin(content, password) {
  if (password.length < 8) throw new Error("Password must have at least 8 characters");
  const [address] = await ask("eth_accounts");
  const vault = await seal(password, content);
  await save({ vault, accounts: [{ name: "Account 1", address }], selected: 0 });
  await chrome.storage.session.set({ unlocked: true });
}

async function unlocked() {
  const { unlocked: isOpen = false } = await chrome.storage.session.get("unlocked");
  return isOpen;
}

async function tokenBalance({ address, symbol, decimals }, holder) {
  const data = BALANCE_OF + holder.slice(2).padStart(64, "0");
  const held = await ask("eth_call", [{ to: address, data }, "latest"]);
  return { symbol, balance: readable(BigInt(held === "0x" ? 0 : held), Number(decimals)) };
}
