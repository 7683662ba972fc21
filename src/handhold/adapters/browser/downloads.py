"""Keep a download under a name of ours, readable by its owner only."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.events import DownloadSeen
from handhold.errors import DISK_FULL

FULL: Final = (errno.ENOSPC, errno.EDQUOT)


async def keep_download(download: Download, seen: DownloadSeen, *, prepare: Callable[[], Path | None]) -> None:
    """Wait for the download and note where it went, or why it did not arrive."""
    try:
        folder = prepare()
    except OSError as error:
        _not_saved(seen, os.strerror(error.errno or errno.EIO), is_full=error.errno in FULL)
        return
    if folder is None:
        seen.failure = "there is no folder to save it in"
        return
    path = folder / f"{secrets.token_hex(4)}{_safe_ending(seen.name)}"
    try:
        await download.save_as(path)
        path.chmod(0o600)
        seen.size = path.stat().st_size
        seen.path = str(path)
    except PlaywrightError as error:
        # The driver copies the file, and names what the system said.
        said = next((number for number in FULL if errno.errorcode[number] in error.message), None)
        if said is None:
            seen.failure = "the download did not finish"
        else:
            _not_saved(seen, os.strerror(said), is_full=True)
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    except OSError as error:
        _not_saved(seen, os.strerror(error.errno or errno.EIO), is_full=error.errno in FULL)


def _not_saved(seen: DownloadSeen, reason: str, *, is_full: bool) -> None:
    seen.failure = f"it could not be saved: {reason}"
    seen.missing = DISK_FULL if is_full else None


def _safe_ending(name: str) -> str:
    """The file's ending when it is harmless as a name; the page chose the rest."""
    found = re.search(r"\.[A-Za-z0-9]{1,8}$", name)
    return found.group(0).lower() if found else ""
