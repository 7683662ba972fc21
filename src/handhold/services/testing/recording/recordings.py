"""Which sessions are being recorded, and what was taken of them so far. Memory only: nothing of it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handhold.errors import InvalidInput

if TYPE_CHECKING:
    # Imported when something is recorded: a server that is only asked for its tools records nothing.
    from handhold.services.testing.recording.drafting import Assertions, Draft
    from handhold.services.testing.recording.taken import Taken

MOST: Final = 1_500
"""Calls of one recording; a test has at most 2,000 steps."""
Key = tuple[str, str | None]
"""Who calls, and the name of the session."""


@dataclass(slots=True, kw_only=True)
class Recording:
    """One that is on."""

    begun_at: str = ""
    """URL of the page that was open then."""
    taken: list[Taken] = field(default_factory=list["Taken"])
    tabs: Mapping[int, str] = field(default_factory=dict[int, str])
    """URLs of the tabs that were open when the latest call began, by their numbers."""
    began: int | None = None
    """The tab that was worked in then."""
    current: int | None = None
    """The tab that was worked in when the latest call had ended."""
    steps: int = 0
    skipped: int = 0
    failed: int = 0

    def take(self, taken: Taken) -> None:
        from handhold.services.testing.recording.drafting import is_step

        if len(self.taken) >= MOST:
            self.skipped += 1
            return
        self.taken.append(taken)
        if is_step(taken.tool):
            self.steps += 1
        else:
            self.skipped += 1


class Recordings:
    """Of all callers. One belongs to a caller's session name, so it is there before the session and outlives it."""

    def __init__(self) -> None:
        self._on: dict[Key, Recording] = {}

    def find(self, owner: str, session: str | None) -> Recording | None:
        return self._on.get((owner, session)) if self._on else None

    def begin(self, key: Key, recording: Recording) -> None:
        self._on[key] = recording

    def end(self, key: Key) -> None:
        self._on.pop(key, None)

    def forget(self, owner: str) -> None:
        """A caller has left."""
        for key in [key for key in self._on if key[0] == owner]:
            del self._on[key]


class Desk:
    """Starting and stopping, for the session of one call."""

    def __init__(
        self, recordings: Recordings, key: Key, *, begun_at: str, root: Path, mask: Callable[[str], str]
    ) -> None:
        self._recordings = recordings
        self._key = key
        self._begun_at = begun_at
        self._root = root
        self._mask = mask

    @property
    def current(self) -> Recording | None:
        """The one that is on."""
        return self._recordings.find(*self._key)

    def start(self) -> Recording:
        """Raises `InvalidInput` when one is on."""
        if (on := self.current) is not None:
            raise InvalidInput(
                "this session is being recorded already",
                hint="Stop it with action stop, or throw it away with action cancel.",
                details={"steps": on.steps},
            )
        recording = Recording(begun_at=self._begun_at)
        self._recordings.begin(self._key, recording)
        return recording

    def require(self) -> Recording:
        """The one that is on. Raises `InvalidInput` when none is."""
        if (on := self.current) is None:
            raise InvalidInput("this session is not being recorded", hint="Begin with action start.")
        return on

    def end(self) -> None:
        self._recordings.end(self._key)

    def draft(self, assertions: Assertions) -> Draft:
        """The definition so far; the recording goes on. Raises `InvalidInput` when there is nothing to do again."""
        from handhold.services.testing.recording.drafting import draft

        on = self.require()
        made = draft(on.taken, begun_at=on.begun_at, root=self._root, assertions=assertions, mask=self._mask)
        if not made.definition.get("steps"):
            raise InvalidInput(
                "nothing was recorded that a test could do",
                hint="The recording goes on: act on the page, then stop again; or cancel it.",
                details={"skipped": on.skipped, "failed": on.failed},
            )
        return made
