"""What an action costs that tells what came of it: one by one, in a form call by call, and five in one call."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from bench.client import Answer, Server, ServerFailed, StdioClient, running
from bench.peers import Bench
from bench.reading import answer_bytes, bytes_with_files, text_of
from bench.site import serving
from bench.table import Row, Table, target
from playwright.async_api import Page, async_playwright

from handhold.adapters.browser.discovery import find_browser
from handhold.settings import Settings

PAGE: Final = "act.html"
CLICK_LIMIT: Final = 0.2
BATCH_LIMIT: Final = 1.3
FEWEST_ROUNDS: Final = 3
NAMES: Final = ("Ada", "Grace")
COUNTRIES: Final = ("Belgium", "Croatia")


@dataclass(frozen=True, slots=True)
class Step:
    """Something a person does to a form: press it, type into it, choose from it or check it."""

    kind: str
    name: str
    value: str = ""


FLOW: Final = (
    Step("type", "First name", "Ada"),
    Step("type", "Last name", "Lovelace"),
    Step("type", "E-mail", "ada@example.org"),
    Step("type", "Street", "Long Lane 1"),
    Step("type", "City", "London"),
    Step("select", "Country", "Croatia"),
    Step("check", "Courier"),
    Step("check", "Gift wrap"),
    Step("type", "Note", "Ring twice"),
    Step("press", "Order now"),
)


@dataclass(slots=True)
class Spent:
    """What a flow took: time, calls and the bytes the agent has to read."""

    milliseconds: float = 0.0
    calls: int = 0
    size: int = 0
    size_with_files: int = 0

    def add(self, answer: Answer) -> Answer:
        self.milliseconds += answer.milliseconds
        self.calls += 1
        self.size += answer_bytes(answer)
        self.size_with_files += bytes_with_files(answer)
        return answer


FLOW_ROWS: Final[Sequence[tuple[str, str, Callable[[Spent], float]]]] = (
    ("time", "ms", lambda flow: flow.milliseconds),
    ("calls", "", lambda flow: flow.calls),
    ("answers", "B", lambda flow: flow.size),
    ("answers and their files", "B", lambda flow: flow.size_with_files),
)


@dataclass(slots=True)
class Measured:
    times: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    flows: list[Spent] = field(default_factory=list[Spent])

    def add(self, what: str, answer: Answer) -> None:
        self.times.setdefault(what, []).append(answer.milliseconds)

    def median(self, what: str) -> float:
        return median(self.times[what])


class Ours:
    """Handhold by its handles."""

    def __init__(self, client: StdioClient) -> None:
        self._client = client
        self._handles: dict[str, str] = {}

    async def open(self, url: str, spent: Spent) -> None:
        """Go there and learn the handles of its controls, as an agent does."""
        spent.add(await self._client.call("nav_goto", url=url))
        arguments: dict[str, Any] = {"region": "page"}
        self._handles = {}
        while arguments:
            result = _result(spent.add(await self._client.call("ui_scan", **arguments)))
            self._handles |= {item["label"]: item["elementId"] for item in result["items"]}
            arguments = {"pageToken": result["nextToken"]} if result["nextToken"] else {}

    async def do(self, step: Step) -> Answer:
        tool, arguments = self._call(step)
        answer = await self._client.call(tool, **arguments)
        if step.kind == "press" and _result(answer)["changes"] == "none":
            raise ServerFailed(f"a press of {step.name} is said to have changed nothing")
        return answer

    async def do_all(self, steps: Sequence[Step]) -> Answer:
        """All in one call."""
        calls = [self._call(step) for step in steps]
        wanted = [{"tool": tool, "args": arguments} for tool, arguments in calls]
        answer = await self._client.call("run_steps", steps=wanted, includeObservations="none")
        summary = _result(answer)["summary"]
        if summary["succeeded"] != len(steps):
            raise ServerFailed(f"run_steps did {summary['succeeded']} of {len(steps)} steps: {text_of(answer)[:500]}")
        return answer

    def _call(self, step: Step) -> tuple[str, dict[str, Any]]:
        handle = self._handles[step.name]
        if step.kind == "press":
            return "action_execute", {"handle": handle}
        return "action_set_state", {"handle": handle, "state": True if step.kind == "check" else step.value}


class Theirs:
    """playwright-mcp by the references of its snapshot."""

    def __init__(self, client: StdioClient) -> None:
        self._client = client
        self._references: dict[str, str] = {}

    async def open(self, url: str, spent: Spent) -> None:
        spent.add(await self._client.call("browser_navigate", url=url))
        answer = spent.add(await self._client.call("browser_snapshot"))
        self._references = dict(re.findall(r'- \w+ "([^"]+)".*?\[ref=(\w+)\]', text_of(answer)))

    async def do(self, step: Step) -> Answer:
        common = {"element": step.name, "target": self._references[step.name]}
        if step.kind == "type":
            return await self._client.call("browser_type", **common, text=step.value)
        if step.kind == "select":
            return await self._client.call("browser_select_option", **common, values=[step.value])
        return await self._client.call("browser_click", **common)


async def measure(bench: Bench) -> Table:
    """Ours and theirs take turns on the same page; their settling is theirs, ours is ours."""
    rounds = max(FEWEST_ROUNDS, bench.rounds // 2)
    mine, other = Measured(), Measured()
    async with AsyncExitStack() as stack:
        url = f"{stack.enter_context(serving())}/{PAGE}"
        ours = Ours(await _greeted(bench.ours, stack))
        theirs = Theirs(await _greeted(bench.playwright, stack))
        plain = await _plain_page(stack)
        await _one_by_one(((ours, mine), (theirs, other)), url, rounds=rounds)
        for _ in range(rounds):
            for who, measured in ((ours, mine), (theirs, other)):
                measured.flows.append(await _flow(who, url))
        batch = await _five_at_once(ours, plain, url, rounds=rounds)
    return _table(mine, other, batch, against=bench.playwright.name, rounds=rounds)


async def _greeted(server: Server, stack: AsyncExitStack) -> StdioClient:
    client = await stack.enter_async_context(running(server))
    await client.hello()
    return client


async def _one_by_one(sides: Sequence[tuple[Ours | Theirs, Measured]], url: str, *, rounds: int) -> None:
    for who, _measured in sides:
        await who.open(url, Spent())
    for number in range(rounds):
        steps = {
            "click": Step("press", "Add to basket"),
            "type": Step("type", "First name", NAMES[number % 2]),
            "select": Step("select", "Country", COUNTRIES[number % 2]),
        }
        for what, step in steps.items():
            for who, measured in sides:
                measured.add(what, await who.do(step))


async def _flow(who: Ours | Theirs, url: str) -> Spent:
    spent = Spent()
    await who.open(url, spent)
    for step in FLOW:
        spent.add(await who.do(step))
    return spent


async def _five_at_once(ours: Ours, plain: Page, url: str, *, rounds: int) -> tuple[float, float]:
    """Medians of five steps in one call, and of the same in plain Playwright in this process."""
    batched: list[float] = []
    scripted: list[float] = []
    for number in range(rounds):
        steps = _five(number)
        await ours.open(f"{url}?{number}", Spent())
        await plain.goto(f"{url}?{number}")
        batched.append((await ours.do_all(steps)).milliseconds)
        began = time.perf_counter()
        for step in steps:
            await _by_playwright(plain, step)
        scripted.append((time.perf_counter() - began) * 1000)
    return median(batched), median(scripted)


def _five(number: int) -> list[Step]:
    return [
        Step("type", "First name", NAMES[number % 2]),
        Step("type", "City", "London"),
        Step("select", "Country", COUNTRIES[number % 2]),
        Step("check", "Gift wrap"),
        Step("press", "Order now"),
    ]


async def _by_playwright(page: Page, step: Step) -> None:
    if step.kind == "press":
        await page.get_by_role("button", name=step.name).click()
    elif step.kind == "check":
        await page.get_by_label(step.name).check()
    elif step.kind == "select":
        await page.get_by_label(step.name).select_option(step.value)
    else:
        await page.get_by_label(step.name).fill(step.value)


async def _plain_page(stack: AsyncExitStack) -> Page:
    browser = find_browser(Settings(), os.environ)
    assert browser is not None, "the bench was prepared with it"
    playwright = await stack.enter_async_context(async_playwright())
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    launched = await playwright.chromium.launch(executable_path=str(browser.path), args=sandbox)
    stack.push_async_callback(launched.close)
    return await launched.new_page()


def _table(mine: Measured, other: Measured, batch: tuple[float, float], *, against: str, rounds: int) -> Table:
    rows = [Row(what=what, ours=mine.median(what), theirs=other.median(what), against=against) for what in mine.times]
    for what, unit, pick in FLOW_ROWS:
        ours, theirs = (median(pick(flow) for flow in side.flows) for side in (mine, other))
        rows.append(Row(what=f"form of 10 steps: {what}", ours=ours, theirs=theirs, against=against, unit=unit))
    rows.append(Row(what="5 steps at once", ours=batch[0], theirs=batch[1], against="plain Playwright"))
    return Table(
        title=f"act: actions with what came of them, warm browser, {rounds} rounds",
        rows=rows,
        notes=[
            target("click, ratio of times,", CLICK_LIMIT, rows[0].ratio),
            target("5 steps at once, ratio of times,", BATCH_LIMIT, rows[-1].ratio),
            "What came of an action stands in our answers; playwright-mcp leaves it in a file beside its answer.",
        ],
    )


def _result(answer: Answer) -> dict[str, Any]:
    return json.loads(text_of(answer))["result"]
