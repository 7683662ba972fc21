// Shows what the service worker counted, so that a press has gone through the whole extension.
document.querySelector("button").addEventListener("click", async () => {
  document.querySelector("output").value = await chrome.runtime.sendMessage("count");
});
