"""What is published installs on its own and serves its tools."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.timeout(600)
def test_wheel_and_sdist_install_in_a_fresh_environment_and_list_their_tools() -> None:
    command = [sys.executable, str(REPOSITORY / "scripts" / "wheel_smoke.py")]

    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count(": ok,") == 2
