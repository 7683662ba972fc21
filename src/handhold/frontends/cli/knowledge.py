"""`handhold knowledge …` and `handhold log`: what was recorded, for people, and looking after it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any

from handhold.errors import InvalidInput, KnowledgeError, StoreFailed
from handhold.frontends.cli.texts import plain
from handhold.services.knowledge.care import left_behind, outdated, remove, set_aside, sizes, unreadable
from handhold.services.knowledge.disk_index import DiskFinder
from handhold.services.knowledge.sessions import Filters, SessionInfo
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
    lines, end = journal.tail(options.n)
    for line in lines:
        print(_call_line(line), file=show, flush=True)
    if not options.follow:
        if not lines and options.n:
            print(f"no call is recorded yet in {journal.file.parent}", file=sys.stderr)
        return 0
    try:
        for line in journal.follow(end):
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
    return 0 if found.matches else _nothing(store, "no step answers this")


def _last(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    steps = store.last(options.limit, sessions=_scope(store, options), filters=_filters(options))
    _print_steps(steps, as_json=options.json)
    return 0 if steps else _nothing(store, "no step is of that kind")


def _sessions(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    found = store.sessions(filters=_filters(options), limit=options.limit)
    for info in found:
        print(_session_json(info) if options.json else _session_line(info))
    return 0 if found else _nothing(store, "no session is of that kind")


def _show(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    """A step by its time, by `SESSION/NUMBER`, or by its file, with or without the session."""
    session, _, name = str(options.step).rpartition("/")
    sessions = _existing(store, [session]) if session else store.catalogue.names()
    data = next((data for each in sessions if (data := _step_data(store, each, name))), None)
    if data is None:
        raise KnowledgeError(
            "there is no such step",
            hint="Name it by its time, as `knowledge last` tells it, or as SESSION/NUMBER, as `knowledge recipe` does.",
        )
    try:
        print(plain(json.dumps(json.loads(data), indent=2, ensure_ascii=False)))
    except ValueError:
        raise KnowledgeError("the file is not JSON", hint="`handhold knowledge prune` sets it aside.") from None
    return 0


def _step_data(store: KnowledgeStore, session: str, name: str) -> bytes | None:
    if name.isdecimal() and name != "0":
        step = next(islice(store.records(session), int(name) - 1, None), None)
        return step.to_json().encode() if step is not None else None
    stamp = name.replace("-", "").replace(":", "")
    by_time = (file for file in store.folder.steps(session) if file.startswith(f"{stamp}-"))
    return store.folder.read_step(session, next(by_time, Path(name).name))


def _recipe(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    session = options.session or store.newest_session()
    if session is None:
        return _nothing(store, "")
    made = store.summarize(*_existing(store, [session]))
    print(f"{made.session_id}: {_many(made.step_count, 'step')}")
    for line in made.steps:
        print(f"{line.number:4}. {line.tool}  {plain(line.notes)}")
    return 0


def _reindex(store: KnowledgeStore, _options: argparse.Namespace, _settings: Settings) -> int:
    finder = DiskFinder(store.folder, budget=float("inf"))
    begun = time.monotonic()
    finder.discard()
    finder.refresh()
    asides, is_lost = finder.asides(), finder.is_in_memory
    print(f"indexed {_many(finder.count(), 'step')} in {time.monotonic() - begun:.1f} s")
    for session, file, reason in asides:
        print(f"not a step: {session}/{plain(file)}: {reason}")
    finder.close()
    if is_lost:
        raise StoreFailed(
            f"the index could not be written into {str(finder.file.parent)!r}",
            hint="Make the folder writable. Until then each search reads the steps anew.",
        )
    return 0


def _prune(store: KnowledgeStore, options: argparse.Namespace, settings: Settings) -> int:
    folder = store.folder
    taken = outdated(
        sizes(folder), keep_days=settings.knowledge_keep_days, keep_mb=settings.knowledge_keep_mb, now=time.time()
    )
    done = "would " if options.dry_run else ""
    for each in taken:
        if not options.dry_run:
            remove(folder, each.session.name)
        print(f"{done}remove {each.session.name} ({each.session.bytes / 1e6:.1f} MB): {each.reason}")
    bad = list(unreadable(folder))
    for file in bad:
        if not options.dry_run:
            set_aside(folder, file)
        print(f"{done}set aside {file.session}/{plain(file.file)}: {file.reason}")
    left = list(left_behind(folder))
    for temporary in left:
        if not options.dry_run:
            _unlink(temporary)
        print(f"{done}remove {temporary.name}, left behind by a writer that was killed")
    if not taken and not bad and not left:
        print("nothing to remove or to set aside")
    return 0


def _unlink(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise StoreFailed(f"{file.name!r} could not be removed: {error.strerror}") from None


def _export(store: KnowledgeStore, options: argparse.Namespace, _settings: Settings) -> int:
    """Every record of some or all sessions, one a line, oldest first."""
    sessions = _existing(store, options.sessions) or [info.name for info in reversed(store.catalogue.all())]
    if not sessions:
        return _nothing(store, "")
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
    return _existing(store, [options.session]) if options.session else None


def _existing(store: KnowledgeStore, sessions: Sequence[str]) -> tuple[str, ...]:
    """These sessions. Raises `KnowledgeError` for one that is not there."""
    known = set(store.folder.sessions())
    if missing := [session for session in sessions if session not in known]:
        raise KnowledgeError(
            f"there is no session {missing[0]!r}", hint="Take an id from `handhold knowledge sessions`."
        )
    return tuple(sessions)


def _nothing(store: KnowledgeStore, otherwise: str) -> int:
    """Say why there is nothing to show."""
    is_empty = not store.folder.sessions()
    print(f"nothing is recorded yet in {store.folder.path}" if is_empty else otherwise, file=sys.stderr)
    return 1


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _filters(options: argparse.Namespace) -> Filters:
    return Filters(flow_tag=options.flow_tag, tag=options.tag, screen=options.screen, since_hours=options.since_hours)


def _print_steps(steps: Iterable[StepSummary], *, as_json: bool) -> None:
    for step in steps:
        if as_json:
            told = {"timestamp": step.timestamp, "sessionId": step.session_id, "tool": step.tool}
            print(json.dumps({**told, "screen": step.screen, "snippet": step.snippet}))
        else:
            print(f"{step.timestamp}  {step.session_id}  {step.tool:20}  {plain(step.snippet)}")


def _session_line(info: SessionInfo) -> str:
    about = info.record
    tags = " ".join((*about.flow_tags, *about.tags)) if about else ""
    return f"{info.created}  {info.name}  {plain(about.goal or '') if about else ''}  {plain(tags)}".rstrip()


def _session_json(info: SessionInfo) -> str:
    about: dict[str, Any] = json.loads(info.record.to_json()) if info.record else {}
    return json.dumps({"sessionId": info.name, "createdAt": info.created, **about})


def _call_line(line: Mapping[str, Any]) -> str:
    at, tool, target = (str(line.get(name, "")) for name in ("at", "tool", "target"))
    size, took = f"{line.get('bytes', '?')} B", f"{line.get('ms', '?')} ms"
    return plain(f"{at[11:23]}  {tool:20}  {line.get('outcome', ''):24}  {took:>9}  {size:>8}  {target}").rstrip()
