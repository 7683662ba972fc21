"""A program that is called like osascript; the application it is asked about decides what it does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

FIELD, RECORD = "\x1f", "\x1e"
REFUSALS = {
    "Not Running": "0:25: execution error: Application isn't running. (-600)",
    "Quit": "0:25: execution error: Connection is invalid. (-609)",
    "Not Allowed": "0:25: execution error: Not authorized to send Apple events to Not Allowed. (-1743)",
    "Nicht Erlaubt": "0:25: execution error: Keine Berechtigung. (-1743)",
    "Missing": '0:25: execution error: Can’t get application "Missing". (-1728)',
    "Slow": "0:25: execution error: Slow got an error: AppleEvent timed out. (-1712)",
    "Broken": "0:6: syntax error: Expected end of line but found identifier. (-2741)",
    "Editor": "0:6: execution error: Editor got an error: every tab doesn’t understand the “get” message. (-1708)",
    "Wordy": "Application isn’t running.",
    "Strange": "something else went wrong",
}
TABS: list[tuple[str, ...]] = [
    ("981234567", "981230001", "false", "Home – Example", "https://example.com/"),
    ("981234567", "981230002", "true", "Line one\nline two\tand more", "https://example.com/docs"),
    ("981299999", "981230003", "false", "", "chrome://version/"),
]
WINDOWS: list[tuple[str, ...]] = [("981234567", "normal"), ("981299999", "incognito"), ("981288888", "guest")]
ANSWERS: dict[str, list[tuple[str, ...]]] = {
    "Empty": [],
    "Many": [("1", str(number), "false", "t" * 200, "https://example.com/" + "u" * 800) for number in range(5000)],
}


def main() -> None:
    _, dash, seconds, application, *rest = sys.argv
    if application == "Deaf":  # ends without reading the script
        sys.exit("execution error: Application isn't running. (-600)")
    script = sys.stdin.buffer.read().decode()
    if application in REFUSALS:
        sys.exit(REFUSALS[application])
    match application:
        case "Echo":
            print(json.dumps({"script": script, "arguments": [dash, seconds, application, *rest]}))
        case "Garbled":
            print("no separators here")
        case "Endless":
            write_without_end()
        case "Stubborn":
            hang(rest[0])
        case "Orphaning":  # ends, but leaves a child behind that holds the pipes
            subprocess.Popen([sys.executable, __file__, dash, seconds, "Stubborn", rest[0]], stdin=subprocess.DEVNULL)
        case _:
            write(ANSWERS.get(application, WINDOWS if rest == ["windows"] else TABS))


def write_without_end() -> None:
    while True:
        sys.stdout.write("x" * 65536)


def write(records: list[tuple[str, ...]]) -> None:
    print(RECORD.join(FIELD.join(record) for record in records))


def hang(sign_of_life: str) -> None:
    """Ignore SIGTERM and hold the named pipe open for as long as the process lives."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.write(os.open(sign_of_life, os.O_WRONLY), b"alive")
    while True:
        signal.pause()


if __name__ == "__main__":
    main()
