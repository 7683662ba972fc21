"""When a handle ends: another tab, another page, another meaning of the same node; and when it does not."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person

from handhold.settings import Settings

STALE = "MM_TARGET_STALE"


@pytest_asyncio.fixture(scope="module")
async def shared(environ: Mapping[str, str], root: Path) -> AsyncGenerator[OpenApp]:
    app = OpenApp(Settings(root=root), environ=environ)
    yield app
    await app.close()


@pytest_asyncio.fixture
async def person(shared: OpenApp) -> AsyncGenerator[Person]:
    someone = Person(shared)
    yield someone
    await someone.leave()


@pytest_asyncio.fixture
async def strict_person(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Person]:
    """Somebody who does not want elements found again on the next document."""
    app = OpenApp(Settings(root=root, refind_after_navigation=False), environ=environ)
    yield Person(app)
    await app.close()


async def picked(person: Person, hint: str) -> str:
    reply = await person.ask("ui_pick", hint=hint)
    assert reply.envelope["ok"], reply.envelope
    return str(reply.envelope["result"]["elementId"])


async def again(person: Person, handle: str) -> dict[str, Any]:
    return dict((await person.ask("ui_pick", elementId=handle)).envelope)


@pytest.mark.rows("R349", "R447")
async def test_a_handle_nobody_was_given_is_refused_at_once(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html")

    envelope = await again(person, "hzzz")

    assert envelope["error"]["code"] == "MM_TARGET_NOT_FOUND"
    assert "ui_scan" in envelope["error"]["hint"]
    assert envelope["meta"]["durationMs"] < 1000


@pytest.mark.rows("R349", "R351", "R447")
async def test_a_handle_of_another_tab_is_refused_and_both_tabs_named(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html")
    handle = await picked(person, "Create account")
    await (await person.page()).close()
    await person.ask("nav_goto", url=pages / "survival/form.html")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == STALE
    assert "tab t1" in envelope["error"]["message"]


@pytest.mark.rows("R351", "R447")
async def test_a_handle_does_not_pass_to_the_same_words_on_another_page(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html")
    handle = await picked(person, "Cancel")
    body = (Path(__file__).parents[1] / "sites/survival/form.html").read_text("utf-8")
    await (await person.page()).route("**/elsewhere", lambda route: route.fulfill(body=body, content_type="text/html"))
    await person.ask("nav_goto", url=pages / "elsewhere")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == STALE
    assert "ui_scan" in envelope["error"]["hint"]


@pytest.mark.rows("R350", "R351")
async def test_a_handle_is_found_again_on_the_same_route(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html")
    handle = await picked(person, "Create account")
    await person.ask("nav_goto", url=pages / "survival/form.html?from=mail")

    envelope = await again(person, handle)

    assert envelope["result"]["label"] == "Create account"
    assert envelope["result"]["elementId"] == handle
    assert envelope["result"]["verificationEvidence"]["match"] == "fingerprint"


@pytest.mark.rows("R351")
async def test_finding_again_after_a_navigation_can_be_switched_off(strict_person: Person, pages: Pages) -> None:
    await strict_person.ask("nav_goto", url=pages / "survival/form.html")
    handle = await picked(strict_person, "Create account")
    await strict_person.ask("nav_goto", url=pages / "survival/form.html")

    envelope = await again(strict_person, handle)

    assert envelope["error"]["code"] == STALE


@pytest.mark.rows("R351")
async def test_a_view_of_a_hash_router_is_a_page_of_its_own(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html#/one")
    handle = await picked(person, "Create account")
    await (await person.page()).evaluate("location.hash = '#/two'; survival.change('re-render')")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == STALE


@pytest.mark.rows("R350", "R351")
async def test_a_handle_in_a_frame_survives_its_reload(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/frames.html")
    handle = await picked(person, "Pay now")
    frame = (await person.page()).frames[1]
    await frame.evaluate("location.reload()")
    await frame.wait_for_function("window.survival && document.readyState === 'complete'")

    envelope = await again(person, handle)

    assert envelope["result"]["label"] == "Pay now"
    assert await person.seen(envelope["result"]["bbox"]) == "f/survival/inner.html-3"


@pytest.mark.rows("R351")
async def test_a_handle_in_a_frame_does_not_pass_to_the_next_page_of_the_frame(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/frames.html")
    handle = await picked(person, "Pay now")
    frame = (await person.page()).frames[1]
    await frame.goto(pages / "page?html=<main><h2>Pay by card</h2><button>Pay now</button></main>")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == STALE


@pytest.mark.rows("R350", "R447")
async def test_a_recycled_node_is_another_element(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/recycling.html")
    page = await person.page()
    reply = await person.ask("ui_scan", region="page", collapse=False)
    handles = [item["elementId"] for item in reply.envelope["result"]["items"]]
    before = {handle: await whose(person, handle) for handle in handles}

    outcomes: list[str] = []
    for top in (80, 2000, 0):
        await page.evaluate("top => { list.scrollTop = top; }", top)
        await page.evaluate("() => new Promise(requestAnimationFrame)")
        await page.evaluate("draw()")
        fresh = await person.ask("ui_scan", region="page", collapse=False)
        assert fresh.envelope["ok"]
        for handle, number in before.items():
            now = await whose(person, handle)
            outcomes.append("refused" if now.startswith("MM_") else "found" if now == number else f"wrong {handle}")

    assert not [outcome for outcome in outcomes if outcome.startswith("wrong")]
    assert outcomes[-len(before) :] == ["found"] * len(before)


async def whose(person: Person, handle: str) -> str:
    envelope = await again(person, handle)
    if not envelope["ok"]:
        return str(envelope["error"]["code"])
    box = envelope["result"]["bbox"]
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    return str(await (await person.page()).evaluate("([x, y]) => personAt(x, y)", middle))


@pytest.mark.rows("R350", "R352")
async def test_a_replaced_element_that_has_twins_now_is_a_question(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html")
    handle = await picked(person, "Cancel")
    await (await person.page()).evaluate("survival.change('exact copies inserted')")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == "MM_TARGET_AMBIGUOUS"
    candidates = envelope["error"]["details"]["candidates"]
    assert [candidate["label"] for candidate in candidates] == ["Cancel", "Cancel"]
    assert (await again(person, candidates[1]["elementId"]))["result"]["label"] == "Cancel"
