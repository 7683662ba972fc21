"""Facts about a page instead of the page: named fields, each with how sure it is and where it came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from handhold.adapters.browser.seen import DocumentView, NodeRef
from handhold.errors import InvalidInput
from handhold.services.navigation.urls import without_password
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.no_region import WHOLE, refuse_no_region
from handhold.services.perception.page_text import clean
from handhold.services.perception.perception import Perception, Region
from handhold.services.perception.view import View, candidate_of, view_of
from handhold.services.sessions import no_page, running
from handhold.services.state.drawn import hinted_in
from handhold.services.state.evidence import Evidence, evidence_of
from handhold.services.state.extractor import Extractor, Hint
from handhold.services.state.fitting import Entry, fitted
from handhold.services.state.hinted import extractor_of
from handhold.services.state.primary_of import primary_of
from handhold.services.state.reading import Finding, Found, Missing
from handhold.services.state.registry import Extractors, read_safely
from handhold.services.tabs import compile_pattern

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.services.primary import Primary
    from handhold.services.sight.sight import Sight
    from handhold.services.sight.visual_handles import VisualHandle

URL: Final = 400
TITLE: Final = 200
PRIMARY: Final = "primary"
"""The family that is not asked of the page by us."""

NO_FIELDS: Final = "only a picture shows this scope; give the field a hint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A field that was asked for: by name alone, or with a hint."""

    field: str
    hint: Hint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    fields: dict[str, Entry]
    cut: list[str]


class State:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        *,
        perception: Perception,
        calls: Primary,
        extractors: Extractors,
        sight: Sight,
        warn: Callable[[str], None],
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._perception = perception
        self._calls = calls
        self._extractors = extractors
        self._sight = sight
        self._warn = warn
        self._count = count

    async def snapshot(self, asked: Sequence[Asked], *, scope: Region, budget: int) -> Snapshot:
        """Raises `InvalidInput` for a field nobody knows, `RegionNotFound` for a scope the page has not."""
        self._extractors.load(self._warn)
        extractors = [self._extractor(each) for each in asked]
        browser = running(self._browser)
        if self._memory is None:
            raise no_page("look at")
        view = await view_of(browser, self._memory, count=self._count)
        seen = self._sight.seen(scope["handle"]) if isinstance(scope, dict) and "handle" in scope else None
        findings = await (self._said(view, extractors, scope) if seen is None else self._drawn(view, extractors, seen))
        entries = await _entries(view, findings)
        fields, cut = fitted(entries, budget=budget)
        return Snapshot(fields=fields, cut=cut)

    async def _said(self, view: View, extractors: Sequence[Extractor], scope: Region) -> dict[str, Finding]:
        """What documents say."""
        documents = await self._gathered(view, extractors, scope)
        if any(PRIMARY in each.families for each in extractors):
            documents[0] = replace(documents[0], primary=await primary_of(self._calls, view, scope))
        return {each.field: self._read(each, documents) for each in extractors}

    async def _drawn(self, view: View, extractors: Sequence[Extractor], handle: VisualHandle) -> dict[str, Finding]:
        """What is drawn around something seen; its element is asked first where one explains it."""
        spot, drawn = await self._sight.drawn(handle)
        findings: dict[str, Finding] = {each.field: Missing(NO_FIELDS) for each in extractors}
        if spot.element is not None:
            findings = await self._said(view, extractors, {"handle": spot.element})
        for each in extractors:
            if each.hint is not None and isinstance(findings[each.field], Missing):
                hinted = hinted_in(drawn, each.hint, node=spot.on, around=spot.bbox)
                evidence = Evidence(region="the picture", title="", url="", clues={}, hinted={each.field: hinted})
                findings[each.field] = each.read(evidence)
        return findings

    def _extractor(self, asked: Asked) -> Extractor:
        if asked.hint is None:
            extractor = self._extractors.get(asked.field)
            self._count(f"handhold.snapshot.extractor_usage.{asked.field}")
            return extractor
        self._count("handhold.snapshot.custom_hint_count")
        search = compile_pattern(asked.hint.pattern).first if asked.hint.pattern is not None else None
        return extractor_of(asked.field, asked.hint, search)

    async def _gathered(self, view: View, extractors: Sequence[Extractor], scope: Region) -> list[Evidence]:
        """What the documents say, the main one first."""
        hinted = [each for each in extractors if each.hint is not None]
        asked: dict[str, object] = {
            "families": sorted({family for each in extractors for family in each.families} - {PRIMARY}),
            "hints": [each.hint.to_json(each.field) for each in hinted if each.hint is not None],
        }
        views = await self._looked(view, asked, scope)
        refuse_no_region(views[0].answer)
        _refuse_bad_selector(views[0].answer)
        names = [each.field for each in hinted]
        return [self._evidence(view, each, names) for each in views]

    def _evidence(self, view: View, seen: DocumentView, hinted: Sequence[str]) -> Evidence:
        return evidence_of(
            seen.answer,
            title=clean(str(seen.answer.get("title", "")), limit=TITLE),
            url=clean(without_password(view.url), limit=URL),
            hinted=hinted,
        )

    async def _looked(self, view: View, asked: Mapping[str, object], scope: Region) -> list[DocumentView]:
        if isinstance(scope, dict) and "handle" in scope:
            resolved = await self._perception.resolve(scope["handle"])
            node = resolved.handle.node
            request = {**asked, "region": {"key": node.key}}
            return [await view.eyes.scan_document(node.document, request, name="evidence")]
        own = {**asked, "region": scope} if scope is not None else asked
        in_frames = {**asked, "region": scope if scope in WHOLE else "page"}
        return await view.eyes.scan(own, in_frames=in_frames, name="evidence")

    def _read(self, extractor: Extractor, documents: Sequence[Evidence]) -> Finding:
        """What the main document says; what the frames in it say where it says nothing."""
        first: Finding | None = None
        for evidence in documents:
            stock = self._extractors.is_stock(extractor.field) and extractor.hint is None
            finding = extractor.read(evidence) if stock else read_safely(extractor, evidence, self._warn)
            if isinstance(finding, Found):
                return finding
            first = first or finding
            if not evidence.is_whole:
                first = Missing("the page is too big to be gone through in time; narrow the scope")
        return first or Missing("nothing to look at")


def _refuse_bad_selector(answer: Mapping[str, object]) -> None:
    told = cast("list[Mapping[str, object]]", answer.get("hints", []))
    if any(each.get("error") == "bad-selector" for each in told):
        raise InvalidInput("hint.selector is not a CSS selector", hint="Write CSS, such as #cart or .order b.")


async def _entries(view: View, findings: Mapping[str, Finding]) -> dict[str, Entry]:
    """The findings as they are answered, each with the handle of its element."""
    nodes = [each.node for each in findings.values() if isinstance(each, Found) and each.node is not None]
    handles = await _handles(view, nodes)
    entries: dict[str, Entry] = {}
    for field, finding in findings.items():
        if isinstance(finding, Missing):
            entries[field] = {"value": None, "reason": finding.reason}
            continue
        entries[field] = {"value": finding.value, "confidence": round(max(0.0, min(1.0, finding.confidence)), 2)}
        if finding.node is not None and finding.node in handles:
            entries[field]["elementId"] = handles[finding.node]
    return entries


async def _handles(view: View, nodes: Sequence[NodeRef]) -> dict[NodeRef, str]:
    distinct = list(dict.fromkeys(nodes))
    records = await view.eyes.describe(distinct) if distinct else []
    return {
        node: view.handle_of(candidate_of(record), node).id
        for node, record in zip(distinct, records, strict=True)
        if record is not None
    }
