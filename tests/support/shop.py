"""The demo shop on a loopback port: its pages, the same shop as one app, and the orders that really arrived."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from tests.support.components import bundles

SHOP: Final = Path(__file__).resolve().parent.parent / "sites" / "shop"
FIRST_ORDER: Final = 10_001
LOADING: Final = "Loading…"
"""What the app says while its next view is not there yet."""
ORDERED: Final = {
    "name": "Ada Lovelace",
    "email": "ada@example.org",
    "street": "Long Lane 1",
    "postcode": "89073",
    "city": "Ulm",
    "country": "DE",
    "delivery": "express",
    "terms": "yes",
    "lines": [{"id": "harbour", "name": "Harbour jacket", "colour": "Rust", "size": "L", "quantity": 1, "price": 95}],
}
"""The order that whoever tries the shop is to give; large sizes cost more."""
TYPES: Final = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}


@dataclass(slots=True)
class Shop:
    """`shop.begin("pages")` and `shop.begin("app")` are where the two shops begin."""

    address: str
    orders: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    rewrite: Callable[[str, str], str] | None = None
    """Makes another shop of the pages: gets the path of a file and its text."""
    delay: float = 0.0
    """Seconds that every document takes."""
    broken: tuple[str, ...] = ()
    """Paths that are answered with an error of the server."""

    def begin(self, kind: str) -> str:
        return f"{self.address}/{'app/' if kind == 'app' else 'home.html'}"

    def take(self, order: dict[str, Any]) -> str:
        """The number of the order, which is kept."""
        number = f"PP-{FIRST_ORDER + len(self.orders)}"
        self.orders.append({**order, "number": number})
        return number


@contextmanager
def selling() -> Generator[Shop]:
    """The shop while the block runs."""
    shop = Shop("")
    handler = partial(_Handler, shop, bundles(SHOP, ("app/app.jsx",)))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    shop.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield shop
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, shop: Shop, built: Path, *args: Any) -> None:
        self._shop = shop
        self._built = built
        super().__init__(*args)

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/favicon.ico":
            self._answer(204, b"", {})
            return
        if path in self._shop.broken:
            self._answer(500, b"<h1>Internal error</h1>", {"Content-Type": TYPES[".html"]})
            return
        if path.endswith(".html"):
            time.sleep(self._shop.delay)
        file = self._built / path.removeprefix("/built/") if path.startswith("/built/") else SHOP / path.lstrip("/")
        if path.startswith("/app/") and not file.is_file():
            file = SHOP / "app/index.html"  # every view of the app is the app
        if file.is_file() and file.resolve().is_relative_to(self._built if path.startswith("/built/") else SHOP):
            body, rewrite = file.read_bytes(), self._shop.rewrite
            if rewrite is not None and file.suffix in TYPES:
                body = rewrite(path.lstrip("/"), body.decode()).encode()
            self._answer(200, body, {"Content-Type": TYPES.get(file.suffix, "text/plain")})
        else:
            self._answer(404, b"not here", {"Content-Type": "text/plain"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path in self._shop.broken:
            self._answer(500, b"<h1>Internal error</h1>", {"Content-Type": TYPES[".html"]})
            return
        if self.path == "/api/orders":
            number = self._shop.take(json.loads(body))
            self._answer(201, json.dumps({"number": number}).encode(), {"Content-Type": "application/json"})
        else:
            order = dict(parse_qsl(body))
            number = self._shop.take({**order, "lines": json.loads(order["lines"])})
            self._answer(303, b"", {"Location": f"/confirmation.html?number={number}"})

    def log_message(self, format: str, *args: object) -> None:
        """The test's own output is what matters."""

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)
