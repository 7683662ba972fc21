"""What a tool is: its arguments, its result, its effect, and the context it runs in."""

from handhold.contract.call import Call, Caller, Meta, Stopwatch
from handhold.contract.context import ToolContext
from handhold.contract.fields import (
    AnyHandleId,
    HandleId,
    PageText,
    RegexPattern,
    SessionName,
    TabId,
    TimeoutMs,
    handle_seconds,
    tab_number,
)
from handhold.contract.models import Args, PageArgs, Result
from handhold.contract.regions import RegionArg, region_of, region_seconds
from handhold.contract.reply import ContentBlock, Reply
from handhold.contract.tool import Effect, Observe, SessionNeed, Target, Tool, ToolSpec, tool

__all__ = [
    "AnyHandleId",
    "Args",
    "Call",
    "Caller",
    "ContentBlock",
    "Effect",
    "HandleId",
    "Meta",
    "Observe",
    "PageArgs",
    "PageText",
    "RegexPattern",
    "RegionArg",
    "Reply",
    "Result",
    "SessionName",
    "SessionNeed",
    "Stopwatch",
    "TabId",
    "Target",
    "TimeoutMs",
    "Tool",
    "ToolContext",
    "ToolSpec",
    "handle_seconds",
    "region_of",
    "region_seconds",
    "tab_number",
    "tool",
]
