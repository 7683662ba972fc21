"""Which screen an app is on: by its address first, else by what is visible, from one look."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from handhold.services.apps.profile import Profile
from handhold.services.apps.state import UNKNOWN, TabRole

SCHEME = "chrome-extension"


def address_in(url: str, extension_id: str) -> str | None:
    """The address below the extension's own (`home.html#settings`); None of a page that is not the extension's."""
    parts = urlsplit(url)
    if parts.scheme != SCHEME or parts.netloc != extension_id:
        return None
    view = parts.fragment.partition("?")[0].strip("/")
    return parts.path.strip("/") + (f"#{view}" if view else "")


def wanted_test_ids(profile: Profile) -> list[str]:
    """Everything the one look has to look for."""
    reads = profile.reads
    named = [test_id for test_id, _screen in profile.shown]
    return list(
        dict.fromkeys([*named, *filter(None, [profile.unlocked_by]), *reads.account, *reads.network, *reads.balance])
    )


def screen_of(profile: Profile, address: str, shown: Mapping[str, str]) -> str:
    """The screen's name; `shown` are the visible test ids that were looked for."""
    for route, screen in profile.routes:
        if is_at(address, route):
            return screen
    return next((screen for test_id, screen in profile.shown if test_id in shown), UNKNOWN)


def is_at(address: str, route: str) -> bool:
    """Whether the address is the route or lies below it. A route without a page is one of any page: `#send/*/to`."""
    page, _hash, view = address.partition("#")
    wanted_page, _wanted_hash, wanted_view = route.partition("#")
    if wanted_page and page != wanted_page:
        return False
    if not wanted_view:
        return True
    parts, wanted = view.split("/"), wanted_view.split("/")
    return len(parts) >= len(wanted) and all(want in ("*", part) for want, part in zip(wanted, parts, strict=False))


def role_of(url: str, *, extension_id: str, profile: Profile | None) -> TabRole:
    """What a tab is in the session."""
    if profile is not None and extension_id:
        address = address_in(url, extension_id)
        if address is not None:
            popup = profile.pages.get("notification", "")
            return "notification" if popup and is_at(address, popup) else "extension"
    return "dapp" if urlsplit(url).scheme in {"http", "https"} else "other"
