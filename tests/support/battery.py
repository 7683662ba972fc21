"""One case of the robustness battery: a page, an action on it, the verdict, and what the page itself recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from playwright.async_api import Page

from handhold.contract import Reply
from tests.support.pages import Pages
from tests.support.person import Person

BLOCKED = "MM_TARGET_BLOCKED"
TARGET = {"name": "Target"}
RECORDED = "length => typeof record !== 'undefined' && record.length >= length"
RECORD_MS = 2_000
"""A frame of another process tells its page what happened a moment later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`record` is what the page noted by itself, so an answer that is right by chance does not pass."""

    page: str
    case: str
    record: tuple[str, ...]
    hint: Mapping[str, str] = field(default_factory=lambda: TARGET)
    tool: str = "action_execute"
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    code: str = ""
    reason: str = ""
    strategy: str = "pointer"

    def __str__(self) -> str:
        return f"{self.page}: {self.case}"


def acts(page: str, case: str, *record: str, strategy: str = "pointer", **more: Any) -> Case:
    """A case in which the action works."""
    return Case(page=page, case=case, record=record, strategy=strategy, **more)


def blocked(page: str, case: str, reason: str, *record: str, **more: Any) -> Case:
    """A case in which the element is not ready, and nothing but `record` reached the page."""
    return Case(page=page, case=case, record=record, code=BLOCKED, reason=reason, **more)


def fails(page: str, case: str, code: str, *record: str, **more: Any) -> Case:
    return Case(page=page, case=case, record=record, code=code, **more)


def url_of(case: Case, pages: Pages) -> str:
    return pages / f"battery/{case.page}.html?case={quote(case.case)}"


async def opened(person: Person, case: Case, pages: Pages) -> str:
    """Open the page of a case and find its element; the handle."""
    reply = await person.ask("nav_goto", url=url_of(case, pages))
    assert reply.ok, reply.text
    return await picked(person, case.hint)


async def picked(person: Person, hint: Mapping[str, str] = TARGET) -> str:
    """The handle of the element; of several that fit, the one with exactly that name near that text."""
    reply = await person.ask("ui_pick", hint={"region": "page", **hint})
    found = [reply.envelope["result"]] if reply.ok else reply.error["details"].get("candidates", [])
    near = hint.get("nearText")
    exact = [one for one in found if one["label"] == hint["name"] and (reply.ok or near in {None, one["nearText"]})]
    assert len(exact) == 1, reply.text
    return str(exact[0]["elementId"])


async def perform(person: Person, case: Case, pages: Pages) -> Reply:
    """Find the element, let the page do what it does meanwhile, act."""
    handle = await opened(person, case, pages)
    await (await person.page()).evaluate("() => { battery.meanwhile(); }")
    return await person.ask(case.tool, handle=handle, **case.arguments)


async def recorded(page: Page, *, at_least: int = 0) -> list[str]:
    """The page's own record, once it is as long as it should be."""
    if at_least:
        await page.wait_for_function(RECORDED, arg=at_least, timeout=RECORD_MS)
    record: list[str] = await page.evaluate("record")
    return record


def judge(case: Case, reply: Reply) -> None:
    """The answer is the one the case asks for."""
    assert len(reply.text.encode()) <= 2048
    if case.code:
        assert not reply.ok, reply.text
        assert reply.error["code"] == case.code, reply.text
        assert reply.error["hint"], reply.text
        assert reply.error.get("details", {}).get("reason", "") == case.reason, reply.text
    else:
        assert reply.ok, reply.text
        result = reply.envelope["result"]
        if case.tool == "action_execute":
            assert (result["strategy"], result["received"]) == (case.strategy, True), reply.text
