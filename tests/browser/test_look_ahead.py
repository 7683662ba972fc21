"""Looking at the page between two calls: what it saves, and that nobody notices it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest_asyncio
from tests.support.counting import CountingApp
from tests.support.pages import Pages
from tests.support.person import Person

from handhold.settings import Settings

LOOKS, LEFT_OUT, KEPT = "handhold.look_ahead.looks", "handhold.look_ahead.left_out", "handhold.scan.kept"
TABLE = "<table>" + "".join(f"<tr><td>Row {row}<td><button>Edit</button>" for row in range(30)) + "</table>"
ADDS = """<button>Old</button><script>
fetch("/cue?name=%s").then(() => {
  document.body.append(Object.assign(document.createElement("button"), { textContent: "New" }));
  fetch("/empty?done=%s");
});
</script>"""

Make = Callable[..., Person]


@pytest_asyncio.fixture
async def person_with(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Make]:
    """Somebody with a Handhold of their own, and no failure that nobody has heard of."""
    apps: list[CountingApp] = []
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unheard.append(context))

    def make(**settings: Any) -> Person:
        # What other tests did to a page is nothing that somebody here should be told.
        own = {"root": root, "knowledge_suggest": False, "knowledge_rank": False, **settings}
        apps.append(CountingApp(Settings.model_validate(own), environ=environ))
        return Person(apps[-1])

    yield make
    gc.collect()
    asyncio.get_running_loop().set_exception_handler(None)
    for app in apps:
        await app.close()
    assert unheard == []


def app_of(person: Person) -> CountingApp:
    assert isinstance(person.app, CountingApp)
    return person.app


async def opened(person: Person, url: str) -> CountingApp:
    """The page is open, and nobody has asked for anything in it for a while."""
    reply = await person.ask("nav_goto", url=url)
    assert reply.ok, reply.text
    app = app_of(person)
    await app.counted(LOOKS, 1)
    return app


async def labels(person: Person) -> list[str]:
    reply = await person.ask("ui_scan", region="page")
    assert reply.ok, reply.text
    return [item["label"] for item in reply.envelope["result"]["items"]]


async def test_the_first_scan_after_a_pause_finds_the_look_taken(person_with: Make, pages: Pages) -> None:
    person, hasty = person_with(), person_with(look_ahead=False)
    page = pages / "scan/shop.html"
    # Not before the page has settled: its states right after loading are not those that are looked at later.
    for each in (person, hasty):
        await each.ask("nav_goto", url=page, waitFor="quiet")
    app = app_of(person)
    await app.counted(LOOKS, 1)

    thoughtful, at_once = await person.ask("ui_scan"), await hasty.ask("ui_scan")

    assert app.counts[KEPT] == 1
    assert thoughtful.envelope["result"] == at_once.envelope["result"]


async def test_nothing_is_done_between_calls_where_the_setting_is_off(person_with: Make, pages: Pages) -> None:
    person = person_with(look_ahead=False)
    await person.ask("nav_goto", url=pages / "scan/shop.html")

    await person.ask("ui_scan")

    app = app_of(person)
    assert app.browsers[-1].actor.meanwhile is None
    assert app.counts[LOOKS] == app.counts[KEPT] == 0


async def test_what_changes_after_the_look_is_seen_by_the_next_scan(person_with: Make, pages: Pages) -> None:
    person = person_with()
    await opened(person, pages.make(ADDS % ("ahead", "ahead"), name="ahead"))

    await pages.change("ahead")

    assert await labels(person) == ["Old", "New"]


async def test_a_page_that_changed_is_looked_at_again(person_with: Make, pages: Pages) -> None:
    person = person_with()
    app = await opened(person, pages.make(ADDS % ("again", "again"), name="again"))
    await pages.change("again")
    await app.counted(LOOKS, 2)

    assert await labels(person) == ["Old", "New"]

    assert app.counts[KEPT] == 1


async def test_the_look_after_an_action_is_taken_as_well(person_with: Make, pages: Pages) -> None:
    adds = "onclick=\"document.body.append(Object.assign(document.createElement('button'), { textContent: 'New' }))\""
    person = person_with()
    app = await opened(person, pages.make(f"<button {adds}>Add</button>"))
    handle = (await person.ask("ui_pick", hint="Add")).envelope["result"]["elementId"]
    await person.ask("action_execute", handle=handle)
    await app.counted(LOOKS, app.counts[LOOKS] + 1)
    kept = app.counts[KEPT]

    assert await labels(person) == ["Add", "New"]

    assert app.counts[KEPT] == kept + 1


async def test_what_slid_into_sight_after_the_look_is_seen(person_with: Make, pages: Pages) -> None:
    style = (
        "#box { overflow: hidden; width: 200px; height: 40px } #late { translate: -300px; transition: translate 3s }"
    )
    script = """fetch("/cue?name=slide").then(() => { late.style.translate = "0" });
        late.addEventListener("transitionend", () => fetch("/empty?done=slide"));"""
    person = person_with()
    page = f"<style>{style}</style><button>Old</button><div id=box><button id=late>Late</button></div>"
    app = await opened(person, pages.make(f"{page}<script>{script}</script>", name="slide"))
    pages.cues["slide"].set()
    await app.counted(LOOKS, 2)

    await pages.change("slide")

    assert await labels(person) == ["Old", "Late"]


async def test_controls_of_frames_and_closed_roots_are_in_the_look(person_with: Make, pages: Pages) -> None:
    inner = pages.make("<button>Inside</button>", name="inner")
    closed = "host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Deep</button>'; box.onclick = () => 1"
    page = f"<div id=box>Box</div><div id=host></div><iframe src='{inner}'></iframe><script>{closed}</script>"
    person = person_with()
    app = await opened(person, pages.make(page))

    assert sorted(await labels(person)) == ["Box", "Deep", "Inside"]

    assert app.counts[KEPT] == 1


async def test_a_scan_right_after_opening_sees_what_one_without_looking_ahead_does(
    person_with: Make, pages: Pages
) -> None:
    person, hasty = person_with(), person_with(look_ahead=False)
    script = """host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Deep</button>';
        box.addEventListener('click', () => 1); list.addEventListener('click', () => 2)"""
    own = f"<div id=host></div><div id=box>Press me</div><div id=list>{TABLE}</div><script>{script}</script>"
    page = pages.make(own, name="at_once")

    for each in (person, hasty):
        await each.ask("nav_goto", url=page)  # a tab is known from then on
    for _ in range(4):
        seen: list[Any] = []
        for each in (person, hasty):
            await each.ask("nav_goto", url=page)
            seen.append((await each.ask("ui_scan")).envelope["result"])

        assert seen[0] == seen[1]
        assert [item["label"] for item in seen[0]["items"]] == ["Deep", "Press me", "Edit"]


async def test_groups_that_were_told_of_can_be_opened_after_many_looks(person_with: Make, pages: Pages) -> None:
    person = person_with()
    app = await opened(person, pages.make(TABLE))
    [group] = [item["groupId"] for item in (await person.ask("ui_scan")).envelope["result"]["items"]]
    eyes = (await app.browsers[-1].current_tab()).known_eyes
    assert eyes is not None
    for _ in range(10):
        await eyes.look_ahead(most=1_000, oldest=0)

    reply = await person.ask("ui_pick", group=group, choice=20)

    assert reply.ok, reply.text


async def test_a_huge_page_is_left_alone(person_with: Make, pages: Pages) -> None:
    person = person_with()
    await person.ask("nav_goto", url=pages.make("<button>One</button>" + "<i></i>" * 30_001))
    app = app_of(person)

    await app.counted(LEFT_OUT, 1)

    assert app.counts[LOOKS] == 0
    assert await labels(person) == ["One"]


async def test_a_scan_at_once_finds_who_listens_and_what_is_closed_since_the_page_was_opened(
    person_with: Make, pages: Pages
) -> None:
    person = person_with()
    await person.ask("nav_goto", url=pages.make("<button>Old</button><div id=box>Box</div><div id=host></div>"))
    page = await person.page()
    await page.evaluate("""() => {
      box.addEventListener("click", () => 1);
      host.attachShadow({ mode: "closed" }).innerHTML = "<button>Deep</button>";
    }""")

    assert sorted(await labels(person)) == ["Box", "Deep", "Old"]


async def test_a_scan_right_after_an_action_goes_by_the_look_of_the_action(person_with: Make, pages: Pages) -> None:
    adds = "onclick=\"document.body.append(Object.assign(document.createElement('button'), { textContent: 'New' }))\""
    person = person_with(look_ahead=False)
    await person.ask("nav_goto", url=pages.make(f"<button {adds}>Add</button>"))
    handle = (await person.ask("ui_pick", hint="Add")).envelope["result"]["elementId"]
    await person.ask("action_execute", handle=handle)

    assert await labels(person) == ["Add", "New"]

    assert app_of(person).counts[KEPT] == 1


async def test_a_page_that_nobody_has_prepared_answers_only_from_a_look_that_still_holds(
    person_with: Make, pages: Pages
) -> None:
    person = person_with(look_ahead=False)
    await person.ask("nav_goto", url=pages.make("<button>One</button>"))
    await person.ask("ui_scan")
    scripts = await (await app_of(person).browsers[-1].current_tab()).scripts()
    unprepared: dict[str, Any] = {"name": "scan", "request": {}, "known": 0}

    kept = await scripts.call("look", unprepared, timeout=5)
    await (await person.page()).evaluate("() => { document.body.append(document.body.firstChild.cloneNode(true)) }")
    changed = await scripts.call("look", unprepared, timeout=5)

    assert cast(dict[str, Any], kept["value"])["controls"] == 1
    # The page takes note of itself a moment after a look, and that look is none of before.
    assert "value" not in changed or cast(dict[str, Any], changed["value"])["controls"] == 2


async def test_steps_of_a_batch_are_not_waited_between(person_with: Make, pages: Pages) -> None:
    person = person_with()
    steps: list[dict[str, Any]] = [{"tool": "nav_goto", "args": {"url": pages / "scan/shop.html"}}]
    steps += [{"tool": "ui_scan", "args": {}}] * 3

    reply = await person.ask("run_steps", steps=steps)

    app = app_of(person)
    assert reply.ok, reply.text
    assert app.counts[LOOKS] == 0
    await app.counted(LOOKS, 1)


async def test_a_tab_that_closes_under_the_look_does_no_harm(person_with: Make, pages: Pages) -> None:
    person = person_with()
    app = await opened(person, pages / "scan/shop.html")
    page = await person.page()
    eyes = (await app.browsers[-1].current_tab()).known_eyes
    assert eyes is not None
    looking = asyncio.ensure_future(eyes.look_ahead(most=30_000, oldest=0))

    await page.close()
    await asyncio.wait({looking})
    looking.exception()

    assert (await person.ask("nav_goto", url=pages.make("<button>One</button>"))).ok
    assert await labels(person) == ["One"]


async def test_a_page_that_leaves_under_the_look_is_looked_at_where_it_went(person_with: Make, pages: Pages) -> None:
    there = pages.make("<button>There</button>", name="there")
    person = person_with()
    script = f"fetch('/cue?name=leave').then(() => location.replace('{there}'))"
    app = await opened(person, pages.make(f"<button>Here</button><script>{script}</script>", name="leave"))

    pages.cues["leave"].set()
    await app.counted(LOOKS, 2)

    assert await labels(person) == ["There"]
    assert app.counts[KEPT] == 1


async def test_nobody_looks_while_a_dialog_holds_the_page(person_with: Make, pages: Pages) -> None:
    person = person_with(dialogs="ask")
    script = "fetch('/cue?name=asks').then(() => { document.title = confirm('Sure?') })"
    app = await opened(person, pages.make(f"<button>One</button><script>{script}</script>", name="asks"))
    pages.cues["asks"].set()
    async with asyncio.timeout(10):
        while not app.browsers[-1].dialogs.is_waiting:
            await asyncio.sleep(0.01)

    refused = await person.ask("ui_scan")
    looks = app.counts[LOOKS]
    answered = await person.ask("flow_answer_dialog", accept=True)

    assert refused.error["code"] == "MM_DIALOG_OPEN"
    assert answered.ok, answered.text
    assert app.counts[LOOKS] == looks
    assert await labels(person) == ["One"]
