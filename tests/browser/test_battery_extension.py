"""The battery's last row: the pages of an unpacked extension are seen and acted on like any other."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Generator
from hashlib import sha256
from pathlib import Path

import pytest
from tests.conftest import Ask
from tests.support.promises import promised

from handhold.adapters.browser.discovery import find_browser
from handhold.settings import Settings

EXTENSION = Path(__file__).resolve().parents[1] / "extensions/counter"
# Chromium names an unpacked extension by its folder: half of its hash, in the letters a to p.
EXTENSION_ID = (
    sha256(str(EXTENSION).encode()).hexdigest()[:32].translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))
)


@pytest.fixture
def extended_browser(tmp_path: Path) -> Generator[str]:
    """A browser that was started with the extension, and its DevTools address."""
    found = find_browser(Settings(), os.environ)
    assert found is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [
        f"--remote-debugging-port={port}",
        f"--user-data-dir={tmp_path}",
        "--headless=new",
        "--no-first-run",
        f"--load-extension={EXTENSION}",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
    ]
    with (tmp_path / "log").open("wb") as log:
        browser = subprocess.Popen([str(found.path), *arguments, "about:blank"], stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        _until_it_answers(url)
        yield url
        browser.terminate()
        browser.wait(10)


def _until_it_answers(url: str) -> None:
    ends = time.monotonic() + promised(15)
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(f"{url}/json/version", timeout=1).read()
        except OSError:
            continue
        return
    raise TimeoutError("the browser did not open its DevTools port")


async def test_a_press_in_the_popup_of_an_extension_goes_through_to_its_worker(
    ask_with: Callable[..., Ask], extended_browser: str
) -> None:
    ask = ask_with(cdp_url=extended_browser, allowed_schemes=("http", "https", "chrome-extension"))
    opened = await ask("nav_goto", {"url": f"chrome-extension://{EXTENSION_ID}/popup.html"})
    picked = await ask("ui_pick", {"hint": "Count"})

    pressed = await ask("action_execute", {"handle": picked.envelope["result"]["elementId"]})

    assert opened.ok, opened.text
    assert pressed.ok, pressed.text
    assert "counted 1" in pressed.envelope["result"]["changes"]["messages"], pressed.text
