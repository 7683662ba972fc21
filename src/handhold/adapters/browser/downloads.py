"""Keep a download under a name of ours, readable by its owner only."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.events import DownloadSeen


async def keep_download(download: Download, seen: DownloadSeen, *, prepare: Callable[[], Path | None]) -> None:
    """Wait for the download and note where it went, or why it did not arrive."""
    try:
        folder = prepare()
        if folder is None:
            seen.failure = "there is no folder to save it in"
            return
        path = folder / f"{secrets.token_hex(4)}{_safe_ending(seen.name)}"
        await download.save_as(path)
        path.chmod(0o600)
        seen.size = path.stat().st_size
        seen.path = str(path)
    except PlaywrightError:
        seen.failure = "the download did not finish"
    except OSError as error:
        seen.failure = f"it could not be saved: {error.strerror}"


def _safe_ending(name: str) -> str:
    """The file's ending when it is harmless as a name; the page chose the rest."""
    found = re.search(r"\.[A-Za-z0-9]{1,8}$", name)
    return found.group(0).lower() if found else ""
