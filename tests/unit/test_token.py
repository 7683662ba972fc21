"""The token is made once, for its owner only."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from handhold.errors import InvalidConfig
from handhold.frontends.mcp.token import TOKEN_FILE, load_or_create_token

GOOD = "A" * 43


def write_token(folder: Path, *, text: str = GOOD, mode: int = 0o600) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / TOKEN_FILE
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.rows("A04")
def test_a_new_token_has_256_bits_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "state"

    token = load_or_create_token(folder)

    assert len(token) == 43
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / TOKEN_FILE).stat().st_mode) == 0o600
    assert [entry.name for entry in folder.iterdir()] == [TOKEN_FILE]


@pytest.mark.rows("A04")
def test_the_token_stays_the_same_and_differs_between_folders(tmp_path: Path) -> None:
    first = load_or_create_token(tmp_path / "a")

    assert load_or_create_token(tmp_path / "a") == first
    assert load_or_create_token(tmp_path / "b") != first


@pytest.mark.rows("A77")
def test_processes_that_start_together_get_one_token(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from handhold.frontends.mcp.token import load_or_create_token;"
        "sys.stdin.read(); print(load_or_create_token(Path(sys.argv[1])))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "state")]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(6)]

    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
    tokens: set[str] = set()
    for process in processes:
        assert process.stdout is not None
        with process.stdout as stdout:
            tokens.add(stdout.read())
        assert process.wait(timeout=30) == 0

    assert len(tokens) == 1
    assert [entry.name for entry in (tmp_path / "state").iterdir()] == [TOKEN_FILE]


@pytest.mark.rows("A04", "A77")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666, 0o610])
def test_a_token_others_can_reach_is_refused_with_the_fix(tmp_path: Path, mode: int) -> None:
    path = write_token(tmp_path / "state", mode=mode)

    with pytest.raises(InvalidConfig) as caught:
        load_or_create_token(path.parent)

    assert f"rm {path}" in caught.value.hint
    assert f"chmod 600 {path}" in caught.value.hint
    assert GOOD not in f"{caught.value.message} {caught.value.hint} {caught.value.details}"


@pytest.mark.rows("A77")
def test_a_link_in_place_of_the_token_is_refused_and_its_target_untouched(tmp_path: Path) -> None:
    target = write_token(tmp_path / "elsewhere")
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    (folder / TOKEN_FILE).symlink_to(target)

    with pytest.raises(InvalidConfig, match="token cannot be opened"):
        load_or_create_token(folder)

    assert target.read_text() == GOOD


@pytest.mark.rows("A77")
def test_a_link_to_nothing_is_refused_and_nothing_is_made_behind_it(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    (folder / TOKEN_FILE).symlink_to(tmp_path / "planted")

    with pytest.raises(InvalidConfig):
        load_or_create_token(folder)

    assert not (tmp_path / "planted").exists()


@pytest.mark.rows("A77")
def test_a_fifo_in_place_of_the_token_is_refused_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    os.mkfifo(folder / TOKEN_FILE, 0o600)

    with pytest.raises(InvalidConfig, match="not a file of ours"):
        load_or_create_token(folder)


@pytest.mark.rows("A77")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_others_can_write_to_is_refused(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    folder.chmod(mode)

    with pytest.raises(InvalidConfig) as caught:
        load_or_create_token(folder)

    assert f"chmod 700 {folder}" in caught.value.hint
    assert list(folder.iterdir()) == []


@pytest.mark.rows("A77")
def test_a_linked_folder_and_a_file_in_its_place_are_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").touch()

    for folder in (tmp_path / "link", tmp_path / "file"):
        with pytest.raises(InvalidConfig, match="is not a folder of ours"):
            load_or_create_token(folder)

    assert list((tmp_path / "real").iterdir()) == []


@pytest.mark.rows("A04")
@pytest.mark.parametrize("text", ["", "\n", "short", "A" * 42, "A" * 40 + " BBB", "ä" * 43])
def test_a_file_without_a_real_token_is_refused(tmp_path: Path, text: str) -> None:
    path = write_token(tmp_path / "state", text=text)

    with pytest.raises(InvalidConfig, match="holds no token"):
        load_or_create_token(path.parent)
