"""One look for the element of a target: its evidence in order, until one piece of it finds something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, cast

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import InvalidInput
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.fingerprint import Ambiguous, Match, find
from handhold.services.perception.page_text import clean
from handhold.services.perception.resemblance import resemblance
from handhold.services.perception.view import View, candidate_of
from handhold.services.testing.definition.targets import ByFingerprint, BySight, Evidence, Target
from handhold.services.testing.running.finding_drift import another, changed, is_firm, sentences
from handhold.services.testing.running.finding_seen import seen_things

if TYPE_CHECKING:
    from handhold.adapters.browser.seeking_order import Looked, OrderedSeeking, Tried
    from handhold.services.sight.sight import Sight

State = Literal["visible", "attached"]
NAME: Final = 80
MOST_RIVALS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One element. `role` and `name` are page text."""

    at: int
    node: NodeRef
    role: str
    name: str
    notes: tuple[str, ...] = ()
    is_doubtful: bool = False
    """It may be something of the moment: what it is known by is another one."""
    seen: str | None = None

    @property
    def words(self) -> str:
        """As it is told: `button "Save"`."""
        name = clean(self.name, limit=NAME)
        role = clean(self.role, limit=40) or "element"
        return f'{role} "{name}"' if name else role


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """A piece of evidence that means more than one element. `rivals` are page text."""

    at: int
    count: int
    rivals: tuple[str, ...] = ()
    why: str = ""


@dataclass(slots=True, kw_only=True)
class Sighting:
    """What a look came to; `tried` says for each piece of evidence what it found."""

    outcome: Hit | Several | None = None
    tried: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    is_unanswered: bool = False
    """The page could not be asked now."""
    scope_at: int = 0
    """Which evidence of the scope decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What the element must be in: names that the page looks for itself, or one node."""

    names: tuple[dict[str, object], ...] = ()
    node: NodeRef | None = None
    at: int = 0
    """Which of its evidence found the node."""


def kind_of(evidence: Evidence) -> str:
    return Target(by=(evidence,)).kinds[0]


def name_of(evidence: Evidence) -> dict[str, object] | None:
    """As the page script is asked for it; None for what only Python can find."""
    if isinstance(evidence, ByFingerprint | BySight):
        return None
    told: dict[str, object] = evidence.model_dump(by_alias=True, exclude_none=True)
    return {"selector" if member == "css" else member: value for member, value in told.items()}


class Looks:
    """Looks for one list of evidence in one tab."""

    def __init__(
        self,
        view: View,
        seeking: OrderedSeeking,
        *,
        evidence: Sequence[Evidence],
        state: State,
        scope: Scope,
        sight: Sight | None,
        root: Path,
    ) -> None:
        self._view = view
        self._seeking = seeking
        self._evidence = evidence
        self._state: State = state
        self._scope = scope
        self._sight = sight
        self._root = root

    async def look(self, *, seconds: float = 0.0) -> Sighting:
        """Try the evidence in order. `seconds`: how long the page itself may wait where it knows all of it."""
        sighting = Sighting(scope_at=self._scope.at)
        at = 0
        while at < len(self._evidence) and sighting.outcome is None and not sighting.is_unanswered:
            after = await self._seeking.unless_lost(self._tried(at, seconds, sighting))
            if after is None:
                sighting.is_unanswered = True
                break
            at = after
        return sighting

    async def _tried(self, at: int, seconds: float, sighting: Sighting) -> int:
        """Try the next evidence, or several pieces of it at once; where to go on."""
        match self._evidence[at]:
            case ByFingerprint() as by:
                await self._by_fingerprint(by, at, sighting)
                at += 1
            case BySight() as by:
                await self._by_sight(by, at, sighting)
                at += 1
            case _:
                names = self._names_from(at)
                await self._by_names(names, at, seconds, sighting)
                at += len(names)
        hit = sighting.outcome
        if not isinstance(hit, Hit) or (why := await refusal(self._view, hit, self._evidence)) is None:
            return at
        sighting.tried[-1]["why"] = why
        sighting.outcome = None
        return hit.at + 1

    def _names_from(self, at: int) -> list[dict[str, object]]:
        """Neighbouring evidence that the page can be asked for at once."""
        names: list[dict[str, object]] = []
        for evidence in self._evidence[at:]:
            name = name_of(evidence)
            if name is None:
                break
            names.append(name)
        return names

    async def _by_names(
        self, names: Sequence[Mapping[str, object]], first: int, seconds: float, sighting: Sighting
    ) -> None:
        node = self._scope.node
        within = self._scope.names if node is None else ({"key": node.key},)
        looked = await self._seeking.look(
            names,
            within,
            attached=self._state == "attached",
            seconds=seconds if len(names) == len(self._evidence) else 0.0,
            document=None if node is None else node.document,
        )
        if looked is None:
            sighting.is_unanswered = True
        elif not self._is_refused(looked, first, sighting):
            sighting.scope_at = max(self._scope.at, looked.scope_at)
            for number, tried in enumerate(looked.tried):
                self._judge(tried, first + number, sighting)

    def _is_refused(self, looked: Looked, first: int, sighting: Sighting) -> bool:
        """Whether nothing was looked for, because it is not clear where."""
        if looked.is_frame_bad:
            raise InvalidInput("target.frame: it is not valid CSS")
        if looked.frames != 1:
            why = f"{looked.frames} frames fit its selectors" if looked.frames else "there is no such frame"
        elif looked.scopes != 1:
            why = (
                f"{looked.scopes} elements are what it should be within" if looked.scopes else "its scope is not there"
            )
        else:
            return False
        self._note(sighting, first, found=0, why=why)
        if max(looked.frames, looked.scopes) > 1:
            sighting.outcome = Several(at=first, count=max(looked.frames, looked.scopes), why=why)
        return True

    def _judge(self, tried: Tried, at: int, sighting: Sighting) -> None:
        kind = kind_of(self._evidence[at])
        if tried.error:
            raise InvalidInput(f"target: {kind} is not valid {'CSS' if tried.error == 'selector' else 'XPath'}")
        hits = tried.shown if tried.shown or self._state == "visible" else tried.count
        why = "" if hits or not tried.count else "there, but not visible"
        self._note(sighting, at, found=hits, why=why)
        if hits == 1 and not tried.is_cut:
            (first, *_rest) = tried.sights
            sighting.outcome = Hit(at=at, node=first.node, role=first.role, name=first.name)
        elif hits:
            rivals = tuple(
                Hit(at=at, node=each.node, role=each.role, name=each.name).words for each in tried.sights[:MOST_RIVALS]
            )
            why = "the page is too large to be sure that it is the only one" if hits == 1 else ""
            sighting.outcome = Several(at=at, count=hits, rivals=rivals, why=why)

    async def _by_fingerprint(self, evidence: ByFingerprint, at: int, sighting: Sighting) -> None:
        stored = Fingerprint.from_json(evidence.fingerprint)
        located = await self._inside(await self._view.eyes.locate(stored.to_json()))
        candidates = [candidate_of(record) for _node, record in located]
        node_of = {id(candidate): node for (node, _record), candidate in zip(located, candidates, strict=True)}
        found = find(stored, candidates)
        if isinstance(found, Ambiguous) and self._state == "visible":
            found = await self._without_hidden(stored, found, node_of)
        if isinstance(found, Ambiguous):
            rivals = tuple(_hit(at, node_of[id(each.candidate)], each.candidate).words for each in found.matches)
            self._note(sighting, at, found=len(rivals))
            sighting.outcome = Several(at=at, count=len(rivals), rivals=rivals)
            return
        if found is None:
            self._note(sighting, at, found=0)
            return
        node = node_of[id(found.candidate)]
        if self._state == "visible" and not await self._shows(found, node):
            self._note(sighting, at, found=0, why="there, but not visible")
            return
        self._note(sighting, at, found=1)
        changes = changed(stored, found.candidate.fingerprint)
        sighting.outcome = _hit(at, node, found.candidate, notes=sentences(changes), is_doubtful=is_firm(changes))

    async def _without_hidden(
        self, stored: Fingerprint, rivals: Ambiguous, node_of: Mapping[int, NodeRef]
    ) -> Match | Ambiguous:
        """The rival that alone shows, where it is also more alike than each of the hidden ones; any if none shows.

        The element itself, hidden, is as much alike as can be: then what shows in its place is not taken for it.
        """
        shown = [each for each in rivals.matches if await self._shows(each, node_of[id(each.candidate)])]
        if len(shown) > 1 or rivals.more:
            return rivals
        if not shown:
            return rivals.matches[0]
        alike = {id(each): resemblance(stored, each.candidate.fingerprint).identity for each in rivals.matches}
        best = alike.pop(id(shown[0]))
        return shown[0] if all(best > each for each in alike.values()) else rivals

    async def _inside(
        self, located: Sequence[tuple[NodeRef, Mapping[str, object]]]
    ) -> list[tuple[NodeRef, Mapping[str, object]]]:
        """Of what may be it, that which is in the frame and in the scope."""
        frame = await self._seeking.frame()
        eyes, node = self._view.eyes, self._scope.node
        kept = [each for each in located if frame is None or eyes.frame_of(each[0].document) is frame]
        if node is None:
            return kept
        keys = [each[0].key for each in kept if each[0].document == node.document]
        answer = await eyes.ask(node.document, "inside", {"outer": node.key, "keys": keys})
        inside = set(cast(list[int], answer["keys"])) if answer is not None else set[int]()
        return [each for each in kept if each[0].document == node.document and each[0].key in inside - {node.key}]

    async def _shows(self, match: Match, node: NodeRef) -> bool:
        if not match.candidate.is_hidden:
            return True
        answer = await self._view.eyes.ask(node.document, "present", {"keys": [node.key]})
        return answer is not None and bool(answer["keys"])

    async def _by_sight(self, evidence: BySight, at: int, sighting: Sighting) -> None:
        if self._sight is None:
            self._note(sighting, at, found=0, why="nothing here can see")
            return
        things = await seen_things(self._sight, self._view, evidence.seen, root=self._root)
        hits = [
            Hit(at=at, node=each.node, role=each.role, name=each.name, seen=each.visual)
            for each in things
            if await self._is_in_scope(each.node)
        ]
        self._note(sighting, at, found=len(hits))
        if len(hits) == 1:
            sighting.outcome = hits[0]
        elif hits:
            rivals = tuple(hit.words for hit in hits[:MOST_RIVALS])
            sighting.outcome = Several(at=at, count=len(hits), rivals=rivals)

    async def _is_in_scope(self, node: NodeRef) -> bool:
        scope = self._scope.node
        if scope is None:
            return True
        if node.document != scope.document:
            return False
        answer = await self._view.eyes.ask(scope.document, "inside", {"outer": scope.key, "keys": [node.key]})
        return answer is not None and bool(answer["keys"])

    def _note(self, sighting: Sighting, at: int, *, found: int, why: str = "") -> None:
        told: dict[str, object] = {"evidence": kind_of(self._evidence[at]), "found": found}
        sighting.tried.append(told | ({"why": why} if why else {}))


def _hit(
    at: int, node: NodeRef, candidate: Candidate, *, notes: tuple[str, ...] = (), is_doubtful: bool = False
) -> Hit:
    role = candidate.role or candidate.tag
    return Hit(at=at, node=node, role=role, name=candidate.label, notes=notes, is_doubtful=is_doubtful)


async def refusal(view: View, hit: Hit, evidence: Sequence[Evidence]) -> str | None:
    """Why what lesser evidence found is not what the fingerprint before it is of; None when it may be."""
    before = [each for each in evidence[: hit.at] if isinstance(each, ByFingerprint)]
    if not before or hit.seen is not None:
        return None
    (record,) = await view.eyes.describe([hit.node])
    if record is None:
        return "it went away"
    stored = Fingerprint.from_json(before[0].fingerprint)
    found_by = evidence[hit.at]
    name = name_of(found_by) or {}
    value = str(name.get("selector") or name.get("xpath") or name.get("testId") or "")
    return another(stored, candidate_of(record), kind=kind_of(found_by), value=value)
