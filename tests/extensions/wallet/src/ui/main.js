/** Show the screen of the route; a new wallet is set up and a locked one unlocked before anything else. */
import { confirmation } from "./confirmations.js";
import { ask, element, go } from "./dom.js";
import { home } from "./home.js";
import { onboarding } from "./onboarding.js";
import { send, settings, swap, unlock } from "./screens.js";

const app = document.querySelector("#app");
const isNotification = document.body.dataset.page === "notification";
const SCREENS = {
  send,
  settings,
  unlock,
  connect: confirmation,
  "confirm-signature": confirmation,
  "confirm-transaction": confirmation,
  "cross-chain": swap,
};
const start = isNotification ? confirmation : home;
let shown = 0;
let wanted = "";

async function show() {
  shown += 1;
  const turn = shown;
  const view = await ask("view");
  const route = allowed(window.location.hash.replace(/^#\/?/, ""), view);
  if (route === null) return;
  const [name] = route.split("/");
  const screen = name === "onboarding" ? onboarding : (SCREENS[name] ?? start);
  const content = await screen({ view, route, leave });
  // A newer route may have been asked for meanwhile.
  if (turn === shown) app.replaceChildren(content);
}

/** The route, or null when another one was gone to instead. */
function allowed(route, { onboarded, isUnlocked, requests }) {
  const isOnboarding = route.startsWith("onboarding");
  if (!onboarded) return isOnboarding ? route : elsewhere("onboarding/welcome");
  if (isOnboarding) return elsewhere("");
  if (!isUnlocked) return locked(route);
  if (route === "unlock") return elsewhere(wanted);
  return isNotification ? requested(route, requests) : route;
}

function locked(route) {
  if (route === "unlock") return route;
  wanted = route;
  return elsewhere("unlock");
}

/** In the notification window: the request of the route, else the oldest one. */
function requested(route, requests) {
  if (requests.length === 0 || requests.some(({ kind, id }) => route === `${kind}/${id}`)) return route;
  return elsewhere(`${requests[0].kind}/${requests[0].id}`);
}

function elsewhere(route) {
  go(route);
  return null;
}

/** After a decision: away, or on to the next request. */
async function leave() {
  if (!isNotification) return go("");
  const isDone = await ask("release");
  const here = await chrome.windows.getCurrent();
  if (isDone && here.type === "popup") return chrome.windows.remove(here.id);
  return go("");
}

window.addEventListener("hashchange", show);
chrome.runtime.onMessage.addListener(({ to }) => {
  // A form is left as it is: somebody may be typing.
  if (to === "windows" && window.location.hash.replace(/^#\/?/, "") === "") show();
});
app.replaceChildren(element("p", { role: "status" }, "Loading…"));
show();
