"""What the wallet family does, as an app under test and as steps."""

from __future__ import annotations

from typing import Any, Final

from handhold.services.testing.recording.builder import Builder
from handhold.services.testing.recording.taken import Taken

KEPT: Final = ("autoBuild", "stateMode", "fixturePreset", "fixture", "seedContracts")
"""Arguments of a launch that say what is launched; ports, words for records and the like belong to one session."""


def launch(builder: Builder, taken: Taken) -> None:
    arguments: dict[str, Any] = {name: taken.args[name] for name in KEPT if taken.args.get(name) is not None}
    path = taken.args.get("extensionPath")
    if path is not None and (own := _folder(builder, str(path), usual=taken.output)) is not None:
        arguments["extensionPath"] = own
    if "fixture" in arguments:
        builder.warnings.append("app.launch.fixture is the state that was given; it may hold a vault")
    builder.restart({"profile": taken.profile, **({"launch": arguments} if arguments else {})})


def again(builder: Builder, taken: Taken) -> None:
    """The tool itself, which needs no element."""
    builder.call(taken)


def cleanup(builder: Builder, taken: Taken) -> None:
    builder.is_over = True


def _folder(builder: Builder, path: str, *, usual: str) -> str | None:
    """Relative to the root, or as it is where it lies elsewhere; None where the profile has it anyway."""
    below = builder.file(path)
    if below is not None and usual and below == builder.file(usual):
        return None
    if below is None:
        builder.warnings.append("app.launch.extensionPath is a path of this machine")
    return below or path
