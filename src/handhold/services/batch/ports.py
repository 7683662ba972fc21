"""What a batch asks of the engine that runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from handhold.errors import HandholdError

Observations = Literal["none", "failures", "all"]
"""After which steps the page is looked at."""
Need = Literal["unknown", "none", "looks", "starts", "running"]
"""What a tool needs of a session; `unknown` when there is no such tool."""


class Answer(Protocol):
    """What came of one call, as its caller would read it, and what the page looked like afterwards."""

    @property
    def envelope(self) -> Mapping[str, Any]: ...

    @property
    def observation(self) -> Mapping[str, Any] | None: ...


class Calls(Protocol):
    """The engine as the caller of this call would use it: same caller, same sessions, same pipeline."""

    def need_of(self, tool: str) -> Need: ...

    def name_of(self, tool: str) -> str:
        """The tool's own name, whatever it was called by; empty when there is no such tool."""
        ...

    def is_running(self, session: str | None) -> bool: ...

    async def call(self, tool: str, arguments: Mapping[str, Any], *, observations: Observations) -> Answer: ...

    def refuse(self, error: HandholdError) -> Answer:
        """The answer to a call that was not made."""
        ...

    def seeing_screens(self) -> Calls:
        """The same, but every look tells state, test ids and refs, as the wallet family does."""
        ...

    def told_looks(self, looks: Sequence[int]) -> None:
        """The caller is given what these looks saw: refs of the last one in each session are good from now on."""
        ...

    async def look(self, session: str | None, *, at: Literal["place", "page"]) -> Mapping[str, Any] | None:
        """What the session shows: where it is, or what is there too. None when it cannot be seen."""
        ...
