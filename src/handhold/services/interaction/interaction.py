"""What tools ask for when they act: activate an element, press keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import StateRefused, TargetBlocked
from handhold.services.interaction.changing import ROOM, Changing
from handhold.services.interaction.execute import Activation, Executed, Intent, Strategy
from handhold.services.interaction.following import Followed, Following
from handhold.services.interaction.grip import Grip
from handhold.services.interaction.keys import Pressed, parse_keys, types_text
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.perception import Region
from handhold.services.perception.resolve import Resolver
from handhold.services.perception.view import view_of
from handhold.services.sessions import no_page
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.hands import Hands
    from handhold.adapters.browser.session import BrowserSession


class Interaction:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        settings: Settings,
        *,
        changing: Changing,
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._changing = changing
        self._count = count

    async def execute(self, handle_id: str, intent: Intent, *, room: int = ROOM) -> Executed:
        """Activate the element behind a handle. `room`: bytes of what changed."""
        self._count(f"handhold.action.{intent}")
        grips: list[Grip] = []

        async def work() -> tuple[Strategy, bool]:
            grips.append(await self.grip(handle_id))
            return await Activation(grips[0], intent).run()

        done = await self._changing.around(work, target=self.node_of(handle_id), room=room)
        # A dialog that holds the page was opened by the action, so it was received.
        strategy, received = done.result or ("pointer", True)
        return Executed(
            target=grips[0].words if grips else "",
            element_id=handle_id,
            strategy=strategy,
            received=received,
            changes=done.changes,
        )

    async def press(self, keys: str | list[str], handle_id: str | None) -> Pressed:
        """Press keys on an element, or wherever the keyboard is."""
        chords = parse_keys(keys)
        self._count("handhold.action.keys")
        grips: list[Grip] = []

        async def work() -> None:
            if handle_id is not None:
                grips.append(await self.grip(handle_id))
                await self._focus(grips[0])
            await self._refuse_secret(chords)
            await (await self.hands()).keys(*chords)

        done = await self._changing.around(work, target=self.node_of(handle_id))
        return Pressed(
            target=grips[0].words if grips else "", element_id=handle_id, pressed=len(chords), changes=done.changes
        )

    async def follow(self, steps: Sequence[str], region: Region) -> Followed:
        """Follow labels, one after the other."""
        if self._browser is None or self._memory is None:
            raise no_page("act on")
        following = Following(
            self._browser, self._memory, self._settings, changing=self._changing, hold=self.grip, count=self._count
        )
        return await following.follow(steps, region)

    async def grip(self, handle_id: str) -> Grip:
        """Find the element behind a handle and take it in hand."""
        if self._browser is None or self._memory is None:
            raise no_page("act on")
        view = await view_of(self._browser, self._memory, count=self._count)
        resolver = Resolver(view, after_navigation=self._settings.refind_after_navigation)
        resolved = await resolver.resolve(handle_id)
        return Grip(view=view, resolved=resolved, hands=await self.hands(), grace=self._settings.act_grace_ms / 1000)

    def node_of(self, handle_id: str | None) -> NodeRef | None:
        """The node a handle was last seen as; none for one that was never given out, which is refused later."""
        return self._memory.handles.node_of(handle_id) if self._memory is not None and handle_id is not None else None

    async def hands(self) -> Hands:
        """The hands of the tab that is shown."""
        if self._browser is None:
            raise no_page("act on")
        return await (await self._browser.shown_tab()).hands()

    async def _focus(self, grip: Grip) -> None:
        aim = await grip.aim(needs="keyboard")
        if not await grip.hands.focus(aim.node):
            raise TargetBlocked(
                f"{grip.words} does not take the keyboard",
                hint="Leave the handle out to press keys where the keyboard is.",
                details={"reason": "not focusable"},
            )

    async def _refuse_secret(self, chords: tuple[str, ...]) -> None:
        if types_text(chords) and await (await self.hands()).is_in_secret_field():
            raise StateRefused(
                "keys are not for typing secrets, and the keyboard is in a field for one",
                hint="Use action_set_state with secret://NAME.",
            )
