"""Look at one page with one server: open it, look, press what changes it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Protocol

from bench.client import Answer, ServerFailed, StdioClient
from bench.reading import answer_bytes, bytes_with_files, text_of


class Looker(Protocol):
    """A server whose tool lists the controls of a page."""

    async def open(self, url: str) -> Answer: ...
    async def look(self) -> Answer: ...
    async def press(self, name: str) -> Answer: ...
    def size_of(self, answer: Answer) -> int: ...


class Ours:
    """Handhold's `ui_scan`."""

    def __init__(self, client: StdioClient) -> None:
        self._client = client

    async def open(self, url: str) -> Answer:
        return await self._client.call("nav_goto", url=url)

    async def look(self) -> Answer:
        return await self._client.call("ui_scan")

    async def press(self, name: str) -> Answer:
        picked = json.loads(text_of(await self._client.call("ui_pick", hint=name)))
        answer = await self._client.call("action_execute", handle=picked["result"]["elementId"])
        if json.loads(text_of(answer))["result"]["changes"] == "none":
            raise ServerFailed(f"a press of {name} is said to have changed nothing")
        return answer

    def size_of(self, answer: Answer) -> int:
        return answer_bytes(answer)


class Theirs:
    """playwright-mcp's `browser_snapshot`."""

    def __init__(self, client: StdioClient) -> None:
        self._client = client
        self._references: dict[str, str] = {}

    async def open(self, url: str) -> Answer:
        return await self._client.call("browser_navigate", url=url)

    async def look(self) -> Answer:
        answer = await self._client.call("browser_snapshot")
        self._references = dict(re.findall(r'- button "([^"]+)".*?\[ref=(\w+)\]', text_of(answer)))
        return answer

    async def press(self, name: str) -> Answer:
        return await self._client.call("browser_click", element=name, target=self._references[name])

    def size_of(self, answer: Answer) -> int:
        return bytes_with_files(answer)


@dataclass(slots=True)
class Measured:
    """Times and sizes of one server; `failure` when it gave no answer. One that failed is not asked again."""

    who: Looker
    times: list[float] = field(default_factory=list[float])
    before: list[float] = field(default_factory=list[float])
    """What came before each look took."""
    sizes: list[int] = field(default_factory=list[int])
    failure: str = ""

    async def do(self, work: Callable[[Looker], Awaitable[Answer]]) -> Answer | None:
        """What comes before a look; a server that fails on a page has failed on it, and the other goes on."""
        if self.failure:
            return None
        try:
            return await work(self.who)
        except (ServerFailed, TimeoutError) as failure:
            self.failure = str(failure)[:200] or type(failure).__name__
            return None

    async def look(self) -> None:
        answer: Any = await self.do(lambda who: who.look())
        if answer is not None:
            self.times.append(answer.milliseconds)
            self.sizes.append(self.who.size_of(answer))

    @property
    def milliseconds(self) -> float | None:
        return median(self.times) if self.times else None

    @property
    def with_before(self) -> float | None:
        return median(map(sum, zip(self.before, self.times, strict=False))) if self.times else None

    @property
    def size(self) -> float | None:
        return median(self.sizes) if self.sizes else None
