"""From the evidence of a saved test to the one live element: every kind of evidence, drift, doubt, and facts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pydantic import JsonValue
from tests.support.finding import Searcher, Written, searching
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.support.seeing import canvas, picture

from handhold.adapters.browser.scripts import PageScripts
from handhold.errors import InvalidInput, TargetAmbiguous, TargetNotFound, TargetStale
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.testing.running.finding_drift import another, changed


@pytest_asyncio.fixture(scope="module")
async def searchers(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[[], Searcher]]:
    async with searching(environ, root) as make:
        yield make


@pytest_asyncio.fixture(scope="module")
async def searcher(searchers: Callable[[], Searcher]) -> Searcher:
    return searchers()


def tried(error: TargetNotFound | TargetAmbiguous) -> list[tuple[str, int]]:
    told: Any = error.details["tried"]
    return [(each["evidence"], each["found"]) for each in told]


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        ({"testId": "cart-link"}, 'link "Cart (2)"'),
        ({"role": "heading", "name": "Corner shop"}, 'heading "Corner shop"'),
        ({"role": "link", "name": "cart", "exact": False}, 'link "Cart (2)"'),
        ({"role": "button", "name": "Close the banner"}, 'button "Close the banner"'),
        ({"role": "button", "name": "Place order"}, 'button "Place order"'),
        ({"role": "img"}, 'image "A blue mug"'),
        ({"role": "textbox", "name": "Voucher"}, 'textbox "Voucher"'),
        ({"label": "E-mail address"}, 'textbox "E-mail address"'),
        ({"label": "vouch", "exact": False}, 'textbox "Voucher"'),
        ({"label": "Size"}, 'combobox "Size"'),
        ({"label": "Note for the driver"}, 'textbox "Note for the driver"'),
        ({"placeholder": "Enter a code"}, 'textbox "Voucher"'),
        ({"placeholder": "ENTER", "exact": False}, 'textbox "Voucher"'),
        ({"text": "Blue mug"}, 'heading "Blue mug"'),
        ({"text": "Only three left"}, 'generic "Only three left"'),
        ({"text": "THREE LEFT", "exact": False}, 'generic "Only three left"'),
        ({"text": "Place order"}, 'button "Place order"'),
        ({"text": "Save"}, 'generic "Save"'),
        ({"css": "article:nth-of-type(2) h2"}, 'heading "Tea pot"'),
        ({"xpath": "//article[h2='Tea pot']/button"}, 'button "Add to cart"'),
    ],
)
async def test_each_kind_of_evidence_finds_its_element(
    searcher: Searcher, pages: Pages, evidence: Written, words: str
) -> None:
    await searcher.open(pages / "testing/shop.html")

    found = await searcher.find(evidence)

    assert found.words == words
    assert found.drift == ()
    assert found.found_by == next(iter(evidence))


@pytest.mark.parametrize(
    "evidence",
    [
        {"testId": "cart"},
        {"role": "button", "name": "place order"},
        {"role": "button", "name": "Ghost"},
        {"role": "button", "name": "Secret sale"},
        {"label": "E-mail"},
        {"placeholder": "Enter"},
        {"text": "Blue"},
        {"text": "FREE DELIVERY FROM $ 50"},
        {"text": "Secret sale"},
        {"css": ".nobody"},
        {"xpath": "//nobody"},
    ],
)
async def test_what_is_not_there_or_not_quite_is_not_found(searcher: Searcher, pages: Pages, evidence: Written) -> None:
    await searcher.open(pages / "testing/shop.html")

    with pytest.raises(TargetNotFound) as failure:
        await searcher.find(evidence, seconds=0)

    assert tried(failure.value) == [(next(iter(evidence)), 0)]


@pytest.mark.parametrize("evidence", [{"css": "a:::b"}, {"xpath": "//a["}, {"xpath": "count(//a)"}])
async def test_what_is_no_selector_is_told_at_once(searcher: Searcher, pages: Pages, evidence: Written) -> None:
    await searcher.open(pages / "testing/shop.html")
    started = time.monotonic()

    with pytest.raises(InvalidInput):
        await searcher.find(evidence, seconds=20)

    assert time.monotonic() - started < 10


async def test_hidden_elements_are_there_for_whoever_asks_for_that(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/shop.html")
    sale = {"testId": "secret-sale"}

    found = await searcher.find(sale, seconds=0, state="attached")

    assert found.words.startswith("button")
    assert not await searcher.is_there(sale)
    assert await searcher.is_there(sale, state="attached")
    assert not await searcher.is_there({"testId": "never"}, state="attached")


async def test_several_of_a_kind_are_a_failure_and_lesser_evidence_does_not_choose(
    searcher: Searcher, pages: Pages
) -> None:
    await searcher.open(pages / "testing/shop.html")
    adding = {"role": "button", "name": "Add to cart"}

    with pytest.raises(TargetAmbiguous) as failure:
        await searcher.find(adding, {"css": "[data-testid=mug] button"}, seconds=0.3)

    assert failure.value.details["matchCount"] == 2
    assert tried(failure.value) == [("role", 2)]
    assert await searcher.count(adding) == 2
    assert await searcher.is_there(adding)


async def test_doubt_that_ends_in_time_is_none(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/shop.html")
    await searcher.page.evaluate("setTimeout(() => document.querySelector('[data-testid=pot]').remove(), 300)")

    found = await searcher.find({"role": "button", "name": "Add to cart"})

    assert found.drift == ()


async def test_a_scope_narrows_and_must_be_one_element(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/shop.html")
    adding = {"role": "button", "name": "Add to cart"}

    found = await searcher.find(adding, within=({"testId": "pot"},))
    with pytest.raises(TargetAmbiguous) as several:
        await searcher.find(adding, within=({"css": ".card"},), seconds=0)
    with pytest.raises(TargetNotFound) as none:
        await searcher.find(adding, within=({"testId": "plate"},), seconds=0)

    assert await searcher.fact_of(found, "attribute", "class") == "add"
    assert "within" in several.value.message
    assert "scope" in none.value.message
    assert await searcher.count({"css": "button"}, within=({"testId": "mug"},)) == 1


async def test_a_scope_known_by_its_fingerprint_holds_the_element_known_by_its_own(
    searcher: Searcher, pages: Pages
) -> None:
    await searcher.open(pages / "testing/basket.html")
    row = await searcher.fingerprint("tr:nth-of-type(2)")
    button = await searcher.fingerprint("tr:nth-of-type(2) button")

    by_name = await searcher.find({"role": "button", "name": "Remove"}, within=(row,))
    by_print = await searcher.find(button, within=({"css": "tr:nth-of-type(2)"},))
    with pytest.raises(TargetNotFound):
        await searcher.find(button, within=({"css": "tr:nth-of-type(1)"},), seconds=0)

    assert by_name.node == by_print.node


async def test_frames_are_searched_together_or_by_the_way_that_leads_there(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/frames.html")

    approve = await searcher.find({"role": "button", "name": "Approve"})
    offer = await searcher.find({"role": "button", "name": "Continue"}, frame=("#offer",))
    bank = await searcher.find({"text": "Approve"}, frame=("#card", ".bank"))
    with pytest.raises(TargetAmbiguous):
        await searcher.find({"role": "button", "name": "Continue"}, seconds=0.2)
    with pytest.raises(TargetNotFound) as missing:
        await searcher.find({"css": "button"}, frame=("#nowhere",), seconds=0.2)
    with pytest.raises(TargetAmbiguous):
        await searcher.find({"css": "button"}, frame=("iframe",), seconds=0.2)
    with pytest.raises(InvalidInput):
        await searcher.find({"css": "button"}, frame=("iframe[",))

    assert bank.node == approve.node
    assert offer.words == 'button "Continue"'
    assert "no such frame" in missing.value.message


async def test_a_fingerprint_is_found_in_its_frame(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/frames.html")
    approve = await searcher.find({"role": "button", "name": "Approve"})
    handle = await searcher.handle(approve)
    stored = {"fingerprint": searcher.seer.memory.handles.get(handle).fingerprint.to_json()}

    anywhere = await searcher.find(stored)
    there = await searcher.find(stored, frame=("#card", ".bank"))
    with pytest.raises(TargetNotFound):
        await searcher.find(stored, frame=("#offer",), seconds=0)

    assert anywhere.node == there.node == approve.node
    assert anywhere.drift == ()


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        ({"testId": "edit"}, 'button "Edit profile"'),
        ({"role": "button", "name": "Edit profile"}, 'button "Edit profile"'),
        ({"text": "Member since 2019"}, 'generic "Member since 2019"'),
        ({"css": ".save"}, 'button "Keep it"'),
        ({"role": "button", "name": "Keep it"}, 'button "Keep it"'),
        ({"label": "Nickname"}, 'textbox "Nickname"'),
        ({"placeholder": "friends", "exact": False}, 'textbox "Nickname"'),
        ({"text": "Keep it"}, 'button "Keep it"'),
    ],
)
async def test_shadow_roots_open_and_closed_hold_no_secrets(
    searcher: Searcher, pages: Pages, evidence: Written, words: str
) -> None:
    await searcher.open(pages / "testing/shadow.html")

    found = await searcher.find(evidence)

    assert found.words == words


async def test_an_exact_fingerprint_holds_on_another_host(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages.elsewhere("testing/checkout.html"))
    started = time.monotonic()

    found = await searcher.find(stored, {"css": "#pay"})

    assert (found.found_by, found.drift, found.words) == ("fingerprint", (), 'button "Pay now"')
    assert time.monotonic() - started < promised(3)


@pytest.mark.parametrize(
    ("change", "found_by", "drift"),
    [
        ("label", "fingerprint", ("fingerprint: the label changed",)),
        ("classes", "fingerprint", ("fingerprint: the classes changed",)),
    ],
)
async def test_what_changed_of_a_fingerprint_is_told(
    searcher: Searcher, pages: Pages, change: str, found_by: str, drift: tuple[str, ...]
) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages / f"testing/checkout.html?change={change}")
    counted = searcher.counted["handhold.tests.drift"]

    found = await searcher.find(stored, {"css": "#pay"})

    assert (found.found_by, found.drift) == (found_by, drift)
    assert searcher.counted["handhold.tests.drift"] == counted + 1


async def test_a_new_test_id_and_a_new_id_are_drift(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages / "testing/checkout.html?change=ids")

    found = await searcher.find(stored, {"testId": "pay-now"}, {"role": "button", "name": "Pay now"})

    assert found.words == 'button "Pay now"'
    assert found.drift


async def test_a_twin_is_ambiguous_for_the_fingerprint(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages / "testing/checkout.html?change=twice")

    with pytest.raises(TargetAmbiguous) as failure:
        await searcher.find(stored, {"css": "button:nth-of-type(2)"}, seconds=0.3)

    assert tried(failure.value) == [("fingerprint", 2)]


@pytest.mark.parametrize("recorded", ["", "?change=hiddenCopy"])
async def test_a_hidden_copy_is_no_rival(searcher: Searcher, pages: Pages, recorded: str) -> None:
    await searcher.open(pages / f"testing/checkout.html{recorded}")
    stored = await searcher.fingerprint("main > #pay")
    await searcher.open(pages / "testing/checkout.html?change=hiddenCopy")

    found = await searcher.find(stored, seconds=0.3)

    assert await searcher.fact_of(found, "visible") is True
    assert found.drift == ()


async def test_an_element_and_its_copy_that_are_both_hidden_are_not_there_to_see(
    searcher: Searcher, pages: Pages
) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages / "testing/checkout.html?change=hiddenBoth")

    with pytest.raises(TargetNotFound, match="there, but not visible"):
        await searcher.find(stored, seconds=0.3)
    assert await searcher.is_there(stored) is False
    assert await searcher.is_there(stored, state="attached") is True


async def test_a_copy_that_shows_where_the_element_itself_is_hidden_is_not_taken_for_it(
    searcher: Searcher, pages: Pages
) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages / "testing/checkout.html?change=hiddenOriginal")

    with pytest.raises(TargetAmbiguous):
        await searcher.find(stored, seconds=0.3)


@pytest.mark.parametrize("change", ["gone", "replaced"])
async def test_a_place_that_holds_something_else_now_is_not_the_element(
    searcher: Searcher, pages: Pages, change: str
) -> None:
    await searcher.open(pages / "testing/checkout.html")
    stored = await searcher.fingerprint("#pay")
    await searcher.open(pages / f"testing/checkout.html?change={change}")
    place = {"css": "main > :nth-child(3)"}

    with pytest.raises(TargetNotFound) as failure:
        await searcher.find(stored, place, seconds=2)

    assert "nothing in common" in failure.value.message
    assert not await searcher.is_there(stored, place)


async def test_the_button_of_the_row_that_is_left_is_not_that_of_the_row_that_went(
    searcher: Searcher, pages: Pages
) -> None:
    await searcher.open(pages / "testing/basket.html")
    stored = await searcher.fingerprint("tr:nth-of-type(1) button")
    await searcher.open(pages / "testing/basket.html?without=Blue%20mug")
    remove = {"role": "button", "name": "Remove"}

    with pytest.raises(TargetNotFound) as failure:
        await searcher.find(stored, remove, seconds=1.5)

    assert "another row" in failure.value.message
    assert not await searcher.is_there(stored, remove)


async def test_lesser_evidence_is_drift_and_waits_for_rest(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/late.html")
    started = time.monotonic()

    found = await searcher.find({"testId": "confirm"}, {"label": "Confirm"}, {"css": "button"})

    assert found.words == 'button "Skip the tour"'
    assert found.found_by == "css"
    assert found.drift == ("testId, label found nothing; found by css",)
    assert time.monotonic() - started >= 0.9


@pytest.mark.parametrize("late", ["after=600", "after=800&ticking=1"])
@pytest.mark.parametrize("seconds", [0, 8])
async def test_the_element_that_is_drawn_late_wins_over_what_lesser_evidence_finds_first(
    searcher: Searcher, pages: Pages, late: str, seconds: float
) -> None:
    await searcher.open(pages / f"testing/late.html?{late}")

    found = await searcher.find({"testId": "confirm"}, {"css": "button.action"}, seconds=seconds)

    assert found.words == 'button "Confirm order"'
    assert found.drift == ()


async def test_what_was_taken_once_is_taken_again_at_once(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/late.html")
    evidence = ({"testId": "confirm"}, {"css": "button.action"})
    first = await searcher.find(*evidence)
    started = time.monotonic()

    again = await searcher.find(*evidence, seconds=0)

    assert (again.node, again.drift) == (first.node, first.drift)
    assert time.monotonic() - started < 0.9


async def test_a_page_that_waits_for_its_server_is_not_at_rest(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/late.html?cue=order")

    finding = asyncio.ensure_future(searcher.find({"testId": "confirm"}, {"css": "button.action"}))
    done, _pending = await asyncio.wait({finding}, timeout=2)
    pages.cues["order"].set()

    assert not done
    assert (await finding).words == 'button "Confirm order"'


async def test_a_page_that_is_never_still_comes_to_rest_all_the_same(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/late.html?ticking=1")

    found = await searcher.find({"testId": "confirm"}, {"css": "button.action"})

    assert found.found_by == "css"


async def test_what_appears_later_is_waited_for(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/late.html?after=1500")

    found = await searcher.find({"testId": "confirm"})

    assert found.words == 'button "Confirm order"'


async def test_a_page_that_is_left_meanwhile_is_followed(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/late.html")
    there = pages / "testing/checkout.html"
    await searcher.page.evaluate("(url) => setTimeout(() => location.assign(url), 300)", there)

    found = await searcher.find({"testId": "pay-now"})

    assert found.view.url == there


async def test_a_find_on_a_small_page_asks_the_page_once(
    searcher: Searcher, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    await searcher.open(pages / "testing/shop.html")
    asked: list[str] = []
    call = PageScripts.call

    async def counted(self: PageScripts, name: str, *rest: Any, **options: Any) -> dict[str, object]:
        asked.append(name)
        return await call(self, name, *rest, **options)

    monkeypatch.setattr(PageScripts, "call", counted)
    for evidence in ({"css": "h1"}, {"testId": "cart-link"}, {"role": "link", "name": "Help"}, {"text": "Tea pot"}):
        await searcher.find(evidence, {"css": "h2"})

    assert asked == ["seekFirst"] * 4


@pytest.mark.parametrize(
    "evidence",
    [
        {"role": "button", "name": "The last button"},
        {"text": "The last button"},
        {"text": "Row 1699 of", "exact": False},
    ],
)
async def test_a_page_of_thousands_is_searched_in_bounded_time(
    searcher: Searcher, pages: Pages, evidence: Written
) -> None:
    await searcher.open(pages / "testing/many.html")
    assert await searcher.page.evaluate("document.querySelectorAll('*').length") > 5_000
    started = time.monotonic()

    await searcher.find(evidence)

    assert time.monotonic() - started < promised(3)
    assert await searcher.count({"role": "button"}) == 1701


async def test_the_handle_is_one_of_the_session(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/checkout.html")
    found = await searcher.find({"testId": "pay-now"})

    handle = await searcher.handle(found)

    assert searcher.seer.memory.handles.get(handle).node == found.node
    assert await searcher.handle(found) == handle


FACTS: list[tuple[str, str, str | None, JsonValue]] = [
    ("#red", "visible", None, True),
    ("#hidden", "visible", None, False),
    ("#hidden", "hidden", None, True),
    ("#red", "enabled", None, True),
    ("#off", "enabled", None, False),
    ("#inherited", "enabled", None, False),
    ("#yes", "checked", None, True),
    ("#yes-label", "checked", None, True),
    ("#no", "checked", None, False),
    ("#half", "checked", None, "mixed"),
    ("#aria-half", "checked", None, "mixed"),
    ("#red", "checked", None, None),
    ("#mail", "editable", None, True),
    ("#fixed", "editable", None, False),
    ("#off", "editable", None, False),
    ("#editor", "editable", None, True),
    ("#size", "editable", None, True),
    ("#save", "editable", None, False),
    ("#mail", "focused", None, False),
    ("#red", "inViewport", None, True),
    ("#below", "inViewport", None, False),
    ("#red", "text", None, "Total: 5 items"),
    ("#loud", "text", None, "FREE DELIVERY"),
    ("#size", "text", None, "Large"),
    ("#send", "text", None, "Send it"),
    ("#mail", "text", None, ""),
    ("#mail", "value", None, "ada@example.org"),
    ("#note", "value", None, "typed by hand"),
    ("#size", "value", None, "l"),
    ("#many", "value", None, ["a", "b"]),
    ("#editor", "value", None, "Dear Ada"),
    ("#slider", "value", None, "30"),
    ("#red", "value", None, None),
    ("#red", "attribute", "lang", "de"),
    ("#red", "attribute", "data-state", ""),
    ("#red", "attribute", "title", None),
    ("#mail", "attribute", "value", "ada@example.org"),
    ("#red", "class", None, ["note", "big"]),
    ("#mail", "class", None, []),
    ("#red", "css", "color", "rgb(255, 0, 0)"),
    ("#red", "css", "textTransform", "none"),
    ("#red", "css", "--gap", "4px"),
    ("#red", "role", None, "paragraph"),
    ("#logo", "role", None, "img"),
    ("#save", "role", None, "button"),
    ("#save", "accessibleName", None, "Save the draft"),
    ("#mail", "accessibleName", None, "Your e-mail address"),
    ("#logo", "accessibleName", None, "Our logo"),
]


async def test_facts_of_every_getter(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/facts.html")

    told = [(css, getter, name, await searcher.fact(css, getter, name)) for css, getter, name, _fact in FACTS]

    assert told == FACTS


async def test_the_focus_and_the_view_are_those_of_the_moment(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/facts.html")
    mail, below = await searcher.find({"css": "#mail"}), await searcher.find({"css": "#below"})

    await searcher.page.focus("#mail")
    is_focused = await searcher.fact_of(mail, "focused")
    await searcher.page.evaluate("document.getElementById('below').scrollIntoView()")

    assert is_focused is True
    assert await searcher.fact_of(below, "inViewport") is True
    assert await searcher.fact_of(mail, "inViewport") is False


@pytest.mark.parametrize(
    ("css", "getter", "name"),
    [
        ("#password", "value", None),
        ("#password", "attribute", "value"),
        ("#code", "value", None),
        ("#card", "value", None),
        ("#card", "attribute", "data-typed"),
        ("#phrase", "value", None),
        ("#words", "value", None),
        ("#words", "text", None),
    ],
)
async def test_what_is_in_fields_for_secrets_stays_in_the_page(
    searcher: Searcher, pages: Pages, css: str, getter: str, name: str | None
) -> None:
    await searcher.open(pages / "testing/facts.html")

    assert await searcher.fact(css, getter, name) == {"secret": True}


async def test_the_text_around_a_secret_leaves_it_out(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/facts.html")

    assert await searcher.fact("#secrets", "text") == "Secret recovery phrase"


async def test_the_text_of_a_component_is_what_it_shows(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/shadow.html")

    assert await searcher.fact("open-card", "text") == "Profile Member since 2019 Edit profile"


async def test_facts_of_what_went_away_are_stale(searcher: Searcher, pages: Pages) -> None:
    await searcher.open(pages / "testing/checkout.html")
    found = await searcher.find({"testId": "pay-now"})
    with pytest.raises(InvalidInput):
        await searcher.fact_of(found, "weight")

    await searcher.page.evaluate("document.getElementById('pay').remove()")

    with pytest.raises(TargetStale):
        await searcher.fact_of(found, "text")
    with pytest.raises(TargetStale):
        await searcher.handle(found)
    await searcher.open(pages / "testing/checkout.html")
    with pytest.raises(TargetStale):
        await searcher.fact_of(found, "text")


async def test_what_only_pixels_show_is_found_by_its_words(searcher: Searcher, pages: Pages) -> None:
    drawn = canvas('button(20,20,160,40,"Reserve seat")', 'words(20,110,"Total 42")')
    face = f"<button id=pay><img alt='' src=\"{picture('Pay now')}\"></button>"
    await searcher.open(pages.make(f"{drawn}{face}", name="drawn"))

    seat = await searcher.find({"seen": {"text": "Reserve seat"}}, seconds=60)
    pay = await searcher.find({"seen": {"text": "Pay now"}}, seconds=60)
    with pytest.raises(TargetNotFound):
        await searcher.find({"seen": {"text": "Refund"}}, seconds=0)

    assert seat.seen is not None
    assert await searcher.handle(seat) == seat.seen
    assert await searcher.fact_of(seat, "text") == "Reserve seat"
    assert pay.seen is None
    assert await searcher.fact_of(pay, "attribute", "id") == "pay"


async def test_what_looks_like_a_kept_picture_is_found(searcher: Searcher, pages: Pages, root: Path) -> None:
    drawn = canvas('button(20,20,160,40,"Reserve seat")', 'words(20,110,"Total 42")')
    await searcher.open(pages.make(f"{drawn}<button id=pay>Pay the bill</button><p>Nothing else</p>", name="kept"))
    (root / "shots").mkdir(exist_ok=True)
    await searcher.page.locator("#pay").screenshot(path=root / "shots/pay.png")
    left, top = await searcher.page.evaluate("(({left, top}) => [left, top])(c.getBoundingClientRect())")
    await searcher.page.screenshot(
        path=root / "shots/seat.png", clip={"x": left + 16, "y": top + 16, "width": 168, "height": 48}
    )
    await searcher.page.evaluate("document.body.prepend(document.querySelector('p'))")

    pay = await searcher.find({"seen": {"picture": "shots/pay.png"}}, seconds=60)
    seat = await searcher.find({"seen": {"picture": "shots/seat.png"}}, seconds=60)
    with pytest.raises(InvalidInput):
        await searcher.find({"seen": {"picture": "shots/never.png"}}, seconds=0)
    await searcher.page.evaluate("document.getElementById('pay').after(document.getElementById('pay').cloneNode(true))")
    with pytest.raises(TargetAmbiguous):
        await searcher.find({"seen": {"picture": "shots/pay.png"}}, seconds=0)
    await searcher.page.evaluate("document.querySelectorAll('#pay').forEach((one) => one.remove())")

    assert pay.words == 'button "Pay the bill"'
    assert seat.seen is not None
    assert not await searcher.is_there({"seen": {"picture": "shots/pay.png"}})


def test_added_facts_are_no_change_and_lost_ones_are() -> None:
    before = Fingerprint(tag="button", role="button", label="Pay now", id="pay", test_id="pay-now")
    now = Fingerprint(tag="button", role="button", label="Pay now", id="pay", title="Pays at once", classes=("cta",))

    assert changed(before, now) == ("test id",)
    assert changed(before, before) == ()


def test_another_name_in_the_same_place_is_another_element_unless_the_selector_names_it() -> None:
    before = Fingerprint(tag="button", role="button", label="Pay now")
    other = Candidate(
        key=1, frame=0, role="button", name="Cancel", fingerprint=Fingerprint(role="button", label="Cancel")
    )

    assert another(before, other, kind="css", value="main > button:nth-of-type(1)") is not None
    assert another(before, other, kind="css", value="#pay") is None
