/** What the wallet keeps: begun from the fixture server's state, then in the extension's own storage. */
import { seal } from "./vault.js";

/**
 * @typedef {{ name: string, address: string }} Account
 * @typedef {{ name: string, chainId: number, rpcUrl: string, symbol: string }} Network
 * @typedef {{ address: string, symbol: string, decimals: number }} Token
 * @typedef {object} State
 * @property {boolean} onboarded
 * @property {import("./vault.js").Sealed | null} vault
 * @property {Account[]} accounts
 * @property {number} selected place of the chosen account
 * @property {Network[]} networks
 * @property {number} network place of the chosen network
 * @property {Token[]} tokens
 * @property {string[]} connected origins that may see the accounts
 * @property {{ to: string, value: string, hash: string, status: string }[]} activity newest first
 * @property {boolean} showFiat
 */

/** The password of a fixture that says its wallet is ready, but has no vault: the one of MetaMask's own tests. */
const FIXTURE_PASSWORD = "correct horse battery staple";
const LOCALHOST = { name: "Localhost 8545", chainId: 1337, symbol: "ETH" };
const TRIES = 12;
const PAUSE = 250; // ms; the browser may be faster than the server that starts beside it

let loading;

/** @returns {Promise<State>} */
export function load() {
  loading ??= stored();
  return loading;
}

/** @param {Partial<State>} changes */
export async function save(changes) {
  const wallet = { ...(await load()), ...changes };
  loading = Promise.resolve(wallet);
  await chrome.storage.local.set({ wallet });
  // Nobody may be listening.
  chrome.runtime.sendMessage({ to: "windows" }).catch(() => undefined);
}

async function stored() {
  const { wallet } = await chrome.storage.local.get("wallet");
  if (wallet) return wallet;
  const { fixtureUrl, chainUrl } = await (await fetch(chrome.runtime.getURL("config.json"))).json();
  const fresh = await fromFixture(await fixture(fixtureUrl), chainUrl);
  await chrome.storage.local.set({ wallet: fresh });
  return fresh;
}

async function fixture(url) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      const answer = await fetch(url);
      if (answer.ok) return await answer.json();
    } catch {
      // It does not listen yet.
    }
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  return {};
}

/** The parts of MetaMask's own state that mean something here; what is not there is as in a wallet that is new. */
async function fromFixture(state, chainUrl) {
  const at = (path) => path.split(".").reduce((part, name) => part?.[name], state.data);
  const onboarded = Boolean(at("OnboardingController.completedOnboarding"));
  return {
    onboarded,
    vault: onboarded ? await vaultOf(at("KeyringController.vault")) : null,
    ...accountsOf(at("AccountsController.internalAccounts")),
    ...networksOf(at("NetworkController"), chainUrl),
    tokens: tokensOf(at("TokensController.allTokens")),
    connected: Object.keys(at("PermissionController.subjects") ?? {}),
    activity: [],
    showFiat: Boolean(at("PreferencesController.preferences.showFiatInTestnets")),
  };
}

function accountsOf({ accounts = {}, selectedAccount } = {}) {
  const named = Object.values(accounts).map(({ address, metadata }, place) => ({
    address,
    name: metadata?.name || `Account ${place + 1}`,
  }));
  return { accounts: named, selected: Math.max(0, Object.keys(accounts).indexOf(selectedAccount)) };
}

async function vaultOf(text) {
  return text ? JSON.parse(text) : seal(FIXTURE_PASSWORD, { phrase: null });
}

function networksOf({ networkConfigurationsByChainId = {}, selectedNetworkClientId } = {}, chainUrl) {
  const configurations = Object.values(networkConfigurationsByChainId);
  if (configurations.length === 0) return { networks: [{ ...LOCALHOST, rpcUrl: chainUrl }], network: 0 };
  const endpoint = ({ rpcEndpoints = [], defaultRpcEndpointIndex = 0 }) => rpcEndpoints[defaultRpcEndpointIndex] ?? {};
  const networks = configurations.map((each) => ({
    name: each.name,
    chainId: Number(each.chainId),
    rpcUrl: endpoint(each).url ?? chainUrl,
    symbol: each.nativeCurrency ?? LOCALHOST.symbol,
  }));
  const chosen = configurations.findIndex((each) => endpoint(each).networkClientId === selectedNetworkClientId);
  return { networks, network: Math.max(0, chosen) };
}

/** Tokens are kept by chain and account there; one list is enough here. */
function tokensOf(allTokens = {}) {
  const lists = Object.values(allTokens).flatMap((accounts) => Object.values(accounts));
  return lists.flat().map(({ address, symbol, decimals = 18 }) => ({ address, symbol, decimals }));
}
