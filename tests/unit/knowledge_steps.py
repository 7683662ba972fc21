"""Step records for tests: sessions of steps on screens, minutes apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from handhold.services.knowledge.recording import iso
from handhold.services.knowledge.records import (
    Failure,
    Node,
    Observation,
    State,
    StepOutcome,
    StepRecord,
    Target,
    TestIdItem,
    ToolUse,
    default_observation,
)

HOME, FORM, DONE = "web:shop.example#aaaa", "web:shop.example/form#bbbb", "web:shop.example/done#cccc"
URLS = {HOME: "https://shop.example/", FORM: "https://shop.example/form", DONE: "https://shop.example/done"}
IDS = ("name-input", "city-input", "save-button")
NAMES = (("textbox", "Name"), ("textbox", "City"), ("button", "Save"))


def observation(screen: str, *, ids: Sequence[str] = IDS, names: Sequence[tuple[str, str]] = NAMES) -> Observation:
    return default_observation(
        State(current_url=URLS.get(screen, ""), current_screen=screen),
        [TestIdItem(test_id=each, tag="div", visible=True) for each in ids],
        [Node(ref=f"e{at}", role=role, name=name) for at, (role, name) in enumerate(names, start=1)],
    )


def target(label: str = "", *, role: str = "button", test_id: str | None = None, **facts: Any) -> Target:
    return Target(test_id=test_id, element_id="h1", fingerprint={"v": 1, "role": role, "label": label, **facts})


@dataclass(slots=True)
class Story:
    """One session, told step by step."""

    session: str
    at: float
    steps: list[StepRecord] = field(default_factory=list[StepRecord])

    def saw(self, screen: str) -> Story:
        return self.did("ui_scan", None, screen)

    def did(
        self,
        tool: str,
        aim: Target | None,
        screen: str,
        *,
        error: str | None = None,
        labels: tuple[str, ...] = ("interaction",),
    ) -> Story:
        """A step after which this screen is shown."""
        self.at += 1
        self.steps.append(
            StepRecord(
                timestamp=iso(self.at),
                session_id=self.session,
                tool=ToolUse(name=tool, target=aim),
                outcome=StepOutcome(ok=error is None, error=Failure(code=error) if error else None),
                observation=observation(screen),
                labels=labels,
            )
        )
        return self
