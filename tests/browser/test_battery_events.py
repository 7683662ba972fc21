"""The robustness battery, second part: what an action sets off beyond its page, and pages that do not come back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from tests.support.battery import Case, acts, blocked, judge, opened, perform, picked, recorded, url_of
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person
from tests.support.promises import promised

from handhold.adapters.browser.devtools import send
from handhold.settings import Settings

ANSWER_SECONDS = 20.0
"""Decision row 62: fifteen for an action, and five to say that it is over."""
GRACE_SECONDS = 1.0
SLACK_SECONDS = 0.1


def handled(case: str, **more: str) -> Case:
    return acts("handled", case, **more)


@pytest.mark.parametrize("case", ["popup", "new tab link"])
async def test_a_new_tab_is_told_and_the_current_one_stays(case: str, person: Person, pages: Pages) -> None:
    reply = await perform(person, handled(case), pages)

    judge(handled(case), reply)
    assert reply.envelope["result"]["changes"]["tabs"]["opened"] == ["t2"], reply.text
    page = await person.page()
    assert page.url == url_of(handled(case), pages)
    assert await recorded(page) == ["target"]


@pytest.mark.parametrize(("case", "name"), [("download", "report.csv"), ("slow download", "late.csv")])
async def test_a_download_is_told_with_name_size_and_path(case: str, name: str, person: Person, pages: Pages) -> None:
    reply = await perform(person, handled(case), pages)

    judge(handled(case), reply)
    download = reply.envelope["result"]["changes"]["download"]
    assert (download["name"], download["bytes"]) == (name, 8), reply.text
    assert Path(download["path"]).read_text() == "a,b\n1,2\n"
    assert await recorded(await person.page()) == ["target"]


@pytest.mark.parametrize("case", ["confirm", "confirm on mousedown"])
@pytest.mark.parametrize(
    ("policy", "answer", "result"), [("dismiss", "dismissed", False), ("accept", "accepted", True)]
)
async def test_a_confirm_is_answered_by_the_policy(
    *, case: str, policy: str, answer: str, result: bool, environ: Mapping[str, str], root: Path, pages: Pages
) -> None:
    app = OpenApp(Settings.model_validate({"root": root, "dialogs": policy}), environ=environ)
    person = Person(app)

    reply = await perform(person, handled(case), pages)

    judge(handled(case), reply)
    dialog = reply.envelope["result"]["changes"]["dialog"]
    assert dialog == {"kind": "confirm", "message": "Really sure?", "answer": answer}
    assert await recorded(await person.page()) == [f"confirm {str(result).lower()}"]
    await app.close()


@pytest.mark.rows("F11")
@pytest.mark.parametrize("case", ["confirm", "confirm on mousedown"])
@pytest.mark.parametrize("accept", [True, False])
async def test_a_confirm_waits_for_its_answer_when_the_policy_is_to_ask(
    *, case: str, accept: bool, environ: Mapping[str, str], root: Path, pages: Pages
) -> None:
    app = OpenApp(Settings(root=root, dialogs="ask"), environ=environ)
    person = Person(app)
    started = time.monotonic()

    reply = await perform(person, handled(case), pages)
    took = time.monotonic() - started
    meanwhile = await person.ask("action_press", keys="Enter")
    answered = await person.ask("flow_answer_dialog", accept=accept)

    judge(handled(case), reply)
    dialog = reply.envelope["result"]["changes"]["dialog"]
    assert dialog == {"kind": "confirm", "message": "Really sure?", "answer": "waiting"}
    assert took < promised(10)
    assert meanwhile.error["code"] == "MM_DIALOG_OPEN"
    assert answered.ok, answered.text
    assert await recorded(await person.page(), at_least=1) == [f"confirm {str(accept).lower()}"]
    assert (await person.ask("ui_pick", hint="Target")).ok
    await app.close()


async def test_alerts_in_a_loop_are_all_answered_and_counted(person: Person, pages: Pages) -> None:
    reply = await perform(person, handled("alerts"), pages)

    judge(handled("alerts"), reply)
    dialog = reply.envelope["result"]["changes"]["dialog"]
    assert (dialog["kind"], dialog["answer"], dialog["more"]) == ("alert", "accepted", 4), reply.text
    assert await recorded(await person.page()) == [f"alert {number}" for number in range(1, 6)]


async def test_a_page_that_asks_whether_to_leave_is_left(person: Person, pages: Pages) -> None:
    case = handled("beforeunload")
    handle = await opened(person, case, pages)
    page = await person.page()
    await page.mouse.click(600, 600)  # a page nobody has touched may not ask

    reply = await person.ask("action_execute", handle=handle)

    judge(case, reply)
    await page.wait_for_url(pages / "battery/landed.html")
    assert reply.envelope["result"]["changes"]["dialog"]["answer"] == "accepted"


async def in_a_popup(person: Person, case: Case, pages: Pages) -> str:
    """Only a tab that a script has opened may close itself; the handle of the case's element in one."""
    await perform(person, handled("popup"), pages)
    await person.ask("tabs_switch", tab="t2")
    return await opened(person, case, pages)


@pytest.mark.rows("F16")
async def test_a_click_that_closes_its_tab_was_received_and_the_tab_told(person: Person, pages: Pages) -> None:
    case = handled("closes itself")
    handle = await in_a_popup(person, case, pages)

    reply = await person.ask("action_execute", handle=handle)

    judge(case, reply)
    assert reply.envelope["result"]["changes"]["tabs"]["closed"] == ["t2"], reply.text
    assert (await person.ask("nav_goto", url=pages / "battery/landed.html")).ok


async def test_a_click_that_opens_a_tab_and_closes_the_old_one_tells_both(person: Person, pages: Pages) -> None:
    case = handled("opens and closes")
    handle = await in_a_popup(person, case, pages)

    reply = await person.ask("action_execute", handle=handle)

    judge(case, reply)
    # The new tab may come after the answer, and is told by the next one then.
    async with asyncio.timeout(promised(5)):
        while not (switched := await person.ask("tabs_switch", tab="t3")).ok:
            assert switched.error["code"] == "MM_TAB_NOT_FOUND", switched.text
    assert switched.envelope["result"]["title"] == "Landed", switched.text
    assert reply.envelope["result"]["changes"]["tabs"]["closed"] == ["t2"], reply.text
    assert (reply.text + switched.text).count('"opened":["t3"]') == 1, switched.text


@pytest.mark.rows("F05")
async def test_a_handler_that_never_returns_is_a_hung_page_in_time_and_the_next_call_works(
    person: Person, pages: Pages
) -> None:
    started = time.monotonic()

    reply = await perform(person, handled("never returns"), pages)

    assert reply.error["code"] == "MM_PAGE_HUNG", reply.text
    assert time.monotonic() - started < promised(ANSWER_SECONDS)
    assert (await person.ask("nav_goto", url=pages / "battery/landed.html")).ok


@pytest.mark.rows("F03")
async def test_a_page_that_crashes_when_clicked_is_told_so_and_the_next_call_works(
    person: Person, pages: Pages
) -> None:
    handle = await opened(person, handled("crashes"), pages)
    page = await person.page()
    devtools = await page.context.new_cdp_session(page)
    dying: list[asyncio.Future[Mapping[str, Any]]] = []
    await cast(Any, page).expose_function(
        "crash", lambda: dying.append(asyncio.ensure_future(send(devtools, "Page.crash")))
    )

    reply = await person.ask("action_execute", handle=handle)

    assert reply.error["code"] == "MM_PAGE_CRASHED", reply.text
    assert (await person.ask("nav_goto", url=pages / "battery/landed.html")).ok
    await asyncio.gather(*dying, return_exceptions=True)


@pytest.mark.parametrize(
    "case",
    [
        blocked("ready", "disabled", "disabled"),
        blocked("ready", "display none", "hidden"),
        blocked("covered", "overlay", "covered"),
        blocked("covered", "frame", "covered"),
    ],
    ids=str,
)
async def test_what_does_not_become_ready_is_an_error_soon_after_its_grace_time(
    case: Case, person: Person, pages: Pages
) -> None:
    handle = await opened(person, case, pages)
    await (await person.page()).evaluate("() => { battery.meanwhile(); }")
    started = time.monotonic()

    reply = await person.ask("action_execute", handle=handle)

    took = time.monotonic() - started
    judge(case, reply)
    assert GRACE_SECONDS <= took < promised(GRACE_SECONDS + SLACK_SECONDS), took


async def test_the_grace_time_is_a_setting(environ: Mapping[str, str], root: Path, pages: Pages) -> None:
    app = OpenApp(Settings(root=root, act_grace_ms=0), environ=environ)
    person = Person(app)
    handle = await opened(person, blocked("ready", "disabled", "disabled"), pages)
    started = time.monotonic()

    reply = await person.ask("action_execute", handle=handle)

    judge(blocked("ready", "disabled", "disabled"), reply)
    assert time.monotonic() - started < promised(SLACK_SECONDS)
    await app.close()


@pytest.mark.parametrize(("page", "case"), [("covered", "overlay"), ("covered", "modal")])
async def test_what_is_in_the_way_has_a_handle_by_which_it_can_be_dismissed(
    page: str, case: str, person: Person, pages: Pages
) -> None:
    handle = await opened(person, acts(page, case), pages)
    await (await person.page()).evaluate("() => { battery.meanwhile(); }")
    refused = await person.ask("action_execute", handle=handle)

    dismissed = await person.ask("action_execute", handle=refused.error["details"]["coveredBy"], intent="dismiss")
    again = await person.ask("action_execute", handle=handle)

    assert dismissed.envelope["result"]["strategy"] == "keyboard", dismissed.text
    assert dismissed.envelope["result"]["target"].startswith("dialog"), dismissed.text
    judge(acts(page, case, "target"), again)
    assert (await recorded(await person.page()))[-1:] == ["target"]


async def test_a_handle_of_another_tab_is_refused_and_both_tabs_named(person: Person, pages: Pages) -> None:
    handle = await opened(person, handled("popup"), pages)
    await person.ask("action_execute", handle=handle)
    await person.ask("tabs_switch", tab="t2")

    reply = await person.ask("action_execute", handle=handle)

    assert reply.error["code"] == "MM_TARGET_STALE", reply.text
    assert "tab t1" in reply.error["message"] and "t2" in reply.error["message"]
    assert "wrong page" not in await recorded(await person.page())


async def test_a_handle_is_found_again_after_a_reload_of_the_same_route(person: Person, pages: Pages) -> None:
    case = acts("ready", "plain", "target")
    handle = await opened(person, case, pages)
    await person.ask("nav_goto", url=url_of(case, pages))

    reply = await person.ask("action_execute", handle=handle)

    judge(case, reply)
    assert await recorded(await person.page()) == ["target"]


async def test_a_handle_does_not_press_the_same_words_on_another_page(person: Person, pages: Pages) -> None:
    handle = await opened(person, acts("ready", "plain"), pages)
    await person.ask("nav_goto", url=pages / "battery/landed.html")

    reply = await person.ask("action_execute", handle=handle)

    assert reply.error["code"] == "MM_TARGET_STALE", reply.text
    assert "wrong page" not in await recorded(await person.page())


async def test_twins_of_a_replaced_element_are_named_and_each_can_be_chosen(person: Person, pages: Pages) -> None:
    refused = await perform(person, acts("drawn", "twins"), pages)
    first, second = refused.error["details"]["candidates"]

    chosen = await person.ask("action_execute", handle=second["elementId"])

    assert [first["label"], second["label"]] == ["Target", "Target"]
    assert chosen.ok, chosen.text
    assert await recorded(await person.page()) in (["twin 1"], ["twin 2"])


@pytest.mark.parametrize("given", ["e3", "x2", "t1", "3", "", "button Target", "h-1", "H1", 7])
@pytest.mark.parametrize("tool", ["action_execute", "ui_pick"])
async def test_what_is_no_handle_is_refused_with_a_word_on_what_handles_look_like(
    tool: str, given: object, person: Person, pages: Pages
) -> None:
    await picked_page(person, pages)
    name = "handle" if tool == "action_execute" else "elementId"

    reply = await person.ask(tool, **{name: given})

    assert reply.error["code"] == "MM_INVALID_INPUT", reply.text
    if isinstance(given, str):
        assert "handles look like h3" in reply.error["message"], reply.text


@pytest.mark.parametrize("tool", ["action_execute", "ui_pick"])
async def test_a_visual_handle_that_nobody_was_given_is_refused(tool: str, person: Person, pages: Pages) -> None:
    await picked_page(person, pages)
    name = "handle" if tool == "action_execute" else "elementId"

    reply = await person.ask(tool, **{name: "v2"})

    assert reply.error["code"] == "MM_TARGET_NOT_FOUND", reply.text
    assert "visual_scan" in reply.error["hint"]


async def picked_page(person: Person, pages: Pages) -> str:
    await person.ask("nav_goto", url=pages / "battery/ready.html?case=plain")
    return await picked(person)
