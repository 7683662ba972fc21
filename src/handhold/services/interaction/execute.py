"""Activate an element: what each intent means, by which strategy, and who really got it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from handhold.errors import StateRefused, TargetBlocked
from handhold.services.interaction.grip import Grip
from handhold.services.perception import Changes

Intent = Literal[
    "press",
    "open",
    "confirm",
    "toggle",
    "expand",
    "select",
    "focus",
    "hover",
    "dismiss",
    "submit",
    "doublePress",
    "contextMenu",
]
Strategy = Literal["pointer", "keyboard", "none"]

# The state in which there is nothing left to do.
DONE: Final[dict[Intent, tuple[str, ...]]] = {"open": ("expanded",), "expand": ("expanded",), "select": ("selected",)}
CLOSED_BY_ESCAPE: Final = frozenset(
    {"dialog", "alertdialog", "menu", "menubar", "listbox", "tooltip", "combobox", "grid", "tree", "region", "generic"}
)
TYPED_INTO: Final = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
PRESSABLE: Final = frozenset({"button", "link", "menuitem"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Executed:
    """What was done to which element. `target` holds page text."""

    target: str
    element_id: str
    strategy: Strategy
    received: bool
    changes: Changes


@dataclass(frozen=True, slots=True)
class Activation:
    """One activation of one element."""

    grip: Grip
    intent: Intent

    async def run(self) -> tuple[Strategy, bool]:
        """Do it. Raises when the element is not ready or did not get it."""
        self._refuse_option()
        if any(state in DONE.get(self.intent, ()) for state in self._states):
            return "none", True
        if self.intent == "focus":
            return await self._focus()
        if self.intent == "hover":
            await self.grip.hands.hover(await self.grip.aim())
            return "pointer", True
        if self.intent == "submit" and self._role not in PRESSABLE:
            return await self._submit()
        key = self._key()
        return await self._type(key) if key else await self._press()

    @property
    def _states(self) -> tuple[str, ...]:
        return self.grip.resolved.candidate.states

    @property
    def _role(self) -> str:
        return self.grip.resolved.handle.role

    def _key(self) -> str | None:
        """The key that does it; None where the pointer does."""
        if self.intent == "dismiss" and self._role in CLOSED_BY_ESCAPE:
            return "Escape"
        return "ArrowRight" if self.intent == "expand" and self._role == "treeitem" else None

    def _refuse_option(self) -> None:
        if self.grip.resolved.candidate.tag == "option" and self.intent not in {"focus", "hover"}:
            raise StateRefused(
                f"{self.grip.words} is an option of a native select and cannot be pressed",
                hint="Set its select with action_set_state.",
            )

    async def _press(self) -> tuple[Strategy, bool]:
        aim = await self.grip.aim()
        button = "right" if self.intent == "contextMenu" else "left"
        received = await self.grip.hands.press(aim, button=button, clicks=2 if self.intent == "doublePress" else 1)
        if not received.ok and not await self.grip.is_now(received.instead):
            raise await self.grip.missed(received)
        return "pointer", received.heard

    async def _type(self, key: str) -> tuple[Strategy, bool]:
        aim = await self.grip.aim(needs="keyboard")
        await self.grip.hands.focus(aim.node)
        await self.grip.hands.keys(key)
        received = await self.grip.hands.witnessed(aim.node, kinds=("keydown",))
        # Escape closes what is open wherever the keyboard is; other keys mean this very element.
        if not received.ok and key != "Escape":
            raise await self.grip.missed(received)
        if key == "ArrowRight" and "expanded" not in await self.grip.states():
            return await self._press()
        return "keyboard", received.ok

    async def _submit(self) -> tuple[Strategy, bool]:
        """By Enter where a person can; otherwise as the form's button would, if it had one."""
        aim = await self.grip.aim(needs="keyboard")
        is_one_line = self._role in TYPED_INTO and self.grip.resolved.candidate.tag != "textarea"
        if is_one_line and await self.grip.hands.submits_by_enter(aim.node):
            return await self._type("Enter")
        if not await self.grip.hands.submit(aim.node):
            raise TargetBlocked(
                f"{self.grip.words} belongs to no form",
                hint="Press the button that sends it.",
                details={"reason": "no form"},
            )
        return "keyboard", True

    async def _focus(self) -> tuple[Strategy, bool]:
        aim = await self.grip.aim(needs="keyboard")
        if not await self.grip.hands.focus(aim.node):
            raise TargetBlocked(
                f"{self.grip.words} does not take the keyboard",
                hint="Focus what can be typed into or pressed in it.",
                details={"reason": "not focusable"},
            )
        return "keyboard", True
