"""What a tool is: its arguments, its result, its effect, and the context it runs in."""

from handhold.contract.call import Call, Caller, Meta, Stopwatch
from handhold.contract.context import ToolContext
from handhold.contract.fields import HandleId, PageText, RegexPattern, SessionName, TabId, TimeoutMs, tab_number
from handhold.contract.models import Args, PageArgs, Result
from handhold.contract.regions import RegionArg, region_of
from handhold.contract.reply import ContentBlock, Reply
from handhold.contract.tool import Effect, Observe, SessionNeed, Target, Tool, ToolSpec, tool

__all__ = [
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
    "region_of",
    "tab_number",
    "tool",
]
