"""How fast the knowledge store finds, writes and is indexed anew, and how much of the right answer it finds.

A store of made-up steps. The right answer is what reading every file and scoring every step would give.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
from bench.steps import FIRST_AT, FLOWS, NOUNS, SECONDS_APART, VERBS, MadeUp
from bench.table import Row, Table, target

from handhold.adapters.knowledge.folder import step_order
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.experience import Experience
from handhold.services.knowledge.finding import records
from handhold.services.knowledge.records import StepRecord
from handhold.services.knowledge.scoring import SessionWords, StepWords, score
from handhold.services.knowledge.sessions import Filters
from handhold.services.knowledge.store import KnowledgeStore
from handhold.services.knowledge.words import Question

SMALL: Final = 1_000
QUESTIONS: Final = 40
"""Of each class, each asked once: what was asked before is no faster, but its files are warm."""
APPENDED: Final = 300
REBUILDS: Final = 5
"""Of the index of a small store, which takes too short to be measured once."""
LARGE: Final = 200_000
COMPARED: Final = 12
"""Questions of each class whose right answer is found out: the whole store is read for each."""
FEW_COMPARED: Final = 2
"""Of a large store, where that takes seconds."""
LIMIT: Final = 20
AT_WORK: Final = 3
"""Rounds of the questions that are asked while a session is being written."""
MEGABYTE: Final = 1024 * 1024
NONE: Final = Filters()


@dataclass(frozen=True, slots=True)
class Brute:
    """Every step of the store in memory."""

    steps: Sequence[tuple[str, str, StepWords, SessionWords]]
    now: float

    @classmethod
    def of(cls, store: KnowledgeStore, *, now: float) -> Brute:
        found: list[tuple[str, str, StepWords, SessionWords]] = []
        texts: dict[str, str] = {}  # screens repeat, and a million of them would not fit into memory one by one
        for session in store.folder.sessions():
            about = store.catalogue.words(session)
            for name, step in records(store.folder, session, store.folder.steps(session)):
                words = StepWords.of(step)
                found.append((session, name, StepWords._make(texts.setdefault(each, each) for each in words), about))
        return cls(found, now)

    def best(self, text: str) -> set[tuple[str, str]]:
        question = Question.of(text)
        scored = (
            (score(words, about, question, now=self.now), step_order(name), session)
            for session, name, words, about in self.steps
        )
        best = sorted((each for each in scored if each[0] > 0), reverse=True)[:LIMIT]
        return {(session, order[0]) for _points, order, session in best}


def measure(folder: Path, steps: int) -> Iterator[Table]:
    # A new process on a machine just started does everything for the first time; a server has done it before.
    _measure(folder / "before", SMALL)
    for count in sorted({SMALL, steps}):
        yield _measure(folder / str(count), count)


def _measure(root: Path, count: int) -> Table:
    now = FIRST_AT + count * SECONDS_APART
    before = psutil.Process().memory_info().rss
    store = KnowledgeStore(root, clock=lambda: now)
    made = MadeUp(store.folder.path)
    made.write(count)
    indexing = [_index(store) for _ in range(REBUILDS if count <= SMALL else 1)]
    wall = statistics.median(each.wall for each in indexing) / 1000
    cpu = statistics.median(each.cpu for each in indexing) / 1000
    rows = [
        Row(what="indexed anew, steps a second", ours=count / wall, unit="/s", against=f"{count / cpu:,.0f} of CPU")
    ]
    appending = _append(store, made, now)
    rows.append(Row(what="append, p50", ours=appending.wall, unit="ms", against=f"{appending.cpu:.2f} ms of CPU"))
    store.refresh()
    os.sync()  # a million files that were just written keep the machine busy, and no server has just written them
    gc.collect()
    gc.freeze()  # as a server does: what it keeps for ever is not looked through for garbage
    taken: dict[str, list[float]] = {}
    answers: dict[str, set[tuple[str, str]]] = {}
    for name, texts in _questions(made).items():
        rows += _search(store, name, texts, taken, answers)
    used = (psutil.Process().memory_info().rss - before) / MEGABYTE
    size = sum(file.stat().st_size for file in store.folder.path.glob("index.sqlite*")) / MEGABYTE
    rows.append(Row(what="memory", ours=used, unit="MB", against=f"index on disk {size:,.0f} MB"))
    asked = FEW_COMPARED if count > LARGE else COMPARED
    recalls = _recalls(
        Brute.of(store, now=now), {name: texts[:asked] for name, texts in _questions(made).items()}, answers
    )
    rows += _at_work(store, made, now + APPENDED, taken)
    store.close()
    worst = max(_percentile(each, 95) for each in taken.values())
    return Table(
        title=f"knowledge: {count:,} steps",
        rows=rows,
        notes=[
            "recall of the best 20: " + ", ".join(f"{name} {share:.2f}" for name, share in recalls.items()),
            target("slowest p95, ms of CPU", 20 if count <= 100_000 else 50, worst),
            target("append, ms", 1, appending.wall),
            f"indexed anew target 5000/s: {'met' if count / cpu >= 5_000 else 'not met'} ({count / cpu:,.0f} of CPU)",
        ],
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds."""

    wall: float
    cpu: float


def _index(store: KnowledgeStore) -> Cost:
    """Make the index from nothing but the steps."""
    store.close()
    for file in store.folder.path.glob("index.sqlite*"):
        file.unlink()
    store.finder = DiskFinder(store.folder, budget=float("inf"))
    wall, cpu = time.perf_counter(), time.process_time()
    store.refresh()
    return Cost((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def _append(store: KnowledgeStore, made: MadeUp, now: float) -> Cost:
    """From a finished step to its file in place, at the median."""
    walls: list[float] = []
    cpus: list[float] = []
    for number in range(APPENDED):
        step = StepRecord.model_validate(made.step("mm-appended", now + number))
        wall, cpu = time.perf_counter(), time.thread_time()
        store.record(step)
        cpus.append((time.thread_time() - cpu) * 1000)
        walls.append((time.perf_counter() - wall) * 1000)
    return Cost(statistics.median(walls), statistics.median(cpus))


def _questions(made: MadeUp) -> Mapping[str, Sequence[str]]:
    chance = random.Random(3)

    def several(make: Callable[[], str]) -> list[str]:
        return [make() for _ in range(QUESTIONS)]

    return {
        "rare word": several(lambda: chance.choice(made.words)),
        "common word": several(lambda: chance.choice(VERBS)),
        "two words": several(lambda: f"{chance.choice(VERBS)} {chance.choice(NOUNS)}"),
        "three words": several(lambda: f"{chance.choice(VERBS)} {chance.choice(NOUNS)} {chance.choice(made.words)}"),
        "piece of a word": several(lambda: chance.choice(made.words)[:4]),
        "test id": several(lambda: chance.choice(made.ids)),
        "screen": several(lambda: chance.choice(made.screens)),
        "tool and word": several(lambda: f"action_execute {chance.choice(made.words)}"),
        "flow": several(lambda: chance.choice(FLOWS)),
    }


def _search(
    store: KnowledgeStore,
    name: str,
    texts: Sequence[str],
    taken: dict[str, list[float]],
    answers: dict[str, set[tuple[str, str]]],
) -> list[Row]:
    walls: list[float] = []
    cpus = taken.setdefault(name, [])
    for text in texts:
        wall, cpu = time.perf_counter(), time.thread_time()
        found = store.search(text, limit=LIMIT, sessions=None, filters=NONE)
        cpus.append((time.thread_time() - cpu) * 1000)
        walls.append((time.perf_counter() - wall) * 1000)
        answers[text] = {
            (match.session_id, match.timestamp.replace("-", "").replace(":", "")) for match in found.matches
        }
    return [
        Row(what=f"{name}, p{at}", ours=_percentile(walls, at), against=f"{_percentile(cpus, at):.1f} ms of CPU")
        for at in (50, 95)
    ]


def _at_work(store: KnowledgeStore, made: MadeUp, now: float, taken: dict[str, list[float]]) -> list[Row]:
    """What an agent waits for that looks something up after each step, and what is done beside its calls meanwhile."""
    experience = Experience(store.folder, clock=lambda: now)
    experience.refresh()
    searching: list[Cost] = []
    keeping_up: list[Cost] = []
    for number, text in enumerate([*_questions(made)["two words"]] * AT_WORK):
        store.record(StepRecord.model_validate(made.step("mm-appended", now + number)))
        searching.append(_cost(lambda text=text: store.search(text, limit=LIMIT, sessions=None, filters=NONE)))
        keeping_up.append(_cost(experience.refresh))
    taken["at work"] = [each.cpu for each in searching]
    return [
        Row(
            what=f"{what}, p{at}",
            ours=_percentile([each.wall for each in costs], at),
            against=f"{_percentile([each.cpu for each in costs], at):.1f} ms of CPU",
        )
        for what, costs in (("two words after a step", searching), ("prior knowledge kept up, beside", keeping_up))
        for at in (50, 95)
    ]


def _cost(work: Callable[[], object]) -> Cost:
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return Cost((time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000)


def _recalls(
    brute: Brute, questions: Mapping[str, Sequence[str]], answers: Mapping[str, set[tuple[str, str]]]
) -> dict[str, float]:
    shares: dict[str, float] = {}
    for name, texts in questions.items():
        each = [(brute.best(text), answers[text]) for text in texts]
        shares[name] = statistics.mean(len(right & got) / len(right) if right else 1.0 for right, got in each)
    return shares


def _percentile(values: Sequence[float], at: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) * at // 100, len(ordered) - 1)]
