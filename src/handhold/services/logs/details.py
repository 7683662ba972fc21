"""Headers and bodies of one request, masked and bounded; only for who asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from handhold.adapters.browser.exchange import (
    Headers,
    request_headers,
    response_body,
    response_headers,
    response_type,
    sent_body,
)
from handhold.adapters.browser.records import RequestSeen
from handhold.services.logs.entries import Entry, Teller
from handhold.services.logs.masks import mask_body, mask_request_header, mask_response_header
from handhold.services.logs.shapes import shape_of
from handhold.services.perception.page_text import clean, one_line, wire_size
from handhold.services.perception.paging import size_of

HEADER: Final = 120
MORE: Final = 60
"""Bytes of the words that there are more."""
NAMES: Final = 50
"""Bytes of the name of a part."""
NO_TEXT: Final = ("image/", "font/", "audio/", "video/", "application/octet-stream", "application/wasm")
DRAWN: Final = "svg"
Masker = Callable[[str, str], str]


async def exchange_of(
    seen: RequestSeen,
    teller: Teller,
    *,
    show: Sequence[Literal["headers", "body"]],
    words: Sequence[str],
    offset: int,
    budget: int,
) -> tuple[Entry, int | None]:
    """What was asked for, and where the body goes on if it does."""
    detail: Entry = {}
    if "headers" in show:
        share = budget // (4 if "body" in show else 2) - NAMES
        sent, came = await request_headers(seen), await response_headers(seen)
        detail["requestHeaders"] = _headers(sent, teller, mask_request_header, words=words, budget=share)
        detail["responseHeaders"] = _headers(came, teller, mask_response_header, words=words, budget=share)
    if "body" not in show:
        return detail, None
    content_type, data = sent_body(seen)
    if data is not None and not offset:
        shape = shape_of(content_type, data)
        detail["requestBody"] = shape if size_of(shape) <= budget // 4 else f"{len(data)} bytes"
    body, following = await _body(seen, teller, offset=offset, budget=budget - size_of(detail))
    return detail | body, following


def _headers(headers: Headers, teller: Teller, mask: Masker, *, words: Sequence[str], budget: int) -> dict[str, Any]:
    """Those whose names hold one of the words, as many as fit; the rest is counted."""
    wanted = [(name, value) for name, value in headers if not words or any(word in name.lower() for word in words)]
    told: dict[str, Any] = {}
    for count, (name, value) in enumerate(wanted):
        masked = clean(teller.scrub(mask(name, value)), limit=HEADER)
        more = told | {clean(name.lower(), limit=60): masked}
        if size_of(more) > budget - MORE:
            return told | {"…": f"{len(wanted) - count} more; name them in filter"}
        told = more
    return told


async def _body(seen: RequestSeen, teller: Teller, *, offset: int, budget: int) -> tuple[Entry, int | None]:
    content_type = response_type(seen).lower()
    body = await response_body(seen)
    if body.reason:
        return {"noBody": body.reason}, None
    if not body.data:
        return {"noBody": "it is empty"}, None
    if b"\0" in body.data[:1000] or (content_type.startswith(NO_TEXT) and DRAWN not in content_type):
        return {"noBody": f"it is no text, {len(body.data)} bytes"}, None
    text = one_line(teller.scrub(mask_body(body.data.decode("utf-8", errors="replace"))))
    piece = _piece(text[offset : offset + budget], budget=budget - NAMES)
    end = offset + len(piece)
    return {"body": piece}, end if end < len(text) else None


def _piece(text: str, *, budget: int) -> str:
    """As much of the beginning as takes no more than so many bytes in an answer."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if wire_size(text[:middle]) <= budget else (low, middle - 1)
    return text[:low]
