"""Launch an extension in a browser of its own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from handhold.contract import Args, Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.apps import ExtensionState, state_told
from handhold.services.apps.launching import Wish

Port = Annotated[int, Field(ge=1, le=65535)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Fixture = Annotated[dict[str, Any], Field(description="State for custom")]
HIDDEN = "[REDACTED]"


class LaunchPorts(Args):
    anvil: Port | None = None
    """Of the chain"""
    fixture_server: Port | None = None
    """Of the state's server"""


class LaunchArgs(PageArgs):
    auto_build: bool = True
    """Build if missing or out of date"""
    state_mode: Literal["default", "onboarding", "custom"] = "default"
    """State to begin with"""
    fixture_preset: Name | None = None
    """Named state, such as withMultipleAccounts"""
    fixture: Fixture | None = None
    """State for custom"""
    ports: LaunchPorts | None = None
    """{anvil?, fixtureServer?}"""
    slow_mo: Annotated[int, Field(ge=0, le=10_000)] = 0
    """ms between steps"""
    extension_path: Annotated[str, Field(min_length=1)] | None = None
    """Folder of an unpacked extension"""
    goal: Annotated[str, Field(max_length=500)] | None = None
    """What for"""
    flow_tags: list[Name] | None = None
    """Such as send"""
    tags: list[Name] | None = None
    """Other words"""
    seed_contracts: list[Name] | None = None
    """Such as hst"""
    profile: Name | None = None
    """metamask, extension or your own"""
    force: bool = False
    """Replace a running one"""


class BrowserTold(Result):
    mode: Literal["headed", "virtual", "headless"]
    """How it is shown: on a display, on a virtual one, or not."""


class Launched(Result):
    session_id: str
    """The new session."""
    extension_id: str
    """Id of the extension."""
    state: ExtensionState
    """Where the app is."""
    browser: BrowserTold
    """The browser."""


def without_fixture(arguments: dict[str, Any]) -> dict[str, Any]:
    """A fixture may hold a vault."""
    return {**arguments, "fixture": HIDDEN} if "fixture" in arguments else arguments


@tool(
    title="wallet.launch",
    family="wallet",
    toolset="wallet",
    effect=Effect.ACTS,
    session=SessionNeed.NONE,
    observe=Observe.NONE,
    budget=None,
    under_dialog=True,
    sanitize=without_fixture,
)
async def mm_launch(args: LaunchArgs, ctx: ToolContext) -> Launched:
    """Start browser, extension, chain and state server together.

    Example: {"stateMode":"onboarding","goal":"import a wallet"}
    Tip: MM_PORT_IN_USE names the holder.
    """
    begun = await ctx.lifecycle.launch(wish_of(args), session=args.session)
    if begun.launched.closed_plain:
        ctx.warn("The plain browser of this session was closed for the launch.")
    return Launched(
        session_id=begun.launched.live.id,
        extension_id=begun.launched.app.extension_id,
        state=state_told(begun.state),
        browser=BrowserTold(mode=begun.launched.app.mode),
    )


def wish_of(args: LaunchArgs) -> Wish:
    ports = args.ports or LaunchPorts()
    return Wish(
        profile=args.profile,
        extension_path=args.extension_path,
        auto_build=args.auto_build,
        state_mode=args.state_mode,
        fixture_preset=args.fixture_preset,
        fixture=args.fixture,
        anvil_port=ports.anvil,
        fixture_port=ports.fixture_server,
        slow_mo=args.slow_mo,
        force=args.force,
        goal=args.goal or "",
        flow_tags=args.flow_tags or (),
        tags=args.tags or (),
        seed_contracts=args.seed_contracts or (),
    )
