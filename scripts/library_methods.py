"""Write the typed methods of the Python library: one per tool, awaited and waiting, from the tools' own models."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
import types
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from handhold.contract import Tool
from handhold.settings import Settings

FOLDER = "src/handhold/frontends/library"
PACKAGE = "handhold.frontends.library"
HEAD = '''"""{thought} Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING{typing}
{imports}
if TYPE_CHECKING:
{types}
'''


@dataclass(frozen=True, slots=True)
class Kind:
    """Methods that are awaited, or such that wait."""

    file: str
    name: str
    base: str
    is_async: bool


KINDS = (
    Kind("methods", "Methods", "Calls", is_async=True),
    Kind("waiting_methods", "WaitingMethods", "WaitingCalls", is_async=False),
)


def modules(tools: Sequence[Tool]) -> dict[str, str]:
    """The modules by the files they belong in."""
    shapes = Shapes()
    written = {f"{FOLDER}/{file}.py": text for kind in KINDS for file, text in _of_kind(kind, tools, shapes).items()}
    options = _launch_options(shapes)
    modules = {f"{FOLDER}/shapes.py": _shapes_module(shapes, options), **written}
    return {file: _formatted(text) for file, text in modules.items()}


def _of_kind(kind: Kind, tools: Sequence[Tool], shapes: Shapes) -> dict[str, str]:
    """A module for each set of tools, and one that holds them all together."""
    sets = dict.fromkeys(tool.spec.toolset for tool in tools)
    parts = {f"{each}_{kind.file}": f"{each.capitalize()}{kind.name}" for each in sets}
    modules = {
        file: _methods_module([tool for tool in tools if tool.spec.toolset == each], shapes, kind, name=name)
        for each, (file, name) in zip(sets, parts.items(), strict=True)
    }
    imports = "".join(f"from {PACKAGE}.{file} import {name}\n" for file, name in sorted(parts.items()))
    whole = f'''"""Every tool as a typed method. Written by scripts/generate.py; do not edit."""

{imports}

class {kind.name}({", ".join(parts.values())}):
    """Each tool of Handhold."""
'''
    return {**modules, kind.file: whole}


def _shapes_module(shapes: Shapes, options: str) -> str:
    head = HEAD.format(
        thought="What arguments with parts are made of.",
        typing=", Literal, TypedDict",
        imports="",
        types="    from collections.abc import Sequence\n    from pathlib import Path\n",
    )
    return "\n".join((head, options, *shapes.written))


def _methods_module(tools: Sequence[Tool], shapes: Shapes, kind: Kind, *, name: str) -> str:
    methods = [_method(tool, shapes, is_async=kind.is_async) for tool in tools]
    modules = sorted({tool.result.__module__ for tool in tools})
    names = {
        each: sorted({tool.result.__name__ for tool in tools if tool.result.__module__ == each}) for each in modules
    }
    results = "".join(f"    from {module} import {', '.join(results)}\n" for module, results in names.items())
    code = "".join(methods)
    # A shape within another one is not written in any method.
    used = sorted(shape for shape in shapes.names if re.search(rf"\b{shape}\b", code))
    shaped = f"    from {PACKAGE}.shapes import {', '.join(used)}\n" if used else ""
    sequence = "    from collections.abc import Sequence\n\n" if "Sequence[" in code else ""
    head = HEAD.format(
        thought="The tools of one set as typed methods.",
        typing=", Literal" if "Literal[" in code else "",
        imports=f"\nfrom {PACKAGE}.calls import {kind.base}\n",
        types=f"{sequence}{shaped}{results}",
    )
    return "\n".join((head, f'\nclass {name}({kind.base}):\n    """Each of these tools."""\n', *methods))


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
