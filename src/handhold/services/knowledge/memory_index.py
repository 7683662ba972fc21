"""An index in memory: for each session its words and the files that have them, made when first asked for.

As the original design has it (lazily per session, good for five minutes), but over every field that is searched, and
made anew at once when the session's folder has changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from handhold.adapters.knowledge.folder import KnowledgeFolder, is_racy
from handhold.services.knowledge.finding import (
    MOST_SESSIONS,
    MOST_STEPS,
    MOST_STEPS_OF_ONE,
    Candidate,
    Candidates,
    SessionLookup,
    Where,
    newest_by_scan,
    newest_files,
    records,
)
from handhold.services.knowledge.scoring import SessionWords, StepWords, score
from handhold.services.knowledge.words import Question

GOOD_FOR_SECONDS: Final = 5 * 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionIndex:
    """One session: which files have a word, and all files, newest first."""

    session: str
    token_to_files: Mapping[str, tuple[str, ...]]
    all_files: tuple[str, ...]
    words: Mapping[str, StepWords]
    screens: Mapping[str, str]
    is_cut: bool
    built_at: float
    changed_at: int | None
    inodes: Mapping[str, int]
    """The files that were there."""

    def still(self, inodes: Mapping[str, int]) -> tuple[dict[str, StepWords], dict[str, str]]:
        """Words and screens of the files that are still those that were read."""
        same = [name for name in self.words if self.inodes.get(name) == inodes.get(name)]
        return {name: self.words[name] for name in same}, {name: self.screens[name] for name in same}

    def candidates(self, tokens: tuple[str, ...]) -> list[str]:
        """Files with words that contain a token, most tokens first; all of them when no word does."""
        hits: dict[str, int] = {}
        for token in tokens:
            found = {name for word, files in self.token_to_files.items() if token in word for name in files}
            for name in found:
                hits[name] = hits.get(name, 0) + 1
        if not hits:
            return list(self.all_files)
        return sorted(hits, key=lambda name: -hits[name])


class MemoryFinder:
    def __init__(
        self, folder: KnowledgeFolder, sessions: SessionLookup, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = folder
        self._sessions = sessions
        self._clock = clock
        self._indexes: dict[str, SessionIndex] = {}
        self.builds = 0
        """How often a session's files were read."""

    def index_of(self, session: str) -> SessionIndex:
        """The session's index, made when there is none, it is old, or the session went on."""
        changed_at = self._folder.changed_at(session)
        known = self._indexes.get(session)
        if known is not None and self._clock() - known.built_at >= GOOD_FOR_SECONDS:
            known = None
        if known is not None and self._is_still(known, changed_at):
            return known
        built = self._indexes[session] = self._build(session, changed_at, known)
        return built

    def _is_still(self, known: SessionIndex, changed_at: int | None) -> bool:
        # Listing names is cheap beside reading all files, which an agent at work would cause with every question.
        return known.changed_at == changed_at or known.inodes == self._folder.inodes(known.session)

    def matching(self, question: Question, where: Where, *, now: float, most: int) -> Candidates:
        chosen = self._sessions.names() if where.sessions is None else where.sessions
        found: list[Candidate] = []
        seen, is_cut = 0, len(chosen) > MOST_SESSIONS
        for session in chosen[:MOST_SESSIONS]:
            index, about = self.index_of(session), self._sessions.words(session)
            is_cut |= index.is_cut or seen + len(index.all_files) > MOST_STEPS
            kept = set(index.all_files[: MOST_STEPS - seen])
            seen += len(kept)
            found += [
                Candidate(session, name, points)
                for name in _wanted(index, about, question)
                if name in kept and where.screen in (None, index.screens[name])
                if (points := score(index.words[name], about, question, now=now))
            ]
        return Candidates(found, is_cut)

    def newest(self, where: Where, *, limit: int) -> list[tuple[str, str]]:
        return newest_by_scan(self._folder, self._sessions, where, limit=limit)

    def refresh(self) -> bool:
        return True

    def close(self) -> None:
        self._indexes.clear()

    def _build(self, session: str, changed_at: int | None, known: SessionIndex | None) -> SessionIndex:
        """From all files, or from those that are not `known`."""
        self.builds += 1
        is_young = changed_at is not None and is_racy(changed_at, now=time.time_ns())
        inodes = self._folder.inodes(session)
        files = newest_files(self._folder, session, limit=MOST_STEPS_OF_ONE + 1)
        words, screens = known.still(inodes) if known is not None else ({}, {})
        chosen = files[:MOST_STEPS_OF_ONE]
        for name, step in records(self._folder, session, [name for name in chosen if name not in words]):
            words[name], screens[name] = StepWords.of(step), step.screen
        words = {name: words[name] for name in chosen if name in words}
        tokens: dict[str, list[str]] = {}
        for name, each in words.items():
            fields = (each.tool, each.screen, each.target, each.labels, each.test_ids, each.names)
            for word in dict.fromkeys(word for field in fields for word in field.split()):
                tokens.setdefault(word, []).append(name)
        return SessionIndex(
            session=session,
            token_to_files={word: tuple(names) for word, names in tokens.items()},
            all_files=tuple(words),
            words=words,
            screens=screens,
            is_cut=len(files) > MOST_STEPS_OF_ONE,
            built_at=self._clock() if known is None else known.built_at,
            changed_at=None if is_young else changed_at,
            inodes=inodes,
        )


def _wanted(index: SessionIndex, about: SessionWords, question: Question) -> list[str]:
    """What may score: steps with the words, and every step of a session that is itself what was asked for."""
    told = about.flows + about.goal + about.tags
    if any(token in told for token in question.tokens):
        return list(index.all_files)
    return index.candidates(question.tokens)
