"""What is known of the screen that is seen now: which screen it is, what worked on it before, and what failed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from handhold.services.knowledge.deeds import ACTIONS, Aim, Scene, route_words
from handhold.services.knowledge.experience import Experience
from handhold.services.knowledge.prior import PriorKnowledge, prior_knowledge
from handhold.services.knowledge.records import Target
from handhold.services.knowledge.suggestions import Caution, Suggestion, judged
from handhold.services.perception.lore import Here, KnownAim
from handhold.services.perception.observation import Sighting
from handhold.services.perception.screens import ScreenBook

FIRST_READING_SECONDS: Final = 0.25
"""A look waits so long for what was recorded, once; reading began with the session, long before."""
MOST_SUGGESTED: Final = 5
MOST_VISITS: Final = 100
LEAST_CONFIDENCE: Final = 0.2
NEARLY: Final = 0.6
"""Another way is worth naming when it did nearly as well as the best."""


@dataclass(slots=True)
class _Visit:
    screen: str
    done: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])


class ScreenLore:
    """Screens and experience of a whole server."""

    def __init__(self, experience: Experience) -> None:
        self.experience = experience
        self.book = ScreenBook()
        self._reading: asyncio.Future[None] | None = None
        self._visits: dict[str, _Visit] = {}

    def begin(self) -> None:
        """Start to read what was recorded; needs a running loop."""
        if self._reading is None or (self._reading.done() and self.experience.is_due):
            self._reading = asyncio.get_running_loop().run_in_executor(None, self.experience.refresh)

    async def ready(self) -> bool:
        """Whether there is experience to ask. What is a second old is good enough; the first reading is waited for."""
        self.begin()
        if not self.experience.is_loaded and self._reading is not None:
            await asyncio.wait({self._reading}, timeout=FIRST_READING_SECONDS)
        self.experience.teach(self.book.learn)
        return self.experience.is_loaded

    def screen_of(self, seen: Sighting) -> str:
        """The name of the screen, the same as when it was seen before."""
        self.experience.teach(self.book.learn)
        return self.book.name_of(seen.sketch)

    def note(self, session: str, *, tool: str, target: Target | None, ok: bool, screen: str) -> None:
        """A step has ended on this screen."""
        visit = self._visits.pop(session, None)
        if visit is None or visit.screen != screen:
            visit = _Visit(screen)
        aim, action = Aim.of(target), ACTIONS.get(tool)
        if ok and aim is not None and action is not None:
            visit.done.add((aim.key, action))
        self._visits[session] = visit
        while len(self._visits) > MOST_VISITS:
            del self._visits[next(iter(self._visits))]

    def done_on(self, screen: str, *, session: str) -> Set[tuple[str, str]]:
        """What a session has done during the visit that has not ended yet."""
        visit = self._visits.get(session)
        return visit.done if visit is not None and visit.screen == screen else frozenset()

    def scene_of(self, seen: Sighting, screen: str | None = None) -> Scene:
        """`screen`: its name, where an app has names of its own."""
        named = [(node.role, node.name.lower()) for node in seen.nodes if node.name]
        return Scene(
            screen=screen or self.screen_of(seen),
            route=route_words(seen.url),
            test_ids=frozenset(each.test_id for each in seen.test_ids),
            names=frozenset(name for _role, name in named),
            nodes=frozenset(named),
        )

    def prior(
        self, seen: Sighting, *, session: str, flow_tag: str | None, screen: str | None = None
    ) -> PriorKnowledge | None:
        """Everything that is known, in full; None when that is nothing."""
        past = self.experience.past(without=session)
        return prior_knowledge(past, self.scene_of(seen, screen), flow_tag=flow_tag, now=time.time())


class SessionLore:
    """Lore as one session asks for it: what it did itself is no prior knowledge, and is not suggested once more."""

    def __init__(self, lore: ScreenLore, session: str) -> None:
        self._lore = lore
        self._session = session

    async def here(self, seen: Sighting) -> Here | None:
        if not await self._lore.ready():
            return None
        screen = self._lore.screen_of(seen)
        deeds = self._lore.experience.on(screen, without=self._session)
        if not deeds:
            return None
        scene = self._lore.scene_of(seen)
        found = judged(deeds, scene, now=time.time())
        if not found.suggestions and not found.cautions:
            return None
        done = self._lore.done_on(scene.screen, session=self._session)
        return Here(
            next=[_known(each, is_done=(each.aim.key, each.action) in done) for each in in_order(found.suggestions)],
            avoid=[_to_avoid(each) for each in found.cautions],
        )


def in_order(suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """What is done on the screen in the order it was done, then the ways to leave it, the best first."""
    best = [each for each in suggestions if each.confidence >= LEAST_CONFIDENCE]
    staying = [each for each in best if not each.leads_to and (each.action == "type" or each.times > 1)]
    leaving = [each for each in best if each.leads_to]
    kept = [each for each in leaving if each.total >= leaving[0].total * NEARLY]
    return [*sorted(staying[:MOST_SUGGESTED], key=lambda each: each.place), *kept]


def _known(each: Suggestion, *, is_done: bool) -> KnownAim:
    aim = each.aim
    return KnownAim(
        action=each.action,
        test_id=aim.test_id,
        role=aim.role,
        name=aim.name,
        fingerprint=dict(aim.fingerprint),
        confidence=each.confidence,
        times=each.times,
        is_done=is_done,
    )


def _to_avoid(each: Caution) -> KnownAim:
    aim = each.aim
    return KnownAim(
        test_id=aim.test_id,
        role=aim.role,
        name=aim.name,
        fingerprint=dict(aim.fingerprint),
        times=each.times,
        error_code=each.error_code or "",
    )
