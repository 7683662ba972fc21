"""`handhold knowledge …` and `handhold log`: what was recorded, for people, and looking after it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from handhold.errors import InvalidInput, KnowledgeError
from handhold.services.knowledge.care import left_behind, outdated, remove, set_aside, sizes, unreadable
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.sessions import Filters
from handhold.services.knowledge.store import KnowledgeStore
from handhold.services.knowledge.telling import StepSummary
from handhold.settings import Settings

Run = Callable[[KnowledgeStore, argparse.Namespace, Settings], int]


def run_knowledge(settings: Settings, options: argparse.Namespace) -> int:
    """Exit code 0 when it is done, 1 when nothing was found."""
    store = KnowledgeStore(settings.root, index=settings.knowledge_index)
    actions: Mapping[str, Run] = {
        "search": _search,
        "last": _last,
        "sessions": _sessions,
        "show": _show,
        "recipe": _recipe,
        "reindex": _reindex,
        "prune": _prune,
        "export": _export,
    }
    try:
        return actions[options.action](store, options, settings)
    finally:
        store.close()


def run_log(settings: Settings, options: argparse.Namespace, *, out: IO[str] | None = None) -> int:
    """One line for each call: time, tool, target, outcome, milliseconds, bytes."""
    journal = KnowledgeStore(settings.root, index="off").journal
    show = out or sys.stdout
    for line in journal.last(options.n):
        print(_call_line(line), file=show)
    if not options.follow:
        return 0
    try:
        for line in journal.follow():
            print(_call_line(line), file=show, flush=True)
    except KeyboardInterrupt:
        return 0
    return 0


def _search(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    found = store.search(
        " ".join(options.words), limit=options.limit, sessions=_scope(store, options), filters=_filters(options)
    )
    _print_steps(found.matches, as_json=options.json)
    if found.is_cut:
        print("There may be more: not every step was looked at.", file=sys.stderr)
    return 0 if found.matches else 1


def _last(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    steps = store.last(options.limit, sessions=_scope(store, options), filters=_filters(options))
    _print_steps(steps, as_json=options.json)
    return 0 if steps else 1


def _sessions(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    found = store.sessions(filters=_filters(options), limit=options.limit)
    for info in found:
        about = info.record
        tags = " ".join((*about.flow_tags, *about.tags)) if about else ""
        print(f"{info.created}  {info.name}  {_plain(about.goal or '') if about else ''}  {_plain(tags)}".rstrip())
    return 0 if found else 1


def _show(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    """A step by `SESSION/FILE`, or by its file's name alone."""
    session, _, name = str(options.step).rpartition("/")
    sessions = [session] if session else store.catalogue.names()
    data = next((data for each in sessions if (data := store.folder.read_step(each, Path(name).name))), None)
    if data is None:
        raise KnowledgeError("there is no such step", hint="Name it as SESSION/FILE, as `knowledge export` lists them.")
    try:
        print(_plain(json.dumps(json.loads(data), indent=2, ensure_ascii=False)))
    except ValueError:
        raise KnowledgeError("the file is not JSON", hint="`handhold knowledge prune` sets it aside.") from None
    return 0


def _recipe(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    session = options.session or store.newest_session()
    if session is None:
        raise KnowledgeError("nothing is recorded yet")
    made = store.summarize(session)
    print(f"{made.session_id}: {made.step_count} step{'' if made.step_count == 1 else 's'}")
    for line in made.steps:
        print(f"{line.number:4}. {line.tool}  {_plain(line.notes)}")
    return 0


def _reindex(store: KnowledgeStore, _options: argparse.Namespace, _settings: Settings) -> int:
    finder = DiskFinder(store.folder, budget=float("inf"))
    begun = time.monotonic()
    finder.discard()
    finder.refresh()
    asides = finder.asides()
    print(f"indexed {finder.count()} steps in {time.monotonic() - begun:.1f} s")
    for session, file, reason in asides:
        print(f"not a step: {session}/{_plain(file)}: {reason}")
    finder.close()
    return 0


def _prune(store: KnowledgeStore, options: argparse.Namespace, settings: Settings) -> int:
    folder = store.folder
    taken = outdated(
        sizes(folder), keep_days=settings.knowledge_keep_days, keep_mb=settings.knowledge_keep_mb, now=time.time()
    )
    done = "would " if options.dry_run else ""
    for each in taken:
        print(f"{done}remove {each.session.name} ({each.session.bytes / 1e6:.1f} MB): {each.reason}")
        if not options.dry_run:
            remove(folder, each.session.name)
    for file in list(unreadable(folder)):
        print(f"{done}set aside {file.session}/{_plain(file.file)}: {file.reason}")
        if not options.dry_run:
            set_aside(folder, file)
    for temporary in left_behind(folder):
        print(f"{done}remove {temporary.name}, left behind by a writer that was killed")
        if not options.dry_run:
            temporary.unlink(missing_ok=True)
    return 0


def _export(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    """Every record of some or all sessions, one a line, oldest first."""
    sessions = options.sessions or [info.name for info in reversed(store.catalogue.all())]
    if not options.output:
        return _write_records(store, sessions, sys.stdout)
    try:
        with Path(options.output).open("w", encoding="utf-8") as stream:
            return _write_records(store, sessions, stream)
    except OSError as error:
        raise InvalidInput(f"cannot write {options.output!r}: {error.strerror}") from None


def _write_records(store: KnowledgeStore, sessions: Iterable[str], stream: IO[str]) -> int:
    for session in sessions:
        for step in store.records(session):
            stream.write(step.to_json() + "\n")
    return 0


def _scope(store: KnowledgeStore, options: argparse.Namespace) -> tuple[str, ...] | None:
    return store.resolve(options.session or "all", current=None)


def _filters(options: argparse.Namespace) -> Filters:
    return Filters(flow_tag=options.flow_tag, tag=options.tag, screen=options.screen, since_hours=options.since_hours)


def _print_steps(steps: Iterable[StepSummary], *, as_json: bool) -> None:
    for step in steps:
        if as_json:
            told = {"timestamp": step.timestamp, "sessionId": step.session_id, "tool": step.tool}
            print(json.dumps({**told, "screen": step.screen, "snippet": step.snippet}))
        else:
            print(f"{step.timestamp}  {step.session_id}  {step.tool:20}  {_plain(step.snippet)}")


def _call_line(line: Mapping[str, Any]) -> str:
    at, tool, target = (str(line.get(name, "")) for name in ("at", "tool", "target"))
    size, took = f"{line.get('bytes', '?')} B", f"{line.get('ms', '?')} ms"
    return _plain(f"{at[11:23]}  {tool:20}  {line.get('outcome', ''):24}  {took:>9}  {size:>8}  {target}").rstrip()


def _plain(text: str) -> str:
    """Text from a page, as a terminal may be given it."""
    return "".join(char for char in text if char.isprintable() or char == "\n")
