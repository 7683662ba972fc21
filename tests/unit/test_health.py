"""What `handhold doctor` and `handhold setup` say about good and bad machines."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from handhold.adapters.browser.discovery import Machine, find_browser
from handhold.errors import LaunchFailed
from handhold.frontends.cli.doctor import run_doctor
from handhold.frontends.cli.setup import run_setup
from handhold.services.health import Finding, Level, Section, Subject, prepare_browser
from handhold.services.health.browser_check import check_browser, check_driver
from handhold.services.health.checks import check_disk, check_display, check_permissions, check_root, check_versions
from handhold.services.health.findings import fine, problem
from handhold.services.health.ports import look_at_port
from handhold.settings import Loaded, Settings

WORKS = "#!/bin/sh\ncase \"$*\" in *dump-dom*) echo '<html></html>';; *) echo 'Chromium 156.0.1';; esac\n"
BROKEN = "#!/bin/sh\necho 'No usable sandbox!' >&2\nexit 1\n"


def subject(folder: Path, **settings: object) -> Subject:
    environ = {"HOME": str(folder / "home"), "PATH": str(folder / "bin")}
    values = {"root": folder, **settings}
    return Subject(loaded=Loaded(settings=Settings.model_validate(values), origins={}), environ=environ)


def problems(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.level is Level.PROBLEM]


def write_program(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    return file


def test_a_browser_that_starts_is_in_order(tmp_path: Path) -> None:
    browser = write_program(tmp_path / "chromium", WORKS)

    findings = list(check_browser(subject(tmp_path, browser=str(browser))))

    assert [finding.level for finding in findings] == [Level.OK, Level.OK, Level.OK]
    assert "chromium 156.0.1" in findings[0].fact


@pytest.mark.rows("F34")
def test_a_browser_that_exits_at_its_start_is_a_problem_with_a_fix(tmp_path: Path) -> None:
    browser = write_program(tmp_path / "chromium", BROKEN)

    [finding] = check_browser(subject(tmp_path, browser=str(browser)))

    assert finding.level is Level.PROBLEM
    assert "No usable sandbox!" in finding.fact
    assert "handhold setup" in finding.fix


def test_a_configured_browser_that_is_missing_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    [finding] = check_browser(subject(tmp_path, browser="/nowhere/chromium"))

    assert finding.level is Level.PROBLEM
    assert "does not exist" in finding.fact


def test_the_driver_of_this_machine_runs_and_a_broken_one_is_a_problem(tmp_path: Path) -> None:
    here = subject(tmp_path)
    broken = write_program(tmp_path / "node", BROKEN)

    [runs] = check_driver(here)
    [fails] = check_driver(replace(here, environ={"PLAYWRIGHT_NODEJS_PATH": str(broken)}))

    assert runs.level is Level.OK
    assert fails.level is Level.PROBLEM
    assert "libatomic1" in fails.fix


def test_a_remote_browser_needs_none_here(tmp_path: Path) -> None:
    [finding] = check_browser(subject(tmp_path, cdp_url="http://127.0.0.1:9222"))

    assert finding.level is Level.OK


@pytest.mark.parametrize("root", ["/", "home"])
def test_a_root_of_everything_or_of_the_home_folder_is_a_problem(tmp_path: Path, root: str) -> None:
    (tmp_path / "home").mkdir()

    [finding] = check_root(subject(tmp_path, root=tmp_path / root))

    assert finding.level is Level.PROBLEM
    assert "--root" in finding.fix


def test_an_ordinary_root_is_in_order_and_shown(tmp_path: Path) -> None:
    [finding] = check_root(subject(tmp_path))

    assert finding.level is Level.OK
    assert str(tmp_path) in finding.fact


def test_files_of_ours_that_others_can_read_are_problems_with_the_command_that_closes_them(tmp_path: Path) -> None:
    folder = tmp_path / "home" / ".config" / "handhold"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    token = folder / "token"
    token.write_text("secret", "utf-8")
    token.chmod(0o644)

    found = problems(check_permissions(subject(tmp_path)))

    assert [finding.fix for finding in found] == [f"Run `chmod 700 {folder}`.", f"Run `chmod 600 {token}`."]


def test_private_files_are_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "home" / ".config" / "handhold"
    folder.mkdir(mode=0o700, parents=True)

    found = problems(check_permissions(subject(tmp_path)))

    assert found == []


@pytest.fixture
def listener() -> Iterator[int]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield int(server.getsockname()[1])


def test_a_taken_port_names_its_holder(listener: int) -> None:
    finding = look_at_port(listener)

    assert finding.level is not Level.OK
    assert "process" in finding.fact


def test_a_free_port_is_in_order(listener: int) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])

    finding = look_at_port(port)

    assert finding.level is Level.OK


@pytest.mark.rows("F34")
def test_headed_without_a_display_is_a_problem_on_linux(tmp_path: Path) -> None:
    [headed] = check_display(subject(tmp_path, headed=True), system="linux")
    [headless] = check_display(subject(tmp_path, headed=False), system="linux")

    assert headed.level is Level.PROBLEM
    assert "xvfb-run" in headed.fix
    assert headless.level is Level.OK


def test_versions_and_disk_of_this_machine_are_readable(tmp_path: Path) -> None:
    facts = [finding.fact for finding in (*check_versions(subject(tmp_path)), *check_disk(subject(tmp_path)))]

    assert any(fact.startswith("Python 3.") for fact in facts)
    assert any(fact.startswith("playwright 1.") for fact in facts)
    assert any("GB free" in fact for fact in facts)


def test_doctor_prints_each_finding_with_its_fix_and_exits_1_on_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = Section(title="Good", check=lambda _: [fine("all is well")])
    bad = Section(title="Bad", check=lambda _: [problem("it leaks", fix="Close the tap.")])
    looked_at = subject(tmp_path)

    codes = [run_doctor(looked_at.loaded, looked_at.environ, sections) for sections in ([good], [good, bad])]

    printed = capsys.readouterr().out
    assert codes == [0, 1]
    assert "PROBLEM  it leaks" in printed
    assert "fix: Close the tap." in printed


def test_setup_remembers_the_browser_that_runs_behind_one_that_does_not(tmp_path: Path) -> None:
    looked_at = subject(tmp_path)
    machine = Machine(system="linux", root=tmp_path, is_superuser=False)
    broken = write_program(tmp_path / "bin" / "google-chrome", BROKEN)
    working = write_program(tmp_path / "bin" / "chromium", WORKS)

    prepared = prepare_browser(Settings(), looked_at.environ, print, machine=machine)

    found = find_browser(Settings(), looked_at.environ, machine=machine)
    assert prepared.browser.path == working
    assert [skipped.path for skipped in prepared.skipped] == [broken]
    assert found is not None
    assert found.path == working


def test_setup_says_what_it_found_and_whether_extensions_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = write_program(tmp_path / "chromium", WORKS)

    code = run_setup(Settings(browser=str(browser)), subject(tmp_path).environ)

    assert code == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Browser: chromium 156.0.1 at {browser} (configured)",
        "Unpacked extensions: yes",
    ]


@pytest.mark.rows("F34")
def test_setup_does_not_replace_a_configured_browser_that_does_not_run(tmp_path: Path) -> None:
    settings = Settings(browser=str(write_program(tmp_path / "chromium", BROKEN)))

    with pytest.raises(LaunchFailed, match="exited at its start") as raised:
        prepare_browser(settings, subject(tmp_path).environ, print)

    assert "browser" in raised.value.hint


def test_setup_exits_1_with_the_fact_and_the_move_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run_setup(Settings(browser="/nowhere/chromium"), subject(tmp_path).environ)

    assert code == 1
    assert "'/nowhere/chromium' does not exist" in capsys.readouterr().err
