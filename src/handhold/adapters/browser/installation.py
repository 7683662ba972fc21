"""Install a browser: Playwright's download, and where that fails and `apt-get` may be used, Debian's Chromium."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from handhold.adapters.browser.discovery import FoundBrowser, Machine, this_machine
from handhold.adapters.browser.probing import Ran, probe_driver, reason_of, run_program, survey
from handhold.errors import LaunchFailed
from handhold.settings import Settings

Report = Callable[[str], None]

TIMEOUT: Final = 900.0  # s for one command; 200 MB over a slow line
# A fresh machine often still holds the package lock for its first automatic update.
APT: Final = ("apt-get", "-o", "DPkg::Lock::Timeout=120", "-qq")
DRIVER_LIBRARY: Final = "libatomic1"
DRIVER_BY_HAND: Final = f"Run `sudo apt-get install {DRIVER_LIBRARY}` (other systems: the package with libatomic)."
BY_HAND: Final = (
    "Install one by hand and run `handhold setup` again: `python -m playwright install --with-deps chromium`, or "
    "`sudo apt-get install chromium` on Debian, or Google Chrome; or set HANDHOLD_BROWSER to the path of one."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Installer:
    """Where to install, what to tell, and the last words of each way that failed."""

    report: Report
    environ: Mapping[str, str]
    machine: Machine
    failures: list[str]

    def run(self, command: Sequence[str]) -> bool:
        try:
            ran = run_program(command, timeout=TIMEOUT, environ=self.environ)
        except OSError as error:
            return self._failed(command, str(error.strerror))
        if ran.code == 0:
            return True
        ending = f"exit code {ran.code}" if ran.code is not None else f"stopped after {TIMEOUT:g} s"
        return self._failed(command, f"{ending}: {_telling_line(ran)}")

    def working(self) -> FoundBrowser | None:
        found = survey(Settings(), self.environ, machine=self.machine)
        self.failures.extend(skipped.reason for skipped in found.skipped if skipped.reason not in self.failures)
        return found.browser

    def _failed(self, command: Sequence[str], reason: str) -> bool:
        self.failures.append(f"{' '.join(command)}: {reason}")
        self.report(f"That did not work ({reason}).")
        return False


def install_browser(
    report: Report,
    *,
    environ: Mapping[str, str] = os.environ,
    machine: Machine | None = None,
    python: str = sys.executable,
) -> FoundBrowser:
    """Install a browser and give it back once it runs; `report` hears each step. Raises `LaunchFailed`."""
    installer = _Installer(report=report, environ=environ, machine=machine or this_machine(), failures=[])
    browser = _by_playwright(installer, python) or _by_apt(installer)
    if browser is None:
        raise LaunchFailed(
            "no browser could be installed", hint=BY_HAND, details={"stderr": "\n".join(installer.failures)}
        )
    return browser


def ensure_driver(report: Report, *, environ: Mapping[str, str] = os.environ, machine: Machine | None = None) -> None:
    """See that Playwright's driver runs; a bare Debian lacks the one library it needs. Raises `LaunchFailed`."""
    try:
        probe_driver(environ)
    except LaunchFailed as failure:
        report(f"{reason_of(failure)}.")
    else:
        return
    installer = _Installer(report=report, environ=environ, machine=machine or this_machine(), failures=[])
    if prefix := _superuser_prefix(installer):
        report(f"Installing {DRIVER_LIBRARY} with apt-get …")
        _apt_install(installer, prefix, DRIVER_LIBRARY)
    try:
        probe_driver(environ)
    except LaunchFailed as failure:
        raise LaunchFailed(failure.message, hint=DRIVER_BY_HAND, details=failure.details) from None


def _telling_line(ran: Ran) -> str:
    """The first line that is an error of Playwright or apt-get, whose last ones are a stack or an epilogue."""
    lines = [line.strip() for line in f"{ran.errors}\n{ran.output}".splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("Error: ", "E: "))]
    return next(iter([*errors, *lines[-1:]]), "it said nothing")


def _by_playwright(installer: _Installer, python: str) -> FoundBrowser | None:
    installer.report("Downloading Playwright's Chromium (about 170 MB) …")
    if not installer.run([python, "-m", "playwright", "install", "chromium"]):
        return None
    if browser := installer.working():
        return browser
    prefix = _superuser_prefix(installer)
    if prefix is None:
        return None
    installer.report("It does not run yet: installing the system libraries it needs with apt-get …")
    installer.run([*prefix, python, "-m", "playwright", "install-deps", "chromium"])
    return installer.working()


def _by_apt(installer: _Installer) -> FoundBrowser | None:
    prefix = _superuser_prefix(installer)
    if prefix is None:
        return None
    installer.report("Installing Debian's chromium with apt-get …")
    return installer.working() if _apt_install(installer, prefix, "chromium") else None


def _apt_install(installer: _Installer, prefix: Sequence[str], package: str) -> bool:
    installer.run([*prefix, *APT, "update"])  # a stale list may still do, so a failure here is not the end
    return installer.run([*prefix, *APT, "install", "-y", "--no-install-recommends", package])


def _superuser_prefix(installer: _Installer) -> list[str] | None:
    """What to put before a command that needs the superuser and apt-get; None where that is not possible."""
    search = installer.environ.get("PATH")
    if installer.machine.system == "darwin" or not shutil.which("apt-get", path=search):
        return None
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    if installer.machine.is_superuser:
        return quiet
    if not shutil.which("sudo", path=search):
        return None
    ran = run_program(["sudo", "-n", "true"], timeout=10, environ=installer.environ)
    return ["sudo", "-n", *quiet] if ran.code == 0 else None
