"""Pages other people made: packages of the npm registry, fetched at test time, checked, and served on loopback."""

from __future__ import annotations

import hashlib
import mimetypes
import os
import subprocess
import tarfile
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from scripts.page import find_node

from tests.support.keeping import cache, kept

PACK_SECONDS: Final = 120
# Pages point at fonts and scripts elsewhere; the browser must not even try to get them.
POLICY: Final = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:"


class CannotFetch(Exception):
    """npm failed or the package is another one; the pages prove nothing without it, so this is no reason to skip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    name: str
    version: str
    sha256: str
    root: str = ""
    """The folder in the package whose pages think that they are at the root of a site."""

    def folder(self) -> Path:
        """Where it lies; fetched and checked when it is not there yet."""
        name = f"package-{self.name.replace('/', '-')}-{self.version}-{self.sha256[:12]}"
        return kept(cache() / name, self._fetch) / "package" / self.root

    def _fetch(self, into: Path) -> None:
        archive = self._packed(into)
        with tarfile.open(archive) as tar:
            tar.extractall(into, filter="data")
        archive.unlink()

    def _packed(self, folder: Path) -> Path:
        node = find_node()
        command = [str(node.node), str(node.npm), "pack", "--silent", f"{self.name}@{self.version}"]
        environ = {**os.environ, "PATH": os.pathsep.join([str(node.node.parent), os.environ.get("PATH", "")])}
        done = subprocess.run(
            command, cwd=folder, env=environ, capture_output=True, text=True, timeout=PACK_SECONDS, check=False
        )
        archives = list(folder.glob("*.tgz"))
        if done.returncode != 0 or len(archives) != 1:
            raise CannotFetch(f"npm pack {self.name}@{self.version} failed:\n{done.stderr[-1500:]}")
        if hashlib.sha256(archives[0].read_bytes()).hexdigest() != self.sha256:
            raise CannotFetch(f"{self.name}@{self.version} is not the package it was")
        return archives[0]


class PackageSite:
    """A folder as a site of its own; what is elsewhere is not asked for."""

    def __init__(self, root: Path) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                file = (root / unquote(urlsplit(self.path).path).lstrip("/")).resolve()
                is_there = file.is_relative_to(root.resolve()) and file.is_file()
                body = file.read_bytes() if is_there else b"not here"
                self.send_response(200 if is_there else 404)
                self.send_header("Content-Type", mimetypes.guess_type(file.name)[0] or "application/octet-stream")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Content-Security-Policy", POLICY)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __truediv__(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/{path}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
