"""The state of an app and its tabs on the wire, for the tools that tell them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from handhold.contract.fields import PageText
from handhold.contract.models import Result

if TYPE_CHECKING:
    from handhold.services.apps import AppState, TabsNow


class ExtensionState(Result):
    """What the seed calls the extension's state; of a plain page there is no extension and nothing to unlock."""

    is_loaded: bool
    """Whether a page is there."""
    current_url: PageText
    """Its address."""
    extension_id: str
    """The extension, empty in a plain session."""
    is_unlocked: bool
    """Whether the wallet is unlocked."""
    current_screen: PageText
    """Name of the screen."""
    account_address: PageText | None = None
    """Account on the home screen."""
    network_name: PageText | None = None
    """Network on the home screen."""
    chain_id: int | None = None
    """Id of the chain, once unlocked."""
    balance: PageText | None = None
    """Balance on the home screen."""


class TabTold(Result):
    role: str
    """extension, notification, dapp or other."""
    url: PageText
    """Its address."""


class TabsTold(Result):
    active: TabTold | None
    """The tab that is worked in."""
    tracked: list[TabTold]
    """All tabs."""


def state_told(state: AppState) -> ExtensionState:
    return ExtensionState.model_validate(asdict(state))


def tabs_told(tabs: TabsNow) -> TabsTold:
    active = TabTold(role=tabs.active.role, url=tabs.active.url) if tabs.active is not None else None
    return TabsTold(active=active, tracked=[TabTold(role=tab.role, url=tab.url) for tab in tabs.tracked])
