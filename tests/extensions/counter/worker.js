let count = 0;
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  count += 1;
  answer(`counted ${count}`);
});
