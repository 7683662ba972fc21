"""The tab a call looks at, with what its session remembers."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.handles import Handle
from handhold.services.perception.lore import Lore
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.page_text import clean
from handhold.services.perception.whereabouts import Route, Routes

if TYPE_CHECKING:
    from handhold.adapters.browser.eyes import Eyes
    from handhold.adapters.browser.session import BrowserSession

NAME = 200
Count = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    tab: int
    url: str
    eyes: Eyes
    memory: PerceptionMemory
    count: Count
    lore: Lore | None = None
    """What earlier sessions learnt, for whoever looks for something."""
    suggests: bool = True
    ranks: bool = True
    open_tabs: Container[int] = ()

    def route_of(self, document: str) -> Routes:
        """Which page a document is of; a document in a frame is of the page around it and of its own."""
        url = self.eyes.frame_url(document)
        return (Route.of(self.url),) if url is None else (Route.of(self.url), Route.of(url))

    def handle_of(self, candidate: Candidate, node: NodeRef) -> Handle:
        """The candidate's handle, made if it has none."""
        before = self.memory.handles.created
        handle = self.memory.handles.create_from_element(
            candidate, node, tab=self.tab, route=self.route_of(node.document)
        )
        if self.memory.handles.created > before:
            self.count("handhold.handles.created")
        return handle

    async def named(self, nodes: Sequence[tuple[NodeRef, Candidate]]) -> list[tuple[NodeRef, Candidate]]:
        """The same, with role and name as the browser itself computes them wherever it does."""
        native = await self.eyes.native([node for node, _candidate in nodes])
        return [(node, _renamed(candidate, native.get(node))) for node, candidate in nodes]


async def view_of(browser: BrowserSession, memory: PerceptionMemory, *, count: Count) -> View:
    """The session's current tab, ready to be looked at."""
    tab = await browser.shown_tab()
    eyes = await tab.eyes()
    return View(tab=tab.number, url=tab.page.url, eyes=eyes, memory=memory, count=count, open_tabs=browser.tabs)


def candidate_of(record: Mapping[str, object]) -> Candidate:
    return Candidate.from_record(record, frame=0)


def _renamed(candidate: Candidate, native: tuple[str, str] | None) -> Candidate:
    if native is None:
        return candidate
    role, name = native
    return replace(candidate, role=role or candidate.role, name=readable(clean(name, limit=NAME), candidate.name))


def readable(told: str, seen: str) -> str:
    """The browser's name, but for one in which it ran the words of cells together."""
    is_run_together = len(told) < len(seen) and told == "".join(seen.split())
    return seen if is_run_together or not told else told
