"""Follow labels one after the other: menus, sidebars, tabs, trees, breadcrumbs, wizards, from page to page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from handhold.errors import HandholdError, TargetError, TargetNotFound
from handhold.services.interaction.execute import Activation
from handhold.services.interaction.grip import Grip
from handhold.services.interaction.labels import Choice, Fit, Label
from handhold.services.interaction.lookout import Level, Lookout, Opening
from handhold.services.perception.handles import Handle
from handhold.services.perception.memory import Walked
from handhold.services.perception.resolve import Resolver

CALL_SECONDS: Final = 24.0
"""For all steps together; the rest of the call's limit is for saying what changed."""
LEVEL_SECONDS: Final = 3.0
"""For a level to open once it was asked to."""
HOVER_SECONDS: Final = 0.12
"""For a menu that opens under the pointer, where nothing says that there is one."""
MENU_SECONDS: Final = 0.5
"""For a menu that is known to be there, and for a branch to open by a key."""
NEVER_HOVERED: Final = frozenset({"tab", "treeitem", "option", "radio", "checkbox", "switch"})
Hold = Callable[[str], Awaitable[Grip]]
"""Takes the element behind a handle in hand."""
LEFT_EDGE: Final = (0.02, 0.5)
"""Where trees have their triangle."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to go through an element, and what it gets to open the next level."""

    go: Callable[[], Awaitable[object]]
    seconds: float
    how: Literal["press", "hover", "key", "edge"] = "press"
    only_opened: bool = False


class Journey:
    """One walk. `followed` and `grip` say how far it got, also when it was interrupted."""

    def __init__(self, lookout: Lookout, hold: Hold, *, grace: float) -> None:
        self._lookout = lookout
        self._hold = hold
        self._grace = grace
        self._level: Level | None = None
        self.followed = 0
        self.grip: Grip | None = None
        self.walked: list[Walked] = []

    async def walk(self, steps: Sequence[str], region: object) -> None:
        """Raises what stopped it; its details say at which step, and what was there instead."""
        labels = [Label(step) for step in steps]
        try:
            choice = await self._lookout.here(labels[0], region, seconds=self._grace)
            for label, following in pairwise(labels):
                headed = await self._lookout.headed(label, following) if choice is None else None
                choice = headed or await self._through(await self._take(choice), following)
                self.followed += 1
            await self._arrive(await self._take(choice))
            self.followed += 1
        except TargetNotFound as error:
            error.details |= {**self._progress, "there": await self._lookout.shown(self._level, region)}
            raise
        except HandholdError as error:
            error.details |= self._progress
            raise

    async def last_element(self, steps: Sequence[str], resolver: Resolver) -> str | None:
        """The handle of the last step's element on the page as it is now; None when it has no place there."""
        if self.grip is None:
            return None
        handle = self.grip.resolved.handle
        try:
            return (await resolver.resolve(handle.id)).handle.id
        except TargetError:
            choice = await self._lookout.here(Label(steps[self.followed - 1]), "page", seconds=0)
        if choice is None or not choice.is_one or choice.fit is not Fit.EXACT:
            return None
        there = await self._lookout.handle(choice.signs[0])
        # The words alone do not make it the same: the page a link leads to often has them as its heading.
        return there.id if _leads_alike(there, handle) else None

    @property
    def _progress(self) -> dict[str, object]:
        return {"step": self.followed + 1, "followed": self.followed}

    async def _take(self, choice: Choice | None) -> Grip:
        """Take what was found in hand. Raises when nothing was, or too much."""
        if choice is None:
            raise TargetNotFound(f"nothing with the label of step {self.followed + 1} is there", hint=self._advice)
        if not choice.is_one:
            raise await self._lookout.rivals(choice, step=self.followed + 1)
        self.grip = await self._hold((await self._lookout.handle(choice.signs[0])).id)
        return self.grip

    @property
    def _advice(self) -> str:
        if self._level is not None and self._lookout.has_new_tab(self._level):
            return "The step before opened a new tab: go on there with tabs_switch."
        return "Go on from here with a label of details.there, or look around with ui_scan."

    async def _arrive(self, grip: Grip) -> None:
        """The last step: activate it, unless it is in that state already, and let its page come."""
        if not _is_open(grip):
            await Activation(grip, "press").run()
            self.walked.append(Walked(grip.resolved.handle, "press"))
        await self._lookout.loaded()

    async def _through(self, grip: Grip, label: Label) -> Choice | None:
        """Open what an element leads to, until the next label is there."""
        head = grip.resolved.handle.node
        look = await self._lookout.look(label)
        self._level = self._lookout.level(look, head)
        opening = await self._lookout.opening(look.view, head, [sign.node for sign in look.signs])
        if _is_open(grip) or (not _is_closed(grip) and self._lookout.is_inside(label, look, opening)):
            return await self._lookout.beyond(label, self._level, seconds=LEVEL_SECONDS)
        choice: Choice | None = None
        for tried, way in enumerate(self._ways(grip, opening)):
            if tried and "expanded" in await grip.states():
                # It has opened, only slowly; another try would close it.
                return await self._lookout.beyond(label, self._level, seconds=LEVEL_SECONDS)
            await way.go()
            # A way that did not open it is part of the next one: whoever presses points at it, too.
            self.walked = [each for each in self.walked if each.handle.id != grip.resolved.handle.id]
            self.walked.append(Walked(grip.resolved.handle, way.how))
            choice = await self._lookout.beyond(label, self._level, seconds=way.seconds, only_opened=way.only_opened)
            if choice is not None:
                break
        return choice

    def _ways(self, grip: Grip, opening: Opening) -> list[_Way]:
        role = grip.resolved.candidate.role
        press = Activation(grip, "press").run
        if role == "treeitem" and "collapsed" in grip.resolved.candidate.states:
            expand = _Way(lambda: _by_key(grip), MENU_SECONDS, "key", only_opened=True)
            return [expand, _Way(press, MENU_SECONDS), _Way(lambda: _at_edge(grip), LEVEL_SECONDS, "edge")]
        if role in NEVER_HOVERED or grip.resolved.candidate.tag == "summary":
            return [_Way(press, LEVEL_SECONDS)]
        patient = opening.has_popup and (opening.leaves_page or role.startswith("menuitem"))
        hover = _Way(lambda: _over(grip), MENU_SECONDS if patient else HOVER_SECONDS, "hover", only_opened=True)
        if role.startswith("menuitem") and opening.has_popup:
            return [hover, _Way(press, MENU_SECONDS), _Way(lambda: _by_key(grip), LEVEL_SECONDS, "key")]
        return [hover, _Way(press, LEVEL_SECONDS)]


def _leads_alike(one: Handle, other: Handle) -> bool:
    return one.role == other.role and bool(one.fingerprint.href) and one.fingerprint.href == other.fingerprint.href


def _is_open(grip: Grip) -> bool:
    """Whether pressing it would close what it opens, or do nothing."""
    states = grip.resolved.candidate.states
    return "expanded" in states or (grip.resolved.candidate.role == "tab" and "selected" in states)


def _is_closed(grip: Grip) -> bool:
    """Whether it says itself that what it opens does not show."""
    return "collapsed" in grip.resolved.candidate.states or grip.resolved.candidate.role == "tab"


async def _over(grip: Grip) -> None:
    await grip.hands.hover(await grip.aim())


async def _by_key(grip: Grip) -> None:
    """Open a branch or a submenu by its key; where that key is not heard, another way is tried."""
    aim = await grip.aim(needs="keyboard")
    if await grip.hands.focus(aim.node):
        await grip.hands.keys("ArrowRight")


async def _at_edge(grip: Grip) -> None:
    aim = await grip.aim(offset=LEFT_EDGE)
    await grip.hands.press(aim)
