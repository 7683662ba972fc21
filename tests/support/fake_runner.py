"""Tools that say what a test wants a runner to say, beside the real tools of saved tests and their real store."""

from __future__ import annotations

import argparse
import io
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from handhold.contract import Args, Caller, Effect, Observe, Reply, SessionNeed, Tool, ToolContext, tool
from handhold.engine import Engine
from handhold.frontends.cli.parser import build_parser
from handhold.frontends.cli.test_run import Streams
from handhold.frontends.cli.tests import perform
from tests.support.fake_tools import workbench

Told = RootModel[dict[str, Any]]
Progress = Callable[[float, float | None, str], Awaitable[None]]
Play = Callable[[Mapping[str, Any], Progress], Awaitable[dict[str, Any]]]
"""What a runner does with its arguments; what it returns is the result, and its `meta` the meta."""


class RunArgs(Args):
    vars: Annotated[dict[str, Any] | None, Field(alias="vars")] = None
    evidence: Literal["none", "failure", "all"] | None = None
    retries: int | None = None
    base_url: Annotated[str | None, Field(alias="base_url")] = None
    port: int | None = None


class RunSuiteArgs(RunArgs):
    suite_id: Annotated[str | None, Field(alias="suite_id")] = None
    tag: str | None = None
    test_ids: Annotated[list[str] | None, Field(alias="test_ids")] = None
    resume: str | None = None
    stop_on_failure: Annotated[bool, Field(alias="stop_on_failure")] = False


class RunTestArgs(RunArgs):
    test: dict[str, Any] | str | None = None
    test_id: Annotated[str | None, Field(alias="test_id")] = None


def runner_tools(play: Play) -> Sequence[Tool]:
    """`run_suite` and `run_test` with the arguments they have agreed on."""

    async def played(args: RunArgs, ctx: ToolContext) -> Told:
        result = await play(args.model_dump(exclude_unset=True), ctx.progress)
        for name, value in result.pop("meta", {}).items():
            ctx.note(name, value)
        return Told(result)

    async def run_suite(args: RunSuiteArgs, ctx: ToolContext) -> Told:
        """Run tests."""
        return await played(args, ctx)

    async def run_test(args: RunTestArgs, ctx: ToolContext) -> Told:
        """Run a test."""
        return await played(args, ctx)

    def made(function: Any) -> Tool:
        return tool(
            title="tests.fake",
            family="tests",
            effect=Effect.ACTS,
            session=SessionNeed.NONE,
            observe=Observe.NONE,
            budget=None,
            recorded=False,
        )(function)

    return made(run_suite), made(run_test)


@dataclass
class FakeRunner:
    """Answers what runs tests as `play` says, and everything else by a real engine."""

    real: Engine
    play: Play
    asked: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])

    def __post_init__(self) -> None:
        self._engine = workbench(runner_tools(self._played)).engine

    async def call(self, name: str, raw: Mapping[str, Any] | None = None, *, caller: Caller | None = None) -> Reply:
        engine = self._engine if name in ("run_suite", "run_test") else self.real
        return await engine.call(name, raw, caller=caller)

    async def _played(self, arguments: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        self.asked.append(arguments)
        return await self.play(arguments, progress)


class Terminal(io.StringIO):
    """A stream that somebody watches."""

    def isatty(self) -> bool:
        return True


@dataclass
class CommandLine:
    """`await line("run", "login")`: an action of `handhold test` against whoever answers calls."""

    calls: Any
    out: io.StringIO = field(default_factory=io.StringIO)
    err: io.StringIO = field(default_factory=io.StringIO)
    environ: Mapping[str, str] = field(default_factory=lambda: {"TERM": "xterm"})

    async def __call__(self, *words: str) -> int:
        options: argparse.Namespace = build_parser().parse_args(["test", *words])
        return await perform(self.calls, options, Streams(out=self.out, err=self.err, environ=self.environ))
