"""action_set_state on every kind of widget: native, by role, and of real component libraries. One table drives all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import pytest
import pytest_asyncio
from tests.support.components import bundles
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person
from tests.support.scanning import everything
from tests.support.widgets import Case, Desk, Refusal, cases, refusals

from handhold.settings import Settings

CASES: Final = cases()
REFUSALS: Final = refusals()
KINDS: Final = {
    "text", "number", "date", "time", "colour", "range", "checkbox", "radio", "switch", "select", "multi-select",
    "combobox", "listbox", "slider", "spinbutton", "content-editable", "file upload", "tree", "grid", "tabs",
    "accordion",
}  # fmt: skip
TYPED: Final = {"textbox", "searchbox"}
PICKED: Final = {"date", "time", "month", "week"}
"""Kinds in a text box whose values are picked and so are told."""


@pytest_asyncio.fixture(scope="module")
async def desk(
    pages: Pages, environ: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Desk]:
    root = tmp_path_factory.mktemp("widgets")
    (root / "a.txt").write_text("a", "utf-8")
    (root / "b.csv").write_text("b,c\n", "utf-8")
    pages.folders["components"] = bundles()
    app = OpenApp(Settings(root=root), environ=environ)
    yield Desk(Person(app), pages, root)
    await app.close()


def told(case: Case) -> Any:
    """What an answer says of the state that was set: of typed text only its length."""
    if case.after is not None:
        return case.after
    match case.state:
        case {"text": str(text)}:
            return {"length": len(case.model), "reformatted": case.model != text}
        case str(text) if case.role in TYPED and not any(word in case.kind for word in PICKED):
            return {"length": len(case.model), "reformatted": case.model != text}
        case {**members} if members:
            return next(iter(members.values()))
        case state:
            return state


def after(state: Mapping[str, Any]) -> Any:
    """Typed text has no other state than how much of it there is."""
    return state.get("after", state)


@pytest.mark.rows("R335")
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_widget_takes_a_state_and_gives_it_back(desk: Desk, case: Case) -> None:
    await desk.sit_down_at(case.page)
    opener = await desk.opened(case.inside) if case.inside else ""
    assert await desk.believes(case.member, case.model_then), await desk.model()
    handle = (await desk.pick(case.hint, role=case.role))["elementId"]

    there = await desk.set(handle, case.state)

    assert there.ok, there.text
    assert await desk.believes(case.member, case.model), (await desk.model(), there.text)
    assert after(there.envelope["result"]["state"]) == told(case), there.text

    way_back = (await desk.pick(case.by, role=case.role))["elementId"] if case.by else handle
    back = await desk.set(way_back, case.back)

    assert back.ok, back.text
    assert await desk.believes(case.member, case.model_then), (await desk.model(), back.text)
    if opener:
        assert (await desk.set(opener, {"expanded": False})).ok
    desk.is_clean = True


@pytest.mark.rows("R335")
@pytest.mark.parametrize("case", REFUSALS, ids=str)
async def test_an_impossible_state_is_refused_and_nothing_is_touched(desk: Desk, case: Refusal) -> None:
    await desk.sit_down_at(case.page)
    handle = (await desk.pick(case.hint))["elementId"]
    before = await desk.model()

    refused = await desk.set(handle, case.state)

    assert await desk.model() == before
    assert not refused.ok, refused.text
    assert refused.error["code"] == case.code, refused.text
    assert case.allowed in json.dumps(refused.error["details"].get("allowed")), refused.text
    desk.is_clean = True


@pytest.mark.parametrize("name", dict.fromkeys(case.page for case in CASES))
async def test_a_scan_lists_every_widget_once(desk: Desk, name: str) -> None:
    await desk.sit_down_at(name)
    widgets = {(case.role, case.hint) for case in CASES if case.page == name and not case.inside}

    async def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
        return await desk.person.ask(tool, **arguments)

    items = await everything(ask, region="page", collapse=False)

    listed = Counter((item["role"], item["label"].casefold()) for item in items)
    assert {widget: listed[widget[0], widget[1].casefold()] for widget in widgets} == dict.fromkeys(widgets, 1)
    labels = Counter(item["label"].casefold() for item in items)
    assert [label for _, label in widgets if labels[label.casefold()] > 1] == []
    assert [item for item in items if not item["label"]] == []
    names = {label.casefold() for _, label in widgets}
    assert [item for item in items if item["label"].casefold() in names and "covered" in item.get("state", "")] == []
    desk.is_clean = True


def test_every_kind_of_widget_is_in_the_table() -> None:
    kinds = {kind: {case.page for case in CASES if kind in case.kind} for kind in KINDS}

    assert [kind for kind, found in kinds.items() if not found] == []
