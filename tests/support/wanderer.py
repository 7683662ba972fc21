"""A policy without a model: it knows what to type and what it is to arrive at, and tries until it is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from handhold.contract import Reply
from tests.conftest import Ask

PRESSED = frozenset({"button", "link"})
TYPED = frozenset({"textbox", "checkbox", "combobox", "searchbox"})
MOST_CALLS = 300
Item = Mapping[str, Any]


class Arrived(Exception):
    """The goal is on the page."""


@dataclass(slots=True)
class Wanderer:
    """Follows what it is told of earlier runs; otherwise fills in what it can, and presses one thing after another."""

    ask: Ask
    goal: str
    answers: Mapping[str, str | bool]
    calls: int = 0
    bytes: int = 0
    tried: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    async def go(self, url: str) -> None:
        await self.call("nav_goto", {"url": url})
        try:
            while self.calls < MOST_CALLS:
                await self.look_and_act()
        except Arrived:
            return
        raise AssertionError(f"not there after {self.calls} calls")

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Reply:
        reply = await self.ask(name, arguments)
        self.calls += 1
        self.bytes += len(reply.text.encode())
        if self.goal in reply.text:
            raise Arrived
        return reply

    async def look_and_act(self) -> None:
        first = (await self.call("ui_scan", {})).envelope["result"]
        suggested = first.get("priorKnowledge", {}).get("next", [])
        if suggested:
            for step in suggested:
                done = await self.follow(step)
                if done.ok and "url" in _changes(done):
                    return
            return
        items: list[Item] = list(first["items"])
        page = first
        while page["nextToken"] is not None:
            page = (await self.call("ui_scan", {"pageToken": page["nextToken"]})).envelope["result"]
            items += page["items"]
        await self.fill_in(items)
        await self.press_something(items)

    async def follow(self, step: Item) -> Reply:
        if step["action"] != "type":
            return await self.call("action_execute", {"handle": step["elementId"]})
        state = self.answers[step["label"]]
        return await self.call("action_set_state", {"handle": step["elementId"], "state": state})

    async def fill_in(self, items: list[Item]) -> None:
        for item in items:
            if item["role"] in TYPED and item["label"] in self.answers and ("typed", item["label"]) not in self.tried:
                self.tried.add(("typed", item["label"]))
                await self.call("action_set_state", {"handle": item["elementId"], "state": self.answers[item["label"]]})

    async def press_something(self, items: list[Item]) -> None:
        """Press what was not tried yet until the page is another one; go back from where there is nothing left."""
        for item in items:
            if item["role"] not in PRESSED or (item["role"], item["label"]) in self.tried:
                continue
            self.tried.add((item["role"], item["label"]))
            done = await self.call("action_execute", {"handle": item["elementId"]})
            if done.ok and "url" in _changes(done):
                return
        await self.call("nav_history", {"direction": "back"})


def _changes(reply: Reply) -> Mapping[str, Any]:
    changes = reply.envelope["result"]["changes"]
    return {} if isinstance(changes, str) else changes
