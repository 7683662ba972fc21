"""What an app's state is, from its address and the test ids that are visible."""

from __future__ import annotations

from collections.abc import Mapping

from handhold.services.apps.profile import HOME, Profile
from handhold.services.apps.screens import screen_of
from handhold.services.apps.state import AppState


def app_state(
    profile: Profile, *, extension_id: str, address: str, url: str, shown: Mapping[str, str], chain_id: int | None
) -> AppState:
    """`shown` are visible test ids with their text. What a locked wallet does not show is None."""
    screen = screen_of(profile, address, shown)
    is_unlocked = bool(profile.unlocked_by) and profile.unlocked_by in shown
    is_home = is_unlocked and screen == HOME
    return AppState(
        is_loaded=True,
        current_url=url,
        extension_id=extension_id,
        is_unlocked=is_unlocked,
        current_screen=screen,
        account_address=_first(profile.reads.account, shown) if is_home else None,
        network_name=_first(profile.reads.network, shown) if is_home else None,
        chain_id=chain_id if is_unlocked else None,
        balance=_first(profile.reads.balance, shown) if is_home else None,
    )


def _first(test_ids: tuple[str, ...], shown: Mapping[str, str]) -> str | None:
    return next((shown[each] for each in test_ids if shown.get(each)), None)
