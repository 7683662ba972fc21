"""`handhold test run`: choose tests, run them, show what came of them, and say it in an exit code."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, cast

from handhold.contract import Caller
from handhold.errors import InvalidInput
from handhold.frontends.cli.asking import (
    BROKEN,
    CALLER,
    FAILED,
    INTERRUPTED,
    PASSED,
    Calls,
    Refused,
    checked,
    pages,
    tell_warnings,
)
from handhold.frontends.cli.interrupts import until_interrupted
from handhold.frontends.cli.test_display import Display, Paint, has_colours, is_live
from handhold.frontends.cli.test_history import after_interruption, with_details
from handhold.frontends.cli.test_summary import summary_text
from handhold.services.testing.definition.spelling import members_of
from handhold.services.testing.definition.texts import parsed
from handhold.services.testing.reports import Outcome, SuiteOutcome, junit_xml, summary_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """`out` is what was asked for, `err` is everything about it."""

    out: IO[str]
    err: IO[str]
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A tool that runs tests, what it is asked, and what people call that."""

    tool: str
    arguments: Mapping[str, Any]
    name: str


async def run_tests(calls: Calls, options: argparse.Namespace, streams: Streams) -> int:
    """Run what the options name; the exit code."""
    request = await requested(calls, options)
    report = None if options.junit is None else _writable(Path(options.junit))
    shown = streams.err if options.json else streams.out
    paint = Paint(has_colours(shown, streams.environ))
    display = Display(
        shown, live=is_live(shown, streams.environ), paint=paint, counts_tests=request.tool == "run_suite"
    )
    begun = datetime.now(UTC)
    caller = Caller(key=CALLER.key, client=CALLER.client, progress=display.progress)
    try:
        reply = await until_interrupted(calls.call(request.tool, request.arguments, caller=caller))
    finally:
        display.close()
    if reply is None or reply.error.get("code") == "MM_ABORTED":
        milliseconds = round((datetime.now(UTC) - begun).total_seconds() * 1000)
        outcome = await after_interruption(calls, display, milliseconds=milliseconds)
    else:
        outcome = _outcome(checked(reply), request, streams.err)
    outcome = await with_details(calls, outcome)
    if options.json:
        print(json.dumps(outcome.model_dump(exclude_none=True)), file=streams.out)
    print(summary_text(outcome, paint=paint), file=shown)
    if report is not None:
        _write(report, junit_xml(outcome, name=request.name, timestamp=begun.isoformat(timespec="seconds")))
    return exit_code(outcome)


def exit_code(outcome: SuiteOutcome) -> int:
    """Failures in quarantine do not count; an interruption is told before anything else, as the rest is not known."""
    if outcome.status == "interrupted":
        return INTERRUPTED
    if outcome.status == "failed" or any(test.has_failed for test in outcome.tests):
        return FAILED
    if outcome.status != "passed" or any(test.lacks_verdict for test in outcome.tests):
        return BROKEN
    return PASSED


async def requested(calls: Calls, options: argparse.Namespace) -> Request:
    """What the options ask for. Raises `InvalidInput` unless they name tests in exactly one way."""
    given: dict[str, Any] = {
        "ID": options.tests,
        "--suite": options.suite,
        "--tag": options.tag,
        "--all": options.every,
        "--file": options.file,
        "--resume": options.resume,
    }
    named = [name for name, value in given.items() if value]
    if len(named) != 1:
        found = " and ".join(named) if named else "nothing"
        raise InvalidInput(
            f"name the tests in one way, found {found}",
            hint=f"There are {', '.join(given)}; `handhold test list` shows the tests.",
        )
    more = _arguments(options)
    if options.file:
        if options.stop_on_failure:
            raise InvalidInput("--stop-on-failure is for several tests, found --file")
        return Request(tool="run_test", arguments={"test": _definition(Path(options.file)), **more}, name=options.file)
    choice: dict[str, dict[str, Any]] = {
        "ID": {"test_ids": list(dict.fromkeys(options.tests))},
        "--suite": {"suite_id": options.suite},
        "--tag": {"tag": options.tag},
        "--resume": {"resume": options.resume},
    }
    which = {"test_ids": await _every(calls)} if options.every else choice[named[0]]
    stopping = {"stop_on_failure": True} if options.stop_on_failure else {}
    name = options.suite or options.tag or options.resume or ("all" if options.every else "tests")
    return Request(tool="run_suite", arguments={**which, **stopping, **more}, name=name)


def _arguments(options: argparse.Namespace) -> dict[str, Any]:
    """What both tools take, as far as it was given."""
    given = {
        "vars": _variables(options.var),
        "retries": options.retries,
        "evidence": options.evidence,
        "base_url": options.base_url,
        "port": options.port,
    }
    return {name: value for name, value in given.items() if value not in (None, {})}


def _variables(pairs: list[str]) -> dict[str, str]:
    variables: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            # Not repeated: what stands there may be a value.
            raise InvalidInput("--var is NAME=VALUE, found something else", hint="Such as --var user=ada.")
        variables[name] = value
    return variables


def _definition(file: Path) -> Any:
    """The definition in a file; of a saved test's file the definition in it."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidInput(f"cannot read {str(file)!r}: {reason}", hint="Name a file with a definition.") from None
    read: Any = parsed(text)
    members = members_of(read)
    return members["def"] if members is not None and "def" in members else read


async def _every(calls: Calls) -> list[str]:
    envelope = await pages(calls, "list_tests")
    ids = [test["id"] for test in envelope["result"]]
    if not ids:
        raise InvalidInput("no test is saved", hint="An agent saves one with save_test.")
    return ids


def _outcome(envelope: Mapping[str, Any], request: Request, err: IO[str]) -> SuiteOutcome:
    tell_warnings(envelope, err)
    if request.tool == "run_suite":
        return SuiteOutcome.model_validate(envelope["result"])
    return _of_file(envelope, Path(request.name).stem)


def _of_file(envelope: Mapping[str, Any], name: str) -> SuiteOutcome:
    """What came of a definition in a file, as if it were a suite: one test, or one for each row of its data."""
    result: Mapping[str, Any] = envelope["result"]
    cases = cast("list[Mapping[str, Any]]", result.get("cases", [result]))
    tests = [_of_case(each, name, envelope["meta"]) for each in cases]
    status = "failed" if any(test.has_failed for test in tests) else str(result["status"])
    milliseconds = sum(test.duration_ms or 0 for test in tests)
    return SuiteOutcome(status=status, summary=summary_of(tests), duration_ms=milliseconds, tests=tuple(tests))


def _of_case(result: Mapping[str, Any], name: str, meta: Mapping[str, Any]) -> Outcome:
    """The run that was kept, if it was, is told for the only one."""
    id = f"{name}[{result['case']}]" if "case" in result else name
    run: Mapping[str, Any] = {} if "case" in result else meta.get("run", {})
    return Outcome.model_validate({"run_id": run.get("id"), **result, "id": id})


def _writable(file: Path) -> Path:
    """A file that can be written, found out before the tests run; a report of other tests is not left in its place."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("a").close()
        if file.is_file():
            file.unlink()
    except OSError as error:
        raise InvalidInput(f"cannot write {str(file)!r}: {error.strerror}") from None
    return file


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Refused({"code": "MM_STORE_FAILED", "message": f"cannot write {str(file)!r}: {error.strerror}"}) from None
