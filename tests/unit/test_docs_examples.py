"""The tools of docs/adding-a-tool.md work as printed: extracted, imported, called through the pipeline."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.fake_tools import workbench

from handhold.contract import Tool
from handhold.engine import Engine

GUIDE = Path(__file__).resolve().parents[2] / "docs/adding-a-tool.md"
EXAMPLE = re.compile(r"^```python (?P<name>\w+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Tool]]:
    """The tools printed in the guide, imported from files: descriptions of fields are read from the source."""
    found = {match["name"]: match["code"] for match in EXAMPLE.finditer(GUIDE.read_text("utf-8"))}
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    importlib.invalidate_caches()
    tools: dict[str, Tool] = {}
    for name, code in found.items():
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
        tools[name] = vars(importlib.import_module(name))[name]
    yield tools
    for name in found:
        del sys.modules[name]


@pytest.fixture
def engine(examples: dict[str, Tool]) -> Engine:
    return workbench(examples.values()).engine


@pytest.mark.rows("R52", "R423")
async def test_the_tool_without_arguments_says_hello(engine: Engine) -> None:
    reply = await engine.call("hello_world")

    assert reply.envelope["result"] == {"text": "Hello from Handhold"}


@pytest.mark.rows("R52")
async def test_the_tool_without_arguments_refuses_one(engine: Engine) -> None:
    reply = await engine.call("hello_world", {"name": "Ada"})

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert "name: unknown argument" in reply.error["message"]


@pytest.mark.rows("R52", "R423")
async def test_the_tool_with_a_parameter_says_what_it_was_given(engine: Engine) -> None:
    reply = await engine.call("say_message", {"message": "Good morning"})

    assert reply.envelope["result"] == {"text": "You said: Good morning"}


@pytest.mark.rows("R52", "R41")
async def test_an_empty_message_is_answered_as_the_guide_says(engine: Engine) -> None:
    reply = await engine.call("say_message", {"message": ""})

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert reply.error["message"] == "Invalid input: message: message is required"
    assert reply.error["message"] in GUIDE.read_text("utf-8")


@pytest.mark.rows("R41")
async def test_a_missing_message_is_named(engine: Engine) -> None:
    reply = await engine.call("say_message", {})

    assert reply.error["message"] == "Invalid input: message: is required"


@pytest.mark.rows("R20", "R22", "R27", "R47")
def test_an_example_gives_name_schema_and_description_from_its_one_file(examples: dict[str, Tool]) -> None:
    hello, say = examples["hello_world"].spec, examples["say_message"].spec

    assert hello.input_schema == {"type": "object", "properties": {}, "additionalProperties": False}
    assert say.input_schema["properties"] == {"message": {"type": "string", "description": "What to say"}}
    assert say.input_schema["required"] == ["message"]
    assert say.description.splitlines()[0] == "Say a message."
    assert say.annotations["readOnlyHint"]
