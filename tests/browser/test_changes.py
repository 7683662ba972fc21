"""What an action changed: all of it, once, in few bytes, and soon."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.acting import ROOM, Person, browsing, hosting
from tests.support.pages import Pages
from tests.support.promises import promised

from handhold.adapters.browser.host import BrowserHost
from handhold.contract.reply import encode
from handhold.settings import Settings

Changes = dict[str, Any]
Browsing = Callable[..., AbstractAsyncContextManager[Person]]
BASICS = "changes/basics.html"
LATE = "changes/late.html"
ELSEWHERE = "changes/elsewhere.html"


@pytest_asyncio.fixture(scope="module")
async def host(environ: Mapping[str, str], root: Path) -> AsyncGenerator[BrowserHost]:
    async with hosting(Settings(root=root), environ) as host:
        yield host


@pytest_asyncio.fixture
async def person(host: BrowserHost, root: Path) -> AsyncGenerator[Person]:
    async with browsing(host, Settings(root=root), root) as person:
        yield person


def labels(changes: Changes, member: str = "appeared") -> list[str]:
    return [control["label"] for control in changes.get(member, [])]


def merged(*told: Changes) -> Changes:
    """What several answers tell together, `since` of each included."""
    parts = [part for changes in told for part in (changes.get("since", {}), changes)]
    return {
        "appeared": [control for part in parts for control in part.get("appeared", [])],
        "controls": sum(control.get("count", 1) for part in parts for control in part.get("appeared", [])),
        "messages": [message for part in parts for message in part.get("messages", [])],
        "errors": sum(part.get("console", {}).get("errors", 0) for part in parts),
        "failed": sum(part.get("requests", {}).get("failed", 0) for part in parts),
        "more": sum(part.get("more", 0) for part in parts),
    }


async def until_told(person: Person, told: list[Changes], is_enough: Callable[[Changes], bool]) -> Changes:
    """Go on reading until all is told."""
    async with asyncio.timeout(promised(8)):
        while not is_enough(merged(*told)):
            told.append({"since": await person.since()})
            await asyncio.sleep(0.05)
    return merged(*told)


# What one click did


CLICKS: list[tuple[str, Changes]] = [
    ("#nothing", {}),
    ("#toggle", {"changed": [{"label": "Menu", "from": "collapsed", "to": "expanded"}]}),
    ("#basket", {"changed": [{"label": "Basket 1", "from": "Basket 0", "to": "Basket 1"}]}),
    ("#unlock", {"changed": [{"label": "Locked", "from": "disabled", "to": "enabled"}]}),
    ("#box", {"changed": [{"label": "Gift", "from": "unchecked", "to": "checked"}]}),
    ("#green", {"changed": [{"label": "Colour", "from": "Red", "to": "Green"}]}),
    ("#more", {"appeared": [{"role": "button", "label": "Newcomer"}]}),
    ("#toast", {"messages": ["Saved"]}),
    ("#brief", {"messages": ["Gone soon"]}),
    ("#say", {"messages": ["Two results"]}),
    ("#plain", {"messages": ["Done 1"]}),
    ("#floating", {"messages": ["Copied"]}),
    ("#reveal", {"messages": ["Here I am"]}),
    ("#jump", {"focus": {"role": "textbox", "label": "Note"}}),
]


def without_handles(changes: Any) -> Any:
    if isinstance(changes, list):
        return [without_handles(one) for one in changes]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(changes, dict):
        return {name: without_handles(one) for name, one in changes.items() if name != "elementId"}  # pyright: ignore[reportUnknownVariableType]
    return changes


@pytest.mark.parametrize(("selector", "expected"), CLICKS, ids=[selector for selector, _ in CLICKS])
async def test_a_click_tells_what_it_changed_and_nothing_else(
    selector: str, expected: Changes, person: Person, pages: Pages
) -> None:
    await person.open(pages / BASICS)

    changes = await person.click(selector)

    assert without_handles(changes) == expected
    assert await person.since() == {}


async def test_what_vanished_is_counted(person: Person, pages: Pages) -> None:
    await person.open(pages / BASICS)
    await person.click("#more")

    assert await person.click("#less") == {"vanished": 1}


async def test_a_modal_dialog_tells_its_controls_its_heading_and_the_focus(person: Person, pages: Pages) -> None:
    await person.open(pages / BASICS)

    changes = await person.click("#modal")

    assert labels(changes) == ["Yes", "No"]
    assert changes["messages"] == ["Really?"]
    assert changes["focus"]["label"] == "Yes"


async def test_like_rows_are_told_as_one_with_a_count(person: Person, pages: Pages) -> None:
    await person.open(pages / BASICS)

    changes = await person.click("#rows")

    assert without_handles(changes["appeared"]) == [
        {"role": "link", "label": "Row 1", "count": 30},
        {"role": "button", "label": "Buy", "count": 30},
    ]


async def test_a_list_that_is_drawn_anew_without_a_difference_is_no_change(person: Person, pages: Pages) -> None:
    await person.open(pages / BASICS)
    await person.click("#rows")

    assert await person.click("#redraw") == {}


async def test_a_click_that_changes_nothing_is_over_soon(person: Person, pages: Pages) -> None:
    rows = "".join(f"<tr><td><a href='#{row}'>{row}</a><td><button>Buy {row}</button>" for row in range(100))
    await person.open(pages.make(f"<button id=nothing>Nothing</button><table>{rows}</table>"))
    times: list[float] = []

    for _ in range(5):
        started = time.monotonic()
        assert await person.click("#nothing") == {}
        times.append(time.monotonic() - started)

    # 70 ms on a quiet machine, two frames and the quiet time included; Playwright's own mouse takes part of it.
    assert min(times) < promised(0.2)


# What came later


@pytest.mark.parametrize(("selector", "milliseconds"), [("#soon", 120), ("#later", 500)])
async def test_late_changes_are_told_once_by_the_next_answer(
    selector: str, milliseconds: int, person: Person, pages: Pages
) -> None:
    await person.open(pages / LATE)
    told = [await person.click(selector)]

    found = await until_told(person, told, lambda found: bool(found["appeared"] and found["messages"]))
    after = await person.click("#nothing")

    assert [control["label"] for control in found["appeared"]] == [f"Came at {milliseconds}"]
    assert found["messages"] == [f"Said at {milliseconds}"]
    assert after == {}


async def test_what_a_slow_request_brings_is_waited_for(person: Person, pages: Pages) -> None:
    await person.open(pages / LATE)

    changes = await person.click("#slow")

    assert labels(changes) == ["Came with the answer"]


async def test_every_event_is_told_exactly_once_over_several_answers(person: Person, pages: Pages) -> None:
    await person.open(pages / LATE)
    told: list[Changes] = []

    for _ in range(3):
        told.append(await person.click("#all", room=1400))
    await until_told(person, told, lambda found: found["controls"] >= 9 and found["failed"] >= 9)
    found = merged(*told, {"since": await person.since()})

    names = [f"{number}/{late}" for number in (1, 2, 3) for late in (0, 120, 400)]
    expected = [f"{kind} {name}" for kind in ("Text", "Toast") for name in names]
    assert sorted(found["messages"]) == expected
    assert found["controls"] == 9
    assert len({control["elementId"] for control in found["appeared"]}) == len(found["appeared"])
    assert found["failed"] == 9
    # The browser adds an error of its own for every request that failed.
    assert found["errors"] == 18
    assert found["more"] == 0


async def test_an_action_that_fails_takes_nothing_with_it(person: Person, pages: Pages) -> None:
    await person.open(pages / BASICS)

    async def fail_after_a_click() -> None:
        await person.page.locator("#more").click()
        await person.page.evaluate("console.error('on the way')")
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        await person.act(fail_after_a_click)

    since = await person.since()
    assert labels(since) == ["Newcomer"]
    assert since["console"] == {"errors": 1, "first": "on the way"}
    assert await person.since() == {}


# What happened around the page


async def test_console_errors_and_failed_requests_are_counted(person: Person, pages: Pages) -> None:
    await person.open(pages / LATE)

    wrong = await person.click("#wrong")
    failed = await person.click("#fail")

    assert wrong == {"console": {"errors": 1, "first": "broken on purpose"}}
    assert failed["requests"] == {"failed": 1}


async def test_a_link_tells_where_it_led_and_not_what_is_there(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click("#link")

    assert changes == {
        "url": {"from": pages / ELSEWHERE, "to": pages / "changes/target.html", "status": 200},
    }


async def test_a_link_to_nothing_tells_the_status(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click("#missing")

    assert changes["url"]["status"] == 404


async def test_a_slow_page_is_waited_for(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click("#slow")

    assert changes["url"]["status"] == 200
    assert changes["url"]["to"].startswith(pages / "page?wait=0.8")


async def test_a_page_whose_server_does_not_answer_is_told_as_on_its_way(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)
    started = time.monotonic()

    changes = await person.click("#endless")

    assert changes == {"url": {"from": pages / ELSEWHERE, "to": pages / "never", "loading": True}}
    assert 1.9 < time.monotonic() - started < promised(3.5)


async def test_a_route_that_is_pushed_is_told(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click("#push")

    assert changes["url"] == {"from": pages / ELSEWHERE, "to": pages / "changes/pushed"}
    assert changes["messages"] == ["Pushed"]


async def test_a_page_that_goes_elsewhere_later_is_told_next(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)
    first = await person.click("#late")
    await person.page.wait_for_url("**/target.html")

    since = await person.since()

    told = first.get("url") or since.get("url")
    assert told == {"from": pages / ELSEWHERE, "to": pages / "changes/target.html", "status": 200}
    assert "appeared" not in since
    assert await person.since() == {}


@pytest.mark.parametrize("selector", ["#popup", "#open"])
async def test_a_new_tab_is_told(selector: str, person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click(selector)

    assert changes == {"tabs": {"opened": ["t2"]}}


async def test_a_download_is_waited_for_and_told(person: Person, pages: Pages) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click("#download")

    assert (changes["download"]["name"], changes["download"]["bytes"]) == ("report.csv", 8)
    assert Path(changes["download"]["path"]).read_text() == "a,b\n1,2\n"


@pytest.mark.parametrize(
    ("selector", "dialog", "message"),
    [
        ("#alert", {"kind": "alert", "message": "Listen", "answer": "accepted"}, "Heard"),
        ("#confirm", {"kind": "confirm", "message": "Really?", "answer": "dismissed"}, "No"),
    ],
)
async def test_a_dialog_is_told_with_its_answer_and_what_came_of_it(
    selector: str, dialog: Changes, message: str, person: Person, pages: Pages
) -> None:
    await person.open(pages / ELSEWHERE)

    changes = await person.click(selector)

    assert changes == {"dialog": dialog, "messages": [message]}


async def test_a_dialog_that_waits_ends_the_action_and_the_rest_comes_later(
    host: BrowserHost, root: Path, pages: Pages
) -> None:
    async with browsing(host, Settings(root=root, dialogs="ask"), root) as person:
        await person.open(pages / ELSEWHERE)
        started = time.monotonic()

        changes = await person.click("#confirm")

        took = time.monotonic() - started
        answered = await person.act(lambda: person.browser.dialogs.answer(accept=True, text=None))
        assert changes == {"dialog": {"kind": "confirm", "message": "Really?", "answer": "waiting"}}
        assert took < promised(1.5)
        assert answered.changes == {"messages": ["Yes"]}
        assert await person.since() == {}


# Where it happened


async def test_changes_in_frames_of_both_kinds_are_told(person: Person, pages: Pages) -> None:
    await person.open(pages / "changes/frames.html")
    told = [await person.click("#inner")]

    found = await until_told(person, told, lambda found: len(found["appeared"]) >= 2 and len(found["messages"]) >= 2)

    assert sorted(control["label"] for control in found["appeared"]) == ["New at 127.0.0.1", "New at localhost"]
    assert sorted(found["messages"]) == ["Told by 127.0.0.1", "Told by localhost"]


@pytest.mark.parametrize("selector", ["#add", "#reload"])
async def test_the_controls_of_a_new_frame_appear(selector: str, person: Person, pages: Pages) -> None:
    await person.open(pages / "changes/frames.html")
    told = [await person.click(selector)]

    found = await until_told(person, told, lambda found: len(found["appeared"]) >= 3)

    assert [control["label"] for control in found["appeared"]] == ["One", "Two", "Three"]


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_changes_in_shadow_roots_are_told(mode: str, person: Person, pages: Pages) -> None:
    await person.open(pages / "changes/roots.html")

    changes = await person.click(f"#{mode}")

    assert labels(changes) == [f"New in my-{mode}"]
    assert without_handles(changes["changed"]) == [
        {"label": f"Changed my-{mode}", "from": f"Inside my-{mode}", "to": f"Changed my-{mode}"}
    ]
    assert changes["messages"] == [f"Text in my-{mode}"]


async def test_a_closed_root_that_came_with_the_click_is_looked_into(person: Person, pages: Pages) -> None:
    await person.open(pages / "changes/roots.html")

    assert labels(await person.click("#fresh")) == ["Inside my-fresh"]


async def test_a_page_that_never_gets_quiet_costs_no_time_and_tells_what_matters(person: Person, pages: Pages) -> None:
    await person.open(pages / "changes/restless.html")
    await person.page.wait_for_function("ticks > 60")
    await person.since()
    started = time.monotonic()

    nothing = await person.click("#nothing")
    said = await person.click("#say")

    assert time.monotonic() - started < promised(1.2)
    assert nothing == {}
    assert said == {"messages": ["Said at last"]}


async def test_unrest_that_a_click_begins_is_waited_for_no_longer_than_two_seconds(
    person: Person, pages: Pages
) -> None:
    await person.open(pages / "changes/restless.html")
    started = time.monotonic()

    await person.click("#storm")

    assert time.monotonic() - started < promised(3)


# Limits


@pytest.mark.parametrize("room", [120, 300, 700, ROOM])
async def test_an_answer_never_takes_more_than_its_room(room: int, person: Person, pages: Pages) -> None:
    await person.open(pages.make(CROWD, name="crowd"))

    changes = await person.click("#all", room=room)

    assert len(encode(changes).encode()) <= room
    assert changes["more"] > 20


CROWD = """
<button id="all">All</button><div id="place"></div>
<script>
  document.getElementById("all").onclick = () => {
    for (let at = 0; at < 60; at += 1) {
      const words = `"Wört" \\\\ ${"long ".repeat(at)} ${at}`;
      const button = document.createElement(["button", "a", "h2", "p", "output"][at % 5]);
      button.textContent = words;
      if (at % 5 === 1) button.href = `#${at}`;
      const around = document.createElement(["div", "section", "p", "span"][at % 4]);
      around.className = at % 7 === 0 ? "toast" : "";
      around.append(button);
      place.append(around);
      console.error(words);
    }
  };
</script>
"""


@pytest.mark.rows("R395")
async def test_what_is_typed_is_never_told(person: Person, pages: Pages) -> None:
    canary = "kanarienvogel"
    await person.open(pages.make(FIELDS, name="fields"))
    told: list[Changes] = []

    for selector in ("#text", "#area", "#rich", "#word", "#otp", "#hostile"):
        await person.page.locator(selector).focus()
        around = await person.act(lambda: person.page.keyboard.type(canary))
        told.append({"changes": around.changes})
        told.append(await person.since())

    assert canary not in encode(told)
    changed = [one for part in told for one in _changed(part.get("changes"))]
    assert [(one["from"], one["to"]) for one in changed] == [
        ("0 characters", "13 characters"),
        ("0 characters", "13 characters"),
        ("0 characters", "13 characters"),
        ("empty", "filled"),
        ("empty", "filled"),
        ("0 characters", "13 characters"),
    ]


@pytest.mark.rows("R395")
@pytest.mark.parametrize(
    ("selector", "before", "after"),
    [
        ("#text", "3 characters", "3 other characters"),
        ("#area", "3 characters", "3 other characters"),
        ("#word", "filled", "filled otherwise"),
    ],
)
async def test_another_text_of_the_same_length_is_a_change(
    selector: str, before: str, after: str, person: Person, pages: Pages
) -> None:
    await person.open(pages.make(FIELDS, name="fields"))
    await person.act(lambda: person.page.locator(selector).fill("Ada"))

    around = await person.act(lambda: person.page.locator(selector).fill("Bob"))

    assert [(one["from"], one["to"]) for one in _changed(around.changes)] == [(before, after)]


def _changed(changes: Any) -> list[Changes]:
    return [] if isinstance(changes, str) or changes is None else changes.get("changed", [])


FIELDS = """
<label>Text <input id="text"></label>
<label>Area <textarea id="area"></textarea></label>
<div id="rich" contenteditable role="textbox" aria-label="Rich"></div>
<label>Word <input id="word" type="password"></label>
<label>Code <input id="otp" autocomplete="one-time-code"></label>
<div role="status"><p id="hostile" contenteditable="plaintext-only" aria-live="assertive" class="toast"></p></div>
"""
