"""What an action changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from handhold.services.perception import Changes, changes_of
from handhold.services.sessions import running

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around(Generic[T]):
    """What the work gave, and what changed around it. `result` is None while a dialog holds the page."""

    result: T | None
    changes: Changes


class Changing:
    def __init__(self, browser: BrowserSession | None) -> None:
        self._browser = browser

    async def around(self, work: Callable[[], Awaitable[T]], *, room: int = 1100) -> Around[T]:
        """Run `work` and tell what changed."""
        browser = running(self._browser)
        result = await work()
        return Around(result=result, changes=changes_of(browser.log.take()))
