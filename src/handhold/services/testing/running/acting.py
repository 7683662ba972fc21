"""Steps that act on an element: what each kind does, with real pointer and key events."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from handhold.adapters.browser.seen import PointIn
from handhold.errors import InvalidInput, StateRefused, TargetBlocked
from handhold.services.interaction.execute import Activation, Intent
from handhold.services.interaction.grip import Grip
from handhold.services.interaction.keys import parse_keys
from handhold.services.testing.definition import Target, acting
from handhold.services.testing.definition.parts import Json
from handhold.services.testing.running.turn import Turn

if TYPE_CHECKING:
    from handhold.adapters.browser.hands import Aim
    from handhold.adapters.browser.seen import Point

Work = Callable[[Any, Turn], Awaitable[Json]]
CONTROL: Final = "ControlOrMeta"
SCREEN: Final = 10_000_000
"""Pixels, farther than any page reaches."""


async def click(step: acting.Click, turn: Turn) -> None:
    if await _by_sight(step.target, turn, _intent(step)):
        return
    is_plain = not step.modifiers and step.position is None and step.button == "left" and step.count == 1

    async def use(grip: Grip) -> None:
        if is_plain:
            await Activation(grip, "press").run()
            return
        aim = await grip.aim(offset=await _offset(grip, step.position))
        held = [("Control" if one == CONTROL else one) for one in step.modifiers]
        received = await grip.hands.press(aim, button=step.button, clicks=step.count, modifiers=held)
        if not received.ok and not await grip.is_now(received.instead):
            raise await grip.missed(received)

    await turn.hold(step.target, use)
    await turn.arrived()


async def fill(step: acting.Fill, turn: Turn) -> None:
    await _set(step.target, step.value, turn)


async def check(step: acting.Check, turn: Turn) -> None:
    await _set(step.target, {"checked": True}, turn)


async def uncheck(step: acting.Uncheck, turn: Turn) -> None:
    await _set(step.target, {"checked": False}, turn)


async def upload(step: acting.Upload, turn: Turn) -> None:
    await _set(step.target, {"files": [str(turn.root / file) for file in step.files]}, turn)


async def select(step: acting.Select, turn: Turn) -> None:
    by_value = all(option.value is not None for option in step.options)
    if any(option.index is not None for option in step.options):
        await turn.hold(step.target, lambda grip: turn.bound.fields.choose_places(grip, _places(step.options)))
    elif by_value or all(option.label is not None for option in step.options):
        names = [option.value if by_value else option.label for option in step.options]
        wanted = names[0] if len(names) == 1 else names
        await _set(step.target, {"value" if by_value else "selected": wanted}, turn)
    else:
        raise InvalidInput("options are named all by value, all by label or all by index")
    await turn.arrived()


async def hover(step: acting.Hover, turn: Turn) -> None:
    if not await _by_sight(step.target, turn, "hover"):
        await turn.hold(step.target, lambda grip: Activation(grip, "hover").run())


async def focus(step: acting.Focus, turn: Turn) -> None:
    await turn.hold(step.target, lambda grip: Activation(grip, "focus").run())


async def type_text(step: acting.Type, turn: Turn) -> None:
    from handhold.adapters.browser.surroundings import type_keys

    if step.target is not None:
        await turn.hold(step.target, lambda grip: Activation(grip, "focus").run())
    await type_keys(turn.bound.browser, step.text, delay_ms=step.delay_ms)


async def press(step: acting.Press, turn: Turn) -> None:
    chords = parse_keys(step.keys)
    if step.target is None:
        await (await turn.bound.interaction.hands()).keys(*chords)
    else:

        async def use(grip: Grip) -> None:
            aim = await grip.aim(needs="keyboard")
            if not await grip.hands.focus(aim.node):
                raise TargetBlocked(f"{grip.words} does not take the keyboard", details={"reason": "not focusable"})
            await grip.hands.keys(*chords)

        await turn.hold(step.target, use)
    await turn.arrived()


async def drag(step: acting.Drag, turn: Turn) -> None:
    async def use(grip: Grip) -> None:
        start = await grip.aim()
        end = await turn.hold(step.to, _aimed)
        # Aiming may scroll, and then the first one is elsewhere.
        start = await grip.aim() if (start.x, start.y) != (end.x, end.y) else start
        await grip.hands.drag(start.spot, end.spot.point)

    await turn.hold(step.target, use)
    await turn.arrived()


async def scroll(step: acting.Scroll, turn: Turn) -> None:
    way = _way(step)
    if step.target is not None:

        async def use(grip: Grip) -> None:
            aim = await grip.aim()
            if way is not None:
                await grip.hands.wheel_at(aim.spot, way)

        await turn.hold(step.target, use)
        return
    tab = await turn.bound.browser.shown_tab()
    size = tab.page.viewport_size or {"width": 2, "height": 2}
    middle = PointIn(await (await tab.eyes()).main_document(), (size["width"] / 2, size["height"] / 2))
    await (await tab.hands()).wheel_at(middle, way or (0, 0))


ACTING: Final[dict[type, Work]] = {
    acting.Click: click,
    acting.Fill: fill,
    acting.Check: check,
    acting.Uncheck: uncheck,
    acting.Upload: upload,
    acting.Select: select,
    acting.Hover: hover,
    acting.Focus: focus,
    acting.Type: type_text,
    acting.Press: press,
    acting.Drag: drag,
    acting.Scroll: scroll,
}


async def _set(target: Target, state: object, turn: Turn) -> None:
    seen = await _seen(target, turn)
    if seen is not None:
        await turn.bound.handling.set(seen, state)
    else:
        await turn.hold(target, lambda grip: turn.bound.fields.set_in(grip, state))


async def _by_sight(target: Target, turn: Turn, intent: Intent) -> bool:
    """Do it by sight where only pixels show the target; whether that was so."""
    seen = await _seen(target, turn)
    if seen is not None:
        await turn.bound.handling.execute(seen, intent)
    return seen is not None


async def _seen(target: Target, turn: Turn) -> str | None:
    """The visual handle of what no element explains."""
    if "seen" not in target.kinds:
        return None
    return (await turn.find(target)).seen


def _intent(step: acting.Click) -> Intent:
    if step.modifiers or step.position is not None or step.button == "middle" or step.count == 3:
        raise StateRefused("what is only seen is pressed, pressed twice or asked for its menu, and nothing else")
    if step.button == "right":
        return "contextMenu"
    return "doublePress" if step.count == 2 else "press"


async def _aimed(grip: Grip) -> Aim:
    return await grip.aim()


async def _offset(grip: Grip, spot: acting.Spot | None) -> Point | None:
    """Pixels from the corner as fractions of the element's size."""
    if spot is None:
        return None
    box = grip.resolved.candidate.box
    return min(spot.x / max(box.width, 1), 1.0), min(spot.y / max(box.height, 1), 1.0)


def _places(options: tuple[acting.Option, ...]) -> tuple[int, ...]:
    places = tuple(option.index for option in options if option.index is not None)
    if len(places) != len(options):
        raise InvalidInput("options are named all by value, all by label or all by index")
    return places


def _way(step: acting.Scroll) -> Point | None:
    if step.to is not None:
        return 0, SCREEN if step.to == "bottom" else -SCREEN
    if step.x is None and step.y is None:
        return None
    return step.x or 0, step.y or 0
