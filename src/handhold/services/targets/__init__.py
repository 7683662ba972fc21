"""Elements as the wallet family names them: by ref, test id or selector."""

from handhold.services.targets.target import Named, Target

__all__ = ["Named", "Target"]
