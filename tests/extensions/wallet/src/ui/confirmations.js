/** What somebody else asks for, and the two answers. */
import { ask, button, element, form } from "./dom.js";

const WORDS = {
  connect: { title: "Connect this website", yes: "Connect", confirm: "confirm-btn", cancel: "cancel-btn" },
  "confirm-signature": { title: "Signature request", yes: "Confirm", confirm: "confirm-footer-button", cancel: "confirm-footer-cancel-button" },
  "confirm-transaction": { title: "Transfer request", yes: "Confirm", confirm: "confirm-footer-button", cancel: "confirm-footer-cancel-button" },
};

export function confirmation({ view, route, leave }) {
  const request = view.requests.find(({ kind, id }) => route === `${kind}/${id}`);
  if (!request) return element("main", {}, element("h1", {}, "Nothing to confirm"));
  const words = WORDS[request.kind];
  const decide = async (isApproved) => {
    await ask("decide", { id: request.id, isApproved });
    await leave();
  };
  const footer = element(
    "footer",
    {},
    button(words.cancel, "Cancel", () => decide(false)),
    button(words.confirm, words.yes, () => undefined, { type: "submit" }),
  );
  return element(
    "main",
    {},
    element("h1", {}, words.title),
    element("p", { testId: "request-origin" }, request.origin),
    ...details(request, view),
    form([footer], () => decide(true)),
  );
}

function details({ kind, details: asked }, { accounts, selected, network }) {
  if (kind === "connect") return [line("Account", accounts[selected].address)];
  if (kind === "confirm-signature") return [element("pre", { className: "long", testId: "signature-message" }, asked.message)];
  return [
    line("From", asked.from),
    line("To", asked.to ?? "a new contract"),
    line("Amount", `${ether(asked.value)} ${network.symbol}`),
    line("Network", network.name),
  ];
}

const line = (name, text) =>
  element("p", { className: "long", testId: `request-${name.toLowerCase()}` }, `${name}: ${text}`);

function ether(value) {
  const digits = BigInt(value ?? 0).toString().padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "");
}
