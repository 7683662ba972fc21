"""A loopback web server for tests: pages from `tests/sites/` and routes that misbehave on purpose."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

SITES: Final = Path(__file__).resolve().parent.parent / "sites"
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


class Pages:
    """`pages / "basic/home.html"` is a URL. `release` lets every held answer go."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.made: dict[str, str] = {}
        self.folders: dict[str, Path] = {}
        self.cues: dict[str, threading.Event] = defaultdict(threading.Event)
        self.visits: list[str] = []
        pages = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                pages.visits.append(self.path)
                parts = urlsplit(self.path)
                route = ROUTES.get(parts.path.strip("/").split("/")[0])
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                if route is not None:
                    route(self, query, pages)
                else:
                    _serve_file(self, pages.folders, parts.path)

            def log_message(self, format: str, *args: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __truediv__(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def elsewhere(self, path: str) -> str:
        """The same page under a host name that Chromium gives a renderer of its own."""
        return f"http://localhost:{self.port}/{path}"

    def make(self, html: str, *, name: str = "page") -> str:
        """The URL of a page with this text. A name that was used before stands for the new text."""
        self.made[name] = html
        return self / f"made/{name}"

    async def change(self, name: str) -> None:
        """Let a page that waits for `/cue?name=…` go on, until it has said so by asking for `/empty?done=…`."""
        self.cues[name].set()
        async with asyncio.timeout(10):
            while f"/empty?done={name}" not in self.visits:
                await asyncio.sleep(0.01)

    def forget_cues(self) -> None:
        self.cues.clear()
        self.visits.clear()

    def close(self) -> None:
        self.release.set()
        self._server.shutdown()
        self._server.server_close()


Route = Callable[[BaseHTTPRequestHandler, dict[str, str], Pages], None]


def answer(handler: BaseHTTPRequestHandler, body: str, *, status: int = 200, **headers: str) -> None:
    data = body.encode("utf-8", errors="surrogatepass")
    handler.send_response(status)
    handler.send_header("Content-Type", headers.pop("Content_Type", TYPES[".html"]))
    handler.send_header("Content-Length", str(len(data)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)


def _serve_file(handler: BaseHTTPRequestHandler, folders: Mapping[str, Path], path: str) -> None:
    """A file of `tests/sites/`, or of a folder a test has named: `pages.folders["components"] = …`."""
    first, _, rest = path.lstrip("/").partition("/")
    root, name = (folders[first], rest) if first in folders else (SITES, path.lstrip("/"))
    file = (root / name).resolve()
    if file.is_relative_to(root.resolve()) and file.is_file():
        answer(handler, file.read_text("utf-8"), Content_Type=TYPES.get(file.suffix, "text/plain"))
    else:
        answer(handler, "<title>Not here</title>not here", status=404)


def _redirect(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    answer(handler, "", status=302, Location=query["to"])


def _loop(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    answer(handler, "", status=302, Location=f"/loop?n={int(query.get('n', '0')) + 1}")


def _never(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    pages.release.wait(60)


def _slow_part(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    answer(handler, '<title>Slow</title><p>text</p><img src="/never">')


def _reset(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def _download(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    name = query.get("name", "report.csv")
    time.sleep(float(query.get("wait", "0")))
    text = "a,b\n1,2\n" if "bytes" not in query else "x" * int(query["bytes"])
    answer(handler, text, Content_Type="text/csv", Content_Disposition=f'attachment; filename="{name}"')


def _empty(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    handler.send_response(204)
    handler.end_headers()


def _page(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    """A page made of its query: `?html=…&status=…&wait=…`."""
    time.sleep(float(query.get("wait", "0")))
    answer(handler, query.get("html", ""), status=int(query.get("status", "200")))


def _made(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    answer(handler, pages.made.get(urlsplit(handler.path).path.removeprefix("/made/"), ""))


def _cue(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    pages.cues[query["name"]].wait(60)
    answer(handler, "go on")


def _strict(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    """A page made of its query under the strictest policy there is: no script, no style, no connection, a sandbox."""
    policy = "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'; sandbox"
    answer(handler, query.get("html", ""), Content_Security_Policy=policy)


def _login(handler: BaseHTTPRequestHandler, query: dict[str, str], pages: Pages) -> None:
    """What a login gives out, all of it made of one word: `?canary=…`."""
    word = query["canary"]
    body = json.dumps({"user": "Ada", "accessToken": word, "links": [{"url": f"/feed?token={word}"}]})
    answer(handler, body, Content_Type="application/json", Set_Cookie=f"sid={word}", X_Session_Token=word)


ROUTES: Final[dict[str, Route]] = {
    "redirect": _redirect,
    "loop": _loop,
    "never": _never,
    "slow-part": _slow_part,
    "reset": _reset,
    "download": _download,
    "empty": _empty,
    "page": _page,
    "made": _made,
    "cue": _cue,
    "strict": _strict,
    "login": _login,
}
