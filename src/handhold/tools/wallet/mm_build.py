"""Build the extension under test."""

from __future__ import annotations

from typing import Literal

from handhold.contract import Args, Effect, Observe, Result, SessionNeed, ToolContext, tool


class BuildArgs(Args):
    build_type: Literal["build:test"] = "build:test"
    """Kind of build"""
    force: bool = False
    """Build even what is up to date"""


class Built(Result):
    build_type: str
    """Kind of build."""
    extension_path_resolved: str
    """Folder of the unpacked extension."""


@tool(
    title="wallet.build",
    family="wallet",
    toolset="wallet",
    effect=Effect.SAVES,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
    under_dialog=True,
)
async def mm_build(args: BuildArgs, ctx: ToolContext) -> Built:
    """Build the extension from its sources.

    Example: {}
    Tip: the user approves the command once, with `handhold trust`.
    """
    built = await ctx.lifecycle.build(force=args.force)
    return Built(build_type=args.build_type, extension_path_resolved=built.path)
