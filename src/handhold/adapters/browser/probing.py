"""Ask a browser on disk whether it really runs, and which version it is."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from handhold.adapters.browser.discovery import FoundBrowser, Machine, candidates
from handhold.errors import LaunchFailed
from handhold.settings import Settings

VERSION_TIMEOUT: Final = 20.0  # s; a snap unpacks itself on its first start
DRIVER_TIMEOUT: Final = 20.0  # s; 0.05 measured, 90 MB from a cold disk
PAGE_TIMEOUT: Final = 30.0  # s; 1.3 measured on two cores, a cold disk takes many times that


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A browser that is there but does not run, and why."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """The first browser that runs, and the ones before it that do not."""

    browser: FoundBrowser | None
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a program ended: its exit code (None when it was stopped at the time limit) and what it wrote."""

    code: int | None
    output: str
    errors: str


def survey(settings: Settings, environ: Mapping[str, str], *, machine: Machine | None = None) -> Survey:
    """Ask the candidates in order until one runs. Raises `InvalidConfig` as `candidates` does."""
    skipped: list[Skipped] = []
    for browser in candidates(settings, environ, machine=machine):
        try:
            version = probe_version(browser.path, VERSION_TIMEOUT)
        except LaunchFailed as failure:
            skipped.append(Skipped(path=browser.path, reason=reason_of(failure)))
        else:
            return Survey(browser=replace(browser, version=version), skipped=tuple(skipped))
    return Survey(browser=None, skipped=tuple(skipped))


def probe_version(path: Path, timeout: float) -> str:
    """The version the browser says it is. Raises `LaunchFailed`, with its last words, when it does not run."""
    ran = _run([str(path), "--version"], timeout)
    number = re.search(r"\d+(\.\d+)+", ran.output)
    return number.group() if number else ran.output.strip()


def probe_page(path: Path, timeout: float = PAGE_TIMEOUT) -> None:
    """Start the browser without a window and let it read an empty page. Raises `LaunchFailed`."""
    with TemporaryDirectory(prefix="handhold-probe-", ignore_cleanup_errors=True) as profile:
        command = [str(path), "--headless", "--no-first-run", f"--user-data-dir={profile}"]
        # Chromium refuses to start its sandbox for the superuser.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        ran = _run([*command, *sandbox, "--dump-dom", "about:blank"], timeout)
    if "<html" not in ran.output:
        raise LaunchFailed(f"browser {str(path)!r} started but showed no page", details={"stderr": _tail(ran.errors)})


def probe_driver(environ: Mapping[str, str]) -> str:
    """The version of the Node that Playwright drives browsers with. Raises `LaunchFailed` when it does not run."""
    spec = find_spec("playwright")
    bundled = Path(spec.origin).parent / "driver" / "node" if spec and spec.origin else Path("node")
    node = environ.get("PLAYWRIGHT_NODEJS_PATH") or str(bundled)
    return _run([node, "--version"], DRIVER_TIMEOUT, what="Playwright's driver").output.strip()


def reason_of(failure: LaunchFailed) -> str:
    """The failure and the browser's last words in one line."""
    last = str(failure.details.get("stderr", "")).strip().splitlines()[-1:]
    return ": ".join([failure.message, *last])


def run_program(command: Sequence[str], *, timeout: float, environ: Mapping[str, str] | None = None) -> Ran:
    """Run a program to its end or to the time limit, when it and all its children are killed. Raises `OSError`."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return Ran(code=None, output=output, errors=errors)
    return Ran(code=process.returncode, output=output, errors=errors)


def _run(command: Sequence[str], timeout: float, *, what: str = "browser") -> Ran:
    subject = f"{what} {command[0]!r}"
    try:
        ran = run_program(command, timeout=timeout)
    except OSError as error:
        raise LaunchFailed(f"{subject} cannot be run: {error.strerror}") from error
    if ran.code == 0:
        return ran
    if ran.code is None:
        ending = f"did not answer within {timeout:g} s"
    else:
        ending = "exited at its start with " + (f"signal {-ran.code}" if ran.code < 0 else f"code {ran.code}")
    raise LaunchFailed(f"{subject} {ending}", details={"stderr": _tail(ran.errors)})


def _tail(text: str, lines: int = 5) -> str:
    return "\n".join([line for line in text.splitlines() if line.strip()][-lines:])
