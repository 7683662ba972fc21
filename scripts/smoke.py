"""Start the server as `make run` does, wait until it is healthy, stop it, and see that nothing is left.

    python scripts/smoke.py COMMAND...

The command is completed with the address to listen on.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

READY_WITHIN = 30.0  # s
STOPPED_WITHIN = 3.0  # s
CLEAN_ENDINGS = (0, -signal.SIGTERM, 128 + signal.SIGTERM)


class SmokeError(Exception):
    """The server did not do what a user may expect of it."""


def main(command: Sequence[str]) -> int:
    with TemporaryDirectory(prefix="handhold-smoke-", ignore_cleanup_errors=True) as scratch:
        log = Path(scratch) / "server.log"
        try:
            ready, stopped = check_server(command, folder=Path(scratch), log=log)
        except SmokeError as failure:
            print(f"smoke: FAILED: {failure}", file=sys.stderr)
            print(log.read_text("utf-8", "replace")[-4000:], file=sys.stderr)
            return 1
    print(f"smoke: ok, healthy after {ready:.1f} s, stopped after {stopped:.1f} s, nothing left behind")
    return 0


def check_server(command: Sequence[str], *, folder: Path, log: Path) -> tuple[float, float]:
    """Seconds until the server was healthy, and until it was gone."""
    address = f"127.0.0.1:{free_port()}"
    environ = os.environ | {
        "HANDHOLD_CONFIG_DIR": str(folder / "config"),
        "HANDHOLD_STATE_DIR": str(folder / "state"),
    }
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, address], env=environ, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        ready = wait_until_healthy(server, f"http://{address}/health")
        return ready, stop(server)
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_healthy(server: subprocess.Popen[bytes], url: str) -> float:
    # A proxy from the environment would be asked for the loopback address.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    start = time.monotonic()
    while time.monotonic() - start < READY_WITHIN:
        if server.poll() is not None:
            raise SmokeError(f"the server ended with {server.returncode} before it was healthy")
        try:
            with opener.open(url, timeout=2) as answer:
                if answer.status == 200:
                    return time.monotonic() - start
        except urllib.error.HTTPError as error:
            raise SmokeError(f"{url} answered {error.code}") from error
        except OSError:
            time.sleep(0.05)
    raise SmokeError(f"{url} did not answer within {READY_WITHIN:g} s")


def stop(server: subprocess.Popen[bytes]) -> float:
    children = psutil.Process(server.pid).children(recursive=True)
    start = time.monotonic()
    server.terminate()
    try:
        code = server.wait(STOPPED_WITHIN)
    except subprocess.TimeoutExpired:
        raise SmokeError(f"the server still ran {STOPPED_WITHIN:g} s after SIGTERM") from None
    if code not in CLEAN_ENDINGS:
        raise SmokeError(f"the server ended with {code} on SIGTERM")
    left = [child for child in children if child.is_running()]
    if left:
        raise SmokeError(f"processes left behind: {left}")
    return time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
