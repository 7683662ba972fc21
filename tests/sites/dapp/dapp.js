// Connects to the wallet that is there, and asks it for a signature or a payment.
(() => {
  const MESSAGE = "Example message of the test dapp";
  const PAYEE = "0x00000000000000000000000000000000000000aa";
  const ETHER = "0xde0b6b3a7640000";

  const at = (id) => document.getElementById(id);
  const account = () => at("account").textContent;
  const hex = (text) => `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const ask = (method, params = []) => window.ethereum.request({ method, params });

  const show = ([address]) => {
    at("account").textContent = address ?? "none";
    at("sign").disabled = at("pay").disabled = address === undefined;
  };

  const tell = async (asked) => {
    at("result").textContent = "Waiting for the wallet";
    try {
      at("result").textContent = await asked;
    } catch ({ code, message }) {
      at("result").textContent = `Error ${code}: ${message}`;
    }
  };

  const connect = async () => {
    const accounts = await ask("eth_requestAccounts");
    show(accounts);
    return `Connected ${accounts[0]}`;
  };

  at("connect").addEventListener("click", () => tell(connect()));
  at("sign").addEventListener("click", () => tell(ask("personal_sign", [hex(MESSAGE), account()])));
  at("pay").addEventListener("click", () => tell(ask("eth_sendTransaction", [{ from: account(), to: PAYEE, value: ETHER }])));

  const begin = async () => {
    at("chain").textContent = await ask("eth_chainId");
    show(await ask("eth_accounts"));
  };
  begin();
})();
