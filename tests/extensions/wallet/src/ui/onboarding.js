/** The way from nothing to a wallet: welcome, import or create, consent, words, password, done. */
import { ask, button, element, field, form, go } from "./dom.js";

/** What was chosen on the way; the words stay here until the password is there to seal them. */
const chosen = { way: "import", phrase: "" };

const STEPS = { welcome, import: importWallet, create: createWallet, metametrics, srp, password, completion };

export function onboarding({ route }) {
  const [, name] = route.split("/");
  return (STEPS[name] ?? welcome)();
}

function welcome() {
  return element(
    "main",
    {},
    element("h1", {}, "Let's get started"),
    element("p", {}, "A wallet for tests. It has no keys of its own."),
    button("get-started", "Get started", () => go("onboarding/import")),
  );
}

function importWallet() {
  return element(
    "main",
    {},
    element("h1", {}, "Do you have a wallet?"),
    button("onboarding-import-wallet", "Import using Secret Recovery Phrase", () => take("import")),
    button("onboarding-go-to-create", "I have none yet", () => go("onboarding/create")),
  );
}

function createWallet() {
  return element(
    "main",
    {},
    element("h1", {}, "Create a new wallet"),
    button("onboarding-create-wallet", "Create a new wallet", () => take("create")),
    button("onboarding-go-to-import", "I have one already", () => go("onboarding/import")),
  );
}

function take(way) {
  chosen.way = way;
  go("onboarding/metametrics");
}

function metametrics() {
  const next = () => go(chosen.way === "import" ? "onboarding/srp" : "onboarding/password");
  return element(
    "main",
    {},
    element("h1", {}, "Help improve the wallet"),
    element("p", {}, "Nothing is sent anywhere, whatever is answered here."),
    button("metametrics-no-thanks", "No thanks", next),
    button("metametrics-i-agree", "I agree", next),
  );
}

function srp() {
  const note = field("Secret Recovery Phrase", { testId: "srp-input-import__srp-note", rows: 3, spellcheck: false }, "textarea");
  const confirm = button("import-srp-confirm", "Continue", () => undefined, { type: "submit", disabled: true });
  const words = () => note.input.value.trim().split(/\s+/).filter(Boolean);
  note.input.addEventListener("input", () => {
    confirm.disabled = words().length !== 12;
  });
  const next = async () => {
    chosen.phrase = words().join(" ");
    go("onboarding/password");
  };
  return element("main", {}, element("h1", {}, "Import a wallet"), form([note.label, confirm], next));
}

function password() {
  const first = field("New password", { type: "password", testId: "create-password-new-input" });
  const second = field("Confirm password", { type: "password", testId: "create-password-confirm-input" });
  const terms = element("input", { type: "checkbox", testId: "create-password-terms" });
  const submit = button("create-password-submit", "Create password", () => undefined, { type: "submit", disabled: true });
  const check = () => {
    submit.disabled = !(terms.checked && first.input.value.length >= 8 && first.input.value === second.input.value);
  };
  const finish = async () => {
    const call = chosen.way === "import" ? "importPhrase" : "create";
    await ask(call, { phrase: chosen.phrase, password: first.input.value });
    chosen.phrase = "";
    go("onboarding/completion");
  };
  const fields = [first.label, second.label, element("label", {}, terms, " I understand that it cannot be recovered"), submit];
  const made = form(fields, finish);
  made.addEventListener("input", check);
  return element("main", {}, element("h1", {}, "Create password"), made);
}

function completion() {
  const done = async () => {
    await ask("finish");
    go("");
  };
  return element(
    "main",
    {},
    element("h1", {}, "Your wallet is ready!"),
    button("onboarding-complete-done", "Done", done),
  );
}
