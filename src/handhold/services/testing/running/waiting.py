"""Steps that wait, read and assert: looked at again until it is so, or until the step's time is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from handhold.errors import (
    AssertionFailed,
    HandholdError,
    PageClosed,
    ScriptFailed,
    TargetAmbiguous,
    TargetError,
    WaitTimeout,
)
from handhold.services.perception.page_text import clean
from handhold.services.tabs.patterns import first_group
from handhold.services.testing.definition import Condition, acting
from handhold.services.testing.definition.asserting import STATES
from handhold.services.testing.definition.parts import Json
from handhold.services.testing.definition.steps import Assert, Extract, Js
from handhold.services.testing.definition.targets import ByText
from handhold.services.testing.running.acting import Work
from handhold.services.testing.running.asking import ask, expected_of, fact_of, now, script
from handhold.services.testing.running.comparing import holds
from handhold.services.testing.running.globs import fits
from handhold.services.testing.running.turn import Turn

PAUSES: Final = (0.01, 0.02, 0.05)
"""Between the first looks; most things are there at once or very soon."""
PAUSE: Final = 0.1
SHOWN: Final = 300


async def must_hold(step: Assert, turn: Turn) -> None:
    """Raise `AssertionFailed` when it does not come to hold."""
    condition = expected_of(step, turn)
    looks = _Looks(condition, turn)
    if not await until(looks.hold, turn, poll_ms=step.poll_ms):
        raise await looks.failure()


async def holds_now(condition: Condition, turn: Turn) -> bool:
    """For conditions of `if` and `while`: looked at once."""
    return await _Looks(expected_of(condition, turn), turn).hold()


class _Looks:
    """Looks at one condition, and what the last of them found."""

    def __init__(self, condition: Condition, turn: Turn) -> None:
        self._condition = condition
        self._turn = turn
        self._found: Json = None
        self._error: HandholdError | None = None

    async def hold(self) -> bool:
        self._error = None
        try:
            self._found = await ask(self._condition, self._turn)
        except TargetAmbiguous:
            raise
        except (TargetError, ScriptFailed, PageClosed) as error:  # a tab that closes leaves the session in another one
            self._error = error
            return False
        return holds(self._found, self._condition)

    async def failure(self) -> HandholdError:
        condition = self._condition
        if self._error is not None:
            return self._error
        told: dict[str, Any] = {"get": condition.get, "operator": condition.operator}
        if condition.operator != "truthy":
            told["expected"] = _shown(condition.expected)
        told["found"] = _shown(self._found)
        self._turn.detail |= told
        if condition.negated:
            told["not"] = True
        if lines := await self._close_texts():
            told["closeTexts"] = lines
        return AssertionFailed(self._fact(), details=told)

    def _fact(self) -> str:
        condition, found = self._condition, self._found
        if condition.get == "count" and not condition.negated:
            return f"{found} visible elements fit the target; expected {condition.operator} {condition.expected}"
        if condition.get == "visible" and found is False:
            return "no visible element fits the target"
        if condition.get in STATES and isinstance(found, bool):
            return f"the element is {'' if found else 'not '}{condition.get}"
        return f"the assertion on {condition.get} did not come to hold"

    async def _close_texts(self) -> list[str]:
        """What the page says that is most like a text that it does not say; it may have come out otherwise."""
        from handhold.adapters.browser.waiting import Waiting

        target = self._condition.target
        words = [each.text for each in target.by if isinstance(each, ByText)] if target is not None else []
        if not words or self._found not in (0, False) or self._condition.get not in ("count", "visible"):
            return []
        tab = await self._turn.bound.browser.shown_tab()
        near = await Waiting(tab, ends=self._turn.ends).lines_near(words[0])
        return [clean(line, limit=SHOWN) for line in near]


async def wait_for(step: acting.WaitFor, turn: Turn) -> None:
    async def is_so() -> bool:
        finder = turn.bound.finder
        if step.state in ("hidden", "detached"):
            return not await finder.is_there(step.target, state="visible" if step.state == "hidden" else "attached")
        try:
            found = await now(step.target, turn, state="attached" if step.state == "attached" else "visible")
        except TargetAmbiguous:
            raise
        except TargetError:
            return False
        if step.state == "enabled":
            return await finder.fact(found, "enabled", None) is True
        return step.state != "stable" or await _is_still(turn, step)

    if await until(is_so, turn):
        return
    if step.state in ("visible", "attached"):
        await turn.find(step.target, state=step.state)  # says what was there instead
    raise WaitTimeout(f"the element did not become {step.state}")


async def _is_still(turn: Turn, step: acting.WaitFor) -> bool:
    await turn.hold(step.target, lambda grip: grip.aim())
    return True


async def wait_for_url(step: acting.WaitForUrl, turn: Turn) -> None:
    is_meant = fits(step.url, base=turn.base_url)

    async def is_there() -> bool:
        return is_meant((await turn.bound.browser.shown_tab()).page.url)

    if not await until(is_there, turn):
        at = clean((await turn.bound.browser.shown_tab()).page.url, limit=SHOWN)
        raise WaitTimeout("the page did not come to that URL", details={"url": at})


async def wait_for_response(step: acting.WaitForResponse, turn: Turn) -> None:
    """Of requests since the step before began, whose answer may be there already."""
    is_meant = fits(step.url, base=turn.base_url)

    async def has_come() -> bool:
        return any(
            is_meant(each.url)
            and step.method in (None, each.method)
            and each.status is not None
            and step.status in (None, each.status)
            for each in turn.bound.browser.records.requests
            if each.number > turn.marks.step_request
        )

    if not await until(has_come, turn):
        raise WaitTimeout("no such answer came")


async def wait_for_function(step: acting.WaitForFunction, turn: Turn) -> None:
    async def is_truthy() -> bool:
        try:
            return bool(await script(step.js, None, turn, is_so=True))
        except PageClosed:
            return False

    if not await until(is_truthy, turn):
        raise WaitTimeout("the expression did not become true")


async def extract(step: Extract, turn: Turn) -> Json:
    """What was read; it is waited for until there is an element to read it from."""
    value = await _read(step, turn)
    if step.matches is not None:
        value = _piece(step.matches, value)
    turn.scope.vars[step.into] = value
    return value


async def run_script(step: Js, turn: Turn) -> Json:
    value = await script(step.js, None, turn)
    if step.into is not None:
        turn.scope.vars[step.into] = value
    return value


WAITING: Final[dict[type, Work]] = {
    acting.WaitFor: wait_for,
    acting.WaitForUrl: wait_for_url,
    acting.WaitForResponse: wait_for_response,
    acting.WaitForFunction: wait_for_function,
    Assert: must_hold,
    Extract: extract,
    Js: run_script,
}


async def until(is_so: Callable[[], Awaitable[bool]], turn: Turn, *, poll_ms: int | None = None) -> bool:
    """Whether it came to be so in time; looked at once when there is no time."""
    looks = 0
    while True:
        await turn.enter_tab()
        if await is_so():
            return True
        if turn.left == 0:
            return False
        pause = PAUSES[looks] if looks < len(PAUSES) else PAUSE
        await asyncio.sleep(min(poll_ms / 1000 if poll_ms else pause, turn.left))
        looks += 1


async def _read(step: Extract, turn: Turn) -> Json:
    if step.get in ("text", "value", "attribute"):
        assert step.target is not None, "the definition was checked"
        await turn.find(step.target, state="attached")
        return await fact_of(step.target, step.get, step.name, turn)
    if step.get == "js" and step.target is not None:
        await turn.find(step.target, state="attached")
    if step.get == "js":
        return await script(step.js or "", step.target, turn)
    return await ask(Condition(get=step.get, target=step.target, operator="truthy"), turn)


def _piece(pattern: str, value: Json) -> str:
    found = first_group(pattern, str(value))
    if found is None:
        raise AssertionFailed("what was read does not fit the expression of matches", details={"found": _shown(value)})
    return found


def _shown(value: Json) -> Json:
    """A value as a result tells it: page text, cleaned and bounded."""
    if isinstance(value, str):
        return clean(value, limit=SHOWN)
    if isinstance(value, dict | list):
        return clean(str(value), limit=SHOWN)
    return value
