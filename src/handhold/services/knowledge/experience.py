"""What earlier sessions did, in memory: read once, kept up with what is written, and asked without touching a disk.

The limits are those of similarity in the seed: the newest twenty sessions, of each its newest five hundred steps, and
two thousand in all.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from handhold.adapters.knowledge.folder import NEVER, KnowledgeFolder, is_racy, is_step_name, step_order
from handhold.errors import HandholdError
from handhold.services.knowledge.deeds import Deed, SeenStep, deeds_of
from handhold.services.knowledge.prior import WINDOW_HOURS, Past
from handhold.services.knowledge.reading import NoRecord, parse_session, read_record
from handhold.services.knowledge.records import SessionRecord, StepRecord
from handhold.services.perception.screens import WEB, Sketch, recorded_sketch

MAX_SESSIONS: Final = 20
MAX_STEPS_PER_SESSION: Final = 500
MAX_STEPS: Final = 2000
RECENT_SESSIONS: Final = 64
ALL_EVERY_SECONDS: Final = 60.0
LOOKS_PER_SCREEN: Final = 3
"""Of a session; more would teach nothing."""
MOST_ON_SCREEN: Final = 200
"""Deeds by which a screen is judged, the newest; a scan waits for it."""
SHARE: Final = 20
REFRESH_SECONDS: Final = 1.0
"""How old the answer may be about what other sessions do meanwhile."""

Learn = Callable[[str, Sketch], None]


@dataclass(slots=True)
class _Session:
    """A session as far as it was read."""

    changed_at: int
    inodes: Mapping[str, int]
    steps: dict[str, SeenStep] = field(default_factory=dict[str, SeenStep])
    record: SessionRecord | None = None
    deeds: Sequence[Deed] = ()

    def same_as(self, inodes: Mapping[str, int]) -> dict[str, SeenStep]:
        """The steps whose files are still those that were read."""
        return {file: step for file, step in self.steps.items() if self.inodes[file] == inodes.get(file)}


class Experience:
    """May be read in one thread while it is refreshed in another: what was read is replaced as a whole."""

    def __init__(
        self, folder: KnowledgeFolder, *, window_hours: int = WINDOW_HOURS, clock: Callable[[], float] = time.time
    ) -> None:
        self._folder = folder
        self._window_hours = window_hours
        self._clock = clock
        self._sessions: Mapping[str, _Session] = {}
        self._by_screen: Mapping[str, Sequence[Deed]] = {}
        self._refreshing = threading.Lock()
        self._due = 0.0
        self._times: Mapping[str, int] = {}
        self._all_due = 0.0
        self._unlearnt: deque[tuple[str, Sketch]] = deque()
        self.is_loaded = False

    @property
    def is_due(self) -> bool:
        """Whether it is worth looking for what is new."""
        return not self.is_loaded or time.monotonic() >= self._due

    def past(self, *, without: str) -> Past:
        """What sessions but one did within the window."""
        since = self._clock() - self._window_hours * 3600
        sessions = {name: each for name, each in self._sessions.items() if name != without}
        deeds = [deed for each in sessions.values() for deed in each.deeds if deed.at >= since]
        met = {deed.session for deed in deeds}
        return Past(
            deeds=deeds,
            sessions={name: each.record for name, each in sessions.items() if name in met},
            window_hours=self._window_hours,
        )

    def on(self, screen: str, *, without: str) -> list[Deed]:
        """What sessions but one did on a screen within the window."""
        since = self._clock() - self._window_hours * 3600
        return [deed for deed in self._by_screen.get(screen, ()) if deed.session != without and deed.at >= since]

    def teach(self, learn: Learn) -> None:
        """Hand on how recorded screens looked, each once."""
        while self._unlearnt:
            learn(*self._unlearnt.popleft())

    def refresh(self) -> None:
        """Read what is new. Takes its time at first; does nothing while another thread is at it."""
        if not self._refreshing.acquire(blocking=False):
            return
        try:
            began = time.monotonic()
            self._sessions = self._read()
            self._by_screen = _by_screen(self._sessions)
            # Of a large store it is asked less often, so that this stays a small part of what is done.
            self._due = time.monotonic() + max(REFRESH_SECONDS, SHARE * (time.monotonic() - began))
        except HandholdError:  # a store that cannot be read has taught nothing
            self._due = time.monotonic() + REFRESH_SECONDS * SHARE
        finally:
            self.is_loaded = True
            self._refreshing.release()

    def _read(self) -> dict[str, _Session]:
        oldest = (self._clock() - self._window_hours * 3600) * 1e9
        self._times = self._look_at_times()
        recent = ((changed_at, name) for name, changed_at in self._times.items() if changed_at >= oldest)
        newest = heapq.nlargest(MAX_SESSIONS, recent)
        found: dict[str, _Session] = {}
        left = MAX_STEPS
        for changed_at, name in newest:
            known = self._sessions.get(name)
            if known is None or known.changed_at != changed_at:
                known = self._read_session(name, changed_at, known, most=min(left, MAX_STEPS_PER_SESSION))
            left -= len(known.steps)
            found[name] = known
            if left <= 0:
                break
        return found

    def _look_at_times(self) -> dict[str, int]:
        """When sessions changed. Those that did lately are asked, all of them every minute: there may be thousands."""
        names = self._folder.sessions(known=self._times)
        if time.monotonic() >= self._all_due:
            self._all_due = time.monotonic() + ALL_EVERY_SECONDS
            asked = set(names)
        else:
            asked = set(heapq.nlargest(RECENT_SESSIONS, self._times, key=self._times.__getitem__))
        # One that has no steps yet may have its first at any time.
        return {
            name: self._times[name]
            if name not in asked and self._times.get(name)
            else self._folder.changed_at(name) or 0
            for name in names
        }

    def _read_session(self, name: str, changed_at: int, known: _Session | None, *, most: int) -> _Session:
        # What comes after this listing may not show in a time that is so young: then it is listed again next time.
        settled_at = NEVER if is_racy(changed_at, now=time.time_ns()) else changed_at
        inodes = self._folder.inodes(name)
        if known is not None and known.inodes == inodes:
            return replace(known, changed_at=settled_at)
        files = sorted(filter(is_step_name, inodes), key=step_order)[-most:]
        before = known.same_as(inodes) if known else {}
        fresh = _Session(settled_at, inodes)
        for file in files:
            if file in before:
                fresh.steps[file] = before[file]
                continue
            found = read_record(self._folder, name, file)
            if found is None:  # gone, or not to be opened just now
                fresh.changed_at = NEVER
                del inodes[file]
            elif not isinstance(found, NoRecord):
                fresh.steps[file] = SeenStep.of(found)
        fresh.record = (known and known.record) or parse_session(self._folder.read_session(name))
        fresh.deeds = deeds_of(fresh.steps.values())
        self._unlearnt.extend(_looks(step.record for file, step in fresh.steps.items() if file not in before))
        return fresh


def _by_screen(sessions: Mapping[str, _Session]) -> dict[str, list[Deed]]:
    found: dict[str, list[Deed]] = {}
    for session in sessions.values():
        for deed in session.deeds:
            if deed.scene.is_known:
                found.setdefault(deed.scene.screen, []).append(deed)
    return {screen: sorted(deeds, key=lambda deed: deed.at)[-MOST_ON_SCREEN:] for screen, deeds in found.items()}


def _looks(steps: Iterator[StepRecord]) -> Iterator[tuple[str, Sketch]]:
    """How the screens looked; a few times each."""
    counts: dict[str, int] = {}
    for step in steps:
        name = step.screen
        if not name.startswith(WEB) or "#" not in name or not step.observation.a11y.nodes:
            continue
        counts[name] = counts.get(name, 0) + 1
        if counts[name] <= LOOKS_PER_SCREEN:
            seen = step.observation
            yield name, recorded_sketch(name, seen.a11y.nodes, (item.test_id for item in seen.test_ids))
