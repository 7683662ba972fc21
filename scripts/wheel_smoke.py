"""Build wheel and sdist, install each in a fresh environment, and let the installed server list its tools."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

REPOSITORY = Path(__file__).resolve().parent.parent
ANSWER_WITHIN = 60.0  # s for the whole conversation; the first start compiles every module
EXPECTED_TOOL = "nav_goto"
PROTOCOL = "2025-06-18"


class WheelSmokeError(Exception):
    """What was built does not work where it was installed."""


def main() -> int:
    with TemporaryDirectory(prefix="handhold-wheel-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch)
        try:
            for package in build(folder / "dist"):
                print(f"wheel-smoke: {check(package, folder / package.suffix.lstrip('.'))}", flush=True)
        except WheelSmokeError as failure:
            print(f"wheel-smoke: FAILED: {failure}", file=sys.stderr)
            return 1
    return 0


def build(out: Path) -> list[Path]:
    run([sys.executable, "-m", "build", "--outdir", str(out), str(REPOSITORY)], cwd=REPOSITORY)
    built = [*out.glob("*.whl"), *out.glob("*.tar.gz")]
    if len(built) != 2:
        raise WheelSmokeError(f"expected one wheel and one sdist, found {[package.name for package in built]}")
    return built


def check(package: Path, environment: Path) -> str:
    """Install the package and talk to it; what was seen, in a line."""
    # Without pip inside: this one's installs there, so it works where ensurepip is missing.
    venv.create(environment, with_pip=False, symlinks=True)
    python = environment / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run([*pip, "install", "--quiet", str(package)], cwd=environment)
    handhold = environment / "bin" / "handhold"
    version = run([str(handhold), "version"], cwd=environment).strip()
    tools = list_tools(handhold, environment)
    if EXPECTED_TOOL not in tools:
        raise WheelSmokeError(f"{package.name} does not list {EXPECTED_TOOL!r}, only {tools}")
    return f"{package.name}: ok, {version!r}, {len(tools)} tools"


def run(command: list[str], *, cwd: Path) -> str:
    ended = subprocess.run(command, cwd=cwd, env=clean_environment(cwd), capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        tail = f"{ended.stdout}\n{ended.stderr}"[-4000:]
        raise WheelSmokeError(f"{' '.join(command)} ended with {ended.returncode}\n{tail}")
    return ended.stdout


def list_tools(handhold: Path, folder: Path) -> list[str]:
    with subprocess.Popen(
        [str(handhold), "serve"],
        cwd=folder,
        env=clean_environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        watchdog = threading.Timer(ANSWER_WITHIN, server.kill)
        watchdog.start()
        try:
            assert server.stdin and server.stdout
            return converse(server.stdin, server.stdout)
        finally:
            watchdog.cancel()
            server.terminate()


def converse(to_server: IO[str], from_server: IO[str]) -> list[str]:
    def send(message: dict[str, Any]) -> None:
        to_server.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        to_server.flush()

    client = {"name": "wheel-smoke", "version": "1"}
    hello = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
    send({"id": 1, "method": "initialize", "params": hello})
    answer_to(1, from_server)
    send({"method": "notifications/initialized"})
    send({"id": 2, "method": "tools/list"})
    return [tool["name"] for tool in answer_to(2, from_server)["tools"]]


def answer_to(request: int, from_server: IO[str]) -> dict[str, Any]:
    for line in from_server:
        message = json.loads(line)
        if message.get("id") == request:
            if "result" not in message:
                raise WheelSmokeError(f"request {request} failed: {line.strip()}")
            return message["result"]
    raise WheelSmokeError(f"the server ended or fell silent before it answered request {request}")


def clean_environment(folder: Path) -> dict[str, str]:
    """The environment without what would lead the installed package back to the sources."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    return kept | {"HANDHOLD_CONFIG_DIR": str(folder / "config"), "HANDHOLD_STATE_DIR": str(folder / "state")}


if __name__ == "__main__":
    sys.exit(main())
