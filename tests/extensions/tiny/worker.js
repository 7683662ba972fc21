/** Opens the window it is asked for, as wallets do when a page wants something. */
chrome.runtime.onMessage.addListener((page) => {
  chrome.windows.create({ url: page, type: "popup", width: 360, height: 600 });
});
