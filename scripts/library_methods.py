"""Write the typed methods of the Python library: one per tool, awaited and waiting, from the tools' own models."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
import types
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from handhold.contract import Tool
from handhold.settings import Settings

FOLDER = "src/handhold/frontends/library"
HEAD = '''"""{thought} Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING{typing}
{imports}
if TYPE_CHECKING:
{types}
'''


def modules(tools: Sequence[Tool]) -> dict[str, str]:
    """The modules by the files they belong in."""
    shapes = Shapes()
    awaited = [_method(tool, shapes, is_async=True) for tool in tools]
    waiting = [_method(tool, shapes, is_async=False) for tool in tools]
    options = _launch_options(shapes)
    return {
        f"{FOLDER}/shapes.py": _formatted(_shapes_module(shapes, options)),
        f"{FOLDER}/methods.py": _formatted(_methods_module(tools, shapes, awaited, base="Calls", name="Methods")),
        f"{FOLDER}/waiting_methods.py": _formatted(
            _methods_module(tools, shapes, waiting, base="WaitingCalls", name="WaitingMethods")
        ),
    }


def _shapes_module(shapes: Shapes, options: str) -> str:
    head = HEAD.format(
        thought="What arguments with parts are made of.",
        typing=", Literal, TypedDict",
        imports="",
        types="    from collections.abc import Sequence\n    from pathlib import Path\n",
    )
    return "\n".join((head, options, *shapes.written))


def _methods_module(tools: Sequence[Tool], shapes: Shapes, methods: Sequence[str], *, base: str, name: str) -> str:
    results = "".join(
        f"    from {tool.result.__module__} import {tool.result.__name__}\n"
        for tool in sorted(tools, key=lambda tool: (tool.result.__module__, tool.result.__name__))
    )
    # A shape within another one is not written in any method.
    used = sorted(name for name in shapes.names if re.search(rf"\b{name}\b", "".join(methods)))
    head = HEAD.format(
        thought="The tools as typed methods.",
        typing=", Literal",
        imports=f"\nfrom handhold.frontends.library.calls import {base}\n",
        types="    from collections.abc import Sequence\n\n"
        f"    from handhold.frontends.library.shapes import {', '.join(used)}\n{results}",
    )
    return "\n".join((head, f'\nclass {name}({base}):\n    """Each tool of Handhold."""\n', *methods))


def _formatted(text: str) -> str:
    """As the formatter wants it, so that the written file passes like any other."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", f"{FOLDER}/methods.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


class Shapes:
    """Nested argument models, as dictionaries a person writes in place."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._names: dict[type[BaseModel], str] = {}

    @property
    def names(self) -> Iterable[str]:
        return self._names.values()

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
            return f"Literal[{', '.join(_value(member) for member in members)}]"
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
        if annotation is Any:
            return "object"
        return "None" if annotation is type(None) else str(annotation.__name__)


def _value(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _union(sources: Iterable[str]) -> str:
    """Each member once, None last."""
    members = dict.fromkeys(sources)
    return " | ".join(sorted(members, key=lambda member: member == "None"))


def _method(tool: Tool, shapes: Shapes, *, is_async: bool) -> str:
    required = _passed(field for field in _ordered(tool) if field[1].is_required())
    optional = _passed(field for field in _ordered(tool) if not field[1].is_required())
    head = f"    {'async ' if is_async else ''}def {tool.name}("
    call = "await self.call_tool" if is_async else "self.call_tool"
    first = tool.spec.description.splitlines()[0]
    return f'''{head}{_parameters(tool, shapes)}) -> {tool.result.__name__}:
        """{first}"""
        return {call}("{tool.name}", {{{required}}}, {{{optional}}})
'''


def _passed(fields: Iterable[tuple[str, FieldInfo]]) -> str:
    return ", ".join(f'"{_wire_name(name, field)}": {name}' for name, field in fields)


def _ordered(tool: Tool) -> list[tuple[str, FieldInfo]]:
    """What must be given first; the session last, because few name one."""
    fields = list(tool.args.model_fields.items())
    return sorted(fields, key=lambda item: (not item[1].is_required(), item[0] == "session"))


def _parameters(tool: Tool, shapes: Shapes) -> str:
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


def _launch_options(shapes: Shapes) -> str:
    fields = [f"    {name}: {shapes.source(field.annotation)}" for name, field in Settings.model_fields.items()]
    text = '\nclass LaunchOptions(TypedDict, total=False):\n    """Settings that win over environment and files."""\n\n'
    return text + "\n".join(fields) + "\n"
