"""What the browser still knows of one request: how much came, its headers and bodies. Never waits long."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response

from handhold.adapters.browser.bounded import bounded, retrieve
from handhold.adapters.browser.records import RequestSeen

T = TypeVar("T")
ASK_SECONDS: Final = 1.0
BODY_BYTES: Final = 1_000_000
"""A body over this is not fetched from the browser."""
Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A response's body, or why there is none to show."""

    data: bytes = b""
    reason: str = ""


async def measure(seen: Sequence[RequestSeen]) -> None:
    """Note the sizes of answers that are complete."""
    unknown = [one for one in seen if one.size is None and one.is_over and one.status is not None]
    if unknown:
        await bounded(asyncio.gather(*(_measure(one) for one in unknown)), ASK_SECONDS)


async def request_headers(seen: RequestSeen) -> Headers:
    """As sent where the browser still knows, else as the page asked for them."""
    found = await _asked(seen.request.headers_array())
    return _pairs(found) if found is not None else list(seen.request.headers.items())


async def response_headers(seen: RequestSeen) -> Headers:
    response = seen.request.existing_response
    if response is None:
        return []
    found = await _asked(response.headers_array())
    return _pairs(found) if found is not None else list(response.headers.items())


def sent_body(seen: RequestSeen) -> tuple[str, bytes | None]:
    """The type and the bytes of what a request carried."""
    return seen.request.headers.get("content-type", ""), seen.request.post_data_buffer


async def response_body(seen: RequestSeen) -> Body:
    response = seen.request.existing_response
    if response is None:
        return Body(reason="there is no response")
    if 300 <= response.status < 400:
        return Body(reason="a redirect has none")
    if not seen.is_over:
        return Body(reason="it is still under way")
    await measure([seen])
    if (seen.size or 0) > BODY_BYTES:
        return Body(reason="it is too large to show")
    data = await _asked(response.body())
    if data is None:
        return Body(reason="the browser no longer has it")
    return Body(data=data) if len(data) <= BODY_BYTES else Body(reason="it is too large to show")


def response_type(seen: RequestSeen) -> str:
    response: Response | None = seen.request.existing_response
    return response.headers.get("content-type", "") if response is not None else ""


async def _measure(seen: RequestSeen) -> None:
    found = await _asked(seen.request.sizes())
    if found is not None:
        seen.size = max(0, found["responseBodySize"])  # below nothing for what never was on a wire, such as a blob


async def _asked(question: Coroutine[Any, Any, T]) -> T | None:
    """The answer; None when the browser has forgotten, or takes too long."""
    asking = asyncio.ensure_future(question)
    asking.add_done_callback(retrieve)
    await asyncio.wait({asking}, timeout=ASK_SECONDS)
    try:
        return asking.result() if asking.done() else None
    except PlaywrightError:
        return None


def _pairs(found: Sequence[Any]) -> Headers:
    return [(str(header["name"]), str(header["value"])) for header in found]
