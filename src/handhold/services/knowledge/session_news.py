"""What has happened to a session since it was indexed, found out at the price of what has happened.

A folder's time tells that files came or went, but not that some came shortly after those that were seen: for two
seconds the folder has to be listed again with every look. A session that is being written is always so young, and may
be long, so it is compared by the names of its files and their inodes, which the listing itself tells; asking every file
is left for when the folder has come to rest.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from handhold.adapters.knowledge.folder import NEVER, FileSeen, KnowledgeFolder, is_racy, milliseconds_of
from handhold.adapters.knowledge.index import SLOTS, IndexedStep, SessionNews, StepIndex, Unreadable
from handhold.services.knowledge.reading import parse_session, read_record
from handhold.services.knowledge.records import StepRecord
from handhold.services.knowledge.scoring import SessionWords, StepWords

BATCH: Final = 500
MOST_REMEMBERED: Final = 64
"""Sessions whose files are known by name; more are hardly written at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How the files of a session differ from those that are indexed. A changed file is gone, and new."""

    gone: Sequence[str]
    new: Sequence[FileSeen]
    inodes: Mapping[str, int]
    """Of all files that are there now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a look at a session found."""

    news: SessionNews
    inodes: Mapping[str, int]
    is_young: bool
    is_over: bool
    """Whether there was time for all of it."""


class SessionNewsreader:
    """Reads what is new. `taken_in` is to be told when the index has it."""

    def __init__(self, folder: KnowledgeFolder) -> None:
        self._folder = folder
        self._inodes: dict[str, Mapping[str, int]] = {}
        self.read_files = 0
        """Step files that were read to be indexed."""

    def forget(self) -> None:
        """Another index is in use, which knows something else."""
        self._inodes.clear()

    def look(self, index: StepIndex, session: str, *, known_at: int, until: float) -> Look | None:
        """What is new, the newest first; None when that is nothing. `known_at`: the folder's time as it was indexed."""
        # In this order, so that whatever comes while we look is younger than what we say to have seen.
        changed_at = self._folder.changed_at(session) or NEVER
        is_young = is_racy(changed_at, now=time.time_ns())
        before = self._remembered(index, session) if is_young else None
        found = self._by_name(session, before) if before is not None else self._by_content(index, session)
        if before is not None and not found.gone and not found.new:
            return None
        found, news, is_over = self._read(index, session, found, until=until)
        if is_over:
            # What could not be opened just now is tried again with the next look.
            settled = NEVER if is_young or not news.is_whole else changed_at
            news.changed_at = settled if settled != known_at else None
        return Look(news=news, inodes=found.inodes, is_young=is_young, is_over=is_over)

    def taken_in(self, look: Look) -> None:
        """The index has this; the session is compared with it from now on."""
        session = look.news.session
        is_written = self._inodes.pop(session, None) is not None or look.is_young
        if is_written and look.is_over and look.news.is_whole:
            self._inodes[session] = look.inodes
        while len(self._inodes) > MOST_REMEMBERED:
            del self._inodes[next(iter(self._inodes))]

    def _remembered(self, index: StepIndex, session: str) -> Mapping[str, int] | None:
        """The files as they were indexed, unless another process has done something else to the index."""
        before = self._inodes.get(session)
        return before if before is not None and index.count_files(session) == len(before) else None

    def _by_name(self, session: str, before: Mapping[str, int]) -> Difference:
        now = self._folder.inodes(session)
        if now == before:
            return Difference(gone=(), new=(), inodes=now)
        return Difference(
            gone=[name for name, inode in before.items() if now.get(name) != inode],
            new=self._folder.look_at(session, [name for name, inode in now.items() if before.get(name) != inode]),
            inodes=now,
        )

    def _by_content(self, index: StepIndex, session: str) -> Difference:
        # The index first: what another process indexes meanwhile would seem to have gone.
        known = index.files(session)
        return _difference(known, {seen.name: seen for seen in self._folder.files(session)})

    def _read(
        self, index: StepIndex, session: str, found: Difference, *, until: float
    ) -> tuple[Difference, SessionNews, bool]:
        """What the new files say, and whether there was time for all of them."""
        about = parse_session(self._folder.read_session(session))
        record = about.to_json() if about is not None else None
        told = index.record_of(session)
        words = SessionWords.of(about)
        if record is not None and record != told and (known := index.files(session)):
            # Its steps are found by its words, too.
            listed = {seen.name: seen for seen in self._folder.files(session)}
            found = _difference(dict.fromkeys(known), listed)
        news = SessionNews(
            session=session,
            record=(words.created_at, record) if record is not None and record != told else None,
            gone=found.gone,
        )
        rest = iter(sorted(found.new, key=lambda seen: seen.order, reverse=True))
        while batch := list(islice(rest, BATCH)):
            self._read_files(news, batch, words)
            if time.monotonic() > until:
                return found, news, False
        return found, news, True

    def _read_files(self, news: SessionNews, files: Sequence[FileSeen], words: SessionWords) -> None:
        for seen in files:
            found = read_record(self._folder, news.session, seen.name)
            self.read_files += 1
            if isinstance(found, StepRecord):
                news.added.append(_indexed(seen, found, words))
            elif found is None and (self._folder.steps_folder(news.session) / seen.name).is_file():
                news.is_whole = False
            else:
                news.unreadable.append(Unreadable(seen, found.reason if found else "cannot be read"))


def _difference(known: Mapping[str, FileSeen | None], listed: Mapping[str, FileSeen]) -> Difference:
    """Between what is known of files, None when it is no longer right, and what they are."""
    return Difference(
        gone=[name for name, seen in known.items() if seen is None or listed.get(name) != seen],
        new=[seen for name, seen in listed.items() if known.get(name) != seen],
        inodes={name: seen.inode for name, seen in listed.items()},
    )


def _indexed(seen: FileSeen, step: StepRecord, session: SessionWords) -> IndexedStep:
    stamp, count, _name = seen.order
    return IndexedStep(
        file=seen,
        at=milliseconds_of(stamp) * SLOTS + min(count, SLOTS - 1),
        place=step.screen,
        words=(*StepWords.of(step), session.flows, session.goal, session.tags),
    )
