"""Dialogs never hold a call: each policy, each kind, on load, by timer, one after the other, and at the end."""

from __future__ import annotations

import signal
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.support.health import Health
from tests.support.http_server import HANDSHAKE_ERA, HttpClient, serving_http
from tests.support.processes import alive_in, holds
from tests.support.promises import promised
from tests.support.server_process import Json, ServerProcess, serving
from tests.support.site import Site

LIMIT_SECONDS = 3.0
PATIENCE_MS = 1_500
KINDS = ["alert", "confirm", "prompt"]
ACCEPTED = {"alert": "undefined", "confirm": "true", "prompt": "preset"}
DISMISSED = {"alert": "undefined", "confirm": "false", "prompt": "null"}


@pytest.fixture(scope="module", params=["dismiss", "accept"])
def policy(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def server(policy: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("dialogs"), settings={"dialogs": policy}) as server:
        server.goto("about:blank")  # the browser's start is not what is timed here
        yield server


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    """A server that asks its caller, and waits for the answer as long as it does without a setting."""
    with serving(tmp_path_factory.mktemp("asking"), settings={"dialogs": "ask"}) as server:
        server.goto("about:blank")
        yield server


@pytest.fixture
def asking_oracle(asking: ServerProcess, site: Site) -> Generator[Health]:
    health = Health.of(asking, site)
    yield health
    health.check()


def timed(server: ServerProcess, tool: str, arguments: Json) -> Json:
    """The answer, which must come as soon as if there was no dialog."""
    start = time.monotonic()
    answer = server.call(tool, arguments)
    assert time.monotonic() - start <= promised(LIMIT_SECONDS), answer
    return answer


def titled(server: ServerProcess, session: str, title: str) -> bool:
    answer = server.call("list_tabs", {"session": session, "pattern": f"^{title}$"})
    return bool(answer["result"]["groups"])


@pytest.mark.rows("F11")
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("when", ["load", "timer"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_answered_dialog_never_blocks_and_is_reported(
    *, kind: str, when: str, times: int, policy: str, server: ServerProcess, site: Site
) -> None:
    result = DISMISSED[kind] if policy == "dismiss" else ACCEPTED[kind]
    url = site / f"dialog.html?kind={kind}&when={when}&times={times}"

    answer = timed(
        server, "nav_goto", {"url": url, "assert": {"titleIncludes": " then ".join([result] * times)}, "session": kind}
    )

    assert answer["ok"], answer
    dialog = answer["result"]["changes"]["dialog"]
    assert (dialog["kind"], dialog["message"]) == (kind, f"question {times}")
    assert dialog["answer"] == ("accepted" if kind == "alert" or policy == "accept" else "dismissed")
    assert dialog.get("more", 0) == times - 1


@pytest.mark.rows("F11")
def test_a_server_that_answered_dialogs_is_healthy(server: ServerProcess, site: Site, health_oracle: Health) -> None:
    answer = server.goto(site / "dialog.html?kind=confirm&when=load&times=2", session="confirm")

    assert answer["ok"], answer


@pytest.mark.rows("F11")
def test_an_alert_needs_no_answer_under_ask(asking: ServerProcess, site: Site, asking_oracle: Health) -> None:
    answer = timed(asking, "nav_goto", {"url": site / "dialog.html?kind=alert&when=load", "session": "alert"})

    assert answer["ok"], answer
    assert answer["result"]["changes"]["dialog"] == {"kind": "alert", "message": "question 1", "answer": "accepted"}


@pytest.mark.rows("F11")
@pytest.mark.parametrize("when", ["load", "timer"])
@pytest.mark.parametrize(
    ("kind", "accept", "text", "result"),
    [
        ("confirm", True, None, "true"),
        ("confirm", False, None, "false"),
        ("prompt", True, "typed", "typed"),
        ("prompt", False, None, "null"),
    ],
)
def test_a_dialog_waits_for_the_caller_under_ask(
    *, kind: str, accept: bool, text: str | None, result: str, when: str, asking: ServerProcess, site: Site
) -> None:
    session = f"ask-{kind}"
    url = site / f"dialog.html?kind={kind}&when={when}"

    opened = timed(asking, "nav_goto", {"url": url, "session": session, "waitFor": {"text": "absent"}})
    refused = timed(asking, "nav_goto", {"url": site / "plain.html", "session": session})
    listed = timed(asking, "list_tabs", {"session": session})
    arguments: dict[str, Any] = {"accept": accept, "session": session} | ({"text": text} if text else {})
    answered = timed(asking, "flow_answer_dialog", arguments)

    assert opened["ok"], opened
    assert opened["result"]["changes"]["dialog"] == {"kind": kind, "message": "question 1", "answer": "waiting"}
    assert refused["error"]["code"] == "MM_DIALOG_OPEN", refused
    assert refused["error"]["details"]["kind"] == kind
    assert listed["ok"], listed
    changes = answered["result"].pop("changes")
    assert answered["result"] == {
        "kind": kind,
        "message": "question 1",
        "answer": "accepted" if accept else "dismissed",
    }
    # The page goes on and may do things of its own; the dialog that was answered is not among them.
    assert changes == "none" or "dialog" not in changes
    assert holds(lambda: titled(asking, session, result), within=promised(2))


@pytest.mark.rows("F11")
def test_two_dialogs_in_a_row_are_told_one_after_the_other(
    asking: ServerProcess, site: Site, asking_oracle: Health
) -> None:
    timed(asking, "nav_goto", {"url": site / "dialog.html?kind=confirm&when=load&times=2", "session": "row"})

    first = timed(asking, "flow_answer_dialog", {"accept": True, "session": "row"})
    second = timed(asking, "flow_answer_dialog", {"accept": False, "session": "row"})
    third = timed(asking, "flow_answer_dialog", {"accept": False, "session": "row"})

    assert first["result"]["message"] == "question 1"
    assert first["result"]["changes"]["dialog"]["message"] == "question 2", first
    assert first["result"]["changes"]["dialog"]["answer"] == "waiting"
    assert second["result"]["message"] == "question 2"
    assert third["error"]["code"] == "MM_INVALID_INPUT"
    assert holds(lambda: titled(asking, "row", "true then false"), within=promised(2))


@pytest.mark.rows("F11")
def test_dialogs_of_two_tabs_are_both_answered(asking: ServerProcess, site: Site, asking_oracle: Health) -> None:
    timed(asking, "nav_goto", {"url": site / "dialog-popup.html", "session": "two", "waitFor": "commit"})

    def answers() -> bool:
        answer = asking.call("flow_answer_dialog", {"accept": True, "session": "two"})
        if answer["ok"]:
            messages.append(answer["result"]["message"])
        return len(messages) == 2

    messages: list[str] = []
    assert holds(answers, within=10)
    assert set(messages) == {"question 1", "question of the first"}
    assert asking.goto(site / "plain.html", session="two")["ok"]


@pytest.mark.rows("F11")
def test_an_unanswered_dialog_is_dismissed_in_time(site: Site, tmp_path: Path) -> None:
    with serving(tmp_path, settings={"dialogs": "ask", "dialog_timeout_ms": str(PATIENCE_MS)}) as server:
        opened = server.goto(site / "dialog.html?kind=confirm&when=load", session="late")
        assert opened["result"]["changes"]["dialog"]["answer"] == "waiting", opened

        assert holds(lambda: titled(server, "late", "false"), within=PATIENCE_MS / 1000 + promised(1))
        answer = server.goto(site / "plain.html", session="late")
        assert answer["ok"], answer
        assert answer["result"]["changes"]["since"]["dialog"]["answer"] == "dismissed"


@pytest.mark.rows("F12")
@pytest.mark.parametrize("ending", ["SIGTERM", "EOF"])
def test_an_open_dialog_does_not_delay_the_end(ending: str, site: Site, tmp_path: Path) -> None:
    with serving(tmp_path, settings={"dialogs": "ask"}) as server:
        opened = server.goto(site / "dialog.html?kind=confirm&when=load")
        assert opened["result"]["changes"]["dialog"]["answer"] == "waiting", opened

        if ending == "EOF":
            server.stdin.close()
        else:
            server.process.send_signal(signal.SIGTERM)

        assert server.process.wait(promised(LIMIT_SECONDS)) == 0
        assert alive_in(server.state) == []


@pytest.mark.rows("F12")
def test_an_open_dialog_does_not_delay_the_close_of_its_session(site: Site, tmp_path: Path) -> None:
    with serving_http(tmp_path, settings={"dialogs": "ask"}) as server:
        client = HttpClient.of(server, HANDSHAKE_ERA)
        opened = client.call("nav_goto", {"url": site / "dialog.html?kind=confirm&when=load"})
        assert opened["result"]["changes"]["dialog"]["answer"] == "waiting", opened
        start = time.monotonic()

        closed = server.exchange("DELETE", "/mcp", {**server.own_headers(), **client.headers}.items())

        assert closed.status == 200
        assert time.monotonic() - start <= promised(LIMIT_SECONDS)
        another = HttpClient.of(server, HANDSHAKE_ERA)
        assert another.call("nav_goto", {"url": site / "plain.html"})["ok"]
