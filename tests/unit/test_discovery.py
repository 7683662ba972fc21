"""Which browser is found, in which order, on machines that are folders of the test."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from handhold.adapters.browser.discovery import (
    Machine,
    candidates,
    find_browser,
    forget_choice,
    playwright_cache,
    remember_choice,
    remembered_choice,
)
from handhold.adapters.browser.installation import ensure_driver, install_browser
from handhold.adapters.browser.probing import probe_page, probe_version, survey
from handhold.errors import InvalidConfig, LaunchFailed
from handhold.settings import Settings

WORKS = "#!/bin/sh\necho 'Chromium 156.0.8078.79 built on Debian'\n"
BROKEN = "#!/bin/sh\necho 'error while loading shared libraries: libnss3.so' >&2\nexit 127\n"
HANGS = "#!/bin/sh\nsleep 60 & wait\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A machine inside a folder: nothing of the real one can be found from here."""

    machine: Machine
    environ: Mapping[str, str]

    @property
    def root(self) -> Path:
        return self.machine.root

    def add(self, path: str, text: str = WORKS) -> Path:
        return write_program(self.root / path, text)

    def add_download(self, folder: str, program: str, *, is_complete: bool = True) -> Path:
        cache = playwright_cache(self.machine, self.environ)
        assert cache is not None
        path = write_program(cache / folder / program, WORKS)
        if is_complete:
            (cache / folder / "INSTALLATION_COMPLETE").touch()
        return path

    def order(self) -> list[Path]:
        return [browser.path for browser in candidates(Settings(), self.environ, machine=self.machine)]


def write_program(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    return file


def place(tmp_path: Path, *, system: str, is_superuser: bool = False) -> Place:
    machine = Machine(system=system, root=tmp_path / "machine", is_superuser=is_superuser)
    home = tmp_path / "machine" / "home"
    home.mkdir(parents=True)
    environ = {"PATH": str(machine.root / "bin"), "HOME": str(home)}
    return Place(machine=machine, environ=environ)


@pytest.fixture
def linux(tmp_path: Path) -> Place:
    return place(tmp_path, system="linux")


@pytest.fixture
def macos(tmp_path: Path) -> Place:
    return place(tmp_path, system="darwin")


def test_nothing_is_found_on_an_empty_machine(linux: Place) -> None:
    found = find_browser(Settings(), linux.environ, machine=linux.machine)

    assert found is None


def test_linux_prefers_chrome_then_chromium_then_edge_then_the_snap_then_playwrights_own(linux: Place) -> None:
    expected = [
        linux.add("bin/google-chrome-stable"),
        linux.add("opt/google/chrome/chrome"),
        linux.add("bin/chromium"),
        linux.add("usr/bin/chromium"),
        linux.add("bin/microsoft-edge"),
        linux.add("snap/bin/chromium"),
        linux.add_download("chromium-1254", "chrome-linux64/chrome"),
    ]

    assert linux.order() == expected


def test_macos_looks_into_the_applications_of_the_machine_and_of_the_user(macos: Place) -> None:
    expected = [
        macos.add("Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        macos.add("home/Applications/Chromium.app/Contents/MacOS/Chromium"),
        macos.add("Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
        macos.add_download(
            "chromium-1254", "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"
        ),
    ]

    assert macos.order() == expected


def test_one_browser_under_two_names_is_one_candidate(linux: Place) -> None:
    program = linux.add("opt/google/chrome/chrome")
    link = linux.root / "bin" / "google-chrome"
    link.parent.mkdir()
    link.symlink_to(program)

    assert linux.order() == [link]


def test_playwrights_newest_complete_download_comes_first_and_the_headless_shell_last(linux: Place) -> None:
    shell = linux.add_download("chromium_headless_shell-1254", "chrome-headless-shell-linux64/chrome-headless-shell")
    old = linux.add_download("chromium-980", "chrome-linux/chrome")
    new = linux.add_download("chromium-1254", "chrome-linux64/chrome")
    linux.add_download("chromium-1300", "chrome-linux64/chrome", is_complete=False)

    found = list(candidates(Settings(), linux.environ, machine=linux.machine))

    assert [browser.path for browser in found] == [new, old, shell]
    assert [browser.extensions for browser in found] == [True, True, False]


def test_playwrights_folder_can_be_chosen_or_be_the_package_itself(linux: Place, tmp_path: Path) -> None:
    chosen = playwright_cache(linux.machine, {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)})
    inside = playwright_cache(linux.machine, {"PLAYWRIGHT_BROWSERS_PATH": "0"})

    assert chosen == tmp_path
    assert inside is not None
    assert inside.parts[-4:] == ("playwright", "driver", "package", ".local-browsers")


@pytest.mark.parametrize(
    ("program", "kind", "extensions"),
    [
        ("bin/chromium", "chromium", True),
        ("bin/google-chrome", "chrome", False),
        ("bin/microsoft-edge", "edge", False),
    ],
)
def test_only_builds_that_honour_the_flag_are_said_to_load_extensions(
    linux: Place, program: str, kind: str, extensions: bool
) -> None:
    linux.add(program)

    found = find_browser(Settings(), linux.environ, machine=linux.machine)

    assert found is not None
    assert (found.kind, found.extensions) == (kind, extensions)


def test_a_configured_browser_comes_before_everything_and_alone(linux: Place, tmp_path: Path) -> None:
    linux.add("bin/google-chrome")
    configured = write_program(tmp_path / "chrome-linux64" / "chrome", BROKEN)
    settings = Settings(browser=str(configured))

    found = list(candidates(settings, linux.environ, machine=linux.machine))

    assert [(browser.path, browser.kind, browser.source) for browser in found] == [
        (configured, "chrome-for-testing", "configured")
    ]


@pytest.mark.rows("F34")
@pytest.mark.parametrize(("is_there", "problem"), [(False, "does not exist"), (True, "is not a program")])
def test_a_configured_browser_that_is_missing_or_no_program_is_a_wrong_setting(
    linux: Place, tmp_path: Path, is_there: bool, problem: str
) -> None:
    browser = tmp_path / "my-browser"
    if is_there:
        browser.write_text("text", "utf-8")

    with pytest.raises(InvalidConfig, match=problem) as raised:
        find_browser(Settings(browser=str(browser)), linux.environ, machine=linux.machine)

    assert "HANDHOLD_BROWSER" in raised.value.hint


@pytest.mark.rows("F34")
def test_a_browser_that_does_not_run_is_skipped_with_its_last_words(linux: Place) -> None:
    broken = linux.add("bin/google-chrome", BROKEN)
    working = linux.add("bin/chromium")

    found = survey(Settings(), linux.environ, machine=linux.machine)

    assert found.browser is not None
    assert (found.browser.path, found.browser.version) == (working, "156.0.8078.79")
    assert [skipped.path for skipped in found.skipped] == [broken]
    assert "exited at its start with code 127" in found.skipped[0].reason
    assert "libnss3.so" in found.skipped[0].reason


@pytest.mark.rows("F34")
def test_a_browser_that_hangs_is_given_up_at_the_time_limit_with_its_children(tmp_path: Path) -> None:
    hanging = write_program(tmp_path / "chromium", HANGS)
    start = time.monotonic()

    with pytest.raises(LaunchFailed, match=r"did not answer within 0\.2 s"):
        probe_version(hanging, 0.2)

    assert time.monotonic() - start < 5


@pytest.mark.rows("F34")
def test_a_browser_for_another_machine_fails_clearly(tmp_path: Path) -> None:
    foreign = write_program(tmp_path / "chromium", "\x00not a program")

    with pytest.raises(LaunchFailed, match="cannot be run: Exec format error"):
        probe_version(foreign, 5)


@pytest.mark.rows("F34")
def test_a_browser_that_only_knows_its_version_is_not_taken_for_one_that_shows_pages(tmp_path: Path) -> None:
    pretender = write_program(tmp_path / "chromium", WORKS)

    with pytest.raises(LaunchFailed, match="showed no page"):
        probe_page(pretender, 5)


def test_the_choice_of_setup_wins_until_it_is_forgotten_or_gone(linux: Place) -> None:
    first = linux.add("bin/google-chrome", BROKEN)
    linux.add("bin/chromium")
    second = list(candidates(Settings(), linux.environ, machine=linux.machine))[1]

    remember_choice(second, linux.environ)
    chosen = find_browser(Settings(), linux.environ, machine=linux.machine)
    second.path.unlink()
    gone = remembered_choice(linux.environ)
    forget_choice(linux.environ)
    forgotten = find_browser(Settings(), linux.environ, machine=linux.machine)

    assert chosen is not None
    assert chosen.path == second.path
    assert gone is None
    assert forgotten is not None
    assert forgotten.path == first


def test_looking_for_a_browser_imports_no_playwright() -> None:
    code = "import sys, handhold.adapters.browser.discovery; sys.exit('playwright' in sys.modules)"

    ended = subprocess.run([sys.executable, "-c", code], check=False)

    assert ended.returncode == 0


def test_a_failed_download_is_followed_by_apt_get_for_the_superuser(tmp_path: Path) -> None:
    here = place(tmp_path, system="linux", is_superuser=True)
    environ = {**here.environ, "PATH": f"{here.environ['PATH']}:/usr/bin:/bin", "TARGET": str(here.root / "usr/bin")}
    python = here.add("python-without-network", "#!/bin/sh\necho 'Failed to download Chrome' >&2\nexit 1\n")
    installs = 'case "$*" in *install*chromium) mkdir -p "$TARGET"; printf "#!/bin/sh\\necho Chromium 156.0\\n"'
    here.add("bin/apt-get", f'#!/bin/sh\n{installs} > "$TARGET/chromium"; chmod +x "$TARGET/chromium";; esac\n')
    for name in ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser"):
        here.add(f"bin/{name}", BROKEN)
    told: list[str] = []

    browser = install_browser(told.append, environ=environ, machine=here.machine, python=str(python))

    assert browser.path == here.root / "usr/bin/chromium"
    assert browser.version == "156.0"
    assert any("Failed to download Chrome" in line for line in told)
    assert any("apt-get" in line for line in told)


def test_where_nothing_can_be_installed_the_commands_to_do_it_by_hand_are_named(macos: Place) -> None:
    python = macos.add("python-without-network", "#!/bin/sh\nexit 1\n")
    told: list[str] = []

    with pytest.raises(LaunchFailed, match="no browser could be installed") as raised:
        install_browser(told.append, environ=macos.environ, machine=macos.machine, python=str(python))

    assert "playwright install" in raised.value.hint
    assert "exit code 1" in str(raised.value.details["stderr"])


def test_a_driver_that_lacks_its_library_is_mended_by_apt_get_for_the_superuser(tmp_path: Path) -> None:
    here = place(tmp_path, system="linux", is_superuser=True)
    node = here.add("node", BROKEN)
    here.add("bin/apt-get", '#!/bin/sh\ncase "$*" in *libatomic1) printf "#!/bin/sh\\necho v26\\n" > "$NODE";; esac\n')
    search = f"{here.environ['PATH']}:/usr/bin:/bin"
    environ = {**here.environ, "PATH": search, "NODE": str(node), "PLAYWRIGHT_NODEJS_PATH": str(node)}
    told: list[str] = []

    ensure_driver(told.append, environ=environ, machine=here.machine)

    assert "libnss3.so" in told[0]
    assert told[1] == "Installing libatomic1 with apt-get …"


@pytest.mark.rows("F34")
def test_a_driver_that_cannot_be_mended_fails_with_the_command_to_run(macos: Place) -> None:
    environ = {**macos.environ, "PLAYWRIGHT_NODEJS_PATH": str(macos.add("node", BROKEN))}
    told: list[str] = []

    with pytest.raises(LaunchFailed, match="driver") as raised:
        ensure_driver(told.append, environ=environ, machine=macos.machine)

    assert "libatomic1" in raised.value.hint
