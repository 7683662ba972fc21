"""Find the control a page is about, and press it when it is clear and harmless, or named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from handhold.adapters.browser.seen import DocumentView, NodeRef
from handhold.errors import PageClosed, PageHung, TargetStale, WaitTimeout
from handhold.services.interaction import Executed, Interaction
from handhold.services.navigation.urls import without_password
from handhold.services.perception.candidates import Box, Candidate
from handhold.services.perception.memory import PerceptionMemory, ScanRequest
from handhold.services.perception.page_text import clean
from handhold.services.perception.page_words import words_for_page
from handhold.services.perception.perception import Region
from handhold.services.perception.query import Query
from handhold.services.perception.resolve import Resolver
from handhold.services.perception.scan import Scanner, described
from handhold.services.perception.view import View, candidate_of, view_of
from handhold.services.primary.decide import Best, Decision, Nothing, decide
from handhold.services.primary.facts import Looks, Option, surfaces_of
from handhold.services.primary.refusals import ambiguous, dangerous, disabled, not_found
from handhold.services.primary.weights import Weighed
from handhold.services.primary.wording import names_danger
from handhold.services.sessions import no_page
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession

ROOM: Final = 800
"""Bytes of what changed: the evidence and the state want their place too."""
URL: Final = 200
TITLE: Final = 80
ASK_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 8.0
"""A restless page of a hundred thousand elements is looked at once more."""
MOST_OPTIONS: Final = 120
SMALL_FRAME: Final = 0.15
LARGE_FRAME: Final = 0.5
"""A frame with less of the window is somebody else's: an advertisement, a chat. With fields it may be smaller."""
# The parts of a page that say where its own action is; asking for another is asking for what is in it.
WHOLE: Final = (None, "page", "viewport", "main", "dialog")
# What holds a value or belongs to a set is chosen, not pressed to go on.
NOT_PRESSED: Final = frozenset(
    {
        "textbox",
        "searchbox",
        "combobox",
        "listbox",
        "spinbutton",
        "slider",
        "scrollbar",
        "checkbox",
        "radio",
        "switch",
        "option",
        "tab",
        "treeitem",
        "gridcell",
        "menuitemcheckbox",
        "menuitemradio",
        "columnheader",
        "rowheader",
        "separator",
        "progressbar",
        "tree",
        "grid",
        "menu",
        "menubar",
        "tablist",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The control, not pressed. Its label is page text; the evidence is in our words."""

    element_id: str
    candidate: Candidate
    confidence: float
    evidence: tuple[str, ...]
    danger: str | None
    """What cannot be taken back if it is pressed."""
    over: str
    """What says the danger where its own label does not. Page text."""
    is_disabled: bool
    missing: int
    """Fields of its form that the browser calls invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """Several could be meant: handle, candidate, relevance, the strongest first."""

    rivals: tuple[tuple[str, Candidate, float], ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFound:
    why: str
    nearest: tuple[tuple[str, Candidate, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where the page stands. All of it is page text; empty while a dialog holds the page."""

    url: str
    title: str = ""
    heading: str = ""
    dialog: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invoked:
    executed: Executed
    evidence: tuple[str, ...]
    state: Standing


class Primary:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        settings: Settings,
        *,
        interaction: Interaction,
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._interaction = interaction
        self._count = count

    async def find(self, scope: Region, hint: str = "") -> Found | Ambiguous | NotFound:
        """The control the scope is about (default: the topmost dialog, else the page). Presses nothing."""
        view = await self._view()
        decision = await self._decided(view, scope, hint)
        if isinstance(decision, Best):
            return await self._found(view, decision)
        named = await self._named(view, decision.nearest if isinstance(decision, Nothing) else decision.weighed)
        if isinstance(decision, Nothing):
            return NotFound(why=decision.why, nearest=named)
        return Ambiguous(rivals=named, why=decision.why)

    async def invoke(self, scope: Region, hint: str = "") -> Invoked:
        """Press it. Raises `TargetAmbiguous`, `TargetNotFound`, or `TargetBlocked`: disabled, or a danger not named."""
        self._count("handhold.flow.primary")
        found = await self.find(scope, hint)
        if isinstance(found, NotFound):
            raise not_found(found.why, found.nearest)
        if isinstance(found, Ambiguous):
            self._count("handhold.flow.primary.ambiguous")
            raise ambiguous(found.why, found.rivals)
        if found.is_disabled:
            raise disabled(found.element_id, found.candidate, missing=found.missing)
        if found.danger is not None and not names_danger(hint, found.danger, found.candidate.label, over=found.over):
            raise dangerous(found.element_id, found.candidate, found.danger)
        executed = await self._interaction.execute(found.element_id, "press", room=ROOM)
        return Invoked(executed=executed, evidence=found.evidence, state=await self._standing())

    async def _view(self) -> View:
        if self._browser is None or self._memory is None:
            raise no_page("act on")
        return await view_of(self._browser, self._memory, count=self._count)

    async def _decided(self, view: View, scope: Region, hint: str) -> Decision:
        region: object = scope
        if isinstance(scope, dict) and "handle" in scope:
            resolver = Resolver(view, after_navigation=self._settings.refind_after_navigation)
            region = (await resolver.resolve(scope["handle"])).handle.node
        options = await self._options(view, ScanRequest(region=region), hint)
        return decide(options, hint, is_scoped=not isinstance(scope, str | None) or scope not in WHOLE)

    async def _options(self, view: View, request: ScanRequest, hint: str) -> list[Option]:
        scanner = Scanner(view)
        views = list(await scanner.look(request, []))
        if hint and any(_is_cut(one) for one in views):
            # What the hint speaks of may be far down a long page.
            views += await scanner.look(request, words_for_page(Query.parse(hint)))
        seen: dict[NodeRef, Candidate] = {}
        for one in views:
            pressed = ((node, candidate) for node, candidate in described(one) if _is_pressed(candidate))
            seen |= {node: candidate for node, candidate in pressed if node not in seen}
        return await self._with_looks(view, views, seen)

    async def _with_looks(
        self, view: View, views: Sequence[DocumentView], seen: dict[NodeRef, Candidate]
    ) -> list[Option]:
        options: list[Option] = []
        window: int | None = None
        for document in dict.fromkeys(one.document for one in views):
            keys = [node.key for node in seen if node.document == document][:MOST_OPTIONS]
            answer = await view.eyes.ask(document, "prominence", {"keys": keys}, timeout=LOOK_SECONDS)
            if answer is None:
                raise TargetStale("the page went away while it was looked at", hint="Ask again.")
            size = cast(dict[str, int], answer["view"])
            area = size["w"] * size["h"]
            window = window or area
            options += _options_of(document, answer, seen, share=area / max(window, 1))
        return options

    async def _found(self, view: View, best: Best) -> Found:
        ((handle, candidate, _relevance),) = await self._named(view, [best.weighed]) or [("", None, 0.0)]
        if candidate is None:
            raise TargetStale("the element went away while it was looked at", hint="Ask again.")
        return Found(
            element_id=handle,
            candidate=candidate,
            confidence=best.confidence,
            evidence=best.evidence,
            danger=best.weighed.danger,
            over=best.weighed.around,
            is_disabled=candidate.has("disabled") or best.weighed.is_disabled,
            missing=best.weighed.option.looks.form.missing,
        )

    async def _named(self, view: View, weighed: Sequence[Weighed]) -> tuple[tuple[str, Candidate, float], ...]:
        """With handles, as they are now and as the browser names them."""
        nodes = [each.option.node for each in weighed]
        records = await view.eyes.describe(nodes)
        here = [(node, candidate_of(record)) for node, record in zip(nodes, records, strict=True) if record is not None]
        relevance = {each.option.node: round(max(0.0, min(1.0, each.score / 100)), 2) for each in weighed}
        named = await view.named(here)
        return tuple((view.handle_of(candidate, node).id, candidate, relevance[node]) for node, candidate in named)

    async def _standing(self) -> Standing:
        if self._browser is None:
            raise no_page("look at")
        tab = await self._browser.shown_tab()
        url = clean(without_password(tab.page.url), limit=URL)
        if self._browser.dialogs.is_waiting:
            return Standing(url=url)
        try:
            told = await (await tab.scripts()).call("whereabouts", timeout=ASK_SECONDS)
        except (PageClosed, PageHung, WaitTimeout):  # it is being left
            return Standing(url=url)
        title, heading, dialog = (clean(str(told[name]), limit=TITLE) for name in ("title", "heading", "dialog"))
        return Standing(url=url, title=title, heading=heading, dialog=dialog)


def _is_cut(view: DocumentView) -> bool:
    """Whether it has more controls than it told of."""
    return cast(int, view.answer["total"]) > len(cast(list[object], view.answer["records"]))


def _is_pressed(candidate: Candidate) -> bool:
    if candidate.role in NOT_PRESSED or candidate.kind == "canvas" or candidate.has("inert"):
        return False
    return "label" not in candidate.evidence and "editable" not in candidate.evidence


def _options_of(document: str, answer: dict[str, Any], seen: dict[NodeRef, Candidate], *, share: float) -> list[Option]:
    surfaces = surfaces_of(answer)
    found: list[Option] = []
    for record in answer["items"]:
        node = NodeRef(document, int(record["k"]))
        looks = Looks.from_record(record, surfaces)
        is_small = share < SMALL_FRAME or (share < LARGE_FRAME and looks.form.fields == 0)
        away = _screens_away(seen[node].box, answer["view"]["h"])
        found.append(Option(node=node, candidate=seen[node], looks=looks, in_small_frame=is_small, screens_away=away))
    return found


def _screens_away(box: Box, height: int) -> float:
    below, above = box.y + box.height - height, -box.y
    return max(below, above, 0) / max(height, 1)
