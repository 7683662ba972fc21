"""Handles in tools, whatever stands behind them: an element, or something that only a picture shows."""

from __future__ import annotations

from handhold.errors import InvalidInput
from handhold.services.interaction import Executed, FieldStates, Intent, Interaction, StateSet
from handhold.services.perception import Perception, Picked, Region
from handhold.services.sight.pointing import Pointing
from handhold.services.sight.sight import Sight
from handhold.services.sight.sliding import Sliding
from handhold.services.sight.verdicts import Recognised


class Handling:
    """What was promoted is acted on as its element, once it has been seen to look as it did."""

    def __init__(
        self, *, sight: Sight, pointing: Pointing, interaction: Interaction, fields: FieldStates, perception: Perception
    ) -> None:
        self._sight = sight
        self._pointing = pointing
        self._interaction = interaction
        self._fields = fields
        self._perception = perception

    async def execute(self, handle_id: str, intent: Intent) -> Executed:
        """Activate it. Raises `TargetStale` or `TargetAmbiguous` when it is gone or doubtful, and then does nothing."""
        element = await self.element(handle_id)
        if element is not None:
            return await self._interaction.execute(element, intent)
        return await self._pointing.execute(handle_id, intent)

    async def set(self, handle_id: str, state: object) -> StateSet:
        """Bring it into a state. Of what is only drawn, a slider can be: it is dragged, and looked at again."""
        element = await self.element(handle_id)
        if element is not None:
            return await self._fields.set(element, state)
        return await Sliding(self._sight, self._interaction, self._pointing).set(self._sight.handle(handle_id), state)

    async def pick(self, handle_id: str) -> Picked | Recognised:
        """What it is, and where."""
        seen = self._sight.seen(handle_id)
        if seen is None:
            return await self._perception.pick_handle(handle_id)
        spot = await self._sight.find(seen)
        if spot.element is not None:
            return await self._perception.pick_handle(spot.element)
        anchor, frame = await self._sight.anchor_of(spot.handle)
        return Recognised(spot=spot, anchor=anchor, frame=frame)

    async def region(self, region: Region) -> Region:
        """The same region by elements alone. Raises `InvalidInput` where only a picture shows it."""
        if not isinstance(region, dict) or "handle" not in region:
            return region
        element = await self.element(region["handle"])
        if element is None:
            raise InvalidInput(
                "only a picture shows this region, and a picture holds no elements",
                hint="visual_scan reads it as region, and state_snapshot takes it as scope.",
            )
        return {"handle": element}

    async def element(self, handle_id: str) -> str | None:
        """The element behind a handle; none where only a picture shows it."""
        seen = self._sight.seen(handle_id)
        if seen is None:
            return handle_id
        return None if seen.promoted is None else (await self._sight.find(seen)).element
