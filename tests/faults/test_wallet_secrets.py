"""Seed phrase and password, typed by every route of the wallet family, are in no file, log, answer or trace (P14)."""

from __future__ import annotations

import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.leaks import assert_no_leak
from tests.support.server_process import Json, ServerProcess, serving
from tests.support.site import Site
from tests.support.site import serving as serving_site

SERVER = (sys.executable, str(Path(__file__).with_name("telemetry_server.py")), "serve")
SECRETS = {
    "test id": "canary zebra orbit maple tunnel frost velvet anchor pepper lantern mimic harvest",
    "ref": "canary-ref-pw-7Q2x",
    "selector": "canary-selector-pw-8R3y",
    "word": "canaryword",
    "editor": "canarytwo otter bamboo glide prism hollow sunset walnut cradle noble puzzle raven",
    "batch": "canary-batch-pw-9S4z",
    "batch missing": "canary-batch-missing-pw",
    "batch invalid": "canary-batch-invalid-pw",
    "missing": "canary-missing-pw-1",
    "too long": "canary-too-long-pw",
    "disabled": "canary-disabled-pw",
    "read-only": "canary-fixed-pw",
    "refusing": "canary-refused-pw",
    "two targets": "canary-two-targets-pw",
    "unknown ref": "canary-unknown-ref-pw",
    "no field": "canary-no-field-pw",
    "by name": "canary-named-Z9k",
    "seed by ref": "canarythree meadow copper violin basket ladder orchid timber saddle cobalt marble falcon",
    "phrase by ref": "canaryfour kettle juniper walrus cactus helmet ribbon saffron glacier pistol turnip nectar",
}
EXPECTED = {
    **dict.fromkeys(("test id", "ref", "selector", "word", "editor", "by name", "batch"), ""),
    **dict.fromkeys(("seed by ref", "phrase by ref"), ""),
    **dict.fromkeys(("missing", "unknown ref"), "MM_TARGET_NOT_FOUND"),
    **dict.fromkeys(("too long", "disabled", "read-only", "refusing", "no field"), "MM_TYPE_FAILED"),
    "two targets": "MM_INVALID_INPUT",
}


@dataclass(slots=True, kw_only=True)
class Run:
    """Everything that left the process, and how each route ended."""

    folder: Path
    texts: list[str] = field(default_factory=list[str])
    codes: dict[str, str] = field(default_factory=dict[str, str])
    records: list[str] = field(default_factory=list[str])


def type_everywhere(server: ServerProcess, run: Run, site: Site) -> None:
    def call(tool: str, **arguments: Any) -> Json:
        return server.call(tool, arguments)

    def put(what: str, **target: Any) -> None:
        answer = call("mm_type", text=SECRETS[what], **target)
        run.codes[what] = "" if answer["ok"] else str(answer["error"]["code"])

    server.goto(site / "import.html")
    nodes = call("mm_accessibility_snapshot")["result"]["nodes"]
    refs = {node["name"]: node["ref"] for node in nodes}
    put("test id", testId="srp-input-import__srp-note")
    put("ref", a11yRef=refs["New password"])
    put("seed by ref", a11yRef=refs["Your seed"])
    put("phrase by ref", a11yRef=refs["Your phrase"])
    put("selector", selector="#unlock")
    put("word", testId="import-srp__srp-word-0")
    put("editor", testId="phrase-editor")
    put("missing", testId="unlock-password-gone", timeoutMs=100)
    put("too long", testId="password-short", timeoutMs=100)
    put("disabled", testId="password-off", timeoutMs=100)
    put("read-only", testId="password-fixed", timeoutMs=100)
    put("refusing", testId="password-refuses")
    put("two targets", testId="a", selector="b")
    put("unknown ref", a11yRef="e999")
    put("no field", testId="echo", timeoutMs=100)
    answer = call("mm_type", testId="unlock-password", text="secret://LOGIN")
    run.codes["by name"] = "" if answer["ok"] else str(answer["error"]["code"])
    batch_steps(server, run)
    look_around(server)


def batch_steps(server: ServerProcess, run: Run) -> None:
    steps = [
        {"tool": "mm_type", "args": {"testId": "create-password-confirm-input", "text": SECRETS["batch"]}},
        {"tool": "mm_type", "args": {"testId": "gone", "text": SECRETS["batch missing"], "timeoutMs": 0}},
        {"tool": "mm_type", "args": {"words": SECRETS["batch invalid"], "password": SECRETS["batch invalid"]}},
        {"tool": "no_such_tool", "args": {"text": SECRETS["batch invalid"]}},
    ]
    answer = server.call("mm_run_steps", {"steps": steps, "includeObservations": "all"})
    run.codes["batch"] = "" if answer["result"]["steps"][0]["ok"] else "failed"
    server.call("mm_run_steps", {"steps": steps, "includeObservations": "none", "stopOnError": True})
    server.call("mm_run_steps", {"steps": [*steps, SECRETS["batch invalid"]]})


def look_around(server: ServerProcess) -> None:
    """The page says all of it aloud, and every tool of the family listens."""
    server.call("mm_click", {"testId": "echo"})
    for tool, arguments in (
        ("mm_describe_screen", {"includeScreenshot": True}),
        ("mm_list_testids", {}),
        ("mm_accessibility_snapshot", {}),
        ("mm_get_state", {}),
        ("mm_wait_for", {"testId": "echoed"}),
        ("mm_click", {"testId": "said-0"}),
        ("mm_screenshot", {"name": "after", "includeBase64": True}),
        ("mm_knowledge_last", {"n": 50}),
        ("mm_knowledge_summarize", {}),
        ("ui_scan", {}),
        ("state_log", {"kind": "console"}),
    ):
        assert server.call(tool, arguments)["ok"], tool


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Generator[Run]:
    folder = tmp_path_factory.mktemp("wallet-secrets")
    told = folder.parent / "wallet-telemetry.txt"
    settings = {"log_level": "debug", "secret_login": SECRETS["by name"]}
    with pytest.MonkeyPatch.context() as environment, serving_site("wallet") as site:
        environment.setenv("TELEMETRY_FILE", str(told))
        with serving(folder, settings=settings, command=SERVER) as server:
            run = Run(folder=folder)
            type_everywhere(server, run, site)
            # The browser's own profile is left out while it runs; the folder as a whole is looked at afterwards.
            files = [file for file in folder.rglob("*") if file.is_file() and "profile" not in str(file)]
            run.records = [file.read_bytes().decode("utf-8", errors="replace") for file in files]
        run.texts = [*server.lines, *run.records, server.log, told.read_text()]
        yield run


def test_every_route_went_as_it_should(run: Run) -> None:
    assert {what: run.codes.get(what) for what in EXPECTED} == EXPECTED
    assert any('"tool":{"name":"mm_type"' in record and '"textRedacted":true' in record for record in run.records)


@pytest.mark.rows("R187", "R72", "A53")
@pytest.mark.parametrize("name", SECRETS)
def test_it_is_nowhere(name: str, run: Run) -> None:
    assert_no_leak(SECRETS[name], texts=run.texts, folders=[run.folder])


@pytest.mark.parametrize("name", ["test id", "editor", "seed by ref", "phrase by ref"])
def test_no_part_of_a_phrase_is_anywhere(name: str, run: Run) -> None:
    words = SECRETS[name].split()

    for at in range(len(words) - 2):
        assert_no_leak(" ".join(words[at : at + 3]), texts=run.texts, folders=[run.folder])
