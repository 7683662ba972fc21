"""Scripts that a test brings along, run in the page's own world, whatever its content policy says."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.translation import translate
from handhold.errors import PageClosed, PageHung, ScriptFailed, TargetStale

if TYPE_CHECKING:
    from handhold.adapters.browser.nodes import Nodes
    from handhold.adapters.browser.seen import NodeRef
    from handhold.adapters.browser.tab import Tab

PAGE_TEXT: Final = 300
_HOW: Final = {"awaitPromise": True, "returnByValue": True}
_TRUTH: Final = ".then(Boolean)"
_LEFT: Final = ("navigated or closed", "context was destroyed", "Cannot find context", "Promise was collected")


async def evaluated(tab: Tab, script: str, *, seconds: float, is_so: bool = False) -> Any:
    """The value of an expression, or of a function body with a return. Raises `ScriptFailed` when it throws.

    `is_so`: only whether it is truthy, by the rules of the page's own language and for values that cannot be told.
    """
    devtools = await tab.devtools()

    async def run(text: str) -> Mapping[str, Any]:
        request = {"expression": f"{text}{_TRUTH if is_so else ''}", "userGesture": True, **_HOW}
        return await _in_time(send(devtools, "Runtime.evaluate", request), seconds)

    reply = await run(f"(async () => ({script}\n))()")
    if _is_no_expression(reply):
        reply = await run(f"(async () => {{ {script}\n }})()")
    return _value(reply)


async def evaluated_with(tab: Tab, node: NodeRef, script: str, *, seconds: float, is_so: bool = False) -> Any:
    """The same with `element`, which is the node. Raises `TargetStale` when that is gone."""
    told: list[Mapping[str, Any]] = []

    async def use(nodes: Nodes, object_id: str) -> None:
        node_told = await nodes.sent("DOM.describeNode", {"objectId": object_id})
        number = cast(Mapping[str, Any], node_told["node"])["backendNodeId"]
        # Without a context it is resolved in the page's own world.
        own = await nodes.sent("DOM.resolveNode", {"backendNodeId": number})
        target = str(cast(Mapping[str, Any], own["object"])["objectId"])

        async def run(text: str) -> Mapping[str, Any]:
            request: dict[str, object] = {
                "functionDeclaration": _with_element(text, is_so=is_so),
                "objectId": target,
                **_HOW,
            }
            return await _in_time(nodes.sent("Runtime.callFunctionOn", request), seconds)

        reply = await run(f"return ({script}\n);")
        told.append(await run(script) if _is_no_expression(reply) else reply)
        await nodes.sent("Runtime.releaseObject", {"objectId": target})

    if not await (await tab.eyes()).object_of(node, use) or not told:
        raise TargetStale("the element went away before the script ran")
    return _value(told[0])


def _with_element(text: str, *, is_so: bool) -> str:
    script = f"(async (element) => {{ {text}\n }})(this)"
    return f"function () {{ return {script}{_TRUTH if is_so else ''} }}"


async def _in_time(asking: Any, seconds: float) -> Mapping[str, Any]:
    task = asyncio.ensure_future(asking)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.add_done_callback(retrieve)
        raise PageHung(f"the script did not end within {seconds:.1f} s", hint="Give the step more time.")
    try:
        return cast(Mapping[str, Any], task.result())
    except PlaywrightError as error:
        if any(sign in error.message for sign in _LEFT):
            raise PageClosed("the page was left while the script ran") from error
        raise translate(error, doing="running a script") from error


def _is_no_expression(reply: Mapping[str, Any]) -> bool:
    """Whether it did not even parse; what a script throws while it runs has a stack."""
    failure = cast(Mapping[str, Any], reply.get("exceptionDetails") or {})
    thrown = cast(Mapping[str, Any], failure.get("exception") or {})
    return thrown.get("className") == "SyntaxError" and "stackTrace" not in failure


def _value(reply: Mapping[str, Any]) -> Any:
    failure = cast(Mapping[str, Any] | None, reply.get("exceptionDetails"))
    if failure is None:
        return cast(Mapping[str, Any], reply["result"]).get("value")
    thrown = cast(Mapping[str, Any], failure.get("exception") or {})
    said = str(thrown.get("description") or thrown.get("value") or failure.get("text") or "")
    raise ScriptFailed(
        "the script threw an error", hint="details.pageText is what it threw.", details={"pageText": said[:PAGE_TEXT]}
    )
