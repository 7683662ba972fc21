"""Building: only what was approved, only when it is needed, with the log's end when it fails."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from tests.support.promises import promised

from handhold.adapters.files import Approvals
from handhold.errors import Blocked, BuildFailed, DependenciesMissing, InvalidConfig
from handhold.services.apps.building import Builder
from handhold.services.apps.profile import Building, Profile

GOOD = "sh build.sh"
MAKES = "mkdir -p out && echo '{}' > out/manifest.json && echo built\n"


class Workbench:
    def __init__(self, folder: Path) -> None:
        self.root = folder / "repository"
        (self.root / "src").mkdir(parents=True)
        (self.root / "src/worker.js").write_text("1", "utf-8")
        self.approvals = Approvals(folder / "config")
        self.builder = Builder(self.root, self.approvals, environ=os.environ)
        self.said: list[str] = []

    def profile(self, script: str = MAKES, **building: object) -> Profile:
        (self.root / "build.sh").write_text(script, "utf-8")
        build = replace(Building(command=GOOD, sources=("src",)), **building)
        self.approvals.approve_command(build.command, self.root / build.folder)
        return Profile(name="mine", output="out", build=build)

    async def build(self, profile: Profile, *, force: bool = False) -> bool:
        return (await self.builder.build(profile, force=force, progress=self._progress)).ran

    async def _progress(self, done: float, total: float | None, words: str) -> None:
        self.said.append(words)


def sleeping(number: str) -> list[psutil.Process]:
    return [process for process in psutil.process_iter(["cmdline"]) if number in (process.info["cmdline"] or [])]


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


@pytest.mark.rows("R108", "R109", "R110", "R111")
async def test_it_is_built_when_missing_outdated_or_forced_and_not_otherwise(bench: Workbench) -> None:
    profile = bench.profile()

    missing = await bench.build(profile)
    fresh = await bench.build(profile)
    forced = await bench.build(profile, force=True)
    os.utime(bench.root / "src/worker.js", (time.time() + 60, time.time() + 60))
    outdated = await bench.build(profile)

    assert (missing, fresh, forced, outdated) == (True, False, True, True)
    assert bench.builder.output(profile).path == "out"
    assert bench.said and bench.said[0] == "built"


@pytest.mark.rows("R84", "A47")
async def test_an_unapproved_command_is_not_run(bench: Workbench) -> None:
    profile = bench.profile()
    bench.approvals.revoke_command(GOOD, bench.root)

    with pytest.raises(BuildFailed) as refusal:
        await bench.build(profile)

    assert refusal.value.details["reason"] == "not approved"
    assert refusal.value.details["approve"] == f"handhold trust --build 'sh build.sh' {bench.root}"
    assert not (bench.root / "out").exists()


@pytest.mark.rows("A47")
async def test_an_approval_is_for_one_command_in_one_folder(bench: Workbench) -> None:
    bench.profile()
    (bench.root / "inner").mkdir()

    assert bench.approvals.is_command_approved(GOOD, bench.root)
    assert not bench.approvals.is_command_approved(f"{GOOD} --more", bench.root)
    assert not bench.approvals.is_command_approved(GOOD, bench.root / "inner")


@pytest.mark.rows("R84")
async def test_a_failed_build_says_how_it_ended(bench: Workbench) -> None:
    profile = bench.profile("i=0; while [ $i -lt 99 ]; do echo line $i; i=$((i+1)); done; echo no >&2; exit 3\n")

    with pytest.raises(BuildFailed) as failure:
        await bench.build(profile)

    log = failure.value.details["log"]
    assert failure.value.details["exitCode"] == 3
    assert isinstance(log, list) and log[-2:] == ["line 98", "no"]


@pytest.mark.rows("R84", "F65")
async def test_a_build_that_takes_too_long_is_ended_with_all_it_started(bench: Workbench) -> None:
    number = f"77.{os.getpid()}"
    profile = bench.profile(f"sleep {number} & echo begun; wait\n", minutes=0.5 / 60)

    with pytest.raises(BuildFailed) as failure:
        await bench.build(profile)

    assert failure.value.details["reason"] == "timed out"
    assert not sleeping(number)


@pytest.mark.rows("R84")
async def test_a_build_without_output_has_failed(bench: Workbench) -> None:
    profile = bench.profile("true\n")

    with pytest.raises(BuildFailed) as failure:
        await bench.build(profile)

    assert failure.value.details["reason"] == "no output"


@pytest.mark.rows("R85")
@pytest.mark.parametrize(
    ("building", "missing"),
    [
        ({"needs": ("no-such-program",)}, "no-such-program"),
        ({"needs": ("node_modules/",)}, "node_modules/"),
        ({"command": "no-such-program --build"}, "no-such-program"),
    ],
)
async def test_what_is_missing_is_named(bench: Workbench, building: dict[str, object], missing: str) -> None:
    with pytest.raises(DependenciesMissing) as failure:
        await bench.build(bench.profile(**building))  # type: ignore[arg-type]

    assert failure.value.details["missing"] == missing
    assert failure.value.hint


@pytest.mark.rows("R88")
async def test_a_profile_without_a_build_cannot_be_built(bench: Workbench) -> None:
    with pytest.raises(InvalidConfig, match="does not say how"):
        await bench.build(Profile(name="mine"))


@pytest.mark.rows("F65")
@pytest.mark.parametrize("outcome", ["exit 0", "exit 1"])
async def test_what_a_build_leaves_behind_is_ended_and_not_waited_for(bench: Workbench, outcome: str) -> None:
    began, number = time.monotonic(), f"66.{os.getpid()}"
    profile = bench.profile(f"{MAKES}setsid sleep {number} & {outcome}\n")

    with contextlib.suppress(BuildFailed):
        await bench.build(profile)

    assert time.monotonic() - began < promised(10)
    assert not sleeping(number)


@pytest.mark.rows("A39", "A51")
async def test_the_log_paints_no_terminal(bench: Workbench) -> None:
    with pytest.raises(BuildFailed) as failure:
        await bench.build(bench.profile("printf '\\033[31mred\\033[0m \\033]0;title\\007\\a end\\n'; exit 1\n"))

    assert failure.value.details["log"] == ["red end"]


@pytest.mark.rows("A50")
async def test_a_build_is_not_told_our_secrets(bench: Workbench) -> None:
    secrets = {"HANDHOLD_TOKEN": "canary", "GITHUB_TOKEN": "canary", "AWS_SECRET_ACCESS_KEY": "canary"}
    bench.builder = Builder(bench.root, bench.approvals, environ={**os.environ, **secrets, "NODE_ENV": "test"})

    with pytest.raises(BuildFailed) as failure:
        await bench.build(bench.profile("env | grep -c canary; echo $NODE_ENV; exit 1\n"))

    assert failure.value.details["log"] == ["0", "test"]


@pytest.mark.rows("A49")
async def test_a_command_is_no_shell_line(bench: Workbench) -> None:
    profile = bench.profile("echo $#; exit 1\n", command="sh build.sh ; touch pwned")

    with pytest.raises(BuildFailed) as failure:
        await bench.build(profile)

    assert failure.value.details["log"] == ["3"]
    assert not (bench.root / "pwned").exists()


@pytest.mark.rows("A33")
def test_an_extension_elsewhere_is_launched_only_where_the_user_allows_it(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "allowed").mkdir()
    (bench.root / "way-out").symlink_to(tmp_path)
    builder = Builder(bench.root, bench.approvals, environ=os.environ, elsewhere=["../allowed"])

    assert builder.place("src") == bench.root / "src"
    assert builder.place(str(tmp_path / "allowed/one")) == tmp_path / "allowed/one"
    for path in ("..", "/etc", "way-out", str(tmp_path)):
        with pytest.raises(Blocked):
            builder.place(path)


async def test_a_line_without_end_does_not_fill_the_memory(bench: Workbench) -> None:
    endless = f"{sys.executable} -c \"print('x' * 5_000_000)\"; exit 1\n"

    with pytest.raises(BuildFailed) as failure:
        await bench.build(bench.profile(endless))

    assert len(str(failure.value.details["log"])) < 1_000
