"""The options of `handhold test …`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

STATUSES: Final = ("running", "passed", "failed", "error", "timedOut", "skipped", "interrupted")
EXIT_CODES: Final = (
    "Exit codes: 0 all passed (flaky ones and those in quarantine count as passed), 1 a test failed, 2 wrong usage, an "
    "unknown test or a bad definition, 3 browser, store or machine failed, 130 interrupted."
)


def add_test_commands(parser: argparse.ArgumentParser, settings: list[argparse.ArgumentParser]) -> None:
    """Put the actions below `handhold test`; `settings` has the flags that every command takes."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help="as JSON, for scripts")
    shared = [as_json, *settings]
    _add_run(actions.add_parser("run", help="run saved tests", parents=shared, epilog=EXIT_CODES))
    listing = actions.add_parser("list", help="the saved tests, or suites", parents=shared)
    which = listing.add_mutually_exclusive_group()
    which.add_argument("--tag", metavar="TAG", help="only tests of this tag")
    which.add_argument("--suites", action="store_true", help="the suites instead")
    show = actions.add_parser("show", help="one test with its steps, or one run of a test or suite", parents=shared)
    show.add_argument("id", help="of a test, or of a run as `history` lists it")
    history = actions.add_parser("history", help="the runs of a test, newest first", parents=shared)
    history.add_argument("id", help="of the test")
    history.add_argument("--status", choices=STATUSES, help="only runs that ended like this")
    history.add_argument("--flaky", action="store_true", help="only runs that passed after a failed attempt")
    history.add_argument("--limit", type=_between(1, 10_000), default=20, metavar="COUNT", help="how many; default 20")
    quarantine = actions.add_parser("quarantine", help="let failures of a test not count", parents=shared)
    quarantine.add_argument("id", help="of the test")
    quarantine.add_argument("--off", action="store_true", help="let them count again")
    quarantine.add_argument("--reason", metavar="TEXT", help="why, for whoever asks later")
    _add_record(
        actions.add_parser("record", help="make a test of what is done through a running server", parents=shared)
    )


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("tests", nargs="*", metavar="ID", help="ids of saved tests")
    run.add_argument("--suite", metavar="ID", help="the tests of a saved suite")
    run.add_argument("--tag", metavar="TAG", help="the tests of this tag")
    run.add_argument("--all", action="store_true", dest="every", help="all saved tests")
    run.add_argument("--file", metavar="FILE", help="a definition in a file, JSON or YAML, that is not saved")
    run.add_argument("--resume", metavar="RUN", help="what an interrupted run of a suite has left, by its id")
    run.add_argument("--var", action="append", default=[], metavar="NAME=VALUE", help="a variable; may be repeated")
    run.add_argument("--retries", type=_between(0, 10), metavar="N", help="how often a failed test is tried again")
    run.add_argument("--evidence", choices=("none", "failure", "all"), help="how much is kept of each run")
    run.add_argument("--base-url", metavar="URL", help="what relative URLs of the tests begin with")
    run.add_argument("--port", type=_between(1, 65_535), metavar="N", help="debugging port of a Chrome to run in")
    run.add_argument("--stop-on-failure", action="store_true", help="skip the rest after the first failure")
    run.add_argument("--junit", metavar="FILE", help="also write JUnit XML")


def _add_record(record: argparse.ArgumentParser) -> None:
    record.add_argument("step", choices=("start", "stop", "cancel", "status"), help="what to do with the recording")
    record.add_argument("id", nargs="?", help="stop: save the test under this id; it is only shown without")
    record.add_argument("--connect", required=True, metavar="URL", help="the server, such as http://127.0.0.1:8931/mcp")
    record.add_argument("--name", metavar="TEXT", help="stop: what people call the test; default: its id")
    record.add_argument("--description", metavar="TEXT", help="stop: what the test is for")
    record.add_argument("--tag", action="append", metavar="TAG", help="stop: a word to choose it by; may be repeated")
    record.add_argument("--no-assertions", action="store_true", help="stop: propose none from what changed")
    record.add_argument("--session", metavar="NAME", help="the browser session that is recorded; default: your own")


def _between(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"must be a number from {least} to {most:,}")
        return int(text)

    return number
