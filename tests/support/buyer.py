"""Somebody who buys a jacket by the public tools alone, naming everything by what a person reads on the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from handhold.contract import Reply
from tests.conftest import Ask
from tests.support.shop import LOADING

ADDRESS: Final = {
    "Full name": "Ada Lovelace",
    "E-mail": "ada@example.org",
    "Street": "Long Lane 1",
    "Postcode": "89073",
    "City": "Ulm",
    "Country": "Germany",
}
PATIENCE: Final = 8
"""How often the bag that drifts is tried to be caught while it turns round."""


@dataclass(slots=True)
class Buyer:
    """Calls tools, reads what they tell, and counts what that costs."""

    ask: Ask
    sizes: list[int] = field(default_factory=list[int])
    handles: dict[str, str] = field(default_factory=dict[str, str])

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        reply = await self.asked(tool, **arguments)
        for _ in range(PATIENCE):
            if reply.ok or reply.error["details"].get("reason") != "moving":
                break
            reply = await self.asked(tool, **arguments)  # as the hint of that error says
        assert reply.ok, f"{tool} {arguments}: {reply.text}"
        result = dict(reply.envelope["result"])
        if LOADING in str(result.get("changes")):
            await self.call("ui_wait_for", gone=LOADING)
        return result

    async def asked(self, tool: str, **arguments: Any) -> Reply:
        reply = await self.ask(tool, arguments)
        self.sizes.append(len(reply.text.encode()))
        return reply

    async def look(self, region: str) -> None:
        """Learn the handles of a region's controls."""
        arguments: dict[str, Any] = {"region": region}
        while arguments:
            told = await self.call("ui_scan", **arguments)
            self.handles |= {item["label"]: item["elementId"] for item in told["items"]}
            arguments = {"pageToken": told["nextToken"]} if told["nextToken"] else {}

    async def set(self, label: str, state: object) -> None:
        handle = next(handle for name, handle in self.handles.items() if name.startswith(label))
        await self.call("action_set_state", handle=handle, state=state)

    async def fields(self, *names: str) -> dict[str, Any]:
        told = await self.call("state_snapshot", fields=list(names))
        return {name: fact["value"] for name, fact in told["fields"].items()}

    async def find_jacket(self, begin: str) -> None:
        await self.call("nav_goto", url=begin)
        await self.call("nav_follow_path", steps=["Clothing", "Jackets", "Harbour jacket"])
        await self.look("main")
