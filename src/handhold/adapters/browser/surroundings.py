"""What a page finds around it: its size, its media, its network, its place."""

from __future__ import annotations

from typing import Literal

from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.session import BrowserSession
from handhold.adapters.browser.translation import translate


async def resize(session: BrowserSession, *, width: int, height: int) -> None:
    tab = await session.current_tab()
    try:
        await tab.page.set_viewport_size({"width": width, "height": height})
    except PlaywrightError as error:
        raise translate(error, doing="setting the viewport") from error


async def emulate(
    session: BrowserSession,
    *,
    color_scheme: Literal["light", "dark", "no-preference"] | None,
    reduced_motion: Literal["reduce", "no-preference"] | None,
    media: Literal["screen", "print"] | None,
    offline: bool | None,
    place: tuple[float, float] | None,
) -> None:
    """Only what is given changes."""
    tab = await session.current_tab()
    context = session.browser.context
    try:
        if color_scheme or reduced_motion or media:
            await tab.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion, media=media)
        if offline is not None:
            await context.set_offline(offline)
        if place is not None:
            await context.grant_permissions(["geolocation"])
            await context.set_geolocation({"latitude": place[0], "longitude": place[1]})
    except PlaywrightError as error:
        raise translate(error, doing="emulating") from error


async def type_keys(session: BrowserSession, text: str, *, delay_ms: int) -> None:
    """Type where the keyboard is, key by key."""
    tab = await session.shown_tab()
    try:
        await tab.page.keyboard.type(text, delay=delay_ms)
    except PlaywrightError as error:
        raise translate(error, doing="typing") from error


async def aria_snapshot(session: BrowserSession, css: str | None) -> str:
    """What assistive technology is told, as Playwright writes it, of an element or of the whole page."""
    tab = await session.shown_tab()
    try:
        return await tab.page.locator(css or "body").first.aria_snapshot(timeout=2_000)
    except PlaywrightError as error:
        raise translate(error, doing="reading the accessibility tree") from error
