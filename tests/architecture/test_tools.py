"""What every tool has: fields described, an example, agreeing names, a closed schema, documentation, a test."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from handhold.contract import Tool
from handhold.contract.schema import inlined
from handhold.contract.tool import SEMANTIC_BUDGET
from handhold.tools import TOOLS, load, read_catalogue

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/handhold"
CHECKED_LATER = {"Arguments of that tool", "State for custom", "A test definition", "Values of variables"}
"""What describes an object that is checked in its turn, by whom it is meant for: a tool, an extension, the runner."""
SEMANTIC = {"nav", "ui", "action", "state", "flow", "visual", "pointer"}
NAMES = [path.rsplit(".", 1)[1] for path in TOOLS]

every_tool = pytest.mark.parametrize("tool", [load(name) for name in NAMES], ids=NAMES)


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every object schema inside a schema."""
    if isinstance(schema, list):
        return [found for item in cast(list[Any], schema) for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    members = cast(dict[str, Any], schema)
    inner = [found for value in members.values() for found in objects(value)]
    return [members, *inner] if members.get("type") == "object" else inner


@pytest.mark.rows("R19", "R20", "R25", "R28", "R478", "R491")
def test_every_tool_module_is_in_the_list_and_no_other() -> None:
    modules = {
        f"{file.parent.name}.{file.stem}" for file in (PACKAGE / "tools").glob("*/*.py") if file.stem != "__init__"
    }

    assert modules == set(TOOLS)


@pytest.mark.rows("R3", "R22", "R23", "R45")
@every_tool
def test_module_function_and_title_agree(tool: Tool) -> None:
    path = TOOLS[NAMES.index(tool.name)]

    assert path == f"{tool.spec.family}.{tool.name}"
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,63}", tool.name)
    assert re.fullmatch(r"[a-z]+\.[a-zA-Z]+", tool.spec.title)


@pytest.mark.rows("R46", "A69", "A32")
@every_tool
def test_every_object_of_its_arguments_is_closed(tool: Tool) -> None:
    assert tool.spec.input_schema["additionalProperties"] is False
    for schema in objects(inlined(tool.args.model_json_schema())):
        assert schema.get("additionalProperties") is False or schema.get("description") in CHECKED_LATER


@pytest.mark.rows("R47", "R394", "R476")
@every_tool
def test_it_is_described_with_a_line_an_example_and_a_tip(tool: Tool) -> None:
    summary, *rest = tool.spec.description.splitlines()
    example = next(line for line in rest if line.startswith("Example: "))

    assert summary.endswith(".")
    assert any(line.startswith("Tip: ") for line in rest)
    tool.args.model_validate_json(example.removeprefix("Example: "))


@pytest.mark.rows("R47")
@every_tool
def test_every_field_is_described(tool: Tool) -> None:
    for model in (tool.args, tool.result):
        undescribed = [name for name, field in model.model_fields.items() if not field.description]
        assert not undescribed, f"{model.__name__}: {undescribed}"


@pytest.mark.rows("R481", "R346")
@every_tool
def test_the_semantic_family_has_the_small_budget(tool: Tool) -> None:
    if tool.spec.family in SEMANTIC:
        assert tool.budget == SEMANTIC_BUDGET


@pytest.mark.rows("R425", "R465")
@every_tool
def test_it_is_documented_and_tested(tool: Tool) -> None:
    files = [file for file in (ROOT / "tests").rglob("test_*.py") if "architecture" not in file.parts]
    tests = [file.read_text("utf-8") for file in files]

    assert f"## {tool.name}\n" in (ROOT / "docs/reference/tools.md").read_text("utf-8")
    assert any(f'"{tool.name}"' in text for text in tests)


@pytest.mark.rows("R3", "R48", "R49", "A68")
def test_the_catalogue_is_what_the_tools_say() -> None:
    for entry, name in zip(read_catalogue(), NAMES, strict=True):
        spec = load(name).spec
        assert entry["name"] == spec.name
        assert entry["description"] == spec.description
        assert json.dumps(entry["inputSchema"]) == json.dumps(spec.input_schema)
        assert entry["annotations"] == spec.annotations
