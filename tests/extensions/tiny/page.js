/** One button asks for a window, another closes this one. */
document.querySelector("#ask")?.addEventListener("click", () => chrome.runtime.sendMessage("notification.html"));
document.querySelector("#close")?.addEventListener("click", () => window.close());
