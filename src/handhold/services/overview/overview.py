"""List test ids and nodes of the page, and give the nodes refs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import DiscoveryFailed, HandholdError, InvalidInput, PageCrashed, PageHung
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.observation import SeenNode, SeenTestId, Sighting
from handhold.services.perception.page_text import clean
from handhold.services.perception.view import Count, readable, view_of
from handhold.services.sessions import running
from handhold.services.targets.refs import Ref, ref_of

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.services.perception import Perception

MOST_NODES: Final = 500
MOST_NATIVE: Final = 60
"""Names that the browser itself is asked for; the rest are the page script's (row 66)."""
TEST_IDS: Final = 150
NAME: Final = 100
SHOWN_STEPS: Final = ("dialog:", "heading:")
ROW: Final = "row"
STATEFUL: Final = frozenset({"button", "link", "checkbox", "radio", "switch", "textbox", "combobox", "menuitem"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedNode:
    """A node as it is told. Name and path are page text."""

    ref: str
    role: str
    name: str
    path: tuple[str, ...]
    disabled: bool | None
    checked: bool | None
    expanded: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What one look found."""

    seen: Sighting
    nodes: tuple[ListedNode, ...]
    native: int
    """How many of the nodes have the browser's own name."""

    @property
    def test_ids(self) -> tuple[SeenTestId, ...]:
        return self.seen.test_ids

    @property
    def node_total(self) -> int:
        return self.seen.totals.nodes if self.seen.totals else len(self.nodes)

    @property
    def test_id_total(self) -> int:
        return self.seen.totals.test_ids if self.seen.totals else len(self.test_ids)

    @property
    def hidden_test_ids(self) -> int:
        return self.seen.totals.hidden_test_ids if self.seen.totals else 0


class Overview:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        *,
        perception: Perception,
        in_batch: bool,
        count: Count,
    ) -> None:
        """`in_batch`: the caller is answered later, so its refs stay what they are until then."""
        self._browser = browser
        self._memory = memory
        self._perception = perception
        self._in_batch = in_batch
        self._count = count

    async def test_ids(self, *, limit: int) -> Listing:
        """The visible test ids. Raises `DiscoveryFailed`."""
        seen = await self._seen(nodes=MOST_NATIVE, test_ids=limit)
        return Listing(seen=seen, nodes=(), native=0)

    async def nodes(self, *, root: str | None = None, extra_roles: Sequence[str] = ()) -> Listing:
        """The nodes, which the caller is given refs of. Raises `DiscoveryFailed`, `InvalidInput` for a bad selector."""
        return await self.look(test_ids=TEST_IDS, root=root, extra_roles=extra_roles)

    async def look(
        self,
        *,
        test_ids: int = TEST_IDS,
        nodes: int = MOST_NODES,
        root: str | None = None,
        extra_roles: Sequence[str] = (),
    ) -> Listing:
        """Both from one look, with refs."""
        seen = await self._seen(nodes=nodes, test_ids=test_ids, within=root, extra_roles=extra_roles)
        if seen.is_selector_bad:
            raise InvalidInput("Invalid input: rootSelector: it is not valid CSS")
        named = await self._named(seen)
        look = self._give_refs(seen)
        return Listing(
            seen=seen,
            nodes=tuple(_listed(ref_of(look, number), node) for number, node in enumerate(named, start=1)),
            native=min(len(named), MOST_NATIVE),
        )

    def _give_refs(self, seen: Sighting) -> int:
        """Returns the number of the look where it is one within a batch, else 0."""
        browser = running(self._browser)
        assert self._memory is not None and browser.current is not None, "a session that was looked at"
        refs = [
            Ref(
                id=ref_of(0, number),
                node=NodeRef(seen.document, node.key),
                role=node.role,
                name=node.name,
                is_in_row=ROW in node.path,
            )
            for number, node in enumerate(seen.nodes, start=1)
        ]
        if self._in_batch:
            return self._memory.refs.offer(refs, tab=browser.current)
        self._memory.refs.replace(refs, tab=browser.current)
        return 0

    async def _seen(
        self, *, nodes: int, test_ids: int, within: str | None = None, extra_roles: Sequence[str] = ()
    ) -> Sighting:
        self._count("handhold.wallet.discovery")
        try:
            return await self._perception.observe(
                nodes=nodes, test_ids=test_ids, within=within, extra_roles=extra_roles
            )
        except (PageCrashed, PageHung):
            raise
        except HandholdError as error:
            raise DiscoveryFailed(
                f"what is on the page could not be listed: {error.message}", hint=error.hint
            ) from error

    async def _named(self, seen: Sighting) -> list[SeenNode]:
        """The nodes with the names the browser itself has for the first of them."""
        assert self._memory is not None, "a session that was looked at"
        view = await view_of(running(self._browser), self._memory, count=self._count)
        asked = [NodeRef(seen.document, node.key) for node in seen.nodes[:MOST_NATIVE]]
        native = await view.eyes.native(asked)
        named = [
            replace(node, name=readable(clean(native[ref].name, limit=NAME), node.name)) if ref in native else node
            for ref, node in zip(asked, seen.nodes, strict=False)
        ]
        return [*named, *seen.nodes[MOST_NATIVE:]]


def _listed(ref: str, node: SeenNode) -> ListedNode:
    return ListedNode(
        ref=ref,
        role=node.role,
        name=node.name,
        path=tuple(step for step in node.path if step.startswith(SHOWN_STEPS)),
        disabled=bool(node.disabled) if node.role in STATEFUL else node.disabled,
        checked=node.checked,
        expanded=node.expanded,
    )
