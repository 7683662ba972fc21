// Tells the server which element every press really reached, and keeps the page where it is.
addEventListener(
  "click",
  (event) => {
    const named = event.composedPath().find((node) => node instanceof Element && node.id !== "");
    fetch(`/empty?pressed=${encodeURIComponent(named ? named.id : "nothing")}`, { keepalive: true });
  },
  true,
);
addEventListener("submit", (event) => event.preventDefault());
addEventListener("click", (event) => {
  if (event.composedPath().some((node) => node instanceof HTMLAnchorElement)) event.preventDefault();
});
