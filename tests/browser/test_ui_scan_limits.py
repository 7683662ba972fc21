"""ui_scan on pages that are large, deep or hostile: small answers, page after page, and nothing lost."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.support.scanning import code, everything, labels, opened, scan


@pytest.mark.rows("R332", "R360", "R452")
async def test_like_rows_are_one_item_for_each_of_their_controls(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=1000")

    items = await everything(ask)

    assert [(item["role"], item["variantCount"]) for item in items] == [("link", 1000)] + [("button", 1000)] * 2
    assert len({item["groupId"] for item in items}) == 3


@pytest.mark.rows("R330", "R332", "R452", "R453")
async def test_every_row_comes_once_when_asked_one_by_one(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=120")

    items = await everything(ask, collapse=False)

    assert len({item["elementId"] for item in items}) == len(items) == 360
    assert Counter(item["label"] for item in items)["Edit"] == 120


@pytest.mark.rows("R330", "R332", "R451", "R453")
async def test_five_thousand_controls_are_answered_a_page_at_a_time(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=5000")

    collapsed = await scan(ask)
    result = await scan(ask, collapse=False)
    found = await scan(ask, query="Open 4321")

    assert [item["variantCount"] for item in collapsed["items"]] == [5000] * 3
    assert result["estimatedRemaining"] + len(result["items"]) == 15_000
    assert "query" in result["continuationHint"]
    assert found["items"][0]["label"] == "Open 4321"


@pytest.mark.rows("R330", "R452", "R453")
async def test_five_thousand_buttons_come_once_each(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?buttons=5000")

    seen = Counter[str]()
    result = await scan(ask, collapse=False)
    for _ in range(12):
        seen.update(item["label"] for item in result["items"])
        result = await scan(ask, pageToken=result["nextToken"])

    assert set(seen.values()) == {1}
    assert list(seen) == [f"Button {number}" for number in range(len(seen))]
    assert result["estimatedRemaining"] == 5000 - len(seen) - len(result["items"])


@pytest.mark.rows("R453")
async def test_a_hundred_thousand_nodes_are_answered_and_leave_the_page_usable(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?nodes=100000")

    started = time.monotonic()
    result = await scan(ask, query="press 4950", collapse=False)
    took = time.monotonic() - started
    pressed = await ask("action_execute", {"handle": result["items"][0]["elementId"]})

    assert result["items"][0]["label"] == "Press 4950"
    assert took < promised(1)
    assert pressed.ok, pressed.text
    assert (await scan(ask))["items"]


@pytest.mark.rows("R453")
@pytest.mark.parametrize(
    ("path", "expected"),
    [("levels=20000&hidden=1", {"Beside"}), ("levels=2500", {"Beside", "At the bottom"})],
)
async def test_a_deep_page_is_answered(ask: Ask, pages: Pages, path: str, expected: set[str]) -> None:
    await opened(ask, pages / f"scan/crowd.html?{path}")

    assert set(await labels(ask)) == expected


@pytest.mark.rows("R453", "F04")
async def test_a_page_too_deep_for_the_renderer_is_told_and_the_next_call_works(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/abyss.html?name=abyss")
    await pages.change("abyss")

    started = time.monotonic()
    reply = await ask("ui_scan")
    took = time.monotonic() - started
    again = await ask("nav_goto", {"url": pages / "basic/home.html"})

    assert code(reply) == "MM_PAGE_CRASHED", reply.text
    assert took < promised(3)
    assert again.ok, again.text
    assert (await ask("ui_scan")).ok


@pytest.mark.rows("R330", "R447")
async def test_newcomers_come_last_and_the_vanished_are_skipped(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/changing.html?name=changing")
    result = await scan(ask, collapse=False)
    first = [item["label"] for item in result["items"]]

    await pages.change("changing")
    rest: list[str] = []
    vanished = 0
    while result["nextToken"] is not None:
        result = await scan(ask, pageToken=result["nextToken"])
        rest += [item["label"] for item in result["items"]]
        vanished += result.get("vanished", 0)

    stayed = [f"Old {number}" for number in range(30) if number not in {20, 25}]
    assert first + rest == [*stayed, "New first", "New last"]
    assert vanished == 2


@pytest.mark.rows("R330", "R332")
async def test_a_group_of_a_later_page_can_still_be_opened_after_a_look_at_one_of_its_rows(
    ask: Ask, pages: Pages
) -> None:
    buttons = "".join(f"<button>{name}</button>" for name in ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus"))
    rows = "".join(f"<tr><td>Row {number}<td><button>Edit</button>" for number in range(40))
    await opened(ask, pages.make(f"<main>{buttons}<table>{rows}</table></main>"))
    result = await scan(ask, pageSize=5)
    near = await ask("ui_pick", {"hint": {"name": "Edit", "nearText": "Row 0"}})

    items: list[dict[str, Any]] = []
    while result["nextToken"] is not None:
        result = await scan(ask, pageToken=result["nextToken"])
        items += result["items"]

    assert near.ok, near.text
    (group,) = [item["groupId"] for item in items if item["label"] == "Edit"]
    chosen = await ask("ui_pick", {"group": group, "choice": 17})
    assert chosen.ok, chosen.text


@pytest.mark.rows("R330", "R447")
async def test_a_token_from_before_a_navigation_has_expired(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?buttons=40")
    token = (await scan(ask, collapse=False))["nextToken"]
    await opened(ask, pages / "scan/shop.html")

    reply = await ask("ui_scan", {"pageToken": token})

    assert code(reply) == "MM_PAGE_TOKEN_EXPIRED"
    assert "ui_scan" in reply.error["hint"]


@pytest.mark.rows("R327", "R330", "R360")
async def test_all_that_fits_a_query_comes_and_is_as_relevant_wherever_it_comes(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=300")

    first = await scan(ask, query="edit", collapse=False)
    items = await everything(ask, query="edit", collapse=False)

    # What stands beside an "Edit" is in a row that says so, and comes after all that say it themselves.
    assert (first["estimatedRemaining"] + len(first["items"]), first["estimate"]) == (900, "exact")
    assert {item["label"] for item in items[:300]} == {"Edit"}
    assert len({item["elementId"] for item in items}) == len(items) == 900
    early, late, beside = (items[at]["relevance"] for at in (150, 250, 350))
    assert early == pytest.approx(late, abs=0.1)
    assert beside < late


@pytest.mark.rows("R330", "R360")
async def test_what_does_not_fit_a_query_does_not_come_however_many_there_are(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=300")

    found = await scan(ask, query="Open 277", collapse=False)

    assert found["items"][0]["label"] == "Open 277"
    assert len(await everything(ask, query="quality 277", collapse=False)) < 10


@pytest.mark.rows("R327", "R358")
async def test_controls_beyond_the_first_two_hundred_are_ranked_like_them(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?rows=100")

    items = await everything(ask, collapse=False)

    edits = [item for item in items if item["label"] == "Edit"]
    assert {item["rankingSignals"][2:4] for item in edits} == {edits[0]["rankingSignals"][2:4]}


@pytest.mark.rows("R329", "R360")
async def test_a_look_that_ended_at_a_limit_says_so(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?buttons=50100")

    result = await scan(ask, collapse=False, pageSize=1)

    assert result["estimate"] == "atLeast"
    assert 1000 < result["estimatedRemaining"] < 50_100


@pytest.mark.rows("R329", "R360")
async def test_what_remains_is_counted_exactly(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "scan/crowd.html?buttons=47")

    result = await scan(ask, pageSize=7, collapse=False)

    assert (result["estimatedRemaining"], result["estimate"]) == (40, "exact")


HOSTILE = {
    "long": "word " * 400,
    "one long word": "x" * 5000,
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈" * 60,
    "quotes": "\"'\\`</script>" * 60,
    "control characters": "a\u0001\u0007\u001b[31mb\u202ec\u200bd\u0085e" * 40,
    "marks": "Z" + "\u0335\u0321\u0488" * 400,
    "wide": "漢字かな交じり文" * 60,
}


@pytest.mark.rows("R346", "R360", "R451", "A35")
@pytest.mark.parametrize("kind", HOSTILE)
async def test_no_label_makes_an_answer_too_big(ask: Ask, pages: Pages, kind: str) -> None:
    rows = [
        {"label": f"{number} {HOSTILE[kind]}", "heading": HOSTILE[kind], "id": f"i{number}-{HOSTILE[kind]}"}
        for number in range(25)
    ]
    script = (
        "for (const row of JSON.parse(document.getElementById('d').textContent)) {"
        "const h = document.createElement('h2'); h.textContent = row.heading;"
        "const b = document.createElement('button');"
        "b.setAttribute('aria-label', row.label); b.id = row.id; b.dataset.testid = row.id; b.textContent = 'b';"
        "document.body.append(h, b); }"
    )
    data = json.dumps(rows).replace("<", "\\u003c")
    await opened(
        ask,
        pages.make(f"<body><script type='text/plain' id='d'>{data}</script><script>{script}</script>", name="hostile"),
    )

    items: list[dict[str, Any]] = await everything(ask, collapse=False)

    assert len({item["elementId"] for item in items}) == len(items) == 25
    texts = "".join(item["label"] + item.get("group", "") + item["selectorSummary"] for item in items)
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char in "\u202e\u200b" for char in texts)
    assert all(len(item["label"]) <= 60 and len(item.get("group", "")) <= 60 for item in items)
