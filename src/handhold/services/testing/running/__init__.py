"""Running saved tests: a browser of their own, steps one after the other, and a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from handhold.services.testing.asking import Tests
from handhold.services.testing.running.attempt import Surroundings
from handhold.services.testing.running.commit import CommitUnderTest
from handhold.services.testing.running.desk import Desk
from handhold.services.testing.running.evidence import Evidence
from handhold.services.testing.running.runner import LocalDispatcher
from handhold.services.testing.running.stage import OpenStage

if TYPE_CHECKING:
    from handhold.services.testing.definition import TestDef
    from handhold.services.testing.store import TestStore


def run_desk(
    store: Callable[[], TestStore],
    *,
    root: Path,
    secrets: Mapping[str, str],
    environ: Mapping[str, str],
    scrub: Callable[[str], str],
    open_stage: OpenStage,
) -> Desk:
    """Everything it takes to run the tests of one root, here and one after the other."""
    tests = Tests(store)

    async def lookup(id: str) -> TestDef | None:
        found = await tests.ask(lambda store: store.get(id))
        return None if found is None else found.definition

    around = Surroundings(
        root=root,
        secrets=secrets,
        environ=environ,
        open_stage=open_stage,
        lookup=lookup,
        evidence=lambda folder, level: Evidence(folder, root, level, scrub=scrub),
    )
    return Desk(tests, LocalDispatcher(tests, around, commit=CommitUnderTest(root).known), root=root, secrets=secrets)
