// Tells the server which element every press really reached, by its id or its words, and keeps the page where it is.
addEventListener(
  "click",
  (event) => {
    const path = event.composedPath().filter((node) => node instanceof Element);
    const pressed = path.find((node) => node.matches("button, a, input, [role=button], .btn, [id]"));
    const named = pressed?.id || pressed?.value || pressed?.textContent.replace(/\s+/g, " ").trim() || "nothing";
    fetch(`/empty?pressed=${encodeURIComponent(named)}`, { keepalive: true });
  },
  true,
);
addEventListener("submit", (event) => event.preventDefault());
addEventListener("click", (event) => {
  if (event.composedPath().some((node) => node instanceof HTMLAnchorElement)) event.preventDefault();
});
