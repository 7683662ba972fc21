"""A loopback web server with the pages of a folder under `tests/sites` and routes that misbehave on purpose."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SITES = Path(__file__).parent.parent / "sites"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A request that arrived."""

    path: str
    headers: Mapping[str, str]


@dataclass(slots=True)
class Site:
    """Routes beside the files of `folder`.

    `/never` takes the request and never answers, `/slow?ms=N&to=PATH` answers late, `/redirect?to=URL` redirects,
    `/download` is a file to save.
    """

    folder: Path
    port: int
    hits: list[Hit] = field(default_factory=list[Hit])
    arrived: threading.Condition = field(default_factory=threading.Condition)
    ended: threading.Event = field(default_factory=threading.Event)

    def __truediv__(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def elsewhere(self, path: str) -> str:
        """The same page under a host name that Chromium gives a renderer of its own."""
        return f"http://localhost:{self.port}/{path}"

    def count(self, path: str) -> int:
        return sum(1 for hit in self.hits if hit.path == path)

    def await_hit(self, path: str, *, more_than: int = 0, within: float = 10.0) -> None:
        """Return when `path` was asked for more often than that."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: self.count(path) > more_than, within), f"nobody asked for {path}"

    def note(self, hit: Hit) -> None:
        with self.arrived:
            self.hits.append(hit)
            self.arrived.notify_all()


@contextmanager
def serving(folder: str) -> Generator[Site]:
    """The site while the block runs."""
    site: Site | None = None

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert site is not None
            _answer(site, self)

        def log_message(self, format: str, *args: object) -> None:
            """The test's own output is what matters."""

    with _Server(("127.0.0.1", 0), Handler) as server:
        site = Site(SITES / folder, server.server_address[1])
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield site
        finally:
            site.ended.set()
            server.shutdown()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Browsers are killed in the middle of requests here."""


def _answer(site: Site, handler: BaseHTTPRequestHandler) -> None:
    parts = urlsplit(handler.path)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    site.note(Hit(path=parts.path, headers=dict(handler.headers.items())))
    if parts.path == "/never":
        site.ended.wait()
    elif parts.path == "/slow":
        time.sleep(int(query["ms"]) / 1000)
        _send_file(site, handler, "/" + query.get("to", "plain.html"))
    elif parts.path == "/redirect":
        handler.send_response(302)
        handler.send_header("Location", query["to"])
        handler.end_headers()
    elif parts.path == "/download":
        _send(handler, b"a,b\n1,2\n", {"Content-Disposition": "attachment; filename=table.csv"})
    else:
        _send_file(site, handler, parts.path)


def _send_file(site: Site, handler: BaseHTTPRequestHandler, path: str) -> None:
    file = site.folder / path.lstrip("/")
    if file.is_file() and file.resolve().is_relative_to(site.folder):
        _send(handler, file.read_bytes(), {"Content-Type": "text/html; charset=utf-8"})
    else:
        handler.send_error(404)


def _send(handler: BaseHTTPRequestHandler, body: bytes, headers: Mapping[str, str]) -> None:
    handler.send_response(200)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.send_header("Cache-Control", "no-store")
    handler.end_headers()
    handler.wfile.write(body)
