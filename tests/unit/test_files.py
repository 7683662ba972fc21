"""Our own files: secrets are read, artifacts stay below the root, approvals survive."""

from __future__ import annotations

from pathlib import Path

import pytest

from handhold.adapters.files import Artifacts, read_secrets
from handhold.errors import InvalidConfig


def test_secrets_come_from_a_dotenv_file_and_the_environment(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# comment\nexport PASSWORD='pass word'\nTOKEN=\"abc=def\"\nEMPTY=\n")

    secrets = read_secrets(str(file), {"HANDHOLD_SECRET_TOKEN": "wins", "PATH": "/bin"})

    assert secrets == {"PASSWORD": "pass word", "TOKEN": "wins"}


def test_a_secrets_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="secrets file"):
        read_secrets(str(tmp_path / "missing"), {})


def test_artifacts_keep_themselves_out_of_git(tmp_path: Path) -> None:
    folder = Artifacts(tmp_path).prepare("mm-1")

    assert folder == tmp_path / ".handhold/artifacts/mm-1"
    assert (tmp_path / ".handhold/.gitignore").read_text() == "*\n"


def test_nothing_is_written_into_the_home_folder_or_the_top_of_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")

    assert Artifacts(Path("/")).prepare("mm-1") is None
    assert Artifacts(Path("/home/somebody")).prepare("mm-1") is None
