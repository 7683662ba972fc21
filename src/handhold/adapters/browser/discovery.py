"""Find the Chromium-family browser to start by looking at files only, because every start of a browser asks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Final, Literal

from handhold.errors import InvalidConfig
from handhold.settings import Settings, state_folder

Kind = Literal["chromium", "chrome", "chrome-for-testing", "edge", "playwright"]

CHOICE_FILE: Final = "browser-choice"

# Chrome and Edge ignore --load-extension since their release 137; the others still honour it.
LOADS_EXTENSIONS: Final = frozenset({"chromium", "chrome-for-testing", "playwright"})

# Names on PATH first, then places that are not on everybody's PATH. The snap comes last: it cannot see most folders.
LINUX: Final[tuple[tuple[Kind, tuple[str, ...], tuple[str, ...]], ...]] = (
    ("chrome", ("google-chrome-stable", "google-chrome"), ("/opt/google/chrome/chrome",)),
    ("chromium", ("chromium", "chromium-browser"), ("/usr/bin/chromium", "/usr/lib/chromium/chromium")),
    ("edge", ("microsoft-edge-stable", "microsoft-edge"), ("/opt/microsoft/msedge/msedge",)),
    ("chromium", (), ("/snap/bin/chromium",)),
)
MACOS: Final[tuple[tuple[Kind, str], ...]] = (
    ("chrome", "Google Chrome"),
    ("chromium", "Chromium"),
    ("chrome-for-testing", "Google Chrome for Testing"),
    ("edge", "Microsoft Edge"),
)

CLUES: Final[tuple[tuple[str, Kind], ...]] = (
    ("ms-playwright", "playwright"),
    (".local-browsers", "playwright"),
    ("chrome for testing", "chrome-for-testing"),
    ("chrome-for-testing", "chrome-for-testing"),
    ("chrome-linux", "chrome-for-testing"),
    ("chrome-headless-shell", "chrome-for-testing"),
    ("edge", "edge"),
    ("chromium", "chromium"),
    ("chrome", "chrome"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBrowser:
    """A browser that is there; `version` is known only after it was asked."""

    path: Path
    kind: Kind
    source: str
    extensions: bool
    version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Which system this is, where its file tree begins, and whether we are its superuser."""

    system: str
    root: Path
    is_superuser: bool


def this_machine() -> Machine:
    return Machine(system=sys.platform, root=Path("/"), is_superuser=os.geteuid() == 0)


def find_browser(
    settings: Settings, environ: Mapping[str, str], *, machine: Machine | None = None
) -> FoundBrowser | None:
    """The browser to start: the configured one, the one `handhold setup` settled on, or the first that is there.

    Raises `InvalidConfig` when a browser is configured but is not there.
    """
    if not settings.browser and (remembered := remembered_choice(environ)):
        return remembered
    return next(candidates(settings, environ, machine=machine), None)


def candidates(
    settings: Settings, environ: Mapping[str, str], *, machine: Machine | None = None
) -> Iterator[FoundBrowser]:
    """Every browser that could be started, best first. A configured browser is the only candidate."""
    if settings.browser:
        yield _configured(settings.browser, environ)
        return
    here = machine or this_machine()
    seen: set[Path] = set()
    for browser in chain(_installed(here, environ), _of_playwright(here, environ)):
        real = browser.path.resolve()
        if real not in seen:
            seen.add(real)
            yield browser


def remembered_choice(environ: Mapping[str, str]) -> FoundBrowser | None:
    """What `remember_choice` wrote, as long as that browser is still there."""
    try:
        path = Path((state_folder(environ) / CHOICE_FILE).read_text("utf-8").strip())
    except (FileNotFoundError, PermissionError, UnicodeDecodeError):
        return None
    return _found(path, _kind_of(path), "chosen by `handhold setup`") if _is_program(path) else None


def remember_choice(browser: FoundBrowser, environ: Mapping[str, str]) -> None:
    """Make `find_browser` answer this one, where an earlier candidate is there but does not run."""
    folder = state_folder(environ)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / CHOICE_FILE).write_text(f"{browser.path}\n", "utf-8")


def forget_choice(environ: Mapping[str, str]) -> None:
    (state_folder(environ) / CHOICE_FILE).unlink(missing_ok=True)


def playwright_cache(machine: Machine, environ: Mapping[str, str]) -> Path | None:
    """The folder Playwright downloads browsers to, without asking Playwright (its driver takes 0.3 s to start)."""
    chosen = environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen == "0":
        spec = find_spec("playwright")
        return Path(spec.origin).parent / "driver" / "package" / ".local-browsers" if spec and spec.origin else None
    if chosen:
        return Path(chosen)
    home = Path(environ.get("HOME", "~")).expanduser()
    if machine.system == "darwin":
        return home / "Library" / "Caches" / "ms-playwright"
    return Path(environ.get("XDG_CACHE_HOME") or home / ".cache") / "ms-playwright"


def _configured(browser: str, environ: Mapping[str, str]) -> FoundBrowser:
    path = Path(browser).expanduser()
    if path.suffix == ".app" and path.is_dir():
        path = _program_of(path)
    program = shutil.which(str(path), path=environ.get("PATH"))
    if program:
        return _found(Path(program), _kind_of(Path(program)), "configured")
    problem = "is not a program that can be run" if path.exists() else "does not exist"
    raise InvalidConfig(
        f"the configured browser {browser!r} {problem}",
        hint="Correct `browser` (HANDHOLD_BROWSER, --browser), or remove it and run `handhold setup`.",
    )


def _installed(machine: Machine, environ: Mapping[str, str]) -> Iterator[FoundBrowser]:
    if machine.system == "darwin":
        home = Path(environ.get("HOME", "~")).expanduser()
        for kind, name in MACOS:
            for applications in (machine.root / "Applications", home / "Applications"):
                yield from _those_there(kind, [_program_of(applications / f"{name}.app")])
        return
    for kind, names, places in LINUX:
        on_path = [shutil.which(name, path=environ.get("PATH")) for name in names]
        # The snap also puts its folder on PATH; as the last resort it must not win under its plain name.
        yield from _those_there(kind, [Path(found) for found in on_path if found and not found.startswith("/snap/")])
        yield from _those_there(kind, [machine.root / place.lstrip("/") for place in places])


def _of_playwright(machine: Machine, environ: Mapping[str, str]) -> Iterator[FoundBrowser]:
    """Complete downloads only, newest revision first; the headless shell, which has no extensions, last."""
    cache = playwright_cache(machine, environ)
    if cache is None:
        return
    inside = "chrome-mac*/*.app/Contents/MacOS/*" if machine.system == "darwin" else "chrome-linux*/chrome"
    for folder in _revisions(cache, "chromium-*"):
        yield from _those_there("playwright", sorted(folder.glob(inside)), source="downloaded by Playwright")
    for folder in _revisions(cache, "chromium_headless_shell-*"):
        shells = [*folder.glob("chrome-*/chrome-headless-shell"), *folder.glob("chrome-*/headless_shell")]
        yield from _those_there("playwright", shells, source="downloaded by Playwright")


def _revisions(cache: Path, pattern: str) -> list[Path]:
    complete = [folder for folder in cache.glob(pattern) if (folder / "INSTALLATION_COMPLETE").exists()]
    return sorted(complete, key=lambda folder: int(_digits(folder.name)), reverse=True)


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdecimal()) or "0"


def _those_there(kind: Kind, paths: Iterable[Path], *, source: str = "installed") -> Iterator[FoundBrowser]:
    return (_found(path, kind, source) for path in paths if _is_program(path))


def _found(path: Path, kind: Kind, source: str) -> FoundBrowser:
    is_shell = path.name in {"chrome-headless-shell", "headless_shell"}
    return FoundBrowser(path=path, kind=kind, source=source, extensions=kind in LOADS_EXTENSIONS and not is_shell)


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _program_of(application: Path) -> Path:
    return application / "Contents" / "MacOS" / application.stem


def _kind_of(path: Path) -> Kind:
    """What a browser at a place nobody told us about is, judged by its path."""
    text = str(path).lower()
    for clue, kind in CLUES:
        if clue in text:
            return kind
    return "chromium"
