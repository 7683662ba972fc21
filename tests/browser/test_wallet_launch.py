"""Launch an extension, see that it runs, end it, and see that nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.extensions import tiny_extension
from tests.support.processes import alive_in


@pytest.mark.rows("R104", "R105", "R117", "R118", "R122", "R123", "R126", "R464")
async def test_an_unpacked_extension_is_launched_and_ended(
    ask_with: Callable[..., Ask], tmp_path: Path, environ: Mapping[str, str]
) -> None:
    state = Path(environ["HANDHOLD_STATE_DIR"])
    before = set(alive_in(state))
    ask = ask_with(app_mode="headless")
    extension = tiny_extension(tmp_path / "tiny")

    launched = await ask("mm_launch", {"extensionPath": str(extension)})
    told = await ask("mm_get_state")
    ended = await ask("mm_cleanup")

    assert launched.ok, launched.text
    result: dict[str, Any] = launched.envelope["result"]
    assert result["sessionId"].startswith("mm-")
    assert result["browser"] == {"mode": "headless"}
    assert result["state"]["currentUrl"] == f"chrome-extension://{result['extensionId']}/home.html"
    assert told.envelope["result"]["tabs"]["active"]["role"] == "extension"
    assert ended.envelope["result"] == {"cleanedUp": True}
    assert [process for process in alive_in(state) if process not in before and "user-data-dir" in str(process)] == []
