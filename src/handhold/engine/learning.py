"""What the sessions of a server leave behind and are told: the store of steps, and what is known of screens."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from handhold.contract import Call
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.engine.outcome import Outcome
    from handhold.services.knowledge.keeping import Keeper
    from handhold.services.knowledge.lore import ScreenLore, SessionLore
    from handhold.services.knowledge.prior import PriorKnowledge
    from handhold.services.knowledge.records import Observation, Target
    from handhold.services.perception.observation import Sighting


class Learning:
    """Made when a step is first kept or asked for; a server that is only asked for its tools never opens the store."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def keeper(self) -> Keeper:
        from handhold.services.knowledge import KnowledgeStore
        from handhold.services.knowledge.care import Retention
        from handhold.services.knowledge.keeping import Keeper, Purpose

        settings = self._settings
        store = KnowledgeStore(settings.root, index=settings.knowledge_index, fsync=settings.knowledge_fsync)
        purpose = Purpose(goal=settings.goal, flow_tags=settings.flow_tags, tags=settings.tags)
        keep = Retention(days=settings.knowledge_keep_days, megabytes=settings.knowledge_keep_mb)
        return Keeper(store, purpose, retention=keep)

    @cached_property
    def lore(self) -> ScreenLore:
        from handhold.services.knowledge.experience import Experience
        from handhold.services.knowledge.lore import ScreenLore

        return ScreenLore(Experience(self.keeper.store.folder, window_hours=self._settings.knowledge_window_hours))

    @property
    def is_wanted(self) -> bool:
        """Whether anything is kept or told at all."""
        settings = self._settings
        return settings.knowledge_record or settings.knowledge_suggest or settings.knowledge_rank

    async def close(self) -> None:
        if "keeper" in vars(self):
            await self.keeper.close()

    def lore_for(self, call: Call) -> SessionLore | None:
        """What the call's session may be told of screens."""
        from handhold.services.knowledge.lore import SessionLore

        asks = self._settings.knowledge_suggest or self._settings.knowledge_rank
        return SessionLore(self.lore, call.live.id) if call.live is not None and asks else None

    async def prior_for(self, call: Call, seen: Sighting, screen: str) -> PriorKnowledge | None:
        """What earlier sessions did on this screen; nothing where the user does not want to be told."""
        if call.live is None or not self._settings.knowledge_suggest or not await self.lore.ready():
            return None
        record = self.keeper.store.catalogue.get(call.live.id).record
        tags = record.flow_tags if record is not None else self._settings.flow_tags
        return self.lore.prior(seen, session=call.live.id, flow_tag=next(iter(tags), None), screen=screen)

    def observed(self, call: Call, outcome: Outcome, target: Target | None) -> Observation:
        """What a step's record says of the page, without another look at it."""
        from handhold.services.apps.recording import Step, observation_of_step

        assert call.live is not None, "only calls of a session are recorded"
        step = Step(tool=call.tool.name, ok=outcome.ok, result=outcome.result, since=call.watch.monotonic)
        return observation_of_step(call.live, step, target=target, lore=self.lore)
