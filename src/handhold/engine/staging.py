"""Stages for tests: a caller of its own, whose session nobody else works in, on the one call path."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from handhold.contract import Args, Call, Caller, Effect, Observe, SessionNeed, ToolContext, tool
from handhold.engine.calls import Nothing
from handhold.errors import raised
from handhold.services.sessions import LiveSession, SessionPool
from handhold.services.sessions.pool import new_session_id
from handhold.services.testing.running.stage import Bound, StagePlan, lost

if TYPE_CHECKING:
    from handhold.adapters.browser.host import BrowserHost, Opener
    from handhold.adapters.browser.session import BrowserSession
    from handhold.contract import Tool
    from handhold.engine.engine import Engine
    from handhold.services.perception import PerceptionMemory
    from handhold.settings import Settings

T = TypeVar("T")
Host = Callable[["Settings | None"], "BrowserHost"]
"""The server's own, or one with settings of its own."""
SessionOf = Callable[[str, "Opener", "Settings"], tuple["BrowserSession", "PerceptionMemory"]]


class Staging:
    """Opens stages."""

    def __init__(
        self,
        engine: Engine,
        pool: SessionPool,
        settings: Settings,
        *,
        host: Host,
        session_of: SessionOf,
        count: Callable[[str], None],
    ) -> None:
        self._engine = engine
        self._pool = pool
        self._settings = settings
        self._host = host
        self._session_of = session_of
        self._count = count
        self._step = step_tool()

    async def open(self, plan: StagePlan) -> EngineStage:
        """Raises what launching raises."""
        id = new_session_id()
        caller = Caller(key=f"test:{id}", client="test", looks="none")
        stage = EngineStage(self._engine, self._pool, caller, bound_of=self._bound_of, step=self._step)
        if plan.launch is not None:
            await stage.launch(plan.launch)
        else:
            self._pool.add(self._session(id, caller.key, plan, stage))
        return stage

    def _session(self, id: str, owner: str, plan: StagePlan, stage: EngineStage) -> LiveSession:
        from handhold.adapters.browser.host import FreshContexts

        host = self._host(None)
        if plan.port is not None:
            there = {"cdp_url": f"http://127.0.0.1:{plan.port}", "ws_url": "", "profile": ""}
            host = self._host(self._settings.model_copy(update=there))
            stage.ended = host.close
        # Nobody is there to answer a dialog, or to look at the page between two steps.
        dialogs = "dismiss" if self._settings.dialogs == "ask" else self._settings.dialogs
        settings = self._settings.model_copy(update={"dialogs": dialogs, "look_ahead": False})
        browser, memory = self._session_of(id, FreshContexts(host, plan.wishes), settings)
        return LiveSession(id=id, owner=owner, name=None, browser=browser, memory=memory)

    def _bound_of(self, live: LiveSession, ctx: ToolContext) -> Bound:
        from handhold.services.testing.running.finding import TargetFinder

        return Bound(
            browser=live.browser,
            memory=live.memory,
            interaction=ctx.interaction,
            fields=ctx.fields,
            navigation=ctx.navigation,
            moves=ctx.moves,
            handling=ctx.handling,
            finder=TargetFinder(live.browser, live.memory, self._settings, sight=ctx.sight, count=self._count),
        )


class EngineStage:
    """One test's way to the engine."""

    def __init__(
        self,
        engine: Engine,
        pool: SessionPool,
        caller: Caller,
        *,
        bound_of: Callable[[LiveSession, ToolContext], Bound],
        step: Tool,
    ) -> None:
        self._engine = engine
        self._pool = pool
        self._caller = caller
        self._bound_of = bound_of
        self._step = step
        self.ended: Callable[[], Awaitable[None]] | None = None
        self.typed_secret = False

    async def launch(self, arguments: Mapping[str, Any]) -> None:
        """Launch an extension, in a browser of its own."""
        envelope = await self.call("mm_launch", arguments)
        if not envelope["ok"]:
            await self.close()
            raise raised(envelope["error"])

    @property
    def browser(self) -> BrowserSession | None:
        live = self._pool.find(self._caller.key, None)
        return None if live is None else live.browser

    async def act(self, work: Callable[[Bound], Awaitable[T]], *, seconds: float) -> T:
        done: list[T] = []

        async def handler(call: Call, ctx: ToolContext) -> None:
            _refuse_lost(call.meta.restarted)
            assert call.live is not None, "a stage has a session"
            try:
                done.append(await work(self._bound_of(call.live, ctx)))
            finally:
                self.typed_secret |= call.typed_secret

        def limit(_args: Args) -> float:
            return seconds

        tool = replace(self._step, time_limit=limit)
        await self._engine.within(handler, tool=tool, caller=self._caller)
        return done[0]

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        reply = await self._engine.call(tool, arguments, caller=self._caller)
        _refuse_lost(reply.envelope["meta"].get("restarted") is True)
        return reply.envelope

    async def look(self) -> Mapping[str, Any] | None:
        reply = await self._engine.look(None, caller=replace(self._caller, looks="all"))
        return reply.observation

    async def close(self) -> None:
        await self._engine.end_caller(self._caller.key)
        if self.ended is not None:
            await self.ended()


async def test_step(args: Args, ctx: ToolContext) -> Nothing:
    """Do nothing; what a step does takes its place."""
    return Nothing()


def step_tool() -> Tool:
    """A step of a test, so that it has its turn in the session like any call; in no list of tools."""
    return tool(
        title="test.step",
        family="test",
        effect=Effect.ACTS,
        session=SessionNeed.RUNNING,
        observe=Observe.NONE,
        recorded=False,
        budget=None,
        under_dialog=True,
    )(test_step)


def _refuse_lost(was_restarted: bool) -> None:
    if was_restarted:
        raise lost()
