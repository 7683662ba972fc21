"""A Handhold whose counters a test can read."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

from handhold.adapters.telemetry import CallTelemetry
from handhold.settings import Settings
from tests.support.person import OpenApp


class CountedTelemetry(CallTelemetry):
    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def count(self, name: str, amount: int = 1, **attributes: str) -> None:
        self.counts[name] += amount
        super().count(name, amount, **attributes)


class CountingApp(OpenApp):
    def __init__(self, settings: Settings, *, environ: Mapping[str, str]) -> None:
        super().__init__(settings, environ=environ)
        self._telemetry = self.telemetry = CountedTelemetry()

    @property
    def counts(self) -> Counter[str]:
        return self.telemetry.counts

    async def counted(self, name: str, amount: int) -> None:
        """Return when a counter has come that far."""
        async with asyncio.timeout(20):
            while self.counts[name] < amount:
                await asyncio.sleep(0.01)
