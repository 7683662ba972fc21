"""The disk that the browser keeps its profile on is full: pages are opened and used as before."""

from __future__ import annotations

import base64
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.server_process import serving
from tests.support.site import Site
from tests.support.small_disk import fill, small_disk

SIZE = 200 * 1024 * 1024
"""Room for a browser's profile and what it puts beside it."""


@pytest.fixture
def disk() -> Generator[Path]:
    """Below a short path: Chromium puts a socket there, whose path has room for about a hundred characters."""
    with TemporaryDirectory(prefix="full-") as folder, small_disk(Path(folder, "disk"), size=SIZE) as disk:
        yield disk


@pytest.mark.rows("F37")
def test_a_browser_whose_profile_has_no_room_goes_on(
    disk: Path, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(disk))
    with serving(tmp_path / "server") as server:
        assert server.goto(site / "plain.html")["ok"]
        assert list(disk.glob("handhold-*/*")), "the profile is on this disk"
        filler = fill(disk)

        moved = server.goto(site / "heavy.html")
        seen = server.call("mm_screenshot", {"name": "full", "includeBase64": True})
        other = server.goto(site / "plain.html", session="other")
        filler.unlink()
        after = server.goto(site / "plain.html")

    assert moved["ok"], moved
    assert base64.b64decode(seen["result"]["base64"]).startswith(b"\x89PNG"), seen
    assert other["ok"], other
    assert after["ok"] and "restarted" not in after["meta"], after
