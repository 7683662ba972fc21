"""Read the documents of a tab: one, and those in the frames that were met in it, each at one moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from playwright.async_api import Error, Frame

from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.held_frames import held_frames
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import NodeRef, Record
from handhold.errors import HandholdError, PageClosed

READ_SECONDS: Final = 9.0
FRAME_SECONDS: Final = 3.0
MOST_FRAMES: Final = 100
DEEPEST: Final = 10
"""Frames in frames; a page may well hold itself."""
_READ: Final = "readRegion"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """What one document says. The frames are in the order in which they were met; None for one that did not answer."""

    document: str
    answer: Answer
    frames: Sequence[DocumentText | None] = ()


@dataclass(slots=True)
class TabReader:
    """One reading of one tab."""

    scripts: PageScripts
    eyes: Eyes
    _left: int = field(default=MOST_FRAMES, init=False)

    async def read(self, region: object, *, format: str, limit: int) -> DocumentText:
        """The region of the main document, or an element of any; the answer may be that there is no such region."""
        await self.eyes.open_roots()
        request: Record = {"format": format, "limit": limit}
        if isinstance(region, NodeRef):
            return await self._element(region, request)
        main = self.scripts.page.main_frame
        answer = await self.scripts.call(_READ, {**request, "region": region}, timeout=READ_SECONDS)
        return await self._with_frames(main, answer, request, depth=0)

    async def _element(self, node: NodeRef, request: Record) -> DocumentText:
        asked = {**request, "region": {"key": node.key}}
        answer = await self.eyes.ask(node.document, _READ, asked, timeout=READ_SECONDS)
        frame = self.eyes.frame_of(node.document)
        if answer is None or frame is None:
            raise PageClosed("the document that held it is gone", hint="Call ui_scan to see what is there now.")
        return await self._with_frames(frame, answer, request, depth=0)

    async def _with_frames(self, frame: Frame, answer: Answer, request: Record, *, depth: int) -> DocumentText:
        document = self.eyes.meet(answer, frame)
        keys = cast(list[int], answer.get("frames", []))
        if not keys or depth >= DEEPEST:
            return DocumentText(document=document, answer=answer, frames=[None] * len(keys))
        held = await held_frames(self.scripts, frame)
        reading = (self._frame(held.get(key), request, depth=depth + 1) for key in keys)
        return DocumentText(document=document, answer=answer, frames=await asyncio.gather(*reading))

    async def _frame(self, frame: Frame | None, request: Record, *, depth: int) -> DocumentText | None:
        """None for what is no frame, hangs, or goes away meanwhile."""
        if frame is None or self._left <= 0:
            return None
        self._left -= 1
        try:
            answer = await self.scripts.call(_READ, {**request, "region": "page"}, frame=frame, timeout=FRAME_SECONDS)
            return await self._with_frames(frame, answer, request, depth=depth)
        except (HandholdError, Error):
            return None
