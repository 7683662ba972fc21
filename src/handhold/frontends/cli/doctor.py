"""`handhold doctor`: print what is right, what is not, and how to mend it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final

from handhold.services.health import SECTIONS, Examined, Level, Section, Subject, examine
from handhold.settings import Loaded

MARKS: Final = {Level.OK: "ok     ", Level.NOTE: "note   ", Level.PROBLEM: "PROBLEM"}


def run_doctor(loaded: Loaded, environ: Mapping[str, str] = os.environ, sections: Sequence[Section] = SECTIONS) -> int:
    """Exit code 0 when nothing is wrong, 1 when there are problems."""
    examined = examine(Subject(loaded=loaded, environ=environ), sections)
    for section in examined:
        _print_section(section)
    problems = sum(finding.level is Level.PROBLEM for section in examined for finding in section.findings)
    print(f"\n{problems} problem{'' if problems == 1 else 's'} found." if problems else "\nEverything is in order.")
    return 1 if problems else 0


def _print_section(section: Examined) -> None:
    print(section.title)
    for finding in section.findings:
        print(f"  {MARKS[finding.level]}  {finding.fact}")
        if finding.fix:
            print(f"           fix: {finding.fix}")
