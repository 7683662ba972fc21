"""Launch an extension with every argument, refuse what cannot be meant, end it, and see that nothing is left."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.request
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.chain import free_port
from tests.support.extensions import tiny_extension
from tests.support.pages import Pages
from tests.support.processes import alive_in
from tests.support.wallet_page import records

from handhold.app import App
from handhold.contract import Caller, Reply

TINY = {
    "tiny": {"screens": {"ask": "home"}, "unlocked_by": "ask", "pages": {"settings": "options.html"}},
    "stateful": {"fixtures": True},
}


@pytest.fixture
def extension(tmp_path: Path) -> Path:
    return tiny_extension(tmp_path / "tiny")


@pytest_asyncio.fixture
async def launch(ask_with: Callable[..., Ask], extension: Path, tmp_path: Path) -> AsyncGenerator[Callable[..., Any]]:
    """Ask a Handhold whose root is a folder of its own; `launch()` launches the small extension."""
    ask = ask_with(app_mode="headless", root=tmp_path, apps=TINY)

    async def call(name: str = "mm_launch", **arguments: Any) -> Reply:
        given = {"extensionPath": str(extension), "profile": "tiny", **arguments} if name == "mm_launch" else arguments
        return await ask(name, {key: value for key, value in given.items() if value is not None})

    yield call


def browsers(environ: Mapping[str, str]) -> list[str]:
    found = alive_in(Path(environ["HANDHOLD_STATE_DIR"]))
    return [word for process in found for word in process.cmdline() if "--load-extension=/" in word]


def got(url: str) -> str:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return str(answer.read(), "utf-8")


@pytest.mark.rows("R103", "R104", "R105", "R106", "R117", "R503", "R118", "R121", "R122", "R123", "R126", "R464")
async def test_an_unpacked_extension_is_launched_and_ended(
    launch: Callable[..., Any], extension: Path, environ: Mapping[str, str]
) -> None:
    launched = await launch(profile=None)
    told = await launch("mm_get_state")
    during = browsers(environ)
    ended = await launch("mm_cleanup")
    after = await launch("mm_get_state")

    assert launched.ok, launched.text
    result: dict[str, Any] = launched.envelope["result"]
    assert result["sessionId"].startswith("mm-")
    assert launched.envelope["meta"]["sessionId"] == result["sessionId"]
    assert result["browser"] == {"mode": "headless"}
    assert result["state"]["currentUrl"] == f"chrome-extension://{result['extensionId']}/home.html"
    assert told.envelope["result"]["tabs"]["active"]["role"] == "extension"
    assert any(str(extension) in word for word in during)
    assert ended.envelope["result"] == {"cleanedUp": True}
    assert not any(str(extension) in word for word in browsers(environ))
    assert after.error["code"] == "MM_NO_ACTIVE_SESSION"


@pytest.mark.rows("R90", "R121", "R146", "R148")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("mm_get_state", {}),
        ("mm_navigate", {"screen": "home"}),
        ("mm_navigate", {"screen": "url", "url": "http://127.0.0.1:1/"}),
        ("mm_wait_for_notification", {}),
        ("mm_switch_to_tab", {"role": "dapp"}),
        ("mm_close_tab", {"role": "dapp"}),
    ],
)
async def test_without_a_session_these_say_so(ask: Ask, tool: str, arguments: dict[str, Any]) -> None:
    reply = await ask(tool, arguments)

    assert reply.error["code"] == "MM_NO_ACTIVE_SESSION"
    assert "mm_launch" in reply.error["message"]


@pytest.mark.rows("R46", "R92", "R107", "R108", "R111", "R112", "R113", "R114", "R115", "R116", "R117", "R146", "R147")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("mm_build", {"buildType": "start:test"}),
        ("mm_build", {"force": "yes"}),
        ("mm_build", {"watch": True}),
        ("mm_launch", {"autoBuild": 1}),
        ("mm_launch", {"stateMode": "fresh"}),
        ("mm_launch", {"fixturePreset": ""}),
        ("mm_launch", {"fixture": []}),
        ("mm_launch", {"ports": {"anvil": 0}}),
        ("mm_launch", {"ports": {"anvil": 65536}}),
        ("mm_launch", {"ports": {"fixtureServer": "x"}}),
        ("mm_launch", {"ports": {"other": 1}}),
        ("mm_launch", {"slowMo": -1}),
        ("mm_launch", {"slowMo": 10_001}),
        ("mm_launch", {"extensionPath": ""}),
        ("mm_launch", {"headless": True}),
        ("mm_cleanup", {"all": True}),
        ("mm_get_state", {"deep": True}),
        ("mm_navigate", {}),
        ("mm_navigate", {"screen": "swap"}),
        ("mm_navigate", {"screen": "url"}),
        ("mm_navigate", {"screen": "url", "url": ""}),
        ("mm_navigate", {"screen": "home", "url": "http://127.0.0.1/"}),
        ("mm_wait_for_notification", {"timeoutMs": 999}),
        ("mm_wait_for_notification", {"timeoutMs": 60_001}),
        ("mm_switch_to_tab", {}),
        ("mm_switch_to_tab", {"role": "dapp", "url": "http://127.0.0.1/"}),
        ("mm_switch_to_tab", {"role": "main"}),
        ("mm_close_tab", {}),
        ("mm_close_tab", {"role": "extension"}),
    ],
)
async def test_arguments_that_cannot_be_meant_are_refused(ask: Ask, tool: str, arguments: dict[str, Any]) -> None:
    reply = await ask(tool, arguments)

    assert reply.error["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R121", "R122", "R500")
async def test_cleaning_up_needs_no_session_but_takes_none_of_another(ask: Ask, app: App, pages: Pages) -> None:
    stranger = Caller(key="stranger")
    foreign = await app.engine.call("nav_goto", {"url": pages / "basic/home.html"}, caller=stranger)

    nothing = await ask("mm_cleanup")
    refused = await ask("mm_cleanup", {"sessionId": foreign.envelope["meta"]["sessionId"]})
    own = await app.engine.call("mm_cleanup", {"sessionId": foreign.envelope["meta"]["sessionId"]}, caller=stranger)

    assert nothing.ok and nothing.envelope["result"] == {"cleanedUp": False}
    assert refused.error["code"] == "MM_INVALID_INPUT"
    assert own.envelope["result"] == {"cleanedUp": True}


@pytest.mark.rows("R88", "R120")
@pytest.mark.parametrize(
    "arguments",
    [
        {"profile": "nobody"},
        {"extensionPath": "not/there"},
        {"fixturePreset": "withNFTs"},
        {"fixture": {"data": {}}, "stateMode": "custom"},
        {"seedContracts": ["hst"]},
        {"profile": "metamask", "stateMode": "custom"},
        {"profile": "metamask", "stateMode": "custom", "fixturePreset": "nonsense"},
        {"profile": "metamask", "ports": {"anvil": 7000, "fixtureServer": 7000}},
    ],
)
async def test_a_configuration_that_cannot_be_launched_is_refused_before_anything_starts(
    launch: Callable[..., Any], arguments: dict[str, Any], environ: Mapping[str, str]
) -> None:
    before = browsers(environ)

    reply = await launch(**arguments)

    assert reply.error["code"] == "MM_INVALID_CONFIG", reply.text
    assert reply.error["hint"]
    assert browsers(environ) == before


@pytest.mark.rows("R86", "R102", "R119")
async def test_a_second_launch_is_refused_unless_it_is_forced(launch: Callable[..., Any]) -> None:
    first = await launch()

    second = await launch()
    forced = await launch(force=True)

    assert second.error["code"] == "MM_SESSION_ALREADY_RUNNING"
    assert second.error["details"]["sessionId"] == first.envelope["result"]["sessionId"]
    assert forced.ok, forced.text
    assert forced.envelope["result"]["sessionId"] != first.envelope["result"]["sessionId"]


@pytest.mark.rows("R102")
async def test_a_launch_closes_the_plain_browser_and_says_so(launch: Callable[..., Any], pages: Pages) -> None:
    await launch("nav_goto", url=pages / "basic/home.html")

    launched = await launch()
    told = await launch("list_tabs")

    assert any("plain browser" in warning for warning in launched.envelope["meta"]["warnings"])
    assert "basic/home.html" not in told.text


@pytest.mark.rows("R89", "R115", "R120")
@pytest.mark.parametrize("which", ["anvil", "fixtureServer"])
async def test_a_port_that_is_held_names_its_holder(launch: Callable[..., Any], which: str) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]

        reply = await launch(profile="metamask", ports={which: port})

    assert reply.error["code"] == "MM_PORT_IN_USE"
    assert reply.error["details"]["port"] == port
    assert "python" in reply.error["message"] or "pytest" in reply.error["message"]
    assert which in reply.error["hint"]


@pytest.mark.rows("R89", "R119")
async def test_a_forced_launch_that_finds_a_port_held_leaves_the_running_session(launch: Callable[..., Any]) -> None:
    first = await launch()
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        ports = {"fixtureServer": holder.getsockname()[1]}

        refused = await launch(profile="stateful", ports=ports, force=True)
    told = await launch("mm_get_state")

    assert refused.error["code"] == "MM_PORT_IN_USE"
    assert told.ok, told.text
    assert told.envelope["meta"]["sessionId"] == first.envelope["result"]["sessionId"]


@pytest.mark.rows("R119")
async def test_a_forced_launch_takes_over_the_ports_of_the_session_it_replaces(launch: Callable[..., Any]) -> None:
    ports = {"fixtureServer": free_port()}
    first = await launch(profile="stateful", ports=ports)

    forced = await launch(profile="stateful", ports=ports, force=True)

    assert first.ok and forced.ok, forced.text


@pytest.mark.rows("R120")
async def test_a_launch_whose_session_cannot_be_recorded_leaves_nothing(
    launch: Callable[..., Any], extension: Path, environ: Mapping[str, str], tmp_path: Path
) -> None:
    in_the_way = tmp_path / "test-artifacts"
    in_the_way.write_text("no folder")

    failed = await launch()
    left = browsers(environ)
    in_the_way.unlink()
    again = await launch()

    assert not failed.ok
    assert not any(str(extension) in word for word in left)
    assert again.ok, again.text


@pytest.mark.rows("R111", "R84", "R85")
async def test_without_a_build_a_launch_says_what_is_missing(launch: Callable[..., Any]) -> None:
    unbuilt = await launch(profile="tiny", extensionPath=None)
    unapproved = await launch(profile="metamask", extensionPath=None)
    without = await launch(profile="metamask", extensionPath=None, autoBuild=False)

    assert unbuilt.error["code"] == "MM_INVALID_CONFIG"
    assert unapproved.error["code"] == "MM_BUILD_FAILED"
    assert unapproved.error["details"]["reason"] == "not approved"
    assert unapproved.error["details"]["approve"].startswith("handhold trust --build 'yarn build:test' ")
    assert without.error["code"] == "MM_INVALID_CONFIG"


@pytest.mark.rows("R87", "R120")
async def test_an_extension_whose_page_does_not_open_leaves_nothing(
    launch: Callable[..., Any], extension: Path, environ: Mapping[str, str]
) -> None:
    (extension / "worker.js").unlink()  # Chromium refuses to load it

    reply = await launch()

    assert reply.error["code"] == "MM_LAUNCH_FAILED", reply.text
    assert not any(str(extension) in word for word in browsers(environ))
    assert (await launch("mm_get_state")).error["code"] == "MM_NO_ACTIVE_SESSION"


@pytest.mark.rows("R146", "R147", "R148", "R149", "R91", "R492", "R493")
async def test_screens_notifications_and_tabs_are_gone_to_by_name(launch: Callable[..., Any], pages: Pages) -> None:
    launched = await launch()
    own = f"chrome-extension://{launched.envelope['result']['extensionId']}"

    settings = await launch("mm_navigate", screen="settings")
    home = await launch("mm_navigate", screen="home")
    lost = await launch("mm_navigate", screen="url", url="http://127.0.0.1:1/")
    dapp = await launch("mm_navigate", screen="url", url=pages / "basic/home.html")
    nothing = await launch("mm_wait_for_notification", timeoutMs=1000)
    foreign = await launch("mm_navigate", screen="url", url="chrome-extension://abc/home.html")
    back = await launch("mm_switch_to_tab", role="extension")
    await launch("mm_click", testId="ask")
    asked = await launch("mm_wait_for_notification")
    there = await launch("mm_get_state")
    closed = await launch("mm_close_tab", role="notification")
    none = await launch("mm_switch_to_tab", role="notification")
    by_url = await launch("mm_close_tab", url=own)

    assert settings.envelope["result"] == {"navigated": True, "currentUrl": f"{own}/options.html"}
    assert home.envelope["result"]["currentUrl"] == f"{own}/home.html"
    assert dapp.envelope["result"]["currentUrl"] == pages / "basic/home.html"
    assert nothing.error["code"] == "MM_NOTIFICATION_TIMEOUT"
    assert lost.error["code"] == "MM_NAVIGATION_FAILED"
    assert foreign.error["code"] == "MM_BLOCKED"
    assert back.envelope["result"]["activeTab"] == {"role": "extension", "url": f"{own}/home.html"}
    assert asked.envelope["result"] == {"found": True, "pageUrl": f"{own}/notification.html"}
    assert there.envelope["result"]["state"]["currentScreen"] == "notification"
    assert {tab["role"] for tab in there.envelope["result"]["tabs"]["tracked"]} == {
        "extension",
        "notification",
        "dapp",
    }
    assert closed.envelope["result"]["activeTab"]["role"] == "extension"
    assert none.error["code"] == "MM_TAB_NOT_FOUND" and none.error["details"]["tabs"]
    assert by_url.error["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R148", "R149", "R146")
async def test_a_plain_session_has_no_screens_and_no_notifications(ask: Ask, pages: Pages) -> None:
    await ask("nav_goto", {"url": pages / "basic/home.html"})

    home = await ask("mm_navigate", {"screen": "home"})
    url = await ask("mm_navigate", {"screen": "url", "url": pages / "basic/next.html"})
    waited = await ask("mm_wait_for_notification", {"timeoutMs": 60_000})
    closed = await ask("mm_close_tab", {"url": pages / "basic"})

    assert home.error["code"] == "MM_INVALID_INPUT"
    assert url.envelope["result"]["currentUrl"] == pages / "basic/next.html"
    assert waited.error["code"] == "MM_NOTIFICATION_TIMEOUT"
    assert waited.envelope["meta"]["durationMs"] < 5000
    assert closed.envelope["result"] == {"closed": True, "closedUrl": pages / "basic/next.html", "activeTab": None}


@pytest.mark.rows("R192", "R193", "R133", "R200", "R218", "R219", "R81", "R82", "R83")
async def test_session_and_steps_are_recorded(launch: Callable[..., Any], tmp_path: Path) -> None:
    launched = await launch(
        goal="look around", flowTags=["settings"], tags=["smoke"], extensionPath="tiny", ports={"anvil": 1}, slowMo=1
    )
    await launch("mm_get_state")
    await launch("mm_navigate", screen="settings")
    await launch("mm_wait_for_notification", timeoutMs=1000)
    await launch("mm_cleanup")

    assert launched.ok, launched.text
    folder = tmp_path / "test-artifacts/llm-knowledge" / launched.envelope["result"]["sessionId"]
    session = json.loads((folder / "session.json").read_text())
    steps = [json.loads(file.read_text()) for file in sorted((folder / "steps").glob("*.json"))]
    assert session["goal"] == "look around"
    assert session["flowTags"] == ["settings"] and session["tags"] == ["smoke"]
    assert session["build"] == {"buildType": "build:test", "extensionPathResolved": "tiny"}
    assert session["launch"] == {"stateMode": "default", "fixturePreset": None, "extensionPath": "tiny"}
    assert [step["tool"]["name"] for step in steps] == [
        "mm_launch",
        "mm_get_state",
        "mm_navigate",
        "mm_wait_for_notification",
        "mm_cleanup",
    ]
    assert [step["outcome"]["ok"] for step in steps] == [True, True, True, False, True]
    states = [step["observation"]["state"] for step in steps]
    closed = {"isLoaded", "currentUrl", "extensionId", "isUnlocked", "currentScreen"}
    assert all(set(state) - {"accountAddress", "networkName", "chainId", "balance"} == closed for state in states)
    assert states[0]["currentScreen"] == "home" and states[0]["isUnlocked"]
    assert states[2]["currentUrl"].endswith("/options.html")
    assert {each["testId"] for each in steps[2]["observation"]["testIds"]} >= {"ask", "options-title"}
    assert states[4]["isLoaded"] is False


@pytest.mark.rows("R114", "R202")
async def test_a_fixture_is_not_recorded(launch: Callable[..., Any], tmp_path: Path) -> None:
    state = {"fixture": {"data": {"KeyringController": {"vault": "sealed-canary"}}}, "stateMode": "custom"}
    port = free_port()

    launched = await launch(profile="stateful", ports={"fixtureServer": port}, **state)
    served = await asyncio.to_thread(got, f"http://127.0.0.1:{port}/state.json")
    refused = await launch(profile="stateful", ports={"fixtureServer": port}, **state)
    await launch("mm_get_state")
    await launch("mm_cleanup")

    assert launched.ok, launched.text
    assert "sealed-canary" in served
    assert refused.error["code"] == "MM_SESSION_ALREADY_RUNNING"
    (record,) = records(tmp_path, "mm_launch")
    assert record["tool"]["input"]["fixture"] == "[REDACTED]"
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    texts = [launched.text, refused.text, *(file.read_text("utf-8", errors="replace") for file in files)]
    assert not [text for text in texts if "sealed-canary" in text]


@pytest.mark.rows("R116")
async def test_steps_of_a_watched_session_wait_before_they_act(launch: Callable[..., Any]) -> None:
    await launch(slowMo=700)

    moved = await launch("mm_navigate", screen="settings")
    read = await launch("mm_get_state")

    assert moved.envelope["meta"]["durationMs"] >= 700
    assert read.ok


@pytest.mark.rows("R116")
async def test_the_longest_pause_before_a_step_is_none_within_it(launch: Callable[..., Any], extension: Path) -> None:
    home = extension / "home.html"
    home.write_text(home.read_text("utf-8").replace("<button", "<input data-testid=note><button", 1), "utf-8")
    await launch(slowMo=10_000)

    typed = await launch("mm_type", testId="note", text="a note of some length")

    assert typed.ok, typed.text
    assert 10_000 <= typed.envelope["meta"]["durationMs"] < 20_000
