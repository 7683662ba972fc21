"""Small extensions, written where a test wants them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

TINY: Final = Path(__file__).resolve().parents[1] / "extensions/tiny"


def tiny_extension(folder: Path, **manifest: Any) -> Path:
    """A copy of the small extension, with other words in its manifest."""
    shutil.copytree(TINY, folder)
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    (folder / "manifest.json").write_text(json.dumps({**told, **manifest}), "utf-8")
    return folder
