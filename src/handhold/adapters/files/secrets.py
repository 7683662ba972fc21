"""Secrets by name: from a dotenv file and from `HANDHOLD_SECRET_<NAME>` in the environment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from handhold.errors import InvalidConfig

PREFIX: Final = "HANDHOLD_SECRET_"


def read_secrets(file: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Every secret by its name; the environment wins over the file."""
    from_environment = {
        key.removeprefix(PREFIX): value for key, value in environ.items() if key.startswith(PREFIX) and value
    }
    return {**(_read_dotenv(Path(file)) if file else {}), **from_environment}


def _read_dotenv(file: Path) -> dict[str, str]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidConfig(f"cannot read the secrets file {str(file)!r}: {reason}") from None
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.lstrip().startswith("#"))
    return {
        name.strip().removeprefix("export ").strip(): _unquoted(value.strip()) for name, value in pairs if value.strip()
    }


def _unquoted(value: str) -> str:
    quoted = len(value) >= 2 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if quoted else value
