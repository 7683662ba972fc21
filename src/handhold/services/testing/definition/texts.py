"""A definition as text, JSON or YAML, read strictly: no member twice, nothing that JSON could not say, no bombs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, cast

from handhold.errors import InvalidInput

if TYPE_CHECKING:
    import yaml

LARGEST: Final = 1_000_000
"""Bytes of a definition."""
DEEPEST: Final = 40
"""Levels of objects and lists in one."""
MOST_VALUES: Final = 100_000
_TAGS: Final = frozenset(
    f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float", "str", "timestamp", "seq", "map")
)


def parsed(text: str) -> Any:
    """The values a text stands for. Raises `InvalidInput` that says where it cannot be read."""
    refuse_size(len(text.encode("utf-8", errors="replace")))
    stripped = text.lstrip("\ufeff \t\r\n")
    return _from_json(text) if stripped.startswith(("{", "[")) else _from_yaml(text)


def refuse_size(size: int) -> None:
    """Raise `InvalidInput` for a definition nobody can have written."""
    if size > LARGEST:
        raise InvalidInput(
            f"Invalid definition: it has {size:,} bytes; at most {LARGEST:,} are allowed",
            hint="Nothing was saved. Put rows of data into a file (casesFile), and shared steps into a flow (useFlow).",
        )


def refuse_shape(value: object) -> None:
    """Raise `InvalidInput` for what is nested too deeply or has too many values, before anything recurses into it."""
    level = [value]
    count = 0
    for _depth in range(DEEPEST + 1):
        deeper: list[object] = []
        for each in level:
            if isinstance(each, dict):
                deeper.extend(cast(dict[object, object], each).values())
            elif isinstance(each, list):
                deeper.extend(cast(list[object], each))
        count += len(level)
        if count > MOST_VALUES:
            raise _bad(f"it has more than {MOST_VALUES:,} values")
        if not deeper:
            return
        level = deeper
    raise _bad(f"it is nested more than {DEEPEST} levels deep")


def _from_json(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"), object_pairs_hook=_distinct, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _bad(f"it is not JSON at line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise _bad(f"it is nested more than {DEEPEST} levels deep") from None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad(f"an object has two members {twice[:40]!r}")
    return made


def _no_constant(name: str) -> Any:
    raise _bad(f"{name} is no number")


def _from_yaml(text: str) -> Any:
    import yaml

    try:
        loader = cast(Any, yaml.SafeLoader(text))
        root = _composed(loader)
        return None if root is None else _value(root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark is not None else ""
        raise _bad(f"it is neither JSON nor YAML{where}: {error.problem}") from None
    except yaml.YAMLError:
        raise _bad("it is neither JSON nor YAML") from None
    except RecursionError:
        raise _bad(f"it is nested more than {DEEPEST} levels deep") from None


def _composed(loader: Any) -> yaml.Node | None:
    """The document as nodes, each of them once: a few aliases can stand for more values than a machine can hold."""
    import yaml

    root = cast(yaml.Node | None, loader.get_single_node())
    seen: set[int] = set()
    pending = [] if root is None else [root]
    while pending:
        node = pending.pop()
        if id(node) in seen:
            raise _bad(f"aliases are not allowed, line {node.start_mark.line + 1}")
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            pending += [each for pair in node.value for each in pair]
        elif isinstance(node, yaml.SequenceNode):
            pending += node.value
    return root


def _value(node: yaml.Node) -> Any:
    """What a node stands for, as far as JSON can say it too."""
    import yaml

    if node.tag not in _TAGS:
        raise _bad(f"tag {node.tag[:40]!r} is not allowed, line {node.start_mark.line + 1}")
    if isinstance(node, yaml.MappingNode):
        return _distinct([(_member(key), _value(value)) for key, value in node.value])
    if isinstance(node, yaml.SequenceNode):
        return [_value(item) for item in node.value]
    kind = node.tag.rsplit(":", 1)[-1]
    # A date in a definition is meant as the text it is.
    return node.value if kind in ("str", "timestamp") else yaml.safe_load(node.value)


def _member(node: yaml.Node) -> str:
    name = _value(node)
    if not isinstance(name, str):
        raise _bad(f"names of members are texts, line {node.start_mark.line + 1}")
    return name


def _bad(reason: str) -> InvalidInput:
    return InvalidInput(
        f"Invalid definition: {reason}", hint="Correct the definition and call again; nothing was saved."
    )
