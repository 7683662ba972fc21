"""Read the tabs and windows of a Chromium-family browser with the packaged script."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Literal

from handhold.adapters.applescript.failures import TOOL
from handhold.adapters.applescript.runner import AppleScriptRunner
from handhold.errors import ToolFailed

_SCRIPT: Final = "browser.applescript"
_FIELD: Final = "\x1f"
_RECORD: Final = "\x1e"


@dataclass(frozen=True, slots=True, kw_only=True)
class TabRow:
    """One tab in the browser's own ids."""

    window_id: str
    tab_id: str
    loading: bool
    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRow:
    """One window and its mode, in the browser's words."""

    window_id: str
    mode: str


class AppleScriptTabs:
    """Asks one application, by name or bundle identifier; never starts it."""

    def __init__(self, runner: AppleScriptRunner, application: str) -> None:
        self._runner = runner
        self._application = application

    async def tabs(self) -> tuple[TabRow, ...]:
        """Every tab, windows front to back."""
        return tuple(
            TabRow(window_id=window_id, tab_id=tab_id, loading=loading == "true", title=title, url=url)
            for window_id, tab_id, loading, title, url in await self._records("tabs", fields=5)
        )

    async def windows(self) -> tuple[WindowRow, ...]:
        """Every window, front to back."""
        return tuple(
            WindowRow(window_id=window_id, mode=mode) for window_id, mode in await self._records("windows", fields=2)
        )

    async def _records(self, what: Literal["tabs", "windows"], *, fields: int) -> list[list[str]]:
        script = files("handhold.adapters.applescript").joinpath(_SCRIPT).read_text(encoding="utf-8")
        output = await self._runner.run(script, self._application, what)
        records = [record.split(_FIELD) for record in output.split(_RECORD)] if output else []
        if any(len(record) != fields for record in records):
            raise ToolFailed(f"the answer of the browser about its {what} is not in the expected form", tool=TOOL)
        return records
