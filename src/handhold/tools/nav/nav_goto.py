"""Open a URL."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Args, Effect, PageArgs, PageText, Result, TimeoutMs, ToolContext, tool
from handhold.services.navigation import Expectation, Wait
from handhold.services.navigation.urls import without_password
from handhold.services.perception import Changes, without_url

ROOM = 880
"""Bytes of changes beside the longest URL and title."""


class Appears(Args):
    text: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Visible text"""
    selector: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    """CSS"""

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if (self.text is None) == (self.selector is None):
            raise ValueError("give exactly one of text and selector")
        return self


class Assertion(Args):
    url_includes: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    """Part of the URL"""
    title_includes: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Part of the title"""


class NavGotoArgs(PageArgs):
    url: Annotated[str, Field(min_length=1, max_length=4096)]
    """Full URL"""
    wait_for: Literal["load", "commit", "domcontentloaded", "quiet"] | Appears = "load"
    """load, commit, domcontentloaded, quiet, {text} or {selector}"""
    assert_: Annotated[Assertion | None, Field(alias="assert")] = None
    """{urlIncludes?, titleIncludes?} of the final page"""
    timeout_ms: TimeoutMs = 15_000
    """Limit"""


class Arrived(Result):
    url: PageText
    """Final URL, without user name and password."""
    title: PageText
    """Title of the page."""
    status: int | None
    """HTTP status; null when no server answered (about:blank)."""
    redirected: bool
    """Whether the page is not at the URL that was asked for."""
    changes: Changes
    """What else happened: tabs, dialogs, downloads, console errors. "none" if nothing."""


def _wait(choice: str | Appears) -> Wait:
    if isinstance(choice, Appears):
        return (
            Wait(kind="text", value=choice.text) if choice.text else Wait(kind="selector", value=choice.selector or "")
        )
    return Wait(kind=choice)  # pyright: ignore[reportArgumentType]


def _without_password(given: dict[str, Any]) -> dict[str, Any]:
    return {**given, "url": without_password(str(given.get("url", "")))[:500]}


@tool(
    title="nav.goto",
    family="nav",
    effect=Effect.MOVES,
    seconds=lambda args: args.timeout_ms / 1000,
    sanitize=_without_password,
)
async def nav_goto(args: NavGotoArgs, ctx: ToolContext) -> Arrived:
    """Open a URL; starts a browser if none runs.

    Example: {"url":"http://localhost:3000/"}
    Tip: assert makes a login page in between an error.
    """
    expected = args.assert_ or Assertion()
    done = await ctx.changing.around(
        lambda: ctx.navigation.goto(
            args.url,
            wait=_wait(args.wait_for),
            expect=Expectation(url_includes=expected.url_includes, title_includes=expected.title_includes),
            timeout_ms=args.timeout_ms,
        ),
        room=ROOM,
        settle=0,
    )
    arrival = done.result or ctx.navigation.held(args.url)
    return Arrived(
        url=arrival.url,
        title=arrival.title,
        status=arrival.status,
        redirected=arrival.redirected,
        changes=without_url(done.changes),
    )
