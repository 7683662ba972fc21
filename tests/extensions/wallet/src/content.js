/** Carries messages between the page's provider and the service worker. */
(() => {
  const FROM_PAGE = "test-wallet-inpage";
  const TO_PAGE = "test-wallet-content";

  window.addEventListener("message", async ({ source, data }) => {
    if (source !== window || data?.target !== FROM_PAGE) return;
    const { id, method, params } = data;
    const answer = await chrome.runtime.sendMessage({ to: "provider", method, params });
    window.postMessage({ target: TO_PAGE, id, ...answer }, window.location.origin);
  });
})();
