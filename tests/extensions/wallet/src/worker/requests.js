/** What waits for a decision in the notification window. */

/** @typedef {{ id: string, kind: "connect" | "confirm-signature" | "confirm-transaction", origin: string, details: any }} Request */

const REJECTED = 4001;
const SIZE = { width: 400, height: 640 };

/** Who waits for which request. Requests outlive a worker that was put to sleep; those who wait do not. */
const waiting = new Map();
let queue = Promise.resolve();

/** @returns {Promise<Request[]>} oldest first */
export async function pending() {
  const { requests = [] } = await chrome.storage.session.get("requests");
  return requests;
}

/** Ask the person. @param {Omit<Request, "id">} request @returns {Promise<unknown>} what the decision brought */
export async function propose(request) {
  const id = crypto.randomUUID();
  const decided = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  await inTurn(async () => {
    await chrome.storage.session.set({ requests: [...(await pending()), { ...request, id }] });
    await showWindow({ ...request, id });
  });
  return decided;
}

/** Take a request out of the queue, so that it is decided only once. @param {string} id @returns {Promise<Request | undefined>} */
export function take(id) {
  return inTurn(async () => {
    const requests = await pending();
    await chrome.storage.session.set({ requests: requests.filter((request) => request.id !== id) });
    return requests.find((request) => request.id === id);
  });
}

/** Tell who waits what came of it. @param {string} id @param {Promise<unknown>} outcome */
export async function settle(id, outcome) {
  const waiter = waiting.get(id);
  waiting.delete(id);
  await outcome.then(waiter?.resolve, waiter?.reject);
  await outcome;
}

/** @param {string} id */
export function refuse(id) {
  waiting.get(id)?.reject(Object.assign(new Error("User rejected the request."), { code: REJECTED }));
  waiting.delete(id);
}

/** The window wants to close: whether it may, because nothing is left to decide. What comes later gets a new one. */
export function release() {
  return inTurn(async () => {
    const isDone = (await pending()).length === 0;
    if (isDone) await chrome.storage.session.remove("notification");
    return isDone;
  });
}

/** A window that is closed without a decision has said no to everything. @param {number} windowId */
export async function forgetWindow(windowId) {
  const { notification } = await chrome.storage.session.get("notification");
  if (notification !== windowId) return;
  await chrome.storage.session.remove("notification");
  for (const { id } of await pending()) {
    await take(id);
    refuse(id);
  }
}

async function showWindow({ kind, id }) {
  const { notification } = await chrome.storage.session.get("notification");
  if (notification !== undefined) return; // it shows what comes next by itself
  const url = chrome.runtime.getURL(`notification.html#${kind}/${id}`);
  const opened = await chrome.windows.create({ url, type: "popup", focused: true, ...SIZE });
  await chrome.storage.session.set({ notification: opened.id });
}

function inTurn(work) {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}
