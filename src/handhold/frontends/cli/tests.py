"""`handhold test …`: run saved tests, and look at them, their history and their quarantine."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from handhold.app import App
from handhold.contract.testing import RunView, SavedSuite, SavedTest
from handhold.errors import HandholdError, InvalidConfig, InvalidInput
from handhold.frontends.cli.asking import INTERRUPTED, PASSED, Calls, Refused, answered, asked, pages, tell_warnings
from handhold.frontends.cli.test_display import Paint, has_colours
from handhold.frontends.cli.test_run import Streams, run_tests
from handhold.frontends.cli.test_summary import summary_text
from handhold.frontends.cli.test_telling import run_text, runs_table, suites_table, test_text, tests_table
from handhold.frontends.cli.texts import moment, one_line, plain
from handhold.services.testing.reports import SuiteOutcome
from handhold.settings import Settings
from handhold.tools.tests.get_run import WholeRun
from handhold.tools.tests.quarantine_test import QuarantinedTest

Remote = Callable[[str, str, dict[str, Any]], Awaitable[tuple[str, bool]]]
_RUN: Final = re.compile(r"[a-z]+-[0-9a-f]+-[0-9a-f]+")
Action = Callable[[Calls, argparse.Namespace, Streams], Awaitable[int]]


def run_test_command(settings: Settings, options: argparse.Namespace, *, call_remote: Remote | None = None) -> int:
    """Exit codes: 0 passed or done, 1 a test failed, 2 wrong usage, 3 browser or store, 130 interrupted."""
    streams = Streams(out=sys.stdout, err=sys.stderr, environ=os.environ)
    try:
        if options.action == "record":
            return asyncio.run(record(options, streams, call_remote))
        return asyncio.run(_in_process(settings, options, streams))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (InvalidInput, InvalidConfig):
        raise
    except HandholdError as error:
        refused = Refused({"code": error.wire_code, "message": error.message, "hint": error.hint})
        return _told(refused, options, streams)


async def perform(calls: Calls, options: argparse.Namespace, streams: Streams) -> int:
    """Run one action against whoever answers calls; an error of a tool is told and becomes an exit code."""
    actions: Mapping[str, Action] = {
        "run": run_tests,
        "list": _list,
        "show": _show,
        "history": _history,
        "quarantine": _quarantine,
    }
    try:
        return await actions[options.action](calls, options, streams)
    except Refused as refused:
        return _told(refused, options, streams)


async def record(options: argparse.Namespace, streams: Streams, call_remote: Remote | None) -> int:
    """Begin or end a recording on a running server; prints what it answers."""
    if call_remote is None:
        raise InvalidInput("a recording needs a running server", hint="Name it with --connect URL.")
    given = {
        "action": options.step,
        "id": options.id,
        "name": options.name,
        "description": options.description,
        "tags": options.tag or None,
        "assertions": "none" if options.no_assertions else None,
        "session": options.session,
    }
    arguments = {name: value for name, value in given.items() if value is not None}
    answer, ok = await call_remote(options.connect, "record_test", arguments)
    envelope = json.loads(answer)
    if not ok:
        return _told(Refused(envelope["error"]), options, streams)
    tell_warnings(envelope, streams.err)
    shown = json.dumps(envelope["result"], indent=2, ensure_ascii=options.json)
    print(plain(shown), file=streams.out)
    return PASSED


async def _in_process(settings: Settings, options: argparse.Namespace, streams: Streams) -> int:
    # A repository may have left these out for its agents; who runs tests wants them.
    toolsets = tuple(dict.fromkeys((*settings.toolsets, "tests")))
    app = App(settings.model_copy(update={"toolsets": toolsets}))
    try:
        return await perform(app.engine, options, streams)
    finally:
        await app.close()


async def _list(calls: Calls, options: argparse.Namespace, streams: Streams) -> int:
    if options.suites:
        envelope = await answered(calls, "list_suites")
    else:
        envelope = await pages(calls, "list_tests", **({"tag": options.tag} if options.tag else {}))
    tell_warnings(envelope, streams.err)
    if options.json:
        _print_json(envelope["result"], streams)
    elif not envelope["result"]:
        print("no suite is saved" if options.suites else "no test is saved", file=streams.err)
    elif options.suites:
        print(suites_table([SavedSuite.model_validate(each) for each in envelope["result"]]), file=streams.out)
    else:
        tests = [SavedTest.model_validate(each) for each in envelope["result"]]
        print(tests_table(tests, await _latest(calls, tests)), file=streams.out)
    return PASSED


async def _latest(calls: Calls, tests: Sequence[SavedTest]) -> dict[str, RunView]:
    """The newest run of each test that ever ran."""
    found = {test.id: await asked(calls, "get_latest_run", test_id=test.id) for test in tests}
    return {id: RunView.model_validate(run) for id, run in found.items() if run is not None}


async def _show(calls: Calls, options: argparse.Namespace, streams: Streams) -> int:
    """A test; or a run of a test or suite, whose id could be a test's, too."""
    test = await asked(calls, "get_test", id=options.id)
    run: Any = None
    if test is None and _RUN.fullmatch(options.id):
        run = await asked(calls, "get_run", run_id=options.id)
    if test is None and run is None:
        raise _unknown(options.id)
    if options.json:
        _print_json(test or run, streams)
    elif test is not None:
        print(test_text(SavedTest.model_validate(test)), file=streams.out)
    else:
        print(_run_text(run, streams), file=streams.out)
    return PASSED


def _run_text(run: Mapping[str, Any], streams: Streams) -> str:
    if "tests" not in run:
        return run_text(WholeRun.model_validate(run))
    paint = Paint(has_colours(streams.out, streams.environ))
    return summary_text(SuiteOutcome.model_validate(run), paint=paint).strip()


async def _history(calls: Calls, options: argparse.Namespace, streams: Streams) -> int:
    """Runs of a test that was deleted are still there, so a test must be unknown and without runs to be an error."""
    wanted = {"test_id": options.id, "status": options.status, "flaky": options.flaky or None}
    asking = {name: value for name, value in wanted.items() if value is not None}
    envelope = await pages(calls, "list_runs", most=options.limit, **asking)
    if not envelope["result"] and not await _ever_there(calls, options.id):
        raise _unknown(options.id)
    if options.json:
        _print_json(envelope["result"], streams)
        return PASSED
    runs = [RunView.model_validate(each) for each in envelope["result"]]
    if runs:
        print(runs_table(runs), file=streams.out)
    total = envelope["meta"]["page"]["total"]
    more = f", the newest {len(runs)} of them shown" if len(runs) < total else ""
    print(f"{total} run{'' if total == 1 else 's'}{more}", file=streams.err)
    return PASSED


async def _ever_there(calls: Calls, id: str) -> bool:
    saved, latest = await asked(calls, "get_test", id=id), await asked(calls, "get_latest_run", test_id=id)
    return saved is not None or latest is not None


async def _quarantine(calls: Calls, options: argparse.Namespace, streams: Streams) -> int:
    if options.off and options.reason:
        raise InvalidInput("--reason says why a test is put into quarantine, found with --off")
    reason = {"reason": options.reason} if options.reason else {}
    result = await asked(calls, "quarantine_test", test_id=options.id, on=not options.off, **reason)
    if options.json:
        _print_json(result, streams)
        return PASSED
    told = QuarantinedTest.model_validate(result)
    kept = f"in quarantine since {moment(told.since or '')} UTC" if told.quarantined else "not in quarantine"
    why = f": {told.reason}" if told.reason else ""
    print(f"{told.test_id} is {kept}{one_line(why)}", file=streams.out)
    if told.runs:
        steady = "flaky" if told.flaky else "steady"
        print(f"{steady}: of its last {told.runs} runs {told.score:.0%} ended unlike the one before", file=streams.out)
    return PASSED


def _told(refused: Refused, options: argparse.Namespace, streams: Streams) -> int:
    if options.json:
        _print_json({"error": refused.error}, streams)
    print(refused.told(), file=streams.err)
    return refused.exit_code


def _unknown(id: str) -> InvalidInput:
    return InvalidInput(f"no test {id!r} is saved", hint="`handhold test list` shows which there are.")


def _print_json(value: object, streams: Streams) -> None:
    # Escaped, so that nothing a page or a file says reaches the terminal as it is.
    print(json.dumps(value, indent=2), file=streams.out)
