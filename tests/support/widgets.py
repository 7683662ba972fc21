"""The tables of widget cases beside their pages, and somebody who sits at those pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import TimeoutError as PlaywrightTimeout

from handhold.contract import Reply
from tests.support.pages import SITES, Pages
from tests.support.person import Person

WIDGETS: Final = SITES / "widgets"
LIMIT: Final = 2048
SAME: Final = "="
SOON: Final = 1000
"""Milliseconds; frameworks tell their own code in a later turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A widget, a state, what the page's own code must then believe, and the way back."""

    page: str
    kind: str
    hint: str
    role: str
    member: str
    """Of the model."""
    state: Any
    model: Any
    back: Any
    model_then: Any
    """Also what the model says in the beginning."""
    after: Any
    """What the answer says the state is now; None where that is the state asked for."""
    by: str
    """What leads back where the widget itself does not: another radio button, another tab."""
    inside: str
    """What has to be open for the widget to be there."""

    def __str__(self) -> str:
        return f"{self.page} {self.kind}, {self.hint}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A widget, and a state it cannot have."""

    page: str
    kind: str
    hint: str
    state: Any
    code: str
    allowed: str
    """What the list of allowed values must name."""

    def __str__(self) -> str:
        return f"{self.page} {self.kind}, {self.hint}"


def cases() -> list[Case]:
    return [_case(row) for row in _rows("cases.txt")]


def refusals() -> list[Refusal]:
    return [Refusal(**{**row, "state": json.loads(row["state"])}) for row in _rows("refusals.txt")]


def _rows(name: str) -> list[dict[str, str]]:
    lines = [line for line in (WIDGETS / name).read_text("utf-8").splitlines() if line]
    heads, *rows = ([cell.strip() for cell in f"{line} ".split("| ")] for line in lines)
    return [dict(zip(heads, [*row, *[""] * (len(heads) - len(row))], strict=True)) for row in rows]


def _case(row: Mapping[str, str]) -> Case:
    state, back = json.loads(row["state"]), json.loads(row["back"])
    notes = dict(note.split(" ", 1) for note in row["notes"].split("; ") if note)
    return Case(
        **{name: row[name] for name in ("page", "kind", "hint", "role", "member")},
        state=state,
        model=state if row["model"] == SAME else json.loads(row["model"]),
        back=back,
        model_then=back if row["model then"] == SAME else json.loads(row["model then"]),
        after=json.loads(row["after"]) if row["after"] else None,
        by=notes.get("by", ""),
        inside=notes.get("inside", ""),
    )


class Desk:
    """Somebody with a widget page open. Pages are loaded anew only after something went wrong on them."""

    def __init__(self, person: Person, pages: Pages, files: Path) -> None:
        self.person = person
        self.is_clean = False
        self._pages = pages
        self._files = files
        self._open = ""

    async def sit_down_at(self, name: str) -> None:
        if self._open != name or not self.is_clean:
            reply = await self._visit(name)
            if not reply.ok and reply.error["code"] == "MM_PAGE_HUNG":
                # A busy machine takes seconds over the script of a library, and that is not what is tried here.
                reply = await self._visit(name)
            assert reply.ok, reply.text
            self._open = name
        self.is_clean = False

    async def _visit(self, name: str) -> Reply:
        return await self.person.ask("nav_goto", url=self._pages / f"widgets/{name}.html")

    async def pick(self, hint: str, *, role: str | None = None) -> dict[str, Any]:
        """The widget that is found by these words. Its role is checked, not asked for."""
        reply = await self.person.ask("ui_pick", hint=hint)
        assert reply.ok, f"ui_pick {hint!r}: {reply.text}"
        picked = reply.envelope["result"]
        assert role in (None, picked["role"]), f"{hint!r} is {picked['role']} {picked['label']!r}, not {role}"
        return picked

    async def opened(self, hint: str) -> str:
        """The handle of what opens something, after it was pressed for it."""
        handle = (await self.pick(hint))["elementId"]
        reply = await self.person.ask("action_execute", handle=handle)
        assert reply.ok, reply.text
        return handle

    async def set(self, handle: str, state: Any) -> Reply:
        reply = await self.person.ask("action_set_state", handle=handle, state=self._with_paths(state))
        assert len(reply.text.encode()) <= LIMIT
        return reply

    async def model(self) -> dict[str, Any]:
        """What the page's own code believes."""
        return json.loads(await (await self.person.page()).inner_text("#model"))

    async def believes(self, member: str, value: Any) -> bool:
        """Whether the page's own code has come to believe that, a moment after the last answer at the latest."""
        page = await self.person.page()
        is_so = "([member, value]) => JSON.stringify(JSON.parse(model.textContent)[member]) === value"
        wanted = [member, json.dumps(value, ensure_ascii=False, separators=(",", ":"))]
        try:
            await page.wait_for_function(is_so, arg=wanted, timeout=SOON)
        except PlaywrightTimeout:
            return False
        return True

    def _with_paths(self, state: Any) -> Any:
        match state:
            case {"files": names}:
                return {"files": [str(self._files / str(name)) for name in names]}
            case _:
                return state
