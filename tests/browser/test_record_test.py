"""What a session does in a real browser, recorded and made a test that can be saved."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.browser.test_shop import ADDRESS, KINDS, Buyer
from tests.conftest import Ask
from tests.support.leaks import assert_no_leak
from tests.support.pages import Pages
from tests.support.shop import Shop, selling

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.services.testing.recording.taken import items, members
from handhold.settings import Settings

CANARY = "canary-typed-7f3a9"
PASSWORD = "canary-secret-Q2x81"
PIN = "7391"
Told = dict[str, Any]


@pytest.fixture(scope="module")
def shop() -> Generator[Shop]:
    with selling() as shop:
        yield shop


@pytest_asyncio.fixture
async def recorder(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[Ask]:
    """A server whose files are all below `tmp_path`, and which knows one secret."""
    own = {"HANDHOLD_STATE_DIR": str(tmp_path / "state"), "HANDHOLD_SECRET_LOGIN": "named-secret-5512"}
    app = App(Settings(root=tmp_path), environ={**environ, **own})

    async def call(name: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller(**options))

    yield call
    await app.close()


def told(reply: Reply) -> Told:
    assert reply.ok, reply.text
    return reply.envelope["result"]


async def handle(ask: Ask, name: str, role: str = "") -> str:
    hint = {"name": name, "region": "page", **({"role": role} if role else {})}
    return told(await ask("ui_pick", {"hint": hint}))["elementId"]


async def put(ask: Ask, name: str, state: Any, role: str = "") -> None:
    told(await ask("action_set_state", {"handle": await handle(ask, name, role), "state": state}))


async def stopped(ask: Ask, **about: Any) -> Told:
    """The recording's definition, which can be saved as it is and is the same then."""
    made = told(await ask("record_test", {"action": "stop", **about}))
    saved = told(await ask("save_test", {"id": "again", "name": "Again", "def": made["def"]}))
    assert saved["def"] == made["def"]
    return made


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = [*items(value), *members(value).values()]
    return [text for each in inner for text in strings(each)]


def short(made: Told) -> list[str]:
    return [step["do"] for step in made["def"]["steps"]]


@pytest.mark.rows("R394", "R463")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_purchase_becomes_a_test_without_a_handle_in_it(ask: Ask, shop: Shop, kind: str) -> None:
    buyer = Buyer(ask)
    told(await ask("record_test", {"action": "start"}))

    await buyer.find_jacket(shop.begin(kind))
    await buyer.set("Rust", True)
    await buyer.set("Size", "L")
    await buyer.fields("heading", "price")
    await buyer.call("flow_invoke_primary_action", intentHint="add to bag")
    await buyer.call("flow_invoke_primary_action", intentHint="open the bag")
    await buyer.call("flow_invoke_primary_action", intentHint="checkout")
    await buyer.look("main")
    for name, value in ADDRESS.items():
        await buyer.set(name, value)
    await buyer.set("Express", True)
    await buyer.set("I accept the terms", True)
    await buyer.fields("total")
    await buyer.call("flow_invoke_primary_action", intentHint="place order")
    made = await stopped(ask)

    definition, steps = made["def"], made["def"]["steps"]
    assert definition["url"] == shop.begin(kind).removeprefix(shop.address)
    assert definition["baseUrl"] == shop.address
    assert definition["vars"] == {
        "fullName": "Ada Lovelace",
        "eMail": "ada@example.org",
        "street": "Long Lane 1",
        "postcode": "89073",
        "city": "Ulm",
    }
    acts = [step for step in steps if step["do"] not in ("assert", "waitFor")]
    labels = [step["label"] for step in acts]
    assert [label.split('"')[1] for label in labels] == [
        *("Clothing", "Jackets", "Harbour jacket", "Rust", "Size", "Add to bag", "Bag (1)", "Checkout"),
        *ADDRESS,
        *("Express next day, € 12.00", "I accept the terms of sale", "Place order"),
    ]
    assert [step["do"] for step in acts][-9:] == [*["fill"] * 5, "select", "check", "check", "click"]
    assert all("fingerprint" in step["target"]["by"][0] for step in acts if "target" in step)
    asserted = json.dumps([step for step in steps if step["do"] == "assert"], ensure_ascii=False)
    for text in ("added to your bag.", "€ 95.00", "€ 107.00", "Thank you for your order", "Bag (1)"):
        assert text in asserted
    assert "PP-1" not in asserted
    assert made["proposed"] == len([step for step in steps if step.get("label", "").startswith("proposed: ")]) > 5
    handles = set(buyer.handles.values())
    assert not [text for text in strings(definition) if text in handles]
    played = told(await ask("run_test", {"test": definition}))
    assert (played["status"], played.get("drift", [])) == ("passed", []), played


@pytest.mark.rows("R394")
async def test_every_kind_of_field_is_filled_in_by_its_own_step(ask: Ask, pages: Pages, root: Path) -> None:
    (root / "paper.txt").write_text("paper")
    told(await ask("nav_goto", {"url": pages / "fields/native.html"}))
    told(await ask("record_test", {"action": "start"}))

    await put(ask, "Name", "Ada")
    await put(ask, "Notes", "a\nb")
    await put(ask, "Amount", 2.5)
    await put(ask, "Day", "2026-05-01")
    await put(ask, "Volume", 40)
    await put(ask, "Agree", True)
    await put(ask, "Small", True, "radio")
    await put(ask, "Colour", "Green")
    await put(ask, "Extras", ["Milk", "Ice"])
    await put(ask, "Essay", "mine")
    await put(ask, "Papers", "paper.txt")
    made = await stopped(ask, assertions="none")

    kinds = ["fill", "fill", "fill", "fill", "tool", "check", "check", "select", "select", "fill", "upload"]
    assert short(made) == kinds
    steps = made["def"]["steps"]
    assert made["def"]["vars"] == {
        "name": "Ada",
        "notes": "a\nb",
        "amount": "2.5",
        "day": "2026-05-01",
        "essay": "mine",
    }
    assert steps[4]["args"] == {"state": 40}
    assert steps[7]["options"] == [{"label": "Green"}]
    assert steps[8]["options"] == [{"label": "Milk"}, {"label": "Ice"}]
    assert steps[10]["files"] == ["paper.txt"]
    assert steps[0]["target"]["by"][-1] == {"css": "#name"}
    assert made["def"]["url"] == "/fields/native.html"


@pytest.mark.rows("R394", "R463")
async def test_typed_text_is_in_the_definition_alone_and_a_secret_is_nowhere(
    recorder: Ask, pages: Pages, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answers: list[str] = []

    async def ask(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        reply = await recorder(name, arguments)
        answers.append(reply.text)
        return reply

    told(await ask("record_test", {"action": "start"}))
    told(await ask("nav_goto", {"url": pages / "fields/native.html"}))
    await put(ask, "Name", CANARY)
    await put(ask, "Password", PASSWORD)
    await put(ask, "Card PIN", PIN)
    await put(ask, "Password", "secret://LOGIN")
    told(await ask("record_test", {"action": "status"}))
    await ask("action_set_state", {"handle": "h999", "state": CANARY})
    made = told(await ask("record_test", {"action": "stop", "id": "typed", "name": "Typed"}))

    assert made["variables"] == ["name"]
    assert made["secrets"] == ["PASSWORD", "CARD_PIN", "LOGIN"]
    file = tmp_path / "handhold/tests/typed.json"
    definition = json.loads(file.read_text())["def"]
    assert definition["vars"] == {"name": CANARY}
    assert_no_leak(CANARY, texts=[*answers, caplog.text, *map(str, caplog.records)])
    assert [each for each in _files(tmp_path) if CANARY in each.read_bytes().decode("utf-8", "replace")] == [file]
    for secret in (PASSWORD, "named-secret-5512"):
        written = [tmp_path / "handhold", tmp_path / "test-artifacts", tmp_path / ".handhold"]
        assert_no_leak(secret, texts=[*answers, caplog.text], folders=written)
    assert PIN not in json.dumps(definition)


def _files(folder: Path) -> list[Path]:
    """Everything but the browser's own profile, where a page's text is the page's doing."""
    return [each for each in folder.rglob("*") if each.is_file() and not each.is_relative_to(folder / "state" / "runs")]


async def test_a_secret_that_is_typed_into_an_ordinary_field_is_none_the_less_one(recorder: Ask, pages: Pages) -> None:
    told(await recorder("record_test", {"action": "start"}))
    told(await recorder("nav_goto", {"url": pages / "fields/native.html"}))
    await put(recorder, "Name", PASSWORD)
    await put(recorder, "Password", PASSWORD)

    reply = await recorder("record_test", {"action": "stop", "id": "twice"})

    assert told(reply)["secrets"] == ["NAME", "PASSWORD"]
    assert PASSWORD not in reply.text


async def test_it_begins_before_there_is_a_page_and_ends_when_it_is_stopped(ask: Ask, pages: Pages) -> None:
    idle = told(await ask("record_test", {"action": "status"}))
    begun = told(await ask("record_test", {"action": "start"}))
    twice = await ask("record_test", {"action": "start"})
    nothing = await ask("record_test", {"action": "stop"})
    told(await ask("nav_goto", {"url": pages / "basic/home.html"}))
    told(await ask("action_execute", {"handle": await handle(ask, "Next page")}))
    await ask("action_execute", {"handle": "h999"})
    now = told(await ask("record_test", {"action": "status"}))
    made = await stopped(ask)
    after = await ask("record_test", {"action": "stop"})

    assert (idle["recording"], begun["recording"]) == (False, True)
    assert twice.error["message"] == "this session is being recorded already"
    assert nothing.error["message"] == "nothing was recorded that a test could do"
    assert (now["recording"], now["steps"], now["failed"]) == (True, 2, 1)
    assert made["def"]["url"] == "/basic/home.html"
    assert short(made)[0] == "click"
    assert after.error["message"] == "this session is not being recorded"
    assert {twice.error["code"], nothing.error["code"], after.error["code"]} == {"MM_INVALID_INPUT"}


async def test_a_recording_is_of_one_session_of_one_caller(ask: Ask, app: App, pages: Pages) -> None:
    stranger = Caller(key="a stranger")
    told(await ask("record_test", {"action": "start", "session": "mine"}))
    told(await ask("nav_goto", {"url": pages / "basic/home.html"}))
    told(await app.engine.call("nav_goto", {"url": pages / "basic/home.html", "session": "mine"}, caller=stranger))
    await app.engine.end_caller("a stranger")

    mine = told(await ask("record_test", {"action": "status", "session": "mine"}))
    other = told(await ask("record_test", {"action": "status"}))
    gone = told(await ask("record_test", {"action": "cancel", "session": "mine"}))

    assert (mine["recording"], mine["steps"]) == (True, 0)
    assert (other["recording"], gone["recording"]) == (False, False)


async def test_what_cannot_be_saved_stays_recorded(recorder: Ask, pages: Pages, tmp_path: Path) -> None:
    (tmp_path / "handhold").mkdir()
    (tmp_path / "handhold/tests").write_text("in the way")
    told(await recorder("record_test", {"action": "start"}))
    told(await recorder("nav_goto", {"url": pages / "basic/home.html"}))

    refused = await recorder("record_test", {"action": "stop", "id": "home"})
    (tmp_path / "handhold/tests").unlink()
    made = told(await recorder("record_test", {"action": "stop", "id": "home"}))

    assert not refused.ok
    assert made["saved"] == {"id": "home", "revision": 1}


async def test_steps_of_a_batch_are_recorded_and_the_batch_is_not(ask: Ask, pages: Pages) -> None:
    told(await ask("record_test", {"action": "start"}))
    told(await ask("nav_goto", {"url": pages / "fields/native.html"}))
    name, agree = await handle(ask, "Name"), await handle(ask, "Agree")
    steps = [
        {"tool": "action_set_state", "args": {"handle": name, "state": "Ada"}},
        {"tool": "action_set_state", "args": {"handle": agree, "state": True}},
    ]
    told(await ask("run_steps", {"steps": steps, "includeObservations": "none"}))

    assert short(await stopped(ask)) == ["fill", "check"]


async def test_dialogs_are_answered_before_they_come(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(dialogs="ask")
    told(await ask("record_test", {"action": "start"}))
    told(await ask("nav_goto", {"url": pages / "changes/elsewhere.html"}))
    told(await ask("action_execute", {"handle": await handle(ask, "Alert")}))
    told(await ask("action_execute", {"handle": await handle(ask, "Confirm")}))
    told(await ask("flow_answer_dialog", {"accept": True}))
    made = await stopped(ask)

    steps = [step for step in made["def"]["steps"] if step["do"] != "assert"]
    assert [step["do"] for step in steps] == ["dialog", "click", "dialog", "click"]
    assert [step["accept"] for step in steps if step["do"] == "dialog"] == [True, True]


async def test_tabs_are_switched_by_what_they_show(ask: Ask, pages: Pages) -> None:
    told(await ask("record_test", {"action": "start"}))
    told(await ask("nav_goto", {"url": pages / "basic/home.html"}))
    told(await ask("tabs_open", {"url": pages / "fields/native.html"}))
    told(await ask("tabs_switch", {"tab": "t1"}))
    told(await ask("tabs_close", {"tab": "t2"}))
    made = await stopped(ask, assertions="none")

    assert made["def"]["steps"] == [
        {"do": "newTab", "url": "/fields/native.html"},
        {"do": "switchTab", "url": "**/basic/home.html"},
        {"do": "closeTab", "url": "**/fields/native.html"},
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "action: is required"),
        ({"action": "begin"}, "action: "),
        ({"action": "start", "id": "x"}, "id, name, description and tags are for stop"),
        ({"action": "stop", "name": "x"}, "name, description and tags go with an id"),
        ({"action": "stop", "id": "../x"}, "id: "),
    ],
)
async def test_arguments_that_mean_nothing_are_refused(ask: Ask, arguments: Told, complaint: str) -> None:
    reply = await ask("record_test", arguments)

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert complaint in reply.error["message"]
