"""What an agent has to read of an answer: its text, and the files it leaves the rest in."""

from __future__ import annotations

import re
from pathlib import Path

from bench.client import Answer


def text_of(answer: Answer) -> str:
    return "".join(str(block.get("text", "")) for block in answer.result.get("content", []))


def answer_bytes(answer: Answer) -> int:
    return len(text_of(answer).encode())


def bytes_with_files(answer: Answer) -> int:
    """The answer, and the file it may have left the snapshot in."""
    return answer_bytes(answer) + sum(file.stat().st_size for file in files_of(answer))


def files_of(answer: Answer) -> list[Path]:
    """The files it leaves the rest in."""
    files = [Path(found) for found in re.findall(r"\(([^()\s]+\.(?:yml|yaml|md))\)", text_of(answer))]
    return [file for file in files if file.is_file()]
