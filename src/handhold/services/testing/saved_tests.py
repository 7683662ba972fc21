"""Saved tests and suites as files of the repository, checked before they are written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from handhold.adapters.storage.folder import DefinitionFolder, Skipped
from handhold.errors import InvalidInput, StoreFailed
from handhold.services.testing.definition import TestDef, checked, hash_of
from handhold.services.testing.definition.flows import used
from handhold.services.testing.saved import Quarantine, StoredSuite, StoredTest, read_suite, read_test, stamp


@dataclass(frozen=True, slots=True)
class Deleted:
    """Whether there was one, and who had named it."""

    deleted: bool
    suites: tuple[str, ...] = ()
    """Suites it was taken out of."""
    used_by: tuple[str, ...] = ()
    """Tests that use it as a flow, and now use nothing."""


class SavedTests:
    """Tests and suites below one root."""

    def __init__(
        self,
        root: Path,
        *,
        folder: str = "handhold",
        tools: frozenset[str] = frozenset(),
        scrub: Callable[[str], str] = str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`tools` may be called by steps, any when empty; `scrub` masks the values of secrets in a text."""
        self._tests = DefinitionFolder(root, folder, "tests")
        self._suites = DefinitionFolder(root, folder, "suites")
        self._tools = tools
        self._scrub = scrub
        self._clock = clock
        self._lock = threading.Lock()

    def check(self, definition: object, *, id: str | None = None) -> StoredTest:
        """A definition as it would be saved, without saving it. Raises `InvalidInput`."""
        made, findings = checked(definition, id=id, lookup=cache(self._definition), tools=self._tools)
        now = stamp(self._clock())
        return StoredTest(
            id=id or "",
            name=id or "",
            definition=made,
            revision=1,
            hash=hash_of(made),
            created_at=now,
            updated_at=now,
            findings=tuple(findings),
        )

    def save(
        self,
        id: str,
        name: str,
        definition: object,
        *,
        description: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> StoredTest:
        """Save a test, new or over the one of that id; description and tags that are not given stay.

        Raises `InvalidInput` for a definition that is none, and then nothing has changed. What is the same as before is
        not saved again; another definition is another revision.
        """
        fresh = self.check(definition, id=id)
        with self._lock:
            before = self._read(id)
            stored = replace(fresh, id=id, name=name, description=description, tags=tuple(dict.fromkeys(tags or ())))
            if before is not None:
                stored = _over(before, stored, keeps_tags=tags is None)
            self._refuse_secrets(stored.text())
            if before is None or replace(stored, updated_at=before.updated_at, findings=()) != before:
                self._tests.write(id, stored.text())
            else:
                stored = replace(stored, updated_at=before.updated_at)
        return stored

    def get(self, id: str) -> StoredTest | None:
        """The test of that id; None when there is none. Raises `StoreFailed` when its file cannot be understood."""
        found = self._tests.read(id)
        read = found if found is None or isinstance(found, Skipped) else read_test(found)
        if isinstance(read, Skipped):
            raise StoreFailed(
                f"{str(read.file)!r} holds no test: {read.reason}", hint="Correct the file, or save it anew."
            )
        return read

    def list(self, tag: str | None = None) -> tuple[list[StoredTest], list[Skipped]]:
        """Every saved test, of one tag if so asked, and the files that could not be understood."""
        tests: list[StoredTest] = []
        skipped: list[Skipped] = []
        for id in self._tests.ids():
            found = self._tests.read(id)
            read = found if found is None or isinstance(found, Skipped) else read_test(found)
            if isinstance(read, Skipped):
                skipped.append(read)
            elif read is not None and (tag is None or tag in read.all_tags):
                tests.append(read)
        return tests, skipped

    def delete(self, id: str) -> Deleted:
        """Remove a test and its entries in suites; its runs stay. Not an error when there is none."""
        with self._lock:
            gone = self._tests.delete(id)
            if not gone:
                return Deleted(False)
            changed = [suite for suite in self.list_suites()[0] if id in suite.test_ids]
            for suite in changed:
                left = tuple(each for each in suite.test_ids if each != id)
                self._suites.write(suite.id, replace(suite, test_ids=left, updated_at=self._now()).text())
        users = [test.id for test in self.list()[0] if id in {flow for _path, flow in used(test.definition)}]
        return Deleted(True, tuple(suite.id for suite in changed), tuple(users))

    def quarantine(self, id: str, *, on: bool, reason: str | None = None) -> StoredTest:
        """Let the failures of a test count no more, or again. It goes on running. Raises `InvalidInput` without one."""
        with self._lock:
            test = self.get(id)
            if test is None:
                raise InvalidInput(f"no test {id!r} is saved", hint="list_tests shows which there are.")
            since = test.quarantine.since if test.quarantine is not None else self._now()
            stored = replace(test, quarantine=Quarantine(since=since, reason=reason) if on else None)
            if stored != test:
                self._tests.write(id, stored.text())
        return stored

    def save_suite(self, id: str, name: str, test_ids: Sequence[str]) -> StoredSuite:
        """Save a suite, new or over the one of that id. Raises `InvalidInput` when one of its tests is not saved."""
        wanted = tuple(dict.fromkeys(test_ids))
        unknown = sorted(set(wanted) - set(self._tests.ids()))
        if unknown:
            raise InvalidInput(
                f"no test {unknown[0]!r} is saved"
                if len(unknown) == 1
                else f"{len(unknown)} of the tests are not saved",
                hint="Save them with save_test first; list_tests shows which there are.",
                details={"unknown": unknown[:20]},
            )
        with self._lock:
            found = self._suites.read(id)
            read = found if found is None or isinstance(found, Skipped) else read_suite(found)
            begun = read.created_at if isinstance(read, StoredSuite) else self._now()
            stored = StoredSuite(id=id, name=name, test_ids=wanted, created_at=begun, updated_at=self._now())
            self._suites.write(id, stored.text())
        return stored

    def get_suite(self, id: str) -> StoredSuite | None:
        found = self._suites.read(id)
        read = found if found is None or isinstance(found, Skipped) else read_suite(found)
        if isinstance(read, Skipped):
            raise StoreFailed(f"{str(read.file)!r} holds no suite: {read.reason}", hint="Correct it, or save it anew.")
        return read

    def list_suites(self) -> tuple[list[StoredSuite], list[Skipped]]:
        """Every saved suite, and the files that could not be understood."""
        found = [self._suites.read(id) for id in self._suites.ids()]
        read = [each if isinstance(each, Skipped) else read_suite(each) for each in found if each is not None]
        suites = [each for each in read if isinstance(each, StoredSuite)]
        return suites, [each for each in read if isinstance(each, Skipped)]

    def delete_suite(self, id: str) -> bool:
        """Remove a suite; whether there was one. Its tests stay."""
        with self._lock:
            return self._suites.delete(id)

    def _definition(self, id: str) -> TestDef | None:
        test = self._read(id)
        return None if test is None else test.definition

    def _read(self, id: str) -> StoredTest | None:
        """The test of that id, if there is one that can be understood."""
        found = self._tests.read(id)
        read = None if found is None or isinstance(found, Skipped) else read_test(found)
        return None if isinstance(read, Skipped) else read

    def _refuse_secrets(self, text: str) -> None:
        if self._scrub(text) != text:
            raise InvalidInput(
                "the definition holds the value of a secret",
                hint="Name it in secrets and write ${secrets.NAME} where it is typed; nothing was saved.",
            )

    def _now(self) -> str:
        return stamp(self._clock())


def _over(before: StoredTest, fresh: StoredTest, *, keeps_tags: bool) -> StoredTest:
    """What is saved over another keeps its beginning, its quarantine and what was not given."""
    return replace(
        fresh,
        revision=before.revision if fresh.hash == before.hash else before.revision + 1,
        created_at=before.created_at,
        description=before.description if fresh.description is None else fresh.description,
        tags=before.tags if keeps_tags else fresh.tags,
        quarantine=before.quarantine,
    )
