"""How an element may be written: a selector, evidence, a list of it, or among the members of its step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from handhold.services.testing.definition.problems import Problem, kind_of
from handhold.services.testing.definition.spelling import EVIDENCE, Body, Placed, Spelling, items_of, members_of
from handhold.services.testing.definition.steps import STEP_KINDS, Path
from handhold.services.testing.definition.targets import KINDS


def gathered(spelling: Spelling, kind: str, body: Body, new: Path) -> Body:
    """An element that is named among the step's own members, as its target."""
    own = set[str]()
    if kind in STEP_KINDS:
        own = {field.alias or name for name, field in STEP_KINDS[kind].model_fields.items()}
    named = {name: body[name] for name in body if name in EVIDENCE and name not in own}
    if "target" in body:
        body["target"] = Placed(target(spelling, body["target"], (*new, "target")), body["target"].at)
        return body
    if not named:
        return body
    rest = {name: placed for name, placed in body.items() if name not in named}
    for name in ("name", "exact", "within", "frame"):
        if name in rest and (name not in own or ("role" in named and name == "name")):
            named[name] = rest.pop(name)
    first = next(iter(named.values()))
    raw = {name.removeprefix("evidence:"): placed.value for name, placed in named.items()}
    return {**rest, "target": Placed(target(spelling, Placed(raw, first.at[:-1]), (*new, "target")), first.at)}


def target(spelling: Spelling, placed: Placed, new: Path) -> Any:
    """A selector, evidence or a list of it, as a target."""
    value = placed.value
    if isinstance(value, Mapping) and "by" in value:
        members = cast(Mapping[str, Any], value)
        made = {**members, "by": evidence(spelling, Placed(members["by"], (*placed.at, "by")), (*new, "by"))}
        if "within" in made:
            made["within"] = evidence(spelling, Placed(made["within"], (*placed.at, "within")), (*new, "within"))
        return made
    if isinstance(value, Mapping):
        members = dict(cast(Mapping[str, Any], value))
        around = {name: members.pop(name) for name in ("within", "frame") if name in members}
        made = {"by": evidence(spelling, Placed(members, placed.at), (*new, "by"))}
        if "within" in around:
            made["within"] = evidence(spelling, Placed(around["within"], (*placed.at, "within")), (*new, "within"))
        if "frame" in around:
            frame = around["frame"]
            made["frame"] = [frame] if isinstance(frame, str) else frame
        return made
    if isinstance(value, str | list):
        spelling.places[(*new, "by")] = placed.at
        return {"by": evidence(spelling, placed, (*new, "by"))}
    spelling.problems.append(Problem(placed.at, "names no element", kind_of(value), "a selector, evidence, or a list"))
    return value


def evidence(spelling: Spelling, placed: Placed, new: Path) -> Any:
    """A list of evidence, one member each, in the order of trust where an object named several."""
    if (items := items_of(placed.value)) is not None:
        made: list[Any] = []
        for number, item in enumerate(items):
            made += _pieces(spelling, Placed(item, (*placed.at, number)), new, first=len(made))
        return made
    if isinstance(placed.value, str | Mapping):
        spelling.places[new] = placed.at
        return _pieces(spelling, placed, new, first=0)
    return placed.value


def _pieces(spelling: Spelling, placed: Placed, new: Path, *, first: int) -> list[Any]:
    """What one text or object names, with a note of where each piece was written."""
    value, members = placed.value, members_of(placed.value)
    if not isinstance(value, str) and members is None:
        spelling.places[(*new, first)] = placed.at
        return [value]
    pieces = [_selector(str(value))] if members is None else _separated(members)
    members = members or {}
    for number, piece in enumerate(pieces, start=first):
        spelling.places[(*new, number)] = placed.at
        for name in cast(Mapping[str, Any], piece):
            written = name if name in members else "selector" if "selector" in members else None
            spelling.places[(*new, number, name)] = placed.at if written is None else (*placed.at, written)
    return pieces


def _selector(text: str) -> dict[str, str]:
    if text.startswith(("//", "xpath=", "xpath/")):
        return {"xpath": text.removeprefix("xpath=").removeprefix("xpath/")}
    if text.startswith(("text=", "text/")):
        return {"text": text[5:]}
    return {"css": text}


def _separated(members: Mapping[str, Any]) -> list[Any]:
    """`{"testId": …, "role": …, "name": …}` is two pieces of evidence."""
    found = {("testId" if name == "test_id" else name): value for name, value in members.items()}
    if "selector" in found:
        selector = found.pop("selector")
        found |= _selector(selector) if isinstance(selector, str) else {"css": selector}
    kinds = [kind for kind in KINDS if kind in found]
    if len(kinds) < 2:
        return [found]
    pieces: list[Any] = [{kind: found.pop(kind)} for kind in kinds]
    for piece in pieces:
        if "role" in piece and "name" in found:
            piece["name"] = found.pop("name")
        if "exact" in found and not piece.keys() & {"fingerprint", "testId", "css", "xpath", "seen"}:
            piece["exact"] = found["exact"]
    found.pop("exact", None)
    pieces[0] |= found  # what is left is unknown, and the model says so
    return pieces
