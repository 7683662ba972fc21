"""Go to a URL in the session's tab and say where it ended, or exactly why it did not."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final, Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handhold.adapters.browser.bounded import bounded, retrieve
from handhold.adapters.browser.dialogs import DialogInterrupted
from handhold.adapters.browser.events import DownloadSeen
from handhold.adapters.browser.session import BrowserSession
from handhold.adapters.browser.tab import Tab
from handhold.errors import HandholdError, NavigationFailed, PageCrashed, PageHung, WaitTimeout

LoadState = Literal["commit", "domcontentloaded", "load"]
Direction = Literal["back", "forward", "reload"]
EMPTY: Final = "about:blank"
HANG_PROBE_SECONDS = 0.7
STOP_SECONDS = 1.0
DOWNLOAD_SECONDS = 2.0
STOPPED_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """Where a navigation ended. `status` is None for pages that no server answered."""

    status: int | None
    redirected: bool
    answered_url: str
    held_by_dialog: bool = False

    @classmethod
    def of(cls, response: Response | None, *, held_by_dialog: bool = False) -> Landing:
        return cls(
            status=response.status if response else None,
            redirected=response is not None and response.request.redirected_from is not None,
            answered_url=response.url if response else "",
            held_by_dialog=held_by_dialog,
        )


async def go(session: BrowserSession, url: str, *, until: LoadState, seconds: float) -> Landing:
    """Navigate and wait for the load state. The whole takes `seconds` at most."""
    session.refuse_crash_loop(url)
    tab = await session.current_tab()
    tab.destination = url
    start = tab.page.goto(url, wait_until="commit", timeout=_ms(seconds))
    return await _arrive(session, tab, start, until=until, seconds=seconds)


async def go_in_history(session: BrowserSession, direction: Direction, *, until: LoadState, seconds: float) -> Landing:
    """Go back or forward by one page, or load this one again. Raises `NavigationFailed` where there is none."""
    tab = await session.shown_tab()
    url = await _entry(tab, direction)
    session.refuse_crash_loop(url)
    tab.destination = url
    moves = {"back": tab.page.go_back, "forward": tab.page.go_forward, "reload": tab.page.reload}
    start = moves[direction](wait_until="commit", timeout=_ms(seconds))
    return await _arrive(session, tab, start, until=until, seconds=seconds)


async def _entry(tab: Tab, direction: Direction) -> str:
    """The URL that is one step away."""
    current, urls = await tab.history()
    wanted = current + {"back": -1, "forward": 1, "reload": 0}[direction]
    # Every tab begins empty; that is nothing a person would go back to.
    first = 1 if urls and urls[0] == EMPTY and current > 0 else 0
    if first <= wanted < len(urls):
        return urls[wanted]
    where = "earlier" if direction == "back" else "later"
    raise NavigationFailed(
        f"there is no {where} page in the history of this tab",
        hint="The page is as it was. Use nav_goto with a URL.",
        details={"reason": "no-history", "back": max(0, current - first), "forward": len(urls) - current - 1},
    )


async def _arrive(
    session: BrowserSession,
    tab: Tab,
    start: Coroutine[Any, Any, Response | None],
    *,
    until: LoadState,
    seconds: float,
) -> Landing:
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    response: Response | None = None
    going = asyncio.ensure_future(start)
    try:
        response = await session.dialogs.outrun(going)
        if until != "commit":
            await session.dialogs.outrun(asyncio.ensure_future(_loaded(tab, until, ends - loop.time())))
    except asyncio.CancelledError:
        await tab.stop_loading()
        await bounded(going, STOP_SECONDS)  # the next navigation must not meet the end of this one
        raise
    except DialogInterrupted:
        return Landing.of(response, held_by_dialog=True)
    except PlaywrightTimeout:
        raise await _timed_out(tab, committed=response is not None, seconds=seconds) from None
    except PlaywrightError as error:
        raise await _failed(session, tab, error) from None
    eyes = session.eyes_of_new_page() if until == "load" else None
    if eyes is not None:
        eyes.get_ready()  # while the page is asked what it is called
    return Landing.of(response)


async def _loaded(tab: Tab, until: Literal["domcontentloaded", "load"], seconds: float) -> None:
    """Wait for the state. A page that starts a download while it loads never says `load`; it just stops loading."""
    waiting = asyncio.ensure_future(tab.page.wait_for_load_state(until, timeout=_ms(seconds)))
    waiting.add_done_callback(retrieve)
    while not waiting.done():
        stopped = asyncio.ensure_future(tab.stopped.wait())
        await asyncio.wait({waiting, stopped}, return_when="FIRST_COMPLETED")
        stopped.cancel()
        # The news that loading has begun may still be on its way, so a stop counts only when it lasts.
        await asyncio.wait({waiting}, timeout=STOPPED_SECONDS)
        if tab.crashed:
            raise PageCrashed("the page's renderer crashed while it was loading")
        if tab.stopped.is_set() and not waiting.done():
            return
    waiting.result()


def _ms(seconds: float) -> float:
    """Playwright takes 0 for "for ever"; we never mean that."""
    return max(1.0, seconds * 1000)


async def _timed_out(tab: Tab, *, committed: bool, seconds: float) -> HandholdError:
    if tab.crashed:
        return PageCrashed("the page's renderer crashed while it was loading")
    await tab.stop_loading()
    if not await tab.answers_within(HANG_PROBE_SECONDS):
        return PageHung(f"the page's script did not yield within {seconds:.0f} s")
    if committed:
        return WaitTimeout(
            f"the page answered but did not finish loading within {seconds:.0f} s",
            hint="It is open as far as it got. Go on, or give waitFor 'domcontentloaded' or a longer timeoutMs.",
            details={"phase": "load"},
        )
    return WaitTimeout(
        f"the server did not answer within {seconds:.0f} s",
        hint="Check that the server is up and not waiting itself, or give a longer timeoutMs.",
        details={"phase": "response"},
    )


async def _failed(session: BrowserSession, tab: Tab, error: PlaywrightError) -> HandholdError:
    if "Download is starting" in error.message:
        return await _became_download(session)
    failure = await session.failure(error, doing="navigating")
    if isinstance(failure, NavigationFailed):
        await tab.hear_news()  # a crash aborts the navigation before it is told itself
    if isinstance(failure, PageCrashed) or tab.crashed:
        return PageCrashed("the page's renderer crashed while it was loading")
    return failure


async def _became_download(session: BrowserSession) -> HandholdError:
    seen = await _finished_download(session)
    details: dict[str, object] = {"reason": "download"}
    if seen is not None:
        session.log.pending.downloads.remove(seen)  # told here, so it is no news to the next answer
        lost = {"missing": seen.missing} if seen.missing else {}
        details["download"] = {"name": seen.name[:120], "bytes": seen.size, "path": seen.path, **lost}
    return NavigationFailed(
        "the URL is a download, not a page",
        hint="The file is saved where details.download.path says; the tab still shows what it showed before.",
        details=details,
    )


async def _finished_download(session: BrowserSession) -> DownloadSeen | None:
    """The newest download, given a moment to complete."""
    ends = asyncio.get_running_loop().time() + DOWNLOAD_SECONDS
    while True:
        downloads = session.log.pending.downloads
        seen = downloads[-1] if downloads else None
        settled = seen is not None and (seen.path is not None or seen.failure is not None)
        if settled or asyncio.get_running_loop().time() > ends:
            return seen
        await asyncio.sleep(0.02)
