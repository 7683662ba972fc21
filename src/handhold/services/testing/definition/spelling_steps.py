"""How each kind of step may be written: the one value a short form stands for, and members of other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from handhold.services.testing.definition.asserting import STATES
from handhold.services.testing.definition.problems import Problem, kind_of
from handhold.services.testing.definition.spelling import EVIDENCE, Body, Placed, Spelling, items_of, members_of
from handhold.services.testing.definition.spelling_targets import gathered, target
from handhold.services.testing.definition.steps import STEP_KINDS, Path

SHORT: Final = {
    "goto": "url",
    "newTab": "url",
    "waitForUrl": "url",
    "waitForResponse": "url",
    "route": "url",
    "press": "keys",
    "type": "text",
    "sleep": "ms",
    "js": "js",
    "waitForFunction": "js",
    "assert": "js",
    "screenshot": "name",
    "group": "name",
    "useFlow": "flow",
    "tool": "tool",
    "repeat": "times",
    "if": "condition",
    "extract": "as",
    "dialog": "accept",
    "switchTab": "url",
    "closeTab": "url",
}
"""What a bare value means; an element for all others that are about one."""
RENAMED: Final = {
    "timeout": "timeoutMs",
    "timeout_ms": "timeoutMs",
    "delay": "delayMs",
    "full_page": "fullPage",
    "wait_until": "waitUntil",
}
OF_KIND: Final[Mapping[str, Mapping[str, str]]] = {
    "goto": {"waitFor": "waitUntil", "wait_for": "waitUntil"},
    "js": {"expression": "js", "code": "js", "eval": "js"},
    "waitForFunction": {"expression": "js", "code": "js"},
    "extract": {"from": "get", "variable": "as", "attribute": "name"},
    "useFlow": {"id": "flow", "test_id": "flow"},
    "press": {"key": "keys"},
    "sleep": {"duration": "ms"},
    "type": {"value": "text"},
    "dialog": {"action": "accept"},
    "route": {"match": "url"},
    "repeat": {"max": "atMost", "count": "times"},
    "upload": {"file": "files", "paths": "files"},
}
OPERATORS: Final = (
    "==", "!=", "contains", "notContains", "startsWith", "endsWith", "matches", "<", "<=", ">", ">=", "equals",
)  # fmt: skip
NAVIGATION: Final = frozenset({"back", "forward", "reload"})


def spelled(spelling: Spelling, kind: Any, verb: str, body: Body, new: Path) -> Body:
    """The members of one step in the form that is stored."""
    if not isinstance(kind, str) or kind not in STEP_KINDS:
        return body
    takes_target = "target" in STEP_KINDS[kind].model_fields
    body = _unshortened(spelling, kind, verb, body)
    body = _renamed(body, {**RENAMED, **OF_KIND.get(kind, {})})
    special = _SPECIAL.get(kind)
    if special is not None:
        body = special(spelling, verb, body, new)
    if takes_target:
        body = gathered(spelling, kind, body, new)
    for name in ("steps", "then", "else"):
        if name in body and name in {field.alias or key for key, field in STEP_KINDS[kind].model_fields.items()}:
            body[name] = spelling.steps(body[name], (*new, name))
    return body


def _unshortened(spelling: Spelling, kind: str, verb: str, body: Body) -> Body:
    placed = body.pop("", None)
    if placed is None:
        return body
    if kind in NAVIGATION or (kind == "closeTab" and not isinstance(placed.value, str)):
        if placed.value not in (None, True):
            spelling.problems.append(Problem(placed.at, "takes no value", kind_of(placed.value), "true"))
        return body
    if verb in ("console_check", "network_check"):
        return {**body, "levels": placed}
    name = SHORT.get(kind, "target")
    if kind == "scroll" and placed.value in ("top", "bottom"):
        name = "to"
    return {**body, name: placed}


def _renamed(body: Body, names: Mapping[str, str]) -> Body:
    return {names.get(name, name) if names.get(name, name) not in body else name: body[name] for name in body}


def condition(spelling: Spelling, placed: Placed, new: Path) -> Any:
    """What a condition or a loop looks at; a text is an expression."""
    if isinstance(placed.value, str):
        spelling.places[(*new, "js")] = placed.at
        return {"get": "js", "js": placed.value, "operator": "truthy"}
    members = members_of(placed.value)
    if members is None:
        return placed.value
    body: Body = {name: Placed(value, (*placed.at, name)) for name, value in members.items()}
    return spelling.put(gathered(spelling, "", _judged(_renamed(body, {"getter": "get"})), new), new)


def _judged(body: Body) -> Body:
    """`contains: "x"` as operator and expected; states are true, expressions truthy, unless told otherwise."""
    for name in OPERATORS:
        if name in body and "operator" not in body and "expected" not in body:
            placed = body.pop(name)
            body |= {"operator": Placed("==" if name == "equals" else name, placed.at), "expected": placed}
    getter = body.get("get")
    if getter is None and "js" in body:
        getter = body["get"] = Placed("js", body["js"].at)
    if getter is None or "expected" in body:
        return body
    if isinstance(getter.value, str) and getter.value in STATES:
        return {**body, "expected": Placed(True, getter.at)}
    if getter.value == "js" and "operator" not in body:
        return {**body, "operator": Placed("truthy", getter.at)}
    return body


def _assert(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    if verb in ("console_check", "network_check"):
        return _checked(verb, body)
    body = _renamed(body, {"getter": "get"})
    is_seed = "get" not in body and "js" in body
    body = _judged(body)
    retry = body.pop("retry", None)
    if retry is not None:
        members = members_of(retry.value)
        if members is None:
            spelling.problems.append(
                Problem(retry.at, "should be an object", kind_of(retry.value), "interval, timeout")
            )
            return body
        names = {"interval": "pollMs", "timeout": "timeoutMs", "pollMs": "pollMs", "timeoutMs": "timeoutMs"}
        for name, value in members.items():
            body[names.get(name, name)] = Placed(value, (*retry.at, name))
    elif is_seed and "timeoutMs" not in body:
        # An expression without `retry` has always been looked at once.
        body["timeoutMs"] = Placed(0, body["js"].at)
    return body


def _checked(verb: str, body: Body) -> Body:
    """`console_check: ["error"]` counts messages, `network_check: true` failed requests; there may be none."""
    given = body.pop("levels", None)
    at = given.at if given is not None else (verb,)
    body |= {
        "get": Placed("console" if verb == "console_check" else "failedRequests", at),
        "expected": Placed(0, at),
        "timeoutMs": body.get("timeoutMs", Placed(0, at)),
    }
    if verb == "console_check" and given is not None and given.value not in (True, None):
        levels = items_of(given.value) or [given.value]
        body["levels"] = Placed(["warning" if level == "warn" else level for level in levels], given.at)
    elif verb == "network_check" and isinstance(given and given.value, str):
        body["url"] = cast(Placed, given)
    return body


def _extract(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    return {**body, "get": Placed("js", body["js"].at)} if "js" in body and "get" not in body else body


def _select(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    """One option by value, text or place, or a list of them; a text is what it shows."""
    others = {"target", "options", *EVIDENCE} - {"evidence:label"}
    if "evidence:label" in body and others & body.keys():
        body["optionLabel"] = body.pop("evidence:label")
    for name, member in (("value", "value"), ("optionLabel", "label"), ("index", "index")):
        if name in body:
            placed = body.pop(name)
            body["options"] = Placed([{member: placed.value}], placed.at)
    if "option" in body:
        body["options"] = body.pop("option")
    placed = body.get("options")
    if placed is None:
        return body
    items = [placed.value] if items_of(placed.value) is None else items_of(placed.value) or []
    return {
        **body,
        "options": Placed([{"label": item} if isinstance(item, str) else item for item in items], placed.at),
    }


def _dialog(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    answers = {"accept": True, "dismiss": False}
    placed = body.get("accept")
    if placed is not None and isinstance(placed.value, str) and placed.value in answers:
        body["accept"] = Placed(answers[placed.value], placed.at)
    return body


def _route(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    answer = {name: body.pop(name) for name in ("status", "body", "headers", "delay", "delayMs") if name in body}
    if verb == "mock_network" or answer:
        names = {"delay": "delayMs"}
        made = {names.get(name, name): placed for name, placed in answer.items()}
        at = next(iter(answer.values())).at[:-1] if answer else (*new, verb)
        body["fulfil"] = Placed(spelling.put(made, (*new, "fulfil")), at)
    return body


def _flow(member: str) -> Callable[[Spelling, str, Body, Path], Body]:
    def make(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
        if member in body:
            body[member] = Placed(condition(spelling, body[member], (*new, member)), body[member].at)
        return body

    return make


def _tool(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    placed = body.get("targets")
    members = members_of(placed.value) if placed is not None else None
    if placed is None or members is None:
        return body
    made = {
        name: target(spelling, Placed(value, (*placed.at, name)), (*new, "targets", name))
        for name, value in members.items()
    }
    return {**body, "targets": Placed(made, placed.at)}


def _click(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    twice = verb in ("dblclick", "doubleClick") and "count" not in body
    return {**body, "count": Placed(2, (*new, verb))} if twice else body


def _drag(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    if "to" in body:
        body["to"] = Placed(target(spelling, body["to"], (*new, "to")), body["to"].at)
    return body


def _screenshot(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    placed = body.get("mask")
    items = items_of(placed.value) if placed is not None else None
    if placed is not None and items is not None:
        made = [target(spelling, Placed(item, (*placed.at, n)), (*new, "mask", n)) for n, item in enumerate(items)]
        body["mask"] = Placed(made, placed.at)
    return body


def _upload(spelling: Spelling, verb: str, body: Body, new: Path) -> Body:
    placed = body.get("files")
    if placed is not None and isinstance(placed.value, str):
        body["files"] = Placed([placed.value], placed.at)
    return body


_SPECIAL: Final[Mapping[str, Callable[[Spelling, str, Body, Path], Body]]] = {
    "assert": _assert,
    "extract": _extract,
    "select": _select,
    "dialog": _dialog,
    "route": _route,
    "if": _flow("condition"),
    "repeat": _flow("while"),
    "tool": _tool,
    "click": _click,
    "drag": _drag,
    "screenshot": _screenshot,
    "upload": _upload,
}
