"""The engine as a batch sees it: the caller's own calls, made one after the other on the one call path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from handhold.contract import Call, Caller, Effect, Observe, PageArgs, Reply, Result, SessionNeed, ToolContext, tool
from handhold.contract.call import Looks, Sees
from handhold.errors import HandholdError, UnknownTool

if TYPE_CHECKING:
    from handhold.contract import Tool
    from handhold.engine.engine import Engine
    from handhold.services.batch import Need, Observations

LOOK_SECONDS = 2.0


class CallerCalls:
    """Calls within a call. What each learns of its session is true of the whole."""

    def __init__(self, engine: Engine, call: Call, *, sees: Sees = "controls") -> None:
        self._engine = engine
        self._call = call
        self._sees: Sees = sees

    def seeing_screens(self) -> CallerCalls:
        return CallerCalls(self._engine, self._call, sees="screen")

    def told_looks(self, looks: Sequence[int]) -> None:
        self._engine.give_refs(self._call.caller.key, looks)

    def name_of(self, tool: str) -> str:
        try:
            return self._engine.registry.find(tool).name
        except UnknownTool:
            return ""

    def need_of(self, tool: str) -> Need:
        try:
            return cast("Need", self._engine.registry.find(tool).session.value)
        except UnknownTool:
            return "unknown"

    def is_running(self, session: str | None) -> bool:
        return self._engine.is_running(self._call.caller.key, session)

    async def call(self, tool: str, arguments: Mapping[str, Any], *, observations: Observations) -> Reply:
        reply = await self._engine.call(tool, arguments, caller=self._caller(observations))
        self._learn(reply)
        return reply

    def refuse(self, error: HandholdError) -> Reply:
        return self._engine.refuse(error)

    async def look(self, session: str | None, *, at: Literal["place", "page"]) -> Mapping[str, Any] | None:
        reply = await self._engine.look(session, caller=self._caller("place" if at == "place" else "all"))
        return reply.observation

    def _caller(self, looks: Looks) -> Caller:
        """The same caller. Giving up and progress are the business of the call around these."""
        plain = Caller(key=self._call.caller.key, client=self._call.caller.client)
        return replace(plain, request_id=self._call.caller.request_id, looks=looks, sees=self._sees)

    def _learn(self, reply: Reply) -> None:
        told = reply.envelope["meta"]
        self._call.meta.session_id = told.get("sessionId", self._call.meta.session_id)
        self._call.meta.session = told.get("session", self._call.meta.session)


class Nothing(Result):
    """A look is an observation, and no result."""


async def look(args: PageArgs, ctx: ToolContext) -> Nothing:
    """Do nothing."""
    return Nothing()


def look_tool() -> Tool:
    """A call that does nothing, so that the page can be looked at in the session's turn; in no list of tools."""

    return tool(
        title="page.look",
        family="page",
        effect=Effect.READS,
        session=SessionNeed.LOOKS,
        observe=Observe.NONE,
        seconds=LOOK_SECONDS,
        recorded=False,
        under_dialog=True,
    )(look)
