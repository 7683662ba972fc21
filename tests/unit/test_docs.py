"""The documentation is complete and its links lead somewhere; what it shows is what the program has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from handhold import errors
from handhold.errors import HandholdError
from handhold.frontends.cli.parser import build_parser
from handhold.frontends.mcp.client_lines import client_lines
from handhold.settings import Settings
from handhold.tools import read_catalogue

ROOT = Path(__file__).resolve().parents[2]
# The tree's own pages, not those of packages that live in ignored folders.
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def every_error() -> Iterator[type[HandholdError]]:
    known = [HandholdError]
    while known:
        error = known.pop()
        known.extend(error.__subclasses__())
        if error.__module__ == errors.__name__:
            yield error


def commands() -> list[str]:
    """The commands that `handhold --help` lists."""
    return re.findall(r"^    (\w+)(?: |$)", build_parser().format_help(), re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors GitHub gives a page's headings."""
    headings = (match["text"].lower() for match in HEADING.finditer(FENCED.sub("", page.read_text("utf-8"))))
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in headings}


def relative_links(page: Path) -> list[str]:
    found = (match["target"] for match in LINK.finditer(FENCED.sub("", page.read_text("utf-8"))))
    return [target for target in found if "://" not in target]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    broken: list[str] = []
    for target in relative_links(page):
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        if not linked.exists() or (anchor and anchor not in anchors(linked)):
            broken.append(target)

    assert broken == []


@pytest.mark.rows("R425")
def test_every_tool_has_a_section_in_the_reference() -> None:
    headings = set(re.findall(r"^## (\w+)$", read("docs/reference/tools.md"), re.MULTILINE))

    assert headings == {entry["name"] for entry in read_catalogue()}


def test_the_readme_lists_exactly_the_tools_there_are() -> None:
    section = read("README.md").split("## What works today")[1].split("\n## ")[0]

    listed = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)

    assert listed == [entry["name"] for entry in read_catalogue()]


def test_the_readme_lists_exactly_the_commands_there_are() -> None:
    section = read("README.md").split("## Command line")[1].split("\n## ")[0]

    listed = re.findall(r"^\| `(\w+)", section, re.MULTILINE)

    assert len(listed) == 11
    assert sorted(listed) == sorted(commands())


def test_the_readme_shows_how_to_run_and_how_to_test_before_anything_else() -> None:
    first_screen = read("README.md").split("\n## ")[0]

    assert "make run" in first_screen
    assert "make test" in first_screen


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_target_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))

    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE))

    assert named <= targets


@pytest.mark.rows("R422")
@pytest.mark.parametrize("client", ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex"])
def test_the_readme_and_make_run_say_how_to_connect_a_client(client: str) -> None:
    section = read("README.md").split("## Connect a client")[1].split("\n## ")[0]
    printed = client_lines("http://127.0.0.1:8931/mcp", token="TOKEN", command=["handhold", "serve"])

    assert f"| {client} |" in section
    assert f"  {client} " in printed


@pytest.mark.rows("R422")
def test_the_lines_of_the_readme_are_those_the_server_prints() -> None:
    command = ["/path/to/handhold/.venv/bin/handhold", "serve"]
    printed = client_lines("http://127.0.0.1:8931/mcp", token="TOKEN", command=command)

    whole_lines = re.findall(r"  ((?:claude|code|codex) .*)$", printed, re.MULTILINE)
    objects = re.findall(r"json: (\{.*\})$", printed, re.MULTILINE)

    assert len(whole_lines) == 5
    assert len(objects) == 3
    assert [line for line in [*whole_lines, *objects] if line not in read("README.md")] == []


def test_every_error_code_is_in_the_reference() -> None:
    listed = set(re.findall(r"^\| `(MM_[A-Z_]+)`", read("docs/reference/errors.md"), re.MULTILINE))

    assert listed == {error.code for error in every_error()}


@pytest.mark.rows("R100")
def test_the_generic_code_of_a_tool_is_in_the_reference() -> None:
    assert "`MM_<NAME>_FAILED`" in read("docs/reference/errors.md")


def test_every_setting_is_in_the_reference() -> None:
    listed = re.findall(r"^\| `(\w+)`", read("docs/reference/settings.md"), re.MULTILINE)

    assert listed == list(Settings.model_fields)


@pytest.mark.rows("R423")
def test_the_guide_to_adding_a_tool_has_both_examples_and_a_checklist() -> None:
    guide = read("docs/adding-a-tool.md")

    assert re.findall(r"^## (.+)$", guide, re.MULTILINE) == [
        "Without arguments",
        "With a parameter",
        "What the parts mean",
        "Checklist",
    ]


@pytest.mark.rows("R424", "R33")
def test_the_architecture_page_has_the_components_the_trade_offs_and_the_pipeline_in_order() -> None:
    from handhold.engine.pipeline import PIPELINE

    page = read("docs/architecture.md")
    pipeline = page.split("### The pipeline")[1].split("\n## ")[0]

    assert {"components", "trade-offs", "layers"} <= anchors(ROOT / "docs/architecture.md")
    assert re.findall(r"^\| `(\w+)` \|", pipeline, re.MULTILINE) == [middleware.__name__ for middleware in PIPELINE]


@pytest.mark.rows("R424")
def test_every_place_the_architecture_page_names_exists() -> None:
    components = read("docs/architecture.md").split("## Components")[1].split("\n## ")[0]
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \|", components, re.MULTILINE)[2:]
    package = ROOT / "src/handhold"

    named = [place for row in rows for place in re.findall(r"`([^`<]+)`", row)]

    assert len(named) >= 15
    assert [place for place in named if not list(package.rglob(place.rstrip("/")))] == []


@pytest.mark.rows("R367", "R426")
def test_agents_are_told_to_prefer_the_semantic_suite_and_what_of_it_is_missing() -> None:
    using = read("AGENTS.md").split("## Using the server")[1]

    assert "Prefer the semantic suite" in using
    for topic in ("nextToken", "promotes", "extractors"):
        assert topic in using
    assert "does *not* exist yet" in using


@pytest.mark.rows("R427", "R369", "R370", "R371", "R372", "R373", "R374")
@pytest.mark.parametrize("row", ["R427", "R369", "R370", "R371", "R372", "R373", "R374"])
def test_every_open_question_has_a_record_of_its_decision(row: str) -> None:
    records = [page for page in ROOT.glob("docs/decisions/0*.md") if re.search(rf"\b{row}\b", page.read_text("utf-8"))]

    assert len(records) == 1


@pytest.mark.parametrize("record", sorted(ROOT.glob("docs/decisions/0*.md")), ids=lambda record: record.stem)
def test_a_decision_record_has_its_number_and_its_three_parts(record: Path) -> None:
    text = record.read_text("utf-8")

    assert text.startswith(f"# {int(record.stem[:4])}. ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]


@pytest.mark.rows("R483", "R484", "R485", "R486", "R487", "R488", "R489", "R490", "R491")
@pytest.mark.parametrize("number", range(483, 492))
def test_every_non_goal_is_said_to_be_out_or_taken_up(number: int) -> None:
    line = next(line for line in read("docs/scope.md").splitlines() if line.startswith(f"| R{number} |"))

    assert re.search(r"\*\*(out|taken up|later)\*\*", line)


def test_security_says_what_is_promised_what_is_not_and_how_to_report() -> None:
    headings = re.findall(r"^## (.+)$", read("SECURITY.md"), re.MULTILINE)

    assert headings == ["Reporting", "What is promised", "What is not promised"]


def test_the_changelog_has_a_section_for_what_is_unreleased() -> None:
    assert "\n## [Unreleased]\n" in read("CHANGELOG.md")
