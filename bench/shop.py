"""What a whole purchase costs: calls, and bytes the agent has to read, in a shop of pages and in the same as one app.

Both sides buy the same jacket, and the shop's server says whether it got the right order. Neither looks where it does
not have to: ours confirms price and choice in a snapshot, theirs reads the page in the file its answer names, but only
where it needs a reference or a fact from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.client import Answer, Server, ServerFailed, StdioClient, running
from bench.peers import Bench
from bench.reading import answer_bytes, files_of, text_of
from bench.table import Row, Table
from tests.support.shop import LOADING, ORDERED, Shop, selling

KINDS: Final = ("pages", "app")
ROUNDS: Final = 3
TEXTS: Final = {
    "Full name": "Ada Lovelace",
    "E-mail": "ada@example.org",
    "Street": "Long Lane 1",
    "Postcode": "89073",
    "City": "Ulm",
}
COUNTRY: Final = "Germany"
TERMS: Final = "I accept the terms of sale"
PATIENCE: Final = 8
PRESS_BY_TEXT: Final = Path(__file__).with_name("pages") / "press_by_text.js"
"""How somebody who only has the page's own script presses what no snapshot shows."""


@dataclass(slots=True)
class Spent:
    """What a purchase took."""

    milliseconds: float = 0.0
    calls: int = 0
    size: int = 0
    longest: int = 0

    def add(self, answer: Answer) -> None:
        self.milliseconds += answer.milliseconds
        self.calls += 1
        self.read(answer_bytes(answer))

    def read(self, size: int) -> None:
        self.size += size
        self.longest = max(self.longest, size)


QUANTITIES: Final[Sequence[tuple[str, str, Callable[[Spent], float]]]] = (
    ("time", "ms", lambda spent: spent.milliseconds),
    ("calls", "", lambda spent: spent.calls),
    ("to read", "B", lambda spent: spent.size),
    ("longest piece", "B", lambda spent: spent.longest),
)


@dataclass(slots=True)
class Ours:
    """Handhold by labels, handles and facts."""

    client: StdioClient
    spent: Spent = field(default_factory=Spent)
    handles: dict[str, str] = field(default_factory=dict[str, str])

    async def buy(self, begin: str) -> None:
        await self.call("nav_goto", url=begin)
        await self.call("nav_follow_path", steps=["Clothing", "Jackets", "Harbour jacket"])
        await self.look()
        await self.set_all({"Rust": True, "Size": "L"})
        await self.confirm(price="€ 95.00", selectedColor="Rust", selectedSize="L")
        await self.call("flow_invoke_primary_action", intentHint="add to bag")
        await self.call("flow_invoke_primary_action", intentHint="bag")
        await self.call("flow_invoke_primary_action", intentHint="checkout")
        await self.look()
        await self.set_all(TEXTS)
        await self.set_all({"Country": COUNTRY, "Express": True, TERMS: True})
        await self.call("flow_invoke_primary_action", intentHint="place order")
        _check_number((await self.call("state_read", region="main"))["text"])

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        envelope = await self._asked(tool, arguments)
        for _ in range(PATIENCE):
            # What drifts can be caught when it turns round; the error says to try again.
            if envelope["ok"] or envelope["error"]["details"].get("reason") != "moving":
                break
            envelope = await self._asked(tool, arguments)
        if not envelope["ok"]:
            raise ServerFailed(f"handhold: {tool} failed: {envelope}")
        result: dict[str, Any] = envelope["result"]
        if LOADING in str(result.get("changes")):
            await self.call("ui_wait_for", gone=LOADING)
        return result

    async def _asked(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        answer = await self.client.request("tools/call", name=tool, arguments=arguments)
        self.spent.add(answer)
        envelope: dict[str, Any] = json.loads(text_of(answer))
        return envelope

    async def look(self) -> None:
        arguments: dict[str, Any] = {"region": "main"}
        while arguments:
            told = await self.call("ui_scan", **arguments)
            self.handles |= {item["label"]: item["elementId"] for item in told["items"]}
            arguments = {"pageToken": told["nextToken"]} if told["nextToken"] else {}

    async def set_all(self, wanted: Mapping[str, object]) -> None:
        """As many fields in one call as leave its answer short."""
        steps = [
            {"tool": "action_set_state", "args": {"handle": self.handle(label), "state": state}}
            for label, state in wanted.items()
        ]
        told = await self.call("run_steps", steps=steps, includeObservations="none")
        if not told["summary"]["ok"]:
            raise ServerFailed(f"handhold: not every field could be set: {told}")

    def handle(self, label: str) -> str:
        return next(handle for name, handle in self.handles.items() if name.startswith(label))

    async def confirm(self, **facts: str) -> None:
        told = await self.call("state_snapshot", fields=list(facts))
        seen = {name: fact["value"] for name, fact in told["fields"].items()}
        if seen != facts:
            raise ServerFailed(f"handhold: the page is said to show {seen}")


@dataclass(slots=True)
class Theirs:
    """playwright-mcp by the references of the snapshot that the last answer has left in a file."""

    client: StdioClient
    spent: Spent = field(default_factory=Spent)
    unread: Answer | None = None
    page: str = ""
    """The last snapshot that was read; references in it hold until the page changes."""

    async def buy(self, begin: str) -> None:
        await self.call("browser_navigate", url=begin)
        for label in ("Clothing", "Jackets", "Harbour jacket", "Rust", "Size", "L"):
            await self.click(label)
        await self.read("€ 95.00")
        await self.press_by_text("Add to bag")
        if not await self.click("Bag"):  # it never stands still, which is what this server waits for
            await self.press_by_text("Bag (1)")
        await self.click("Checkout")
        fields = [await self.field(label, "textbox", value) for label, value in TEXTS.items()]
        fields.append(await self.field("Country", "combobox", COUNTRY))
        fields.append(await self.field(TERMS, "checkbox", "true"))
        await self.call("browser_fill_form", fields=fields)
        await self.click("Express")
        await self.click("Place order")
        _check_number(await self.read("order number"))

    async def call(self, tool: str, **arguments: Any) -> Answer:
        answer = await self.client.request("tools/call", name=tool, arguments=arguments)
        self.spent.add(answer)
        if "### Snapshot" in text_of(answer):
            self.unread = answer
        return answer

    async def click(self, label: str) -> bool:
        """Whether it could be clicked."""
        answer = await self.call("browser_click", element=label, target=await self.reference(label))
        return not answer.result.get("isError")

    async def press_by_text(self, label: str) -> None:
        function = PRESS_BY_TEXT.read_text("utf-8").replace("LABEL", json.dumps(label)).strip()
        answer = await self.call("browser_evaluate", function=function)
        if answer.result.get("isError"):
            raise ServerFailed(f"playwright-mcp: {label} could not be pressed: {text_of(answer)[:500]}")

    async def field(self, label: str, kind: str, value: str) -> Mapping[str, str]:
        return {"element": label, "target": await self.reference(label), "name": label, "type": kind, "value": value}

    async def reference(self, label: str) -> str:
        named = re.compile(
            rf'- \w+ "{re.escape(label)}[^"]*"[^\n]*?\[ref=(\w+)\]|\[ref=(\w+)\][^\n]*: {label}$',
            re.M,
        )
        found = named.search(await self.read(label))
        if found is None:
            raise ServerFailed(f"playwright-mcp: {label} is not in its snapshot:\n{self.page}")
        return found[1] or found[2]

    async def read(self, words: str) -> str:
        """The page as it was last left; looked at again where that does not tell."""
        self._open()
        if words not in self.page and LOADING in self.page:
            await self.call("browser_wait_for", textGone=LOADING)
            self._open()
        if words not in self.page:
            await self.call("browser_snapshot")
            self._open()
        return self.page

    def _open(self) -> None:
        if self.unread is not None:
            files = files_of(self.unread)
            self.spent.read(sum(file.stat().st_size for file in files))
            self.page = "\n".join([text_of(self.unread), *(file.read_text("utf-8") for file in files)])
            self.unread = None


async def measure(bench: Bench) -> Table:
    rows: list[Row] = []
    rounds = min(ROUNDS, bench.rounds)
    async with AsyncExitStack() as stack:
        shop = stack.enter_context(selling())
        ours = await _greeted(bench.ours, stack)
        theirs = await _greeted(bench.playwright, stack)
        for kind in KINDS:
            sides: tuple[list[Spent], list[Spent]] = ([], [])
            for _ in range(rounds):
                for buyer, spent in zip((Ours(ours), Theirs(theirs)), sides, strict=True):
                    spent.append(await _bought(buyer, shop, kind))
            rows += _rows(kind, *sides, against=bench.playwright.name)
    return Table(
        title=f"shop: a jacket from the first page to the order number, {rounds} rounds",
        rows=rows,
        notes=[
            "Bytes are answers and the files that had to be read for them.",
            "playwright-mcp presses what no accessibility tree shows and what never rests by a script of the agent's.",
        ],
    )


async def _greeted(server: Server, stack: AsyncExitStack) -> StdioClient:
    client = await stack.enter_async_context(running(server))
    await client.hello()
    return client


async def _bought(buyer: Ours | Theirs, shop: Shop, kind: str) -> Spent:
    shop.orders.clear()
    await buyer.buy(shop.begin(kind))
    if [{name: order[name] for name in ORDERED} for order in shop.orders] != [ORDERED]:
        raise ServerFailed(f"{type(buyer).__name__.lower()} ordered something else: {shop.orders}")
    return buyer.spent


def _rows(kind: str, ours: list[Spent], theirs: list[Spent], *, against: str) -> list[Row]:
    return [
        Row(
            what=f"{kind}: {what}",
            ours=median(pick(spent) for spent in ours),
            theirs=median(pick(spent) for spent in theirs),
            against=against,
            unit=unit,
        )
        for what, unit, pick in QUANTITIES
    ]


def _check_number(text: str) -> None:
    if re.search(r"PP-\d+", text) is None:
        raise ServerFailed(f"there is no order number in {text[:500]}")
