"""What a condition asks of a page, asked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from handhold.errors import InvalidInput, TargetAmbiguous, TargetError
from handhold.services.testing.definition import Condition
from handhold.services.testing.definition.asserting import STATES
from handhold.services.testing.definition.parts import Json
from handhold.services.testing.running.globs import absolute, fits
from handhold.services.testing.running.turn import Turn

if TYPE_CHECKING:
    from handhold.services.testing.definition import Target
    from handhold.services.testing.running.finding import Found

SCRIPT_SECONDS: Final = 5.0
SECRET: Final = "[REDACTED]"
IN_DOM: Final = frozenset({"visible", "hidden"})

Ask = Callable[[Condition, Turn], Awaitable[Json]]


async def ask(condition: Condition, turn: Turn) -> Json:
    """What the getter finds now. Raises `TargetError` when the element it is about is not there."""
    own = GETTERS.get(condition.get)
    if own is not None:
        return await own(condition, turn)
    return await fact_of(condition.target, condition.get, condition.name, turn)


def expected_of(condition: Condition, turn: Turn) -> Condition:
    """The condition as it is judged: a relative URL made whole where it is compared, a picture by its looks."""
    if condition.get == "screenshot":
        return condition.model_copy(update={"operator": "truthy"})
    if condition.get == "url" and condition.operator in ("==", "!=") and isinstance(condition.expected, str):
        return condition.model_copy(update={"expected": absolute(condition.expected, turn.base_url)})
    return condition


async def fact_of(target: Target | None, getter: str, name: str | None, turn: Turn) -> Json:
    """One fact of the element, as it is at this moment."""
    if target is None:
        raise InvalidInput(f"getter {getter!r} needs a target")
    found = await now(target, turn, state="visible" if getter in ("text", "ariaSnapshot") else "attached")
    if getter == "ariaSnapshot":
        return await _aria(found, turn)
    fact = await turn.bound.finder.fact(found, getter, name)
    if isinstance(fact, dict) and fact.get("secret") is True:
        return SECRET
    # A box that is neither is neither: no state but its own name is equal to it.
    return fact is True if getter in STATES and not isinstance(fact, bool) else fact


async def now(target: Target, turn: Turn, *, state: Any = "visible") -> Found:
    """The element if it is there at this moment."""
    found = await turn.bound.finder.find(target, ends=0.0, state=state)
    turn.note(found)
    return found


async def _visible(condition: Condition, turn: Turn) -> Json:
    assert condition.target is not None, "the definition was checked"
    if condition.get == "hidden" or condition.negated or condition.expected is False:
        there = await turn.bound.finder.is_there(condition.target, state="visible")
        return there if condition.get == "visible" else not there
    try:
        await now(condition.target, turn)
    except TargetAmbiguous:
        return True  # several that show are more than one
    except TargetError:
        return False
    return True


async def _count(condition: Condition, turn: Turn) -> Json:
    assert condition.target is not None, "the definition was checked"
    return await turn.bound.finder.count(condition.target)


async def _url(condition: Condition, turn: Turn) -> Json:
    return (await turn.bound.browser.shown_tab()).page.url


async def _title(condition: Condition, turn: Turn) -> Json:
    tab = await turn.bound.browser.shown_tab()
    facts = await (await tab.scripts()).call("documentFacts", timeout=SCRIPT_SECONDS)
    return str(facts.get("title", ""))


async def _js(condition: Condition, turn: Turn) -> Json:
    return await script(condition.js or "", condition.target, turn, is_so=condition.operator == "truthy")


async def script(text: str, target: Target | None, turn: Turn, *, is_so: bool = False) -> Json:
    """The value of a script of the test's own; with `is_so`, whether it is truthy there."""
    from handhold.adapters.browser.own_scripts import evaluated, evaluated_with

    seconds = max(turn.left, 1.0)
    if target is None:
        return await evaluated(await turn.bound.browser.shown_tab(), text, seconds=seconds, is_so=is_so)
    found = await now(target, turn, state="attached")
    return await evaluated_with(found.tab, found.node, text, seconds=seconds, is_so=is_so)


async def _console(condition: Condition, turn: Turn) -> Json:
    messages = turn.bound.browser.records.messages
    return sum(each.count for each in messages if each.number > turn.marks.message and each.level in condition.levels)


async def _failed_requests(condition: Condition, turn: Turn) -> Json:
    is_meant = fits(condition.url, base=None) if condition.url is not None else None
    failed = [
        each for each in turn.bound.browser.records.requests if each.number > turn.marks.request and each.has_failed
    ]
    return sum(is_meant is None or is_meant(each.url) for each in failed)


async def _response(condition: Condition, turn: Turn) -> Json:
    """The status of the newest answer from there; null without one."""
    is_meant = fits(condition.url or "**", base=turn.base_url)
    answered = [
        each.status
        for each in turn.bound.browser.records.requests
        if each.number > turn.marks.request and each.status is not None and is_meant(each.url)
    ]
    return answered[-1] if answered else None


async def _download(condition: Condition, turn: Turn) -> Json:
    """The name of the newest file; null without one."""
    saved = [each for each in turn.bound.browser.records.downloads if each.number > turn.marks.download]
    return saved[-1].download.name if saved else None


async def _variable(condition: Condition, turn: Turn) -> Json:
    return turn.scope.vars.get(condition.name or "")


async def _screenshot(condition: Condition, turn: Turn) -> Json:
    """Whether the page, or the element, looks like the picture."""
    from handhold.services.testing.running.looks import looks_like

    return await looks_like(condition.picture or "", condition.target, turn)


async def _aria(found: Found, turn: Turn) -> str:
    from handhold.adapters.browser.surroundings import aria_snapshot

    _unique, path = await found.view.eyes.unique(found.node, [])
    if not path or found.view.eyes.frame_url(found.node.document) is not None:
        raise InvalidInput("ariaSnapshot reads elements of the page itself, outside frames and shadow roots")
    return await aria_snapshot(turn.bound.browser, path)


GETTERS: Final[dict[str, Ask]] = {
    "visible": _visible,
    "hidden": _visible,
    "count": _count,
    "url": _url,
    "title": _title,
    "js": _js,
    "console": _console,
    "failedRequests": _failed_requests,
    "response": _response,
    "download": _download,
    "variable": _variable,
    "screenshot": _screenshot,
}
