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
    assert "tab t1, which has been closed" in envelope["error"]["message"]
    assert "Switch to its tab" not in envelope["error"]["hint"]


@pytest.mark.rows("R349", "R351", "R447")
async def test_a_handle_of_a_tab_that_is_open_says_to_switch_to_it(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/form.html")
    handle = await picked(person, "Create account")
    await person.ask("tabs_open")

    refused = await again(person, handle)

    assert refused["error"]["code"] == STALE
    assert "Switch to its tab" in refused["error"]["hint"]
    await person.ask("tabs_switch", tab="t1")
    assert (await again(person, handle))["ok"]


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
async def test_the_only_one_of_its_name_is_found_after_a_reload_beside_a_field_that_holds_something(
    person: Person, pages: Pages
) -> None:
    rows = "".join(f"<li><input aria-label='Item {at}' value='a{at}'><button>Take</button>" for at in range(3))
    beside = "<div><select><option>One</select></div><div><button>Authorize</button></div>"
    page = f"<title>Held</title><div><div></div><div>{beside}</div></div><ul>{rows}</ul>"
    await person.ask("nav_goto", url=pages.make(page))
    only = await picked(person, "Authorize")
    takes = (await person.ask("ui_pick", hint="Take")).envelope["error"]["details"]["candidates"]
    await person.ask("nav_history", direction="reload")

    assert (await again(person, only))["result"]["label"] == "Authorize"
    assert (await again(person, takes[1]["elementId"]))["ok"] is False


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


NAMES = ["Ada Lovelace", "Bob Marley", "Cyd Charisse"]


@pytest.mark.rows("R349", "R350")
@pytest.mark.parametrize("kind", ["grid", "list", "cards", "rows that begin alike", "numbered", "fields"])
async def test_a_node_that_was_given_to_another_item_is_not_acted_on(person: Person, pages: Pages, kind: str) -> None:
    await person.ask("nav_goto", url=pages / "survival/reused.html")
    page = await person.page()
    await page.evaluate("([kind, names]) => show(kind, names)", [kind, NAMES])
    scanned = (await person.ask("ui_scan", collapse=False)).envelope["result"]["items"]
    first = next(item["elementId"] for item in scanned if item["label"] == "Delete")
    await page.evaluate("names => removeFirst(names)", NAMES)

    envelope = await again(person, first)

    assert await page.locator("button").count() == len(NAMES) - 1
    assert NAMES[0] not in await page.inner_text("#shown")
    assert envelope["error"]["code"] == STALE


@pytest.mark.rows("R350")
async def test_a_row_whose_fields_are_filled_in_is_still_the_same(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/reused.html")
    page = await person.page()
    await page.evaluate("names => show('fields', names)", NAMES)
    scanned = (await person.ask("ui_scan", collapse=False)).envelope["result"]["items"]
    delete = [item["elementId"] for item in scanned if item["label"] == "Delete"]
    await page.locator("input").nth(0).fill(NAMES[1])

    assert [(await again(person, handle))["ok"] for handle in delete] == [True, True, True]


DAYS = ["month above a table", "month above boxes", "numbers on the cells", "the date as a title"]


@pytest.mark.rows("R349", "R350")
@pytest.mark.parametrize("kind", DAYS)
@pytest.mark.parametrize("how", ["show", "turn"])
async def test_a_day_of_another_month_is_another_day(person: Person, pages: Pages, kind: str, how: str) -> None:
    await person.ask("nav_goto", url=pages / "survival/calendar.html")
    page = await person.page()
    await page.evaluate("kind => show(kind, 2)", kind)
    scanned = (await person.ask("ui_scan", query="15", collapse=False)).envelope["result"]["items"]
    day = next(item["elementId"] for item in scanned if item["label"] == "15")
    assert (await again(person, day))["ok"]
    await page.evaluate(f"kind => {how}(kind, 3)", kind)

    assert (await again(person, day))["error"]["code"] in {STALE, "MM_TARGET_AMBIGUOUS"}

    await page.evaluate(f"kind => {how}(kind, 2)", kind)
    assert (await again(person, day))["ok"]


@pytest.mark.rows("R351")
@pytest.mark.parametrize(("before", "after"), [("?id=1", "?id=2"), ("?q=", "?q=bob"), ("#/user?id=1", "#/user?id=2")])
async def test_another_record_of_the_same_path_is_another_page(
    person: Person, pages: Pages, before: str, after: str
) -> None:
    await person.ask("nav_goto", url=f"{pages / 'survival/form.html'}{before}")
    handle = await picked(person, "Create account")
    await person.ask("nav_goto", url=f"{pages / 'survival/form.html'}{after}")
    await (await person.page()).evaluate("survival.change('re-render')")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == STALE


@pytest.mark.rows("R350")
async def test_a_dialog_about_something_else_is_another_one(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/reused.html")
    page = await person.page()
    await page.evaluate("ask('Delete Ada Lovelace?')")
    handle = await picked(person, "Delete")
    await page.evaluate("ask('Remove Bob Marley?')")

    envelope = await again(person, handle)

    assert envelope["error"]["code"] == STALE


@pytest.mark.rows("R349")
async def test_a_picture_is_a_page_with_handles_too(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "survival/calendar.svg")
    scanned = await person.ask("ui_scan", collapse=False)

    assert scanned.envelope["ok"], scanned.envelope
    day = next(item["elementId"] for item in scanned.envelope["result"]["items"] if item["label"] == "15")
    assert (await again(person, day))["ok"]


@pytest.mark.rows("R350")
async def test_a_word_that_begins_like_a_month_is_no_month(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages.make("<div id=s>Maybe</div><div><button>15</button></div>"))
    scanned = (await person.ask("ui_scan", collapse=False)).envelope["result"]["items"]
    button = next(item["elementId"] for item in scanned if item["label"] == "15")
    await (await person.page()).evaluate("s.textContent = 'Maybe so'")

    assert (await again(person, button))["ok"]
