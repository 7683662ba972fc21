"""Find a canary anywhere it must not be."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote


def assert_no_leak(canary: str, *, texts: Iterable[str] = (), folders: Iterable[Path] = ()) -> None:
    """No text and no file below the folders holds the canary, in clear or in a form a program would copy it in."""
    forms = {form.casefold() for form in _forms(canary)}
    places = [(f"text {number}", text) for number, text in enumerate(texts)]
    places += [(str(file), _read(file)) for folder in folders for file in folder.rglob("*") if file.is_file()]
    leaks = [place for place, text in places if any(form in text.casefold() for form in forms)]
    assert not leaks, f"the canary was found in {leaks}"


def _forms(canary: str) -> set[str]:
    raw = canary.encode()
    encoded = {base64.b64encode(raw).decode().rstrip("="), raw.hex(), quote(canary, safe="")}
    return {canary, html.escape(canary), json.dumps(canary)[1:-1], *encoded}


def _read(file: Path) -> str:
    return file.read_bytes().decode("utf-8", errors="replace")
