"""The words that a tab draws, as its picture shows them: dots for fields that show dots, nothing for what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.scripts import PageScripts

SECONDS: Final = 5.0
DOTS: Final = "-webkit-text-security"


async def drawn_text(scripts: PageScripts) -> list[str]:
    """Pieces of text in the order of the page, those of frames in other processes after it."""
    return await scripts.bounded(_everywhere(scripts.page), timeout=SECONDS)


async def _everywhere(page: Page) -> list[str]:
    drawn = await _drawn(page, page)
    for frame in page.frames[1:]:
        # Only frames in processes of their own have a session; the others came with the page.
        with suppress(PlaywrightError):
            drawn += await _drawn(page, frame)
    return drawn


async def _drawn(page: Page, of: Page | Frame) -> list[str]:
    devtools = await page.context.new_cdp_session(of)
    try:
        told = await send(devtools, "DOMSnapshot.captureSnapshot", {"computedStyles": [DOTS]})
    finally:
        with suppress(PlaywrightError):
            await devtools.detach()
    return [each for document in told["documents"] for each in _texts(document, told["strings"])]


def _texts(document: Mapping[str, Any], strings: list[str]) -> Iterator[str]:
    """Of everything that has a place on the page: its own text, and what a field holds unless it shows dots."""
    nodes, layout = document["nodes"], document["layout"]
    values = {
        node: text
        for held in (nodes["inputValue"], nodes["textValue"])
        for node, text in zip(held["index"], held["value"], strict=True)
    }
    for node, text, styles in zip(layout["nodeIndex"], layout["text"], layout["styles"], strict=True):
        if text >= 0:
            yield strings[text]
        if node in values and (not styles or strings[styles[0]] == "none"):
            yield strings[values[node]]
