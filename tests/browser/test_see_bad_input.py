"""Bad input to ui_scan and ui_pick: a coded error with a hint at once, and nothing is lost."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.support.scanning import code, opened, scan

INVALID = "MM_INVALID_INPUT"

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("ui_scan", {"region": "sidebar"}, "MM_REGION_NOT_FOUND"),
    ("ui_scan", {"region": "dialog"}, "MM_REGION_NOT_FOUND"),
    ("ui_scan", {"region": {"selector": "#nowhere"}}, "MM_REGION_NOT_FOUND"),
    ("ui_scan", {"region": {"nearText": "xylophone"}}, "MM_REGION_NOT_FOUND"),
    ("ui_scan", {"region": {"selector": "div[["}}, INVALID),
    ("ui_scan", {"region": {"selector": "::x(("}}, INVALID),
    ("ui_scan", {"region": {}}, INVALID),
    ("ui_scan", {"region": {"handle": "hzzz"}}, "MM_TARGET_NOT_FOUND"),
    ("ui_scan", {"region": {"handle": "h1", "selector": "a"}}, INVALID),
    ("ui_scan", {"pageSize": 0}, INVALID),
    ("ui_scan", {"pageSize": 1000}, INVALID),
    ("ui_scan", {"pageSize": "many"}, INVALID),
    ("ui_scan", {"rankingMode": "best"}, INVALID),
    ("ui_scan", {"pageToken": "nonsense"}, INVALID),
    ("ui_scan", {"pageToken": "p0.0"}, INVALID),
    ("ui_scan", {"pageToken": ""}, INVALID),
    ("ui_scan", {"pageToken": "p999.1"}, "MM_PAGE_TOKEN_EXPIRED"),
    ("ui_scan", {"pageToken": "p1.5", "query": "x"}, INVALID),
    ("ui_scan", {"pageToken": "p1.9999"}, INVALID),
    ("ui_scan", {"pageToken": "p1.0", "rankingMode": "visual"}, INVALID),
    ("ui_scan", {"pageToken": "p1.0", "collapse": False}, INVALID),
    ("ui_scan", {"query": "x" * 201}, INVALID),
    ("ui_scan", {"roles": "button"}, INVALID),
    ("ui_scan", {"colour": "red"}, INVALID),
    ("ui_pick", {}, INVALID),
    ("ui_pick", {"elementId": "e3"}, INVALID),
    ("ui_pick", {"elementId": "x2"}, INVALID),
    ("ui_pick", {"elementId": "v2"}, "MM_TARGET_NOT_FOUND"),
    ("ui_pick", {"elementId": ""}, INVALID),
    ("ui_pick", {"elementId": "hzzz"}, "MM_TARGET_NOT_FOUND"),
    ("ui_pick", {"elementId": "h1", "hint": "x"}, INVALID),
    ("ui_pick", {"group": "g1", "hint": "x", "choice": 1}, INVALID),
    ("ui_pick", {"group": "g1"}, INVALID),
    ("ui_pick", {"choice": 1}, INVALID),
    ("ui_pick", {"group": "g999", "choice": 1}, "MM_TARGET_NOT_FOUND"),
    ("ui_pick", {"group": "h1", "choice": 1}, INVALID),
    ("ui_pick", {"group": "g1", "choice": 0}, INVALID),
    ("ui_pick", {"hint": ""}, INVALID),
    ("ui_pick", {"hint": {"nearText": "x"}}, INVALID),
]


@pytest.mark.rows("R346", "R447", "R448")
async def test_every_bad_argument_is_a_coded_error_with_a_hint_at_once_and_nothing_is_lost(
    ask: Ask, pages: Pages
) -> None:
    await opened(ask, pages / "scan/shop.html")
    before = await scan(ask, region="page")

    wrong: list[object] = []
    for tool, arguments, expected in BAD:
        started = time.monotonic()
        reply = await ask(tool, arguments)
        took = time.monotonic() - started
        if reply.ok or code(reply) != expected or not reply.error.get("hint") or took > promised(0.5):
            wrong.append((tool, arguments, reply.text[:300], round(took, 2)))

    assert wrong == []
    handle = before["items"][0]["elementId"]
    assert (await ask("ui_pick", {"elementId": handle})).ok
    assert (await ask("ui_scan", {"pageToken": before["nextToken"]})).ok
    assert await scan(ask, region="page") == before


@pytest.mark.rows("R354", "R448")
@pytest.mark.parametrize("region", ["dialog", "sidebar", ""])
async def test_an_unknown_region_is_answered_with_the_regions_there_are(ask: Ask, pages: Pages, region: str) -> None:
    await opened(ask, pages / "scan/shop.html")

    reply = await ask("ui_scan", {"region": region})

    names = {region["name"] for region in reply.error["details"]["regions"]}
    assert {"header", "nav", "main", "aside", "footer", "page"} <= names
    assert "main" in reply.error["hint"]


async def test_an_empty_tab_has_nothing_to_list_and_nothing_to_pick(ask: Ask) -> None:
    scanned = await scan(ask)
    picked = await ask("ui_pick", {"hint": "anything"})

    assert (scanned["items"], scanned["nextToken"], scanned["estimatedRemaining"]) == ([], None, 0)
    assert code(picked) == "MM_TARGET_NOT_FOUND"
    assert picked.error["hint"]


@pytest.mark.rows("R447")
async def test_handles_and_tokens_of_another_session_mean_nothing_here(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "scan/crowd.html?buttons=60", "session": "one"})
    await ask("nav_goto", {"url": pages / "scan/crowd.html?buttons=60", "session": "two"})
    one = await scan(ask, session="one", collapse=False)

    token = await ask("ui_scan", {"pageToken": one["nextToken"], "session": "two"})
    handle = await ask("ui_pick", {"elementId": one["items"][0]["elementId"], "session": "two"})

    assert code(token) == "MM_PAGE_TOKEN_EXPIRED"
    assert code(handle) == "MM_TARGET_NOT_FOUND"
