"""What tools ask of the eyes: what only a picture shows, and what became of something that was seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from handhold.adapters.browser.seen import Point, Rect
from handhold.services.perception import Perception, Region
from handhold.services.perception.view import candidate_of, view_of
from handhold.services.sessions import no_page
from handhold.services.sight.alike import places_alike
from handhold.services.sight.findings import Finding
from handhold.services.sight.gaze import Gaze
from handhold.services.sight.promotion import Promotion
from handhold.services.sight.regions import point_in
from handhold.services.sight.replay import Replay
from handhold.services.sight.scan import VisualPage, VisualRequest, VisualScanner
from handhold.services.sight.verdicts import Spot
from handhold.services.sight.visual_handles import VisualHandle, is_visual
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.vision.vision import Vision
    from handhold.services.perception import PerceptionMemory


class Sight:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        settings: Settings,
        *,
        perception: Perception,
        vision: Vision,
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._perception = perception
        self._vision = vision
        self._count = count

    async def scan(self, request: VisualRequest, *, region: Region, page_token: str | None, budget: int) -> VisualPage:
        """A new scan of a region, or the page a token names."""
        gaze = await self._gaze()
        scanner = VisualScanner(gaze, Promotion(gaze))
        if page_token is not None:
            return await scanner.go_on(page_token, budget=budget)
        asked: object = region
        if isinstance(region, dict) and "handle" in region:
            seen = self.seen(region["handle"])
            if seen is not None and seen.promoted is None:
                asked = seen.anchor
            else:
                element = region["handle"] if seen is None else seen.promoted or ""
                asked = (await self._perception.resolve(element)).handle.node
        await gaze.view.eyes.attend()
        return await scanner.begin(
            VisualRequest(region=asked, pattern=request.pattern, mode=request.mode), budget=budget
        )

    async def promotion(self) -> Promotion:
        """Promotion, verification and replay on the current tab."""
        return Promotion(await self._gaze())

    def seen(self, handle_id: str) -> VisualHandle | None:
        """What was seen under this id; none for the handle of an element. Every tool that takes both asks here."""
        return self.handle(handle_id) if is_visual(handle_id) else None

    async def find(self, handle: VisualHandle) -> Spot:
        """Where it is now, and the element that explains it still, if one does.

        Raises `TargetStale`, `TargetAmbiguous` or `TargetBlocked`.
        """
        return await (await self.promotion()).fallback_to_visual_replay(handle)

    async def refuse_covered(self, spot: Spot, point: Point) -> None:
        """Raises `TargetBlocked` when what was found is not what is met at a point of it."""
        await Replay(await self._gaze()).refuse_covered(spot, point)

    async def point_in(self, region: Region, at: Point) -> Point:
        """A place in a region. Raises `RegionNotFound` or `TargetAmbiguous`."""
        return await point_in(await self._gaze(), region, at=at)

    async def anchor_of(self, handle: VisualHandle) -> tuple[str | None, str]:
        """The handle of what it is drawn in, and the frame that is in, as picked elements tell it."""
        view = (await self._gaze()).view
        (record,) = await view.eyes.describe([handle.anchor])
        if record is None:
            return None, "main"
        candidate = candidate_of(record)
        frame = ".".join(map(str, candidate.fingerprint.frame)) or "main"
        return view.handle_of(candidate, handle.anchor).id, frame

    async def drawn(self, handle: VisualHandle) -> tuple[Spot, list[Finding]]:
        """Where it is now, and everything that is drawn on the same anchor."""
        spot = await self.find(handle)
        return spot, await Replay(await self._gaze()).drawn_around(spot)

    async def places_alike(self, png: bytes) -> list[Rect]:
        """Where what shows of the tab looks like a picture somebody kept."""
        return await places_alike(await self._gaze(), png)

    def handle(self, handle_id: str) -> VisualHandle:
        """Raises `InvalidInput` for what is no visual handle, `TargetNotFound` for one that is not known."""
        if self._memory is None:
            raise no_page("look at")
        return self._memory.sight.handles.get(handle_id)

    async def _gaze(self) -> Gaze:
        from handhold.adapters.browser.sights import TabSights

        if self._browser is None or self._memory is None:
            raise no_page("look at")
        view = await view_of(self._browser, self._memory, count=self._count)
        tab = await self._browser.shown_tab()
        sights = TabSights(await tab.scripts(), view.eyes)
        return Gaze(view=view, sights=sights, vision=self._vision, settings=self._settings)
