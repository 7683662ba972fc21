"""Regions that are, or whose controls are, in a frame."""

from __future__ import annotations

import html
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, everything, labels, opened, scan

FORM = "<h2>Card</h2><form><p>Number</p><button>Check</button></form><h2>Voucher</h2><p>Code</p><button>Redeem</button>"
AROUND = "<header><a href='/'>Home</a></header><button>Behind</button>"


@pytest.fixture(params=["same site", "other site"])
def frame(request: pytest.FixtureRequest, pages: Pages) -> str:
    if request.param == "same site":
        return f'<iframe srcdoc="{html.escape(FORM)}" width="500" height="300"></iframe>'
    pages.make(FORM, name="in-frame")
    return f'<iframe src="{pages.elsewhere("made/in-frame")}" width="500" height="300"></iframe>'


@pytest.mark.rows("R354", "R355")
@pytest.mark.parametrize(
    ("region", "expected"),
    [
        ({"nearText": "Voucher"}, ["Redeem"]),
        ({"selector": "form"}, ["Check"]),
        ("form", ["Check"]),
    ],
)
async def test_a_region_that_only_a_frame_has_is_found_there(
    ask: Ask, pages: Pages, frame: str, region: Any, expected: list[str]
) -> None:
    await opened(ask, pages.make(f"{AROUND}{frame}"))

    assert await labels(ask, region=region) == expected


@pytest.mark.rows("R330", "R354")
async def test_a_region_of_a_frame_is_given_out_page_by_page(ask: Ask, pages: Pages) -> None:
    many = "".join(f"<button>Choice {word}</button>" for word in "abcdefghijklmnopqrstuvwxyz")
    pages.make(f"<form aria-label=Many>{many}</form>", name="many")
    await opened(
        ask, pages.make(f'{AROUND}<iframe src="{pages.elsewhere("made/many")}" width="500" height="300"></iframe>')
    )

    items = await everything(ask, region={"selector": "form"}, collapse=False)

    assert [item["label"] for item in items] == [f"Choice {word}" for word in "abcdefghijklmnopqrstuvwxyz"]


@pytest.mark.rows("R333", "R354")
async def test_a_hint_finds_its_text_in_a_frame(ask: Ask, pages: Pages, frame: str) -> None:
    await opened(ask, pages.make(f"{AROUND}{frame}"))

    reply = await ask("ui_pick", {"hint": {"role": "button", "nearText": "Voucher"}})

    assert reply.envelope["result"]["label"] == "Redeem"
    assert reply.envelope["result"]["frame"] != "main"


@pytest.mark.rows("R354", "R355")
async def test_what_only_a_frame_fills_is_a_region_all_the_same(ask: Ask, pages: Pages, frame: str) -> None:
    await opened(ask, pages.make(f"{AROUND}<main>{frame}</main>"))

    scanned = await scan(ask, region="main")
    refused = await ask("ui_scan", {"region": "footer"})

    assert [item["label"] for item in scanned["items"]] == ["Check", "Redeem"]
    assert "main" in {each["name"] for each in refused.error["details"]["regions"]}


@pytest.mark.rows("R354")
async def test_a_modal_that_only_a_frame_fills_comes_first(ask: Ask, pages: Pages, frame: str) -> None:
    opening = "<script>document.querySelector('dialog').showModal()</script>"
    await opened(ask, pages.make(f"{AROUND}<dialog>{frame}</dialog>{opening}"))

    scanned = await scan(ask)

    assert scanned["region"] == "dialog"
    assert [item["label"] for item in scanned["items"]] == ["Check", "Redeem"]
    assert {"Home", "Behind"} <= set(await labels(ask, region="page"))


@pytest.mark.rows("R354", "R448")
async def test_a_region_that_no_document_has_is_refused_with_those_there_are(
    ask: Ask, pages: Pages, frame: str
) -> None:
    await opened(ask, pages.make(f"{AROUND}{frame}"))

    refused = [await ask("ui_scan", {"region": region}) for region in ("sidebar", {"nearText": "nowhere"})]

    assert [code(reply) for reply in refused] == ["MM_REGION_NOT_FOUND"] * 2
    assert all("header" in reply.error["hint"] for reply in refused)


@pytest.mark.rows("R349", "R350")
async def test_more_frames_than_are_remembered_make_no_handle_stale(ask: Ask, pages: Pages) -> None:
    frames = "".join(f"<iframe srcdoc='<button>Inner {number}</button>'></iframe>" for number in range(70))
    await opened(ask, pages.make(f"<button>Outer</button>{frames}"))
    handles = {item["label"]: item["elementId"] for item in await everything(ask, collapse=False)}

    replies = {label: await ask("ui_pick", {"elementId": handles[label]}) for label in ("Outer", "Inner 0", "Inner 69")}

    assert len(handles) == 71
    assert {label: reply.envelope["result"]["verificationEvidence"]["match"] for label, reply in replies.items()} == {
        "Outer": "node",
        "Inner 0": "node",
        "Inner 69": "node",
    }
