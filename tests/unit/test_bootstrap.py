"""The environment is made on machines that lack the usual way of making one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BOOTSTRAP = Path(__file__).resolve().parents[2] / "scripts" / "bootstrap.sh"

# Debian without python3-venv: the module is there, but fails for want of ensurepip and leaves half an environment.
WITHOUT_VENV = """\
#!/bin/sh
case "$1 $2" in
"-m venv") mkdir -p "$3/bin"; echo "ensurepip is not available" >&2; exit 1 ;;
"-m virtualenv" | "-m pip") echo "No module named $2" >&2; exit 1 ;;
esac
exec {python} "$@"
"""
# An environment in a blink: its python is the one that runs the tests, which has pip.
MAKES_THE_LAST_ARGUMENT = """\
#!/bin/sh
for folder; do :; done
mkdir -p "$folder/bin"
printf '#!/bin/sh\\nexec {python} "$@"\\n' > "$folder/bin/python"
chmod +x "$folder/bin/python"
"""
WITH_VENV = """\
#!/bin/sh
case "$1 $2" in
"-m venv") exec "$(dirname "$0")/make-environment" "$3" ;;
esac
exec {python} "$@"
"""
FAILS = "#!/bin/sh\nexit 1\n"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder that comes first on PATH, on a machine where nobody may become superuser or install packages."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("sudo", "apt-get", "uv", "virtualenv"):
        write_program(folder / name, FAILS)
    write_program(folder / "python3", WITHOUT_VENV)
    write_program(folder / "make-environment", MAKES_THE_LAST_ARGUMENT)
    return folder


def write_program(file: Path, text: str) -> None:
    file.write_text(text.format(python=sys.executable), "utf-8")
    file.chmod(0o755)


def make_environment(programs: Path, folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(BOOTSTRAP), "venv", str(folder)],
        env={"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(programs), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_venv_is_used_where_it_works(tmp_path: Path, programs: Path) -> None:
    write_program(programs / "python3", WITH_VENV)

    ended = make_environment(programs, tmp_path / "env")

    assert ended.returncode == 0, ended.stderr
    assert "with venv." in ended.stdout
    assert (tmp_path / "env" / "bin" / "python").exists()


@pytest.mark.parametrize("way", ["virtualenv", "uv"])
def test_another_way_is_taken_and_named_where_venv_is_missing(tmp_path: Path, programs: Path, way: str) -> None:
    write_program(programs / way, MAKES_THE_LAST_ARGUMENT)

    ended = make_environment(programs, tmp_path / "env")

    assert ended.returncode == 0, ended.stderr
    assert f"with {way}, because venv does not work here." in ended.stdout
    assert (tmp_path / "env" / "bin" / "python").exists()


def test_a_machine_with_no_way_at_all_is_told_what_to_install(tmp_path: Path, programs: Path) -> None:
    ended = make_environment(programs, tmp_path / "env")

    assert ended.returncode == 1
    assert "Install python3-venv, virtualenv or uv, then run make again." in ended.stderr
    assert not (tmp_path / "env" / "bin" / "python").exists()


def test_an_environment_that_is_there_is_kept(tmp_path: Path, programs: Path) -> None:
    write_program(programs / "virtualenv", MAKES_THE_LAST_ARGUMENT)
    make_environment(programs, tmp_path / "env")

    ended = make_environment(programs, tmp_path / "env")

    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == ""


def test_a_python_that_is_too_old_is_refused_by_name(tmp_path: Path, programs: Path) -> None:
    write_program(programs / "python2", FAILS)

    ended = make_environment(programs, tmp_path / "env", PYTHON=str(programs / "python2"))

    assert ended.returncode == 1
    assert "is not Python 3.11 or newer" in ended.stderr
