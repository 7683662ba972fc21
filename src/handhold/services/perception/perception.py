"""What tools ask of the page: what is there, and which element is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from handhold.services.perception.lore import Lore
from handhold.services.perception.memory import PerceptionMemory, ScanRequest
from handhold.services.perception.observation import MOST_NODES, MOST_TEST_IDS, TEXT, Sighting
from handhold.services.perception.pick import Picked, Picker, Place
from handhold.services.perception.resolve import Resolved, Resolver
from handhold.services.perception.scan import Budget, Scanner, ScanPage
from handhold.services.perception.view import View, view_of
from handhold.services.sessions import no_page
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession

Region = str | dict[str, str] | None
"""A landmark name, `page`, `viewport`, `{selector, nearText}`, or `{handle}`."""


class Perception:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        settings: Settings,
        *,
        count: Callable[[str], None],
        lore: Lore | None = None,
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._count = count
        self._lore = lore

    async def scan(
        self, request: ScanRequest, *, region: Region, page_size: int, page_token: str | None, budget: Budget
    ) -> ScanPage:
        """`budget`: bytes, to be known when the page has been looked at."""
        view = await self._view()
        if page_token is not None:
            return await Scanner(view).go_on(page_token, page_size=page_size, budget=await budget())
        if isinstance(region, dict) and "handle" in region:
            await budget()  # what happened may have moved what the handle names
        asked = await self._asked(view, request, region)
        return await Scanner(view).begin(asked, page_size=page_size, budget=budget)

    async def observe(
        self,
        *,
        nodes: int = MOST_NODES,
        test_ids: int = MOST_TEST_IDS,
        within: str | None = None,
        extra_roles: Sequence[str] = (),
    ) -> Sighting:
        """What is on the page, row by row and with keys of the elements, for tools that tell of it; takes its time.

        `within`: a CSS selector; one that finds nothing gives nothing. `extra_roles`: beside the twelve.
        """
        view = await self._view()
        wanted: dict[str, object] = {"nodes": nodes, "testIds": test_ids, "text": TEXT, "rows": "all", "keys": True}
        if within is not None:
            wanted["root"] = within
        if extra_roles:
            wanted["extra"] = list(extra_roles)
        answer = await view.eyes.observe(wanted)
        seen = Sighting.from_answer(answer, document=str(answer["documentId"]))
        if within is None and self._memory is not None:
            # A screen is known by the twelve roles, whatever else somebody wants to see of it.
            kept = tuple(node for node in seen.nodes if node.role not in extra_roles)
            self._memory.sighting = replace(seen, nodes=kept) if extra_roles else seen
        return seen

    async def glance(self, *, most: int, budget: int) -> ScanPage:
        """The first controls, as a scan would list them; it cannot be gone on with."""
        return await Scanner(await self._view()).glance(ScanRequest(), most=most, budget=budget)

    async def pick_handle(self, handle_id: str) -> Picked:
        view = await self._view()
        return await self._picker(view).by_handle(handle_id)

    async def pick_choice(self, group_id: str, choice: int | str) -> Picked:
        view = await self._view()
        return await self._picker(view).by_choice(group_id, choice)

    async def pick_hint(
        self,
        text: str,
        *,
        roles: tuple[str, ...] = (),
        region: Region = None,
        near: str | None = None,
        says_place_only: bool = False,
    ) -> Picked:
        """`near`: a text close by. `says_place_only`: the text says what it is and where, and not what it is called."""
        view = await self._view()
        asked = await self._asked(view, ScanRequest(), region)
        place = Place(region=asked.region, near=near, is_all=says_place_only)
        return await self._picker(view).by_hint(text, roles=roles, place=place)

    async def resolve(self, handle_id: str) -> Resolved:
        """The element behind a handle, for whatever acts on it."""
        return await self._resolver(await self._view()).resolve(handle_id)

    async def _view(self) -> View:
        if self._browser is None or self._memory is None:
            raise no_page("look at")
        view = await view_of(self._browser, self._memory, count=self._count)
        if self._lore is None:
            return view
        settings = self._settings
        return replace(view, lore=self._lore, suggests=settings.knowledge_suggest, ranks=settings.knowledge_rank)

    def _resolver(self, view: View) -> Resolver:
        return Resolver(view, after_navigation=self._settings.refind_after_navigation)

    def _picker(self, view: View) -> Picker:
        return Picker(view, self._resolver(view))

    async def _asked(self, view: View, request: ScanRequest, region: Region) -> ScanRequest:
        """A region that names a handle becomes the element itself."""
        if isinstance(region, dict) and "handle" in region:
            resolved = await self._resolver(view).resolve(region["handle"])
            return ScanRequest(
                region=resolved.handle.node,
                roles=request.roles,
                query=request.query,
                mode=request.mode,
                collapse=request.collapse,
            )
        return ScanRequest(
            region=region, roles=request.roles, query=request.query, mode=request.mode, collapse=request.collapse
        )
