"""What is typed stays between the caller and the page: every byte on the wire, in the log, on disk and in telemetry.

Decision P14. Secrets are masked everywhere, also when the page shows them. Ordinary typed text is never repeated by us;
where a page shows it, it is page text. The browser's own profile is left out while the browser runs: what a page stores
there is the page's doing, and the whole folder goes with the browser, which the last look checks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from tests.support.leaks import assert_no_leak
from tests.support.server_process import Json, ServerProcess, serving
from tests.support.site import Site
from tests.support.site import serving as serving_site

SERVER = (sys.executable, str(Path(__file__).with_name("telemetry_server.py")), "serve")
SECRETS = {
    "password": "canary-pw-7Q2x",
    "code": "canary-otp-481516",
    "card": "canary-card-4111",
    "phrase": "canary-seed abandon zebra",
    "words": "canary-words mango & tulip",
    "login": "canary-named-Z9k",
    "url": "canary-url-p4ss",
    "refused": "canary-disabled-pw-3",
}
TYPED = {
    "text": "canary-typed-text",
    "story": "canary-typed-story",
    "number": "canary-typed-number",
    "option": "canary-typed-option",
    "readonly": "canary-typed-readonly",
    "stale": "canary-typed-stale",
    "handle": "canary-typed-handle",
    "member": "canary-typed-member",
    "wrong type": "canary-typed-type",
    "reference": "canary-typed-reference",
    "step": "canary-typed-step",
    "keys": "canary-typed-keys",
    "unknown argument": "canary-typed-argument",
    "dialog": "canary-typed-dialog",
    "unknown secret": "canary-typed-value",
}
ECHOED = "canary-echoed-word"
PAGE_TEXT = {
    *("title", "url", "to", "from", "message", "messages", "first", "label", "name", "path", "nearText", "text"),
    *("requestHeaders", "responseHeaders", "body"),
}
"""Members that are documented as page text."""


@dataclass(slots=True, kw_only=True)
class Run:
    """Everything that left the process."""

    folder: Path
    wire: list[str]
    log: str = ""
    telemetry: str = ""
    codes: dict[str, str] = field(default_factory=dict[str, str])
    """By what was tried, its error code; empty where it worked."""

    @property
    def texts(self) -> list[str]:
        return [*self.wire, self.log, self.telemetry]


@dataclass(slots=True)
class Typist:
    """Tries every path, good and bad, and remembers how each ended."""

    server: ServerProcess
    run: Run

    def call(self, what: str, tool: str, **arguments: Any) -> Json:
        answer = self.server.call(tool, arguments)
        self.run.codes[what] = "" if answer["ok"] else str(answer["error"]["code"])
        return answer

    def handle(self, name: str) -> str:
        answer = self.server.call("ui_pick", {"hint": {"name": name, "region": "page"}})
        assert answer["ok"], answer
        return str(answer["result"]["elementId"])

    def put(self, what: str, name: str, state: object) -> None:
        self.call(what, "action_set_state", handle=self.handle(name), state=state)

    def look_around(self, what: str) -> None:
        """Every tool that reads the page, and errors that name what is on it."""
        self.call(f"{what}: scan", "ui_scan", region="page", collapse=False)
        self.call(f"{what}: query", "ui_scan", query="canary")
        self.call(f"{what}: pick", "ui_pick", hint={"name": "Pay", "region": "page"})
        self.call(f"{what}: tabs", "list_tabs")
        self.call(f"{what}: follow", "nav_follow_path", steps=["Pay"])
        self.call(f"{what}: history", "nav_history", direction="reload")
        self.look_back(what)

    def look_back(self, what: str) -> None:
        """Everything the session has said and sent, headers and bodies included."""
        self.call(f"{what}: console", "state_log", kind="console")
        listed = self.call(f"{what}: network", "state_log", kind="network", filter="status:any")
        for entry in listed["result"]["items"]:
            item = entry["item"]
            self.call(f"{what}: {item}", "state_log", kind="network", item=item, show=["headers", "body"])


def type_secrets(typist: Typist, site: Site) -> None:
    typist.server.goto(site / "form.html?echo=password,code,card,phrase,words,login")
    for name in ("password", "code", "card", "phrase"):
        typist.put(name, name.capitalize(), SECRETS[name])
    typist.put("words", "Secret recovery phrase", {"text": SECRETS["words"]})
    typist.put("login", "Login", "secret://LOGIN")
    typist.put("refused", "Blocked", SECRETS["refused"])
    typist.call("echo", "action_execute", handle=typist.handle("Echo"))
    typist.look_around("secrets")
    typist.call("url", "nav_goto", url=(site / "form.html").replace("//", f"//ada:{SECRETS['url']}@"))
    typist.call("bad url", "nav_goto", url=f"http://ada:{SECRETS['url']}@127.0.0.1:1/")
    typist.call("forbidden url", "nav_goto", url=f"ftp://ada:{SECRETS['url']}@127.0.0.1/")


def type_text(typist: Typist, site: Site) -> None:
    typist.server.goto(site / "form.html")
    typist.put("text", "Name", TYPED["text"])
    typist.put("story", "Story", TYPED["story"])
    typist.put("number", "Amount", TYPED["number"])
    typist.put("option", "Colour", TYPED["option"])
    typist.put("readonly", "Fixed", {"text": TYPED["readonly"]})
    typist.put("unknown secret", "Name", f"secret://NOBODY/{TYPED['unknown secret']}")
    gone = typist.handle("Gone")
    typist.call("gone", "action_execute", handle=gone)
    typist.call("stale", "action_set_state", handle=gone, state=TYPED["stale"])
    typist.call("handle", "action_set_state", handle=TYPED["handle"], state="x")
    typist.call("member", "action_set_state", handle=gone, state={TYPED["member"]: TYPED["member"]})
    typist.call("wrong type", "action_press", keys={"a": TYPED["wrong type"]})
    typist.call("unknown argument", "action_press", keys="Enter", words=TYPED["unknown argument"])
    typist.call("long key", "action_press", keys=TYPED["keys"])
    typist.call("keys", "action_press", handle=typist.handle("Keys"), keys=list(TYPED["keys"]))
    typist.look_back("typed")
    typist.call("ask", "action_execute", handle=typist.handle("Ask"))
    typist.call("dialog", "flow_answer_dialog", accept=True, text=TYPED["dialog"])


def type_in_steps(typist: Typist) -> None:
    good = {"handle": typist.handle("Name"), "state": TYPED["step"]}
    typist.call(
        "steps",
        "run_steps",
        steps=[
            {"tool": "action_set_state", "args": good},
            {"tool": "action_set_state", "args": {**good, "handle": "${steps[0].result.nothing}"}},
            {"tool": "action_set_state", "args": {**good, "handle": "${steps[0].result.elementId"}},
            {"tool": "action_press", "args": {"keys": [TYPED["step"]]}},
            {"tool": "action_set_state", "args": {**good, "state": f"${{vars.nobody}} {TYPED['reference']}"}},
            {"tool": "no_such_tool", "args": {"password": TYPED["step"], "words": TYPED["step"]}},
        ],
        includeObservations="all",
    )


def echo_text(typist: Typist, site: Site) -> None:
    typist.server.goto(site / "form.html?echo=name")
    typist.put("echoed", "Name", ECHOED)
    typist.call("echo of text", "action_execute", handle=typist.handle("Echo"))
    typist.look_around("text")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Generator[Run]:
    folder = tmp_path_factory.mktemp("canary")
    told = folder.parent / "telemetry.txt"
    settings = {"log_level": "debug", "dialogs": "ask", "secret_login": SECRETS["login"]}
    with pytest.MonkeyPatch.context() as environment, serving_site("canary") as site:
        environment.setenv("TELEMETRY_FILE", str(told))
        with serving(folder, settings=settings, command=SERVER) as server:
            run = Run(folder=folder, wire=server.lines)
            typist = Typist(server, run)
            type_secrets(typist, site)
            type_text(typist, site)
            type_in_steps(typist)
            running = written(folder, but="profile")
            echo_text(typist, site)
        run.log, run.telemetry = server.log, told.read_text()
        run.wire = [*server.lines, *running]
        yield run


def written(folder: Path, *, but: str) -> list[str]:
    """What lies below a folder now, and how it is called."""
    files = [file for file in folder.rglob("*") if file.is_file() and but not in str(file.relative_to(folder))]
    return [f"{file}\n{file.read_bytes().decode('utf-8', errors='replace')}" for file in files]


EXPECTED = {
    **dict.fromkeys(("password", "code", "card", "phrase", "words", "login", "url", "echo"), ""),
    **dict.fromkeys(("text", "story", "gone", "keys", "ask", "dialog", "steps", "echoed", "echo of text"), ""),
    **dict.fromkeys(("number", "option", "readonly"), "MM_STATE_REFUSED"),
    **dict.fromkeys(("handle", "member", "wrong type", "unknown argument", "long key"), "MM_INVALID_INPUT"),
    "unknown secret": "MM_INVALID_INPUT",
    "refused": "MM_TARGET_BLOCKED",
    "stale": "MM_TARGET_STALE",
    "bad url": "MM_NAVIGATION_FAILED",
    "forbidden url": "MM_BLOCKED",
}


def test_every_path_went_as_it_should(run: Run) -> None:
    assert {what: run.codes[what] for what in EXPECTED} == EXPECTED
    assert '"requestBody":{"where":{"name":"text(17)"}}' in "".join(run.wire).replace(" ", "")
    assert "tool call started" in run.log
    assert "tool action_set_state" in run.telemetry


@pytest.mark.rows("A53")
@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_nowhere(name: str, run: Run) -> None:
    assert_no_leak(SECRETS[name], texts=run.texts, folders=[run.folder])


@pytest.mark.parametrize("name", TYPED)
def test_typed_text_is_repeated_nowhere(name: str, run: Run) -> None:
    assert_no_leak(TYPED[name], texts=run.texts, folders=[run.folder])


def test_typed_text_that_the_page_shows_is_page_text_and_nothing_else(run: Run) -> None:
    answers = [json.loads(line) for line in run.wire if line.startswith("{")]
    envelopes = [answer["result"]["structuredContent"] for answer in answers if "structuredContent" in answer["result"]]

    places = [place for envelope in envelopes for place in places_of(ECHOED, envelope)]

    assert places
    ours = [place for place in places if not PAGE_TEXT.intersection(place) or place[:2] == ("error", "message")]
    assert ours == []
    assert_no_leak(ECHOED, texts=[run.log, run.telemetry])


def places_of(canary: str, value: object, *path: str) -> Iterator[tuple[str, ...]]:
    """Where in an answer a text stands."""
    if isinstance(value, str):
        if canary in value:
            yield path
    elif isinstance(value, dict):
        for name, member in cast(dict[str, object], value).items():
            yield from places_of(canary, member, *path, name)
    elif isinstance(value, list):
        for member in cast(list[object], value):
            yield from places_of(canary, member, *path)
