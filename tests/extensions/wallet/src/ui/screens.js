/** Unlock, send, swap and settings. */
import { ask, button, element, field, form, go } from "./dom.js";

export function unlock() {
  const password = field("Password", { type: "password", testId: "unlock-password" });
  const submit = button("unlock-submit", "Unlock", () => undefined, { type: "submit" });
  const open = async () => {
    await ask("unlock", { password: password.input.value });
    go("unlock");
  };
  return element("main", {}, element("h1", {}, "Welcome back!"), form([password.label, submit], open));
}

export function send({ view }) {
  const to = field("To", { testId: "ens-input", placeholder: "0x…", spellcheck: false });
  const amount = field(`Amount in ${view.network.symbol}`, { testId: "currency-input", inputMode: "decimal" });
  const next = async () => {
    await ask("send", { to: to.input.value.trim(), amount: amount.input.value });
    go("");
  };
  const footer = element(
    "footer",
    {},
    button("page-container-footer-cancel", "Cancel", () => go("")),
    button("page-container-footer-next", "Continue", () => undefined, { type: "submit" }),
  );
  return element("main", {}, element("h1", {}, "Send"), form([to.label, amount.label, footer], next));
}

export function swap() {
  return element(
    "main",
    {},
    element("h1", {}, "Swap"),
    element("p", {}, "There is nothing to swap with on a local network."),
    button("swap-back", "Back", () => go("")),
  );
}

export function settings({ view }) {
  const fiat = element("input", { type: "checkbox", testId: "show-fiat", checked: view.showFiat });
  fiat.addEventListener("change", () => ask("set", { showFiat: fiat.checked }));
  return element(
    "main",
    { testId: "settings-page" },
    element("h1", {}, "Settings"),
    element("p", { testId: "settings-network" }, `${view.network.name}, chain ${view.network.chainId}, ${view.network.rpcUrl}`),
    element("label", {}, fiat, " Show fiat on test networks"),
    element("h2", {}, "Connected sites"),
    element("ul", {}, ...view.connected.map(site)),
    button("settings-back", "Back", () => go("")),
  );
}

function site(origin) {
  const forget = async () => {
    await ask("disconnect", { origin });
    go("settings");
  };
  return element("li", {}, origin, " ", button("disconnect-site", "Disconnect", forget, { ariaLabel: `Disconnect ${origin}` }));
}
