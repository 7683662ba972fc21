"""The sections of `handhold doctor`, each a small look at one part of this machine."""

from __future__ import annotations

import os
import platform
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Final

from handhold.services.health.browser_check import check_browser, check_driver
from handhold.services.health.findings import Finding, Section, Subject, fine, note, problem
from handhold.services.health.ports import check_port
from handhold.settings import config_folder, state_folder

PYTHON: Final = (3, 11)
PACKAGES: Final = ("handhold", "playwright", "mcp", "pydantic")
TOKEN_FILE: Final = "token"
ENOUGH_DISK: Final = 500_000_000  # bytes; a fresh profile takes 50 MB, pictures and downloads the rest
ENOUGH_SHARED_MEMORY: Final = 128_000_000  # bytes; containers give 64 MB, at which big pages crash


def check_versions(_subject: Subject) -> Iterator[Finding]:
    python = platform.python_version()
    if sys.version_info < PYTHON:
        yield problem(f"Python {python}", fix="Install Python 3.11 or newer and make a new environment with it.")
    else:
        yield fine(f"Python {python} at {sys.executable}")
    for package in PACKAGES:
        try:
            yield fine(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            yield problem(f"{package} is not installed", fix="Run `make setup`, or `pip install handhold`.")


def check_settings(subject: Subject) -> Iterator[Finding]:
    origins = subject.loaded.origins
    changed = [f"{name} ({origin})" for name, origin in origins.items() if origin not in {"default", "found"}]
    yield fine(f"set: {', '.join(changed)}" if changed else "all defaults")
    for warning in subject.loaded.warnings:
        yield note(warning, fix="Read the file; approve it with the command above, or remove those settings from it.")


def check_permissions(subject: Subject) -> Iterator[Finding]:
    folder = config_folder(subject.environ)
    yield _kept_private(folder, mode=0o700)
    if (token := folder / TOKEN_FILE).exists():
        yield _kept_private(token, mode=0o600)
    yield _can_write(state_folder(subject.environ), "state folder")


def check_root(subject: Subject) -> Iterator[Finding]:
    root = subject.loaded.settings.root.resolve()
    origin = subject.loaded.origins.get("root", "default")
    home = Path(subject.environ.get("HOME", "~")).expanduser().resolve()
    fix = "Start it in the folder of a repository, or pass --root (HANDHOLD_ROOT)."
    if root == Path(root.anchor):
        yield problem(f"root is {str(root)!r}, the whole file system: tools that write files refuse", fix=fix)
    elif root == home:
        yield problem(f"root is your home folder {str(root)!r}: tools that write files refuse", fix=fix)
    elif not root.is_dir():
        yield problem(f"root {str(root)!r} is not a folder", fix=fix)
    else:
        yield _can_write(root, f"root ({origin})")


def check_disk(subject: Subject) -> Iterator[Finding]:
    places = {"root": subject.loaded.settings.root, "state folder": state_folder(subject.environ)}
    for name, place in places.items():
        free = shutil.disk_usage(_nearest(place)).free
        fact = f"{free / 1e9:.1f} GB free at the {name}"
        yield fine(fact) if free >= ENOUGH_DISK else problem(fact, fix="Free at least 0.5 GB there.")
    if (shared := Path("/dev/shm")).is_dir():
        size = shutil.disk_usage(shared).total
        if size < ENOUGH_SHARED_MEMORY:
            fix = "Give the container more (`docker run --shm-size=1g`); big pages may crash otherwise."
            yield note(f"/dev/shm has only {size / 1e6:.0f} MB", fix=fix)


def check_display(subject: Subject, *, system: str = sys.platform) -> Iterator[Finding]:
    if not subject.loaded.settings.headed:
        yield fine("headless: needs no display")
    elif system == "darwin" or has_display(subject.environ):
        yield fine("headed: a display is there")
    else:
        yield problem(
            "headed, but there is no display (DISPLAY and WAYLAND_DISPLAY are empty)",
            fix="Turn `headed` off, or start it in a desktop session or under `xvfb-run`.",
        )


def has_display(environ: Mapping[str, str]) -> bool:
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def check_sandbox(_subject: Subject) -> Iterator[Finding]:
    if os.geteuid() == 0:
        yield note(
            "running as root: Chromium then starts without its sandbox",
            fix="Run it as an ordinary user, unless this is a throw-away container.",
        )
    else:
        yield fine("ordinary user: Chromium keeps its sandbox")


def check_knowledge(subject: Subject) -> Iterator[Finding]:
    from handhold.services.knowledge.health import examine_store

    settings = subject.loaded.settings
    if not settings.knowledge_record:
        yield note("steps are not recorded", fix="Nothing, if you want it so; else turn `knowledge_record` on.")
    for fact, fix in examine_store(settings):
        yield note(fact, fix=fix) if fix else fine(fact)


SECTIONS: Final = (
    Section(title="Browser", check=check_browser),
    Section(title="Driver", check=check_driver),
    Section(title="Versions", check=check_versions),
    Section(title="Settings", check=check_settings),
    Section(title="Root folder", check=check_root),
    Section(title="Permissions", check=check_permissions),
    Section(title="Knowledge", check=check_knowledge),
    Section(title="Port", check=check_port),
    Section(title="Disk", check=check_disk),
    Section(title="Display", check=check_display),
    Section(title="Sandbox", check=check_sandbox),
)


def _kept_private(path: Path, *, mode: int) -> Finding:
    try:
        status = path.stat()
    except FileNotFoundError:
        return fine(f"{path} is not there yet")
    if status.st_uid != os.geteuid():
        return problem(f"{path} belongs to another user", fix=f"Run `sudo chown -R $(id -u) {path}`.")
    actual = stat.S_IMODE(status.st_mode)
    if actual & ~mode:
        return problem(f"{path} is open to other users (mode {actual:04o})", fix=f"Run `chmod {mode:o} {path}`.")
    return fine(f"{path} is private (mode {actual:04o})")


def _can_write(folder: Path, name: str) -> Finding:
    nearest = _nearest(folder)
    if os.access(nearest, os.W_OK | os.X_OK):
        return fine(f"{name} {folder} can be written")
    return problem(f"{name} {folder} cannot be written", fix=f"Make {nearest} writable for this user.")


def _nearest(folder: Path) -> Path:
    """The folder itself, or the closest one above it that is there."""
    folder = folder.absolute()
    return next(place for place in (folder, *folder.parents) if place.exists())
