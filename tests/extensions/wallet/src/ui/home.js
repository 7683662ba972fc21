/** Home: who one is, where, and what one has. */
import { ask, button, element, go } from "./dom.js";

export async function home({ view }) {
  const { accounts, selected, network } = view;
  const account = accounts[selected];
  const { balance, tokens, activity } = await ask("overview").catch((problem) => unreachable(problem));
  return element(
    "main",
    {},
    header(view),
    element("p", { className: "long", testId: "account-address" }, account.address),
    element("p", { testId: "network-display" }, network.name),
    element("p", { className: "amount", testId: "eth-overview__primary-currency" }, balance),
    element(
      "nav",
      { className: "row", ariaLabel: "Actions" },
      button("eth-overview-send", "Send", () => go("send")),
      button("eth-overview-swap", "Swap", () => go("cross-chain/swaps/prepare-bridge-page")),
    ),
    element("h2", {}, "Tokens"),
    element("ul", {}, ...tokens.map(tokenRow)),
    element("h2", {}, "Activity"),
    element("ul", {}, ...activity.map(activityRow)),
  );
}

function header({ accounts, selected }) {
  const picker = element(
    "dialog",
    { ariaLabel: "Select an account", testId: "account-list" },
    ...accounts.map((account, place) =>
      button(`account-list-item-${place + 1}`, account.name, () => ask("select", { place }), { className: "row" }),
    ),
    button("account-list-close", "Close", () => picker.close()),
  );
  const menu = element(
    "dialog",
    { ariaLabel: "Menu", testId: "global-menu" },
    button("global-menu-settings", "Settings", () => go("settings")),
    button("global-menu-lock", "Lock wallet", lock),
  );
  return element(
    "header",
    {},
    button("account-menu-icon", accounts[selected].name, () => picker.showModal()),
    button("account-options-menu-button", "⋮", () => menu.showModal(), { ariaLabel: "Account options" }),
    picker,
    menu,
  );
}

async function lock() {
  await ask("lock");
  go("unlock");
}

const tokenRow = ({ symbol, balance }) => element("li", { testId: "multichain-token-list-button" }, `${balance} ${symbol}`);

const activityRow = ({ to, value, status }) =>
  element("li", { testId: "activity-list-item" }, `${status}: ${value} to ${to ?? "a new contract"}`);

const unreachable = (problem) => ({ balance: `Unavailable: ${problem.message}`, tokens: [], activity: [] });
