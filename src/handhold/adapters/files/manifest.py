"""An unpacked extension on disk: what its manifest says, and which id Chromium will give it."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from handhold.errors import InvalidConfig

FILE: Final = "manifest.json"
_LETTERS: Final = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_MESSAGE: Final = re.compile(r"__MSG_(\w+)__")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What matters of it. Pages are addresses below the extension's own; empty where there is none."""

    folder: Path
    name: str
    extension_id: str
    popup: str = ""
    side_panel: str = ""
    options: str = ""

    @property
    def page(self) -> str:
        """The page a person would begin with."""
        for page in ("home.html", self.popup, self.side_panel, self.options, "index.html"):
            if page and (self.folder / page.partition("#")[0].partition("?")[0]).is_file():
                return page
        return ""


def read_manifest(folder: Path) -> Manifest:
    """Raises `InvalidConfig` when there is no unpacked extension that Chromium could load."""
    folder = folder.resolve()
    if "," in str(folder):
        raise InvalidConfig(
            f"the path {str(folder)!r} has a comma, which Chromium takes for the end of it",
            hint="Move the extension to a folder without commas in its path.",
        )
    told = _read(folder)
    if told.get("manifest_version") != 3:
        raise InvalidConfig(
            f"the extension in {str(folder)!r} is not of manifest version 3",
            hint="Build it for manifest version 3; Chromium loads no other.",
        )
    key = told.get("key")
    return Manifest(
        folder=folder,
        name=_localised(str(told.get("name", "")), folder, str(told.get("default_locale", "en"))),
        extension_id=_id_of(str(folder).encode() if key is None else _decoded(str(key), folder)),
        popup=_page(told, "action", "default_popup"),
        side_panel=_page(told, "side_panel", "default_path"),
        options=str(told.get("options_page", "")) or _page(told, "options_ui", "page"),
    )


def _read(folder: Path) -> Mapping[str, Any]:
    try:
        told = json.loads((folder / FILE).read_text("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        raise InvalidConfig(
            f"there is no {FILE} in {str(folder)!r}",
            hint="Build the extension with mm_build, or give the folder of the unpacked one as extensionPath.",
            details={"extensionPath": str(folder)},
        ) from None
    except (OSError, ValueError) as error:
        raise InvalidConfig(f"the {FILE} in {str(folder)!r} cannot be read: {type(error).__name__}") from None
    if not isinstance(told, dict):
        raise InvalidConfig(f"the {FILE} in {str(folder)!r} is not an object")
    return cast(Mapping[str, Any], told)


def _id_of(identity: bytes) -> str:
    """Half of a hash, of the public key or else of the folder's path, in the letters a to p."""
    return sha256(identity).hexdigest()[:32].translate(_LETTERS)


def _decoded(key: str, folder: Path) -> bytes:
    try:
        return base64.b64decode("".join(key.split()), validate=True)
    except binascii.Error:
        raise InvalidConfig(f"the key in the {FILE} of {str(folder)!r} is not base64") from None


def _page(told: Mapping[str, Any], section: str, name: str) -> str:
    found = told.get(section)
    return str(cast(Mapping[str, Any], found).get(name, "")) if isinstance(found, dict) else ""


def _localised(name: str, folder: Path, locale: str) -> str:
    message = _MESSAGE.fullmatch(name)
    if message is None:
        return name
    try:
        words: Any = json.loads((folder / "_locales" / locale / "messages.json").read_text("utf-8-sig"))
    except (OSError, ValueError):
        return name
    entry: Any = cast(Mapping[str, Any], words).get(message[1]) if isinstance(words, dict) else None
    return str(cast(Mapping[str, Any], entry).get("message", name)) if isinstance(entry, dict) else name
