"""List the visible test ids."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handhold.contract import Effect, PageArgs, SessionNeed, ToolContext, tool
from handhold.contract.overview import TestIdsTold, test_ids_told


class ListTestIdsArgs(PageArgs):
    limit: Annotated[int, Field(ge=1, le=500)] = 150
    """Most items"""


@tool(
    title="wallet.listTestIds",
    family="wallet",
    toolset="wallet",
    effect=Effect.READS,
    session=SessionNeed.RUNNING,
    budget=None,
)
async def mm_list_testids(args: ListTestIdsArgs, ctx: ToolContext) -> TestIdsTold:
    """List visible data-testid values with tag and text.

    Example: {"limit":50}
    Tip: any of them works as testId in mm_click.
    """
    return TestIdsTold(**test_ids_told(await ctx.overview.test_ids(limit=args.limit)))
