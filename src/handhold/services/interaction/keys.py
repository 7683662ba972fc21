"""Keys as people write them: names, chords and sequences, checked before anything is pressed."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Final

from handhold.errors import InvalidInput
from handhold.services.perception import Changes

MOST: Final = 50
MODIFIERS: Final = ("Control", "Shift", "Alt", "Meta", "ControlOrMeta")
# A character with one of these is a command and not text.
COMMANDING: Final = frozenset({"Control", "Meta", "ControlOrMeta"})
NAMED: Final = frozenset(
    {
        *("Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Space", "Home", "End", "PageUp", "PageDown"),
        *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "ContextMenu", "CapsLock", "Pause", "PrintScreen"),
        *(f"F{number}" for number in range(1, 13)),
    }
)
ALIASES: Final = {
    "ctrl": "Control",
    "cmd": "Meta",
    "command": "Meta",
    "win": "Meta",
    "option": "Alt",
    "mod": "ControlOrMeta",
    "esc": "Escape",
    "return": "Enter",
    "del": "Delete",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "plus": "+",
}
_BY_LOWER: Final = {name.lower(): name for name in (*NAMED, *MODIFIERS)} | ALIASES


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """Keys that were pressed. `target` holds page text; empty for whatever had the keyboard."""

    target: str
    element_id: str | None
    pressed: int
    changes: Changes


def parse_keys(given: str | list[str]) -> tuple[str, ...]:
    """Chords in Playwright's spelling. Raises `InvalidInput` naming what is no key, by its place only."""
    parts = given.split() if isinstance(given, str) else given
    if not 1 <= len(parts) <= MOST:
        raise InvalidInput(f"keys holds {len(parts)} keys; 1 to {MOST} are allowed")
    return tuple(_chord(part, place) for place, part in enumerate(parts, 1))


def types_text(chords: tuple[str, ...]) -> bool:
    """Whether any of these puts a character into a field."""
    return any(_types(chord) for chord in chords)


def _types(chord: str) -> bool:
    key = "+" if chord.endswith("+") else chord.rpartition("+")[2]
    held = chord.removesuffix(key).split("+")
    return (len(key) == 1 or key == "Space") and not COMMANDING.intersection(held)


def _chord(written: str, place: int) -> str:
    # The last plus is a key of its own in "Control++".
    parts = (
        [*written[:-2].split("+"), "+"] if written.endswith("++") else written.split("+") if written != "+" else ["+"]
    )
    *modifiers, key = (_key(part, place) for part in parts)
    if any(modifier not in MODIFIERS for modifier in modifiers):
        raise _unknown(written, place)
    return "+".join((*modifiers, key))


def _key(written: str, place: int) -> str:
    if len(written) == 1:
        return written
    known = _BY_LOWER.get(written.lower())
    if known is None:
        raise _unknown(written, place)
    return known


def _unknown(written: str, place: int) -> InvalidInput:
    closest = difflib.get_close_matches(written, [*NAMED, *MODIFIERS], n=1)
    hint = f"Did you mean {closest[0]}? " if closest else ""
    return InvalidInput(
        f"key {place} of keys is no key",
        hint=f"{hint}Write Enter, Escape, ArrowDown, Control+A or one character; action_set_state types text.",
    )
