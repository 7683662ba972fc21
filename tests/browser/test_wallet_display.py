"""How a launched browser is shown: on a display, on a virtual one, or not at all; and the answer says which."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.support.extensions import tiny_extension
from tests.support.launching import attempt, say

from handhold.app import App
from handhold.settings import Settings


def app_of(folder: Path, environ: Mapping[str, str], mode: str, **variables: str) -> App:
    tiny_extension(folder / "tiny")
    plain = {name: value for name, value in environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return App(Settings.model_validate({"root": folder, "app_mode": mode}), environ={**plain, **variables})


@pytest.mark.rows("R106")
async def test_without_any_display_a_launch_is_headless(tmp_path: Path, environ: Mapping[str, str]) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    app = app_of(tmp_path, environ, "auto", PATH=str(programs), HANDHOLD_BROWSER="")
    try:
        launched = await say(app, "mm_launch", {"extensionPath": "tiny"})
    finally:
        await app.close()

    assert launched["browser"] == {"mode": "headless"}


@pytest.mark.rows("R106")
async def test_a_window_that_is_asked_for_needs_a_display(tmp_path: Path, environ: Mapping[str, str]) -> None:
    app = app_of(tmp_path, environ, "headed", PATH=str(tmp_path))
    try:
        refused = await attempt(app, "mm_launch", {"extensionPath": "tiny"})
    finally:
        await app.close()

    assert refused.error["code"] == "MM_LAUNCH_FAILED"
    assert "Xvfb" in refused.error["hint"]


@pytest.mark.rows("R106")
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
async def test_a_virtual_display_is_started_and_ended_with_the_session(
    tmp_path: Path, environ: Mapping[str, str]
) -> None:
    app = app_of(tmp_path, environ, "auto", PATH=os.environ["PATH"])
    try:
        launched = await say(app, "mm_launch", {"extensionPath": "tiny"})
        told = await say(app, "mm_get_state")
        await say(app, "mm_cleanup")
    finally:
        await app.close()

    assert launched["browser"] == {"mode": "virtual"}
    assert told["tabs"]["active"]["role"] == "extension"
