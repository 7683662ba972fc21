"""What earlier sessions did on a screen is offered where it helps, in few bytes, and never wrongly."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support import errand
from tests.support.pages import Pages
from tests.support.wanderer import Wanderer

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings

Start = Callable[..., Ask]


@pytest_asyncio.fixture
async def start(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[Start]:
    """A server of its own on one and the same store."""
    apps: list[App] = []

    def begin(**settings: Any) -> Ask:
        own = App(Settings.model_validate({"root": tmp_path, **settings}), environ=environ)
        apps.append(own)

        async def call(name: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Reply:
            return await own.engine.call(name, arguments, caller=Caller(**options))

        return call

    yield begin
    for own in apps:
        await own.close()


@pytest.mark.rows("R271", "R278", "R482")
async def test_the_second_run_of_an_errand_needs_fewer_calls_and_bytes(start: Start, pages: Pages) -> None:
    first = Wanderer(start(), errand.GOAL, errand.ANSWERS)
    await first.go(errand.build(pages, day=1))

    second = Wanderer(start(), errand.GOAL, errand.ANSWERS)
    await second.go(errand.build(pages, day=2))

    print(f"\nfirst run: {first.calls} calls, {first.bytes} bytes; second: {second.calls} calls, {second.bytes} bytes")
    assert second.calls < first.calls
    assert second.bytes < first.bytes


FORM = """<!doctype html><title>Form</title><main><h1>Order {number}</h1>
<p><label>Full name <input name=n></label></p>
<button type=button disabled>Print order</button>
<button type=button onclick="document.title='Sent'; this.after(Object.assign(document.createElement('a'),
 {{href: '/x', textContent: 'Receipt'}}))">Send order</button>
<a href="/made/prior-next">Go on</a></main>"""


def form(pages: Pages, number: int) -> str:
    pages.make("<!doctype html><title>Next</title><h1>Next</h1><button>Finish</button>", name="prior-next")
    return pages.make(FORM.format(number=number), name="prior")


async def handle(ask: Ask, label: str) -> str:
    items = (await ask("ui_scan")).envelope["result"]["items"]
    (found,) = [item["elementId"] for item in items if item["label"] == label]
    return found


async def scanned(ask: Ask, **arguments: Any) -> dict[str, Any]:
    reply = await ask("ui_scan", arguments)
    assert len(reply.text.encode()) <= 2048
    return reply.envelope["result"]


async def earlier(ask: Ask, url: str) -> None:
    """A session that failed twice with one button, typed a name, and went on."""
    await ask("nav_goto", {"url": url})
    for _ in range(2):
        assert not (await ask("action_execute", {"handle": await handle(ask, "Print order")})).ok
    await ask("action_set_state", {"handle": await handle(ask, "Full name"), "state": "Zebulon Quux"})
    await ask("action_execute", {"handle": await handle(ask, "Go on")})


@pytest.mark.rows("R271")
async def test_a_scan_says_in_few_bytes_what_worked_and_what_failed_here(start: Start, pages: Pages) -> None:
    await earlier(start(), form(pages, 1))
    ask = start()
    await ask("nav_goto", {"url": form(pages, 2)})

    result = await scanned(ask)

    known = result["priorKnowledge"]
    labels = {item["elementId"]: item["label"] for item in result["items"]}
    assert [(step["action"], step["label"]) for step in known["next"]] == [("type", "Full name"), ("click", "Go on")]
    assert [labels[step["elementId"]] for step in known["next"]] == ["Full name", "Go on"]
    (avoided,) = known["avoid"]
    assert (labels[avoided["elementId"]], avoided["times"]) == ("Print order", 2)
    assert avoided["errorCode"] == "MM_TARGET_BLOCKED"
    assert len(json.dumps({"priorKnowledge": known}, separators=(",", ":")).encode()) <= 400
    assert "Zebulon" not in json.dumps(result)


async def test_what_is_done_is_not_suggested_again_and_a_session_does_not_teach_itself(
    start: Start, pages: Pages
) -> None:
    await earlier(start(), form(pages, 1))
    ask = start()
    await ask("nav_goto", {"url": form(pages, 2)})
    first = await scanned(ask)
    await ask("action_set_state", {"handle": first["priorKnowledge"]["next"][0]["elementId"], "state": "Ada"})

    second = await scanned(ask)
    await ask("action_execute", {"handle": second["priorKnowledge"]["next"][0]["elementId"]})
    third = await scanned(ask)

    assert [step["label"] for step in second["priorKnowledge"]["next"]] == ["Go on"]
    assert "priorKnowledge" not in third


async def test_what_worked_here_ranks_higher_and_says_so(start: Start, pages: Pages) -> None:
    ask = start()
    await ask("nav_goto", {"url": form(pages, 1)})
    before = {item["label"]: item for item in (await scanned(ask, query="order"))["items"]}
    await ask("action_execute", {"handle": await handle(ask, "Send order")})
    await ask("action_execute", {"handle": await handle(ask, "Go on")})
    again = start()
    await again("nav_goto", {"url": form(pages, 2)})

    after = (await scanned(again))["items"]

    signals = {item["label"]: item["rankingSignals"] for item in after}
    relevance = {item["label"]: item["relevance"] for item in after}
    assert all("k" not in item["rankingSignals"] for item in before.values())
    assert int(signals["Go on"].rpartition("k")[2]) >= 5
    assert signals["Full name"].endswith("k0")
    assert relevance["Go on"] > 0


@pytest.mark.parametrize(
    ("switch", "is_told", "is_ranked"), [("knowledge_suggest", False, True), ("knowledge_rank", True, False)]
)
async def test_each_use_of_prior_knowledge_can_be_switched_off(
    start: Start, pages: Pages, switch: str, is_told: bool, is_ranked: bool
) -> None:
    await earlier(start(), form(pages, 1))
    ask = start(**{switch: False})
    await ask("nav_goto", {"url": form(pages, 2)})

    result = await scanned(ask)

    assert ("priorKnowledge" in result) == is_told
    assert any("k" in item["rankingSignals"] for item in result["items"]) == is_ranked


async def test_an_unknown_screen_says_nothing(start: Start, pages: Pages) -> None:
    await earlier(start(), form(pages, 1))
    ask = start()
    await ask("nav_goto", {"url": pages.make("<h1>Other</h1><button>Go on</button><input>", name="prior-other")})

    result = await scanned(ask)

    assert "priorKnowledge" not in result
    assert "k" not in result["items"][0]["rankingSignals"]


TWINS = """<!doctype html><title>Twins</title><main><h1>Choose</h1>
<p><a href="/made/prior-next?a">Open report early</a></p><p><a href="/made/prior-next?b">Open report later</a></p>
</main>"""


async def test_of_two_that_fit_a_query_alike_the_one_that_worked_before_comes_first(start: Start, pages: Pages) -> None:
    url = pages.make(TWINS, name="prior-twins")
    form(pages, 1)
    first = start()
    await first("nav_goto", {"url": url})
    plain = [item["label"] for item in (await scanned(first, query="open report"))["items"]]
    await first("action_execute", {"handle": await handle(first, "Open report later")})
    second = start()
    await second("nav_goto", {"url": url})

    learnt = [item["label"] for item in (await scanned(second, query="open report"))["items"]]

    assert plain == ["Open report early", "Open report later"]
    assert learnt == ["Open report later", "Open report early"]
