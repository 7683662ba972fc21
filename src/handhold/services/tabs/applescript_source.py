"""The tabs of a browser the user started, asked over AppleScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handhold.adapters.applescript import AppleScriptTabs
from handhold.services.tabs.model import Mode, Tab
from handhold.services.tabs.numbering import Numbering


class AppleScriptSource:
    """A `TabSource`; keeps its numbers for as long as it lives."""

    def __init__(self, browser: AppleScriptTabs) -> None:
        self._browser = browser
        self._tab_numbers = Numbering()
        self._window_numbers = Numbering()

    async def tabs(self) -> Sequence[Tab]:
        return [
            Tab(
                tab_id=self._tab_numbers.number(row.tab_id),
                window_id=self._window_numbers.number(row.window_id),
                title=row.title,
                url=row.url,
                loading=row.loading,
                mode=None,
            )
            for row in await self._browser.tabs()
        ]

    async def window_modes(self) -> Mapping[int, Mode]:
        modes: dict[int, Mode] = {}
        for row in await self._browser.windows():
            number = self._window_numbers.number(row.window_id)
            if row.mode == "normal":
                modes[number] = "normal"
            elif row.mode == "incognito":
                modes[number] = "incognito"
        return modes
