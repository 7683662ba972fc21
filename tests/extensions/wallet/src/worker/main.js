/** The service worker: it alone knows the state and the vault; pages and windows ask it. */
import { answerDapp } from "./provider.js";
import { forgetWindow } from "./requests.js";
import * as wallet from "./wallet.js";

const OWN_PAGES = chrome.runtime.getURL("");

/** @type {Record<string, (args: any) => Promise<unknown>>} what the windows of the wallet may ask for */
const CALLS = {
  view: wallet.view,
  overview: wallet.overview,
  importPhrase: wallet.importPhrase,
  create: wallet.create,
  finish: wallet.finish,
  unlock: wallet.unlock,
  lock: wallet.lock,
  select: wallet.select,
  set: wallet.set,
  disconnect: wallet.disconnect,
  send: wallet.send,
  decide: wallet.decide,
  release: wallet.release,
};

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  const answer = answerOf(message, sender);
  if (!answer) return false;
  answer.then(
    (result) => reply({ result: result ?? null }),
    (problem) => reply({ error: { code: problem.code ?? -32603, message: problem.message } }),
  );
  return true;
});

chrome.windows.onRemoved.addListener(forgetWindow);

function answerOf(message, sender) {
  if (message.to === "wallet" && sender.url?.startsWith(OWN_PAGES)) return CALLS[message.call](message.args ?? {});
  if (message.to === "provider") return answerDapp(new URL(sender.url).origin, message.method, message.params ?? []);
  return null;
}
