/** The provider that a page finds as `window.ethereum`, and by the announcement of EIP-6963. */
(() => {
  const TO_CONTENT = "test-wallet-inpage";
  const FROM_CONTENT = "test-wallet-content";
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;

  window.addEventListener("message", ({ source, data }) => {
    if (source !== window || data?.target !== FROM_CONTENT) return;
    const waiter = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) waiter?.reject(Object.assign(new Error(data.error.message), { code: data.error.code }));
    else waiter?.resolve(data.result);
  });

  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      window.postMessage({ target: TO_CONTENT, id: last, method, params }, window.location.origin);
    });

  const tell = (event, value) => listeners.get(event)?.forEach((listener) => listener(value));

  const provider = {
    isMetaMask: true, // what many pages look for before they offer to connect
    async request({ method, params }) {
      const result = await ask(method, params);
      if (method === "eth_requestAccounts") tell("accountsChanged", result);
      return result;
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      return provider;
    },
    removeListener(event, listener) {
      listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== listener));
      return provider;
    },
  };

  const info = { uuid: crypto.randomUUID?.() ?? "test-wallet", name: "Test Wallet", icon: "data:,", rdns: "wallet.test.handhold" };
  const announce = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));

  Object.defineProperty(window, "ethereum", { value: provider, configurable: true });
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
  window.dispatchEvent(new Event("ethereum#initialized"));
})();
