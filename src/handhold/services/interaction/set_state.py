"""Bring a field into a state: decide first, then act, then read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from handhold.errors import StateRefused
from handhold.services.interaction.changing import Changing
from handhold.services.interaction.decisions import decide
from handhold.services.interaction.goals import ChooseNative, Goal, TypeText, Upload
from handhold.services.interaction.grip import Grip
from handhold.services.interaction.hold import Done, Hold
from handhold.services.interaction.interaction import Interaction
from handhold.services.interaction.met import Told, is_met, state_told
from handhold.services.interaction.strategies import STRATEGIES
from handhold.services.interaction.wanted import Wanted, wanted_of
from handhold.services.perception import Changes


@dataclass(frozen=True, slots=True, kw_only=True)
class StateSet:
    """What was set and how it stands now. `target` and labels in `state` are page text."""

    target: str
    element_id: str
    strategy: str
    state: dict[str, Told]
    changes: Changes
    note: str = ""


@dataclass(slots=True, kw_only=True)
class _Attempt:
    """One field on its way into a state."""

    hold: Hold
    goal: Goal
    before: Told
    done: Done | None = None

    @property
    def state(self) -> dict[str, Told]:
        """Before and after; of what was typed only how long it is."""
        if self.done is None:
            return {} if isinstance(self.goal, TypeText) else {"before": self.before, "after": None}
        if self.done.length is not None:
            return {"length": self.done.length, "reformatted": self.done.reformatted}
        return {"before": self.before, "after": self._after(self.done)}

    def _after(self, done: Done) -> Told:
        if self.hold.is_gone:
            return None
        if not done.labels or self.hold.field.secret:
            return state_told(self.hold.field, self.goal)
        [first, *more] = done.labels
        return [first, *more] if self.hold.field.multiple or more else first


class FieldStates:
    """Sets the states of fields. Secrets are known here by name, and taught to whatever masks answers."""

    def __init__(
        self,
        interaction: Interaction,
        *,
        changing: Changing,
        secrets: Mapping[str, str],
        learn: Callable[[str], None],
        allowed_file: Callable[[str], str],
        count: Callable[[str], None],
    ) -> None:
        self._interaction = interaction
        self._changing = changing
        self._secrets = secrets
        self._learn = learn
        self._allowed_file = allowed_file
        self._count = count

    async def set(self, handle_id: str, state: object) -> StateSet:
        """Set it. Raises `StateRefused` before the page is touched when it cannot be."""
        self._count("handhold.action.setState")
        wanted = wanted_of(state, secrets=self._secrets)
        attempts: list[_Attempt] = []

        async def work() -> None:
            attempts.append(await self._prepared(await self._interaction.grip(handle_id), wanted))
            await self._run(attempts[0])

        around = await self._changing.around(work, target=self._interaction.node_of(handle_id))
        [attempt] = attempts
        done = attempt.done or Done(strategy="pointer")
        return StateSet(
            target=attempt.hold.grip.words,
            element_id=handle_id,
            strategy=done.strategy,
            state=attempt.state,
            changes=around.changes,
            note=done.note,
        )

    async def type_into(self, grip: Grip, text: str, *, is_secret: bool = False) -> Done:
        """Type into the field in hand. Raises `StateRefused` for what takes no text.

        `is_secret`: the caller knows that it is, whatever the field says of itself.
        """
        wanted = wanted_of({"text": text}, secrets=self._secrets)
        if is_secret or wanted.is_secret:
            self._remember(wanted)
        hold = await Hold.take(grip)
        if hold.field.secret:
            self._remember(wanted)
        goal = decide(hold.field, wanted)
        return await STRATEGIES[type(goal)](hold, goal)

    async def set_in(self, grip: Grip, state: object) -> None:
        """Set the state of the field in hand. Raises `StateRefused` before the page is touched when it cannot be."""
        await self._run(await self._prepared(grip, wanted_of(state, secrets=self._secrets)))

    async def choose_places(self, grip: Grip, places: tuple[int, ...]) -> None:
        """Choose options of a native list by their places, from 0. Raises `StateRefused` where there are none."""
        hold = await Hold.take(grip)
        there = {choice.place for choice in hold.field.choices}
        if missing := [place for place in places if place not in there]:
            raise StateRefused(
                f"there is no option at place {missing[0]}", details={"kind": hold.field.kind, "options": len(there)}
            )
        goal = ChooseNative(places)
        await STRATEGIES[ChooseNative](hold, goal)

    async def _prepared(self, grip: Grip, wanted: Wanted) -> _Attempt:
        hold = await Hold.take(grip, wanted=() if wanted.is_secret else _names(wanted))
        if wanted.is_secret or hold.field.secret:
            self._remember(wanted)
        goal = decide(hold.field, wanted)
        if isinstance(goal, Upload):
            goal = Upload(tuple(self._allowed_file(path) for path in goal.paths))
        return _Attempt(hold=hold, goal=goal, before=state_told(hold.field, goal))

    async def _run(self, attempt: _Attempt) -> None:
        if is_met(attempt.hold.field, attempt.goal):
            attempt.done = Done(strategy="none")
            return
        attempt.done = await STRATEGIES[type(attempt.goal)](attempt.hold, attempt.goal)

    def _remember(self, wanted: Wanted) -> None:
        """What goes into a secret field is masked from before it is typed."""
        for value in _names(wanted):
            self._learn(value)


def _names(wanted: Wanted) -> Sequence[str]:
    if isinstance(wanted.value, tuple):
        return wanted.value
    return () if wanted.value is None or isinstance(wanted.value, bool) else (str(wanted.value),)
