"""docs/guides/tests.md: its commands can be given, its definition saved, and its exit codes are all there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from handhold.frontends.cli import asking
from handhold.frontends.cli.parser import build_parser
from handhold.services.testing.definition import checked
from handhold.services.testing.definition.texts import parsed
from handhold.services.testing.reports.results import STATUSES

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/guides/tests.md").read_text("utf-8")
LINES = sorted(set(re.findall(r"^(?:- run: \S+/)?handhold (test .+)$", GUIDE, re.MULTILINE)))


def test_there_are_commands_of_every_action() -> None:
    assert {line.split()[1] for line in LINES} == {"run", "list", "show", "history", "quarantine", "record"}


@pytest.mark.parametrize("line", LINES)
def test_every_command_of_the_guide_can_be_given(line: str) -> None:
    assert build_parser().parse_args(shlex.split(line)).command == "test"


def test_the_definition_of_the_guide_can_be_saved() -> None:
    text = GUIDE.split("```yaml\n", 1)[1].split("```")[0]

    made, findings = checked(parsed(text), id="shop", lookup=lambda _id: None, tools=frozenset())

    assert [step.do for step in made.steps] == ["click", "click", "assert"]
    assert findings == []


def test_guide_and_readme_tell_every_exit_code() -> None:
    codes = {asking.PASSED, asking.FAILED, asking.WRONG_USAGE, asking.BROKEN, asking.INTERRUPTED}
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", GUIDE, re.MULTILINE)}
    sentence = (ROOT / "README.md").read_text("utf-8").split("Of `test`:")[1].split("\n\n")[0]

    assert told == codes
    assert {int(code) for code in re.findall(r"\b(\d+) [a-z]", sentence)} == codes


def test_the_guide_tells_every_status() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)) == set(STATUSES)
