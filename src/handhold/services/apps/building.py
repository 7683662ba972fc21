"""Build an extension from its sources: only what the user has approved, and only when it is needed."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handhold.adapters.files.manifest import FILE
from handhold.errors import Blocked, BuildFailed, DependenciesMissing, InvalidConfig
from handhold.services.apps.profile import Building, Profile
from handhold.services.perception.page_text import clean

if TYPE_CHECKING:
    from handhold.adapters.files import Approvals
    from handhold.adapters.processes import Ran

Progress = Callable[[float, float | None, str], Awaitable[None]]

BUILD_TYPE: Final = "build:test"
SAY_EVERY: Final = 1.0  # seconds; a build says a line every few milliseconds
SHOWN: Final = 200
TAIL: Final = 15
ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
LEFT_OUT: Final = frozenset({"node_modules", ".git", ".handhold", "test-artifacts"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Where the unpacked extension is. `path` is as the record has it: below the root where it can be."""

    folder: Path
    path: str
    ran: bool


class Builder:
    def __init__(
        self, root: Path, approvals: Approvals, *, environ: Mapping[str, str], elsewhere: Sequence[str] = ()
    ) -> None:
        self._root = root
        self._elsewhere = elsewhere
        self._approvals = approvals
        self._environ = environ

    def output(self, profile: Profile) -> Built:
        """Where the profile's extension is or will be."""
        folder = self._root / profile.output
        return Built(folder=folder, path=self.told(folder), ran=False)

    def place(self, path: str) -> Path:
        """A folder the caller named: below the root, or where the user allows it. Raises `Blocked`."""
        folder = (self._root / Path(path).expanduser()).resolve()
        allowed = [self._root, *(self._root / Path(each).expanduser() for each in self._elsewhere)]
        if not any(folder.is_relative_to(each.resolve()) for each in allowed):
            raise Blocked(
                f"extensions in {str(folder)!r} may not be launched",
                hint="Allowed: the root folder, and what the user adds in the setting `extension_folders`.",
            )
        return folder

    def told(self, folder: Path) -> str:
        root = self._root.resolve()
        return str(folder.resolve().relative_to(root)) if folder.resolve().is_relative_to(root) else str(folder)

    async def build(self, profile: Profile, *, force: bool, progress: Progress) -> Built:
        """Have the extension, built now if it is missing, out of date, or forced.

        Raises `BuildFailed`, `DependenciesMissing` or `InvalidConfig`.
        """
        made = self.output(profile)
        building = profile.build
        if building is None:
            raise InvalidConfig(
                f"the profile {profile.name!r} does not say how it is built",
                hint=f"Write build = {{ command = … }} into [apps.{profile.name}] of handhold.toml.",
            )
        if not force and await asyncio.to_thread(self.is_fresh, profile):
            return made
        self._refuse_unapproved(building)
        await self._run(building, progress)
        if not (made.folder / FILE).is_file():
            raise BuildFailed(
                f"the build ended well, but there is no {FILE} in {made.path!r}",
                hint="Correct `output` of the profile, or its build command.",
                details={"reason": "no output", "extensionPathResolved": made.path},
            )
        return Built(folder=made.folder, path=made.path, ran=True)

    def is_fresh(self, profile: Profile) -> bool:
        """Whether the output is there and no source is younger."""
        output = self._root / profile.output
        try:
            made = (output / FILE).stat().st_mtime
        except OSError:
            return False
        if profile.build is None:
            return True
        home = self._root / profile.build.folder
        return all(changed <= made for source in profile.build.sources for changed in _changes(home / source, output))

    def _refuse_unapproved(self, building: Building) -> None:
        folder = self._root / building.folder
        if self._approvals.is_command_approved(building.command, folder):
            return
        line = f"handhold trust --build {shlex.quote(building.command)} {shlex.quote(str(folder.resolve()))}"
        raise BuildFailed(
            "the build command of this folder has not been approved",
            hint=f"It runs the repository's own code. If the user trusts it, they run: {line}",
            details={"reason": "not approved", "command": building.command, "approve": line},
        )

    async def _run(self, building: Building, progress: Progress) -> None:
        from handhold.adapters.processes import run_command

        folder = self._root / building.folder
        words = self._words(building, folder)
        began, said = time.monotonic(), 0.0

        async def heard(line: str) -> None:
            nonlocal said
            now = time.monotonic()
            if now - said >= SAY_EVERY:
                said = now
                await progress(now - began, None, _readable(line))

        try:
            ran = await run_command(
                words, folder=folder, environ=self._environ, seconds=building.minutes * 60, heard=heard
            )
        except OSError as problem:
            raise _missing(words[0], f"{words[0]!r} cannot be started: {problem.strerror}") from None
        if ran.code != 0:
            raise _failed(ran, building)

    def _words(self, building: Building, folder: Path) -> list[str]:
        """The command, with its program found, once everything it needs is there."""
        try:
            words = shlex.split(building.command)
        except ValueError as problem:
            raise InvalidConfig(f"the build command is not one: {problem}") from None
        path = self._environ.get("PATH", os.defpath)
        for need in (*building.needs, words[0]):
            if "/" in need and not (folder / need).exists():
                raise _missing(need, f"{need!r}, which the build needs, is not in {str(folder)!r}")
            if "/" not in need and shutil.which(need, path=path) is None:
                raise _missing(need, f"the program {need!r}, which the build needs, is not on the PATH")
        program = shutil.which(words[0], path=path) or words[0]
        return [program, *words[1:]]


def _missing(what: str, fact: str) -> DependenciesMissing:
    hint = f"Install {what}, then call again." if "/" not in what else "Install the repository's dependencies first."
    return DependenciesMissing(fact, hint=hint, details={"missing": what})


def _failed(ran: Ran, building: Building) -> BuildFailed:
    log = [_readable(line) for line in ran.last_lines[-TAIL:]]
    if ran.code is None:
        return BuildFailed(
            f"the build did not end within {building.minutes:g} minutes and was ended",
            hint="Read details.log; `minutes` of the profile's build sets the limit.",
            details={"reason": "timed out", "log": log},
        )
    return BuildFailed(
        f"the build command ended with code {ran.code}",
        hint="Read details.log, repair what it names, and call again.",
        details={"reason": "failed", "exitCode": ran.code, "log": log},
    )


def _readable(line: str) -> str:
    """A line of a build's log, without what would paint or move a terminal."""
    return clean(ESCAPES.sub("", line), limit=SHOWN)


def _changes(source: Path, output: Path) -> Iterator[float]:
    """When the files of a source were changed; what was made from them, and what others install, is no source."""
    if source.is_file():
        yield source.stat().st_mtime
        return
    for place, folders, files in os.walk(source):
        folders[:] = [each for each in folders if each not in LEFT_OUT and Path(place, each) != output]
        for name in files:
            file = Path(place, name)
            if file.exists():
                yield file.stat().st_mtime
