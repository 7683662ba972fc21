"""Write the typed methods of the Python library: one per tool, awaited and waiting, from the tools' own models."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import types
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from handhold.contract import Tool
from handhold.settings import Settings

FILE = "src/handhold/frontends/library/methods.py"
HEAD = '''"""The tools as typed methods. Written by scripts/generate.py from the tools; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from handhold.frontends.library.calls import Calls, WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

'''


def methods(tools: Sequence[Tool]) -> str:
    """The whole module."""
    imports = "".join(f"    from {tool.result.__module__} import {tool.result.__name__}\n" for tool in _sorted(tools))
    shapes = _Shapes()
    awaited = [_method(tool, shapes, is_async=True) for tool in tools]
    waiting = [_method(tool, shapes, is_async=False) for tool in tools]
    text = "\n".join(
        (
            HEAD + imports,
            _launch_options(shapes),
            *shapes.written,
            '\nclass Methods(Calls):\n    """Each tool of Handhold, awaited."""\n',
            *awaited,
            '\nclass WaitingMethods(WaitingCalls):\n    """Each tool of Handhold, for code that does not await."""\n',
            *waiting,
        )
    )
    return _formatted(text)


def _formatted(text: str) -> str:
    """As the formatter wants it, so that the written file passes like any other."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", FILE, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _sorted(tools: Iterable[Tool]) -> list[Tool]:
    return sorted(tools, key=lambda tool: (tool.result.__module__, tool.result.__name__))


class _Shapes:
    """Nested argument models, as dictionaries a person writes in place."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._names: dict[type[BaseModel], str] = {}

    def name_of(self, model: type[BaseModel]) -> str:
        if model not in self._names:
            self._names[model] = model.__name__
            fields = [
                f"    {_wire_name(name, field)}: {self.source(field.annotation)}"
                for name, field in model.model_fields.items()
            ]
            self.written.append(f"\nclass {model.__name__}(TypedDict, total=False):\n" + "\n".join(fields) + "\n")
        return self._names[model]

    def source(self, annotation: Any) -> str:
        """How a type is written."""
        origin, members = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self.source(members[0])
        if origin in (Union, types.UnionType):
            return _union(self.members(annotation))
        if origin is Literal:
            return f"Literal[{', '.join(json.dumps(member) for member in members)}]"
        if origin in (list, tuple):
            return f"Sequence[{self.source(members[0])}]"
        return self._plain(annotation)

    def members(self, annotation: Any) -> list[str]:
        """The members of a union, also of unions within it; one for what is no union."""
        origin = get_origin(annotation)
        if origin is Annotated:
            return self.members(get_args(annotation)[0])
        if origin in (Union, types.UnionType):
            return [source for member in get_args(annotation) for source in self.members(member)]
        return [self.source(annotation)]

    def _plain(self, annotation: Any) -> str:
        members = get_args(annotation)
        if members:
            return f"dict[{', '.join(map(self.source, members))}]"
        if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
            return self.name_of(annotation)
        return "None" if annotation is type(None) else str(getattr(annotation, "__name__", "object"))


def _union(sources: Iterable[str]) -> str:
    """Each member once, None last."""
    members = dict.fromkeys(sources)
    return " | ".join(sorted(members, key=lambda member: member == "None"))


def _method(tool: Tool, shapes: _Shapes, *, is_async: bool) -> str:
    passed = ", ".join(f'"{_wire_name(name, field)}": {name}' for name, field in _ordered(tool))
    head = f"    {'async ' if is_async else ''}def {tool.name}("
    call = "await self.call_tool" if is_async else "self.call_tool"
    first = tool.spec.description.splitlines()[0]
    return f'''{head}{_parameters(tool, shapes)}) -> {tool.result.__name__}:
        """{first}"""
        return {call}("{tool.name}", {{{passed}}})
'''


def _ordered(tool: Tool) -> list[tuple[str, FieldInfo]]:
    """What must be given first; the session last, because few name one."""
    fields = list(tool.args.model_fields.items())
    return sorted(fields, key=lambda item: (not item[1].is_required(), item[0] == "session"))


def _parameters(tool: Tool, shapes: _Shapes) -> str:
    """What must be given may be given by position; None leaves the rest to the tool."""
    required = [f"{name}: {shapes.source(field.annotation)}" for name, field in _ordered(tool) if field.is_required()]
    optional = [
        f"{name}: {_union([*shapes.members(field.annotation), 'None'])} = None"
        for name, field in _ordered(tool)
        if not field.is_required()
    ]
    return ", ".join(["self", *required, *(["*", *optional] if optional else [])])


def _wire_name(name: str, field: FieldInfo) -> str:
    return field.alias or name


def _launch_options(shapes: _Shapes) -> str:
    fields = [f"    {name}: {shapes.source(field.annotation)}" for name, field in Settings.model_fields.items()]
    text = '\nclass LaunchOptions(TypedDict, total=False):\n    """Settings that win over environment and files."""\n\n'
    return text + "\n".join(fields) + "\n"
