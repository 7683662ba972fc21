"""Ask a tool on the command line: its result, or an error that becomes an exit code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, Final, Protocol, cast

from handhold.contract import Caller, Reply
from handhold.frontends.cli.texts import one_line, plain

PASSED: Final = 0
FAILED: Final = 1
WRONG_USAGE: Final = 2
BROKEN: Final = 3
"""Neither the test nor its caller is to blame: browser, store, machine."""
INTERRUPTED: Final = 130
CALLER: Final = Caller(key="cli", client="handhold")

_COMMANDS: Final = {"list_tests": "`handhold test list`", "list_suites": "`handhold test list --suites`"}
"""What a person calls where an agent calls a tool."""
_USAGE: Final = frozenset({"MM_INVALID_INPUT", "MM_INVALID_CONFIG", "MM_BLOCKED"})


class Calls(Protocol):
    """Whoever answers calls; an `Engine`."""

    async def call(self, name: str, raw: Mapping[str, Any] | None = None, *, caller: Caller | None = None) -> Reply: ...


class Refused(Exception):
    """A tool answered with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error.get("message", ""))
        self.error = error

    @property
    def was_interrupted(self) -> bool:
        return self.error.get("code") == "MM_ABORTED"

    @property
    def exit_code(self) -> int:
        if self.was_interrupted:
            return INTERRUPTED
        return WRONG_USAGE if self.error.get("code") in _USAGE else BROKEN

    def told(self) -> str:
        """As a person reads it. What the tool was given stays out: it may have been typed."""
        details = cast("Mapping[str, Any]", self.error.get("details") or {})
        unknown = cast("list[object]", details.get("unknown") or [])
        lines = [f"handhold: {self.error.get('message', '')}", *(f"  {each}" for each in unknown if len(unknown) > 1)]
        hint = str(self.error.get("hint") or "")
        for tool, command in _COMMANDS.items():
            hint = hint.replace(tool, command)
        return plain("\n".join([*lines, *filter(None, [hint])]))


async def asked(calls: Calls, tool: str, /, **arguments: Any) -> Any:
    """The result of a tool. Raises `Refused`."""
    return (await answered(calls, tool, **arguments))["result"]


async def answered(calls: Calls, tool: str, /, **arguments: Any) -> Mapping[str, Any]:
    """The whole envelope of a tool that did what it was asked. Raises `Refused`."""
    reply = await calls.call(tool, arguments, caller=CALLER)
    return checked(reply)


def checked(reply: Reply) -> Mapping[str, Any]:
    if not reply.ok:
        raise Refused(reply.error)
    return reply.envelope


async def pages(calls: Calls, tool: str, /, *, most: int | None = None, **arguments: Any) -> Mapping[str, Any]:
    """A list that comes in pages, as one envelope: at most so many, with the warnings and `meta.page` of the last."""
    rows: list[Any] = []
    further: dict[str, Any] = {}
    while True:
        limit = {} if most is None else {"limit": min(most - len(rows), 200)}
        envelope = await answered(calls, tool, **arguments, **limit, **further)
        rows += envelope["result"]
        page: Mapping[str, Any] = envelope["meta"]["page"]
        if "nextCursor" not in page or len(rows) == most:
            return {**envelope, "result": rows}
        further = {"cursor": page["nextCursor"]}


def tell_warnings(envelope: Mapping[str, Any], err: IO[str]) -> None:
    """What an answer says about itself, for whoever watches."""
    meta: Mapping[str, Any] = envelope["meta"]
    warnings = cast("list[str]", meta.get("warnings", []))
    for warning in warnings:
        print(f"handhold: {one_line(warning, longest=500)}", file=err)
