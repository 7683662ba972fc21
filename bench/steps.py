"""Made-up steps as a year of work would leave them: screens with their controls, flows over them, some failures.

The same numbers give the same steps, so that two runs measure the same thing.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

SCREENS: Final = 3_000
STEPS_OF_A_SESSION: Final = 40
FIRST_AT: Final = 1_760_000_000.0
SECONDS_APART: Final = 20.0
TOOLS: Final = ("nav_goto", "ui_scan", "ui_pick", "action_execute", "action_set_state", "ui_wait_for", "mm_click")
ROLES: Final = ("button", "link", "textbox", "checkbox", "heading", "combobox")
FLOWS: Final = ("checkout", "signup", "send", "swap", "settings", "report")
VERBS: Final = tuple(
    re.findall(r"\w+", "save open close add remove edit share print send pay confirm search filter sort")
)
NOUNS: Final = tuple(re.findall(r"\w+", "order basket invoice user account report address card item list page photo"))
SYLLABLES: Final = ("ba", "de", "fi", "go", "ku", "la", "me", "no", "pi", "ra", "se", "ti", "vu", "xa", "zo")


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(2, 4)))


def _screen(number: int) -> dict[str, Any]:
    """What one screen always shows."""
    chance = random.Random(number)
    own = [_word(chance) for _ in range(6)]
    nodes: list[dict[str, Any]] = [
        {
            "ref": f"e{place}",
            "role": chance.choice(ROLES),
            "name": f"{chance.choice(VERBS).capitalize()} {chance.choice(NOUNS)} {chance.choice(own)}",
            "path": [],
        }
        for place in range(1, 16)
    ]
    ids = [f"{chance.choice(NOUNS)}-{chance.choice(own)}-{chance.choice(VERBS)}" for _ in range(10)]
    return {"name": f"web:shop.example/{chance.choice(NOUNS)}/{own[0]}", "nodes": nodes, "ids": ids, "words": own}


class MadeUp:
    """Steps of any number of sessions, written as files in the store's layout."""

    def __init__(self, folder: Path, *, seed: int = 1) -> None:
        self._folder = folder
        self._chance = random.Random(seed)
        self._screens: dict[int, dict[str, Any]] = {}

    @property
    def words(self) -> list[str]:
        """Words that only a few screens have."""
        return [word for _number, screen in sorted(self._screens.items()) for word in screen["words"]]

    @property
    def ids(self) -> list[str]:
        return [each for _number, screen in sorted(self._screens.items()) for each in screen["ids"]]

    @property
    def screens(self) -> list[str]:
        return [screen["name"] for _number, screen in sorted(self._screens.items())]

    def write(self, count: int) -> None:
        """Files for this many steps, without the store's own care: nobody else is writing."""
        for start in range(0, count, STEPS_OF_A_SESSION):
            session = f"mm-{start // STEPS_OF_A_SESSION:08d}-bench"
            steps = self._folder / session / "steps"
            steps.mkdir(parents=True)
            at = FIRST_AT + start * SECONDS_APART
            told = json.dumps(self.session(session, at))
            (self._folder / session / "session.json").write_text(told, "utf-8")
            for step in self.steps(session, start, min(STEPS_OF_A_SESSION, count - start)):
                stamp = step["timestamp"].replace("-", "").replace(":", "")
                (steps / f"{stamp}-{step['tool']['name']}.json").write_text(json.dumps(step), "utf-8")

    def session(self, name: str, at: float) -> dict[str, Any]:
        chance = self._chance
        return {
            "schemaVersion": 1,
            "sessionId": name,
            "createdAt": _timestamp(at),
            "goal": f"{chance.choice(VERBS)} the {chance.choice(NOUNS)}",
            "flowTags": [chance.choice(FLOWS)],
            "tags": [_word(chance)],
            "launch": {"stateMode": "default", "fixturePreset": None},
        }

    def steps(self, session: str, first: int, count: int) -> Iterator[dict[str, Any]]:
        for number in range(count):
            yield self.step(session, FIRST_AT + (first + number) * SECONDS_APART)

    def step(self, session: str, at: float) -> dict[str, Any]:
        chance = self._chance
        number = min(int(chance.expovariate(1 / 300)), SCREENS - 1)
        if number not in self._screens:
            self._screens[number] = _screen(number)
        screen = self._screens[number]
        tool = chance.choice(TOOLS)
        failed = chance.random() < 0.05
        acts = tool.startswith(("action", "mm"))
        return {
            "schemaVersion": 1,
            "timestamp": _timestamp(at),
            "sessionId": session,
            "environment": {"platform": "linux", "pythonVersion": "3.11"},
            "tool": {
                "name": tool,
                "input": {"handle": "h3"} if acts else {},
                **({"target": {"testId": chance.choice(screen["ids"]), "elementId": "h3"}} if acts else {}),
            },
            "timing": {"durationMs": chance.randint(5, 400)},
            "outcome": {"ok": False, "error": {"code": "MM_TARGET_BLOCKED", "message": "covered"}}
            if failed
            else {"ok": True},
            "observation": {
                "state": {
                    "isLoaded": True,
                    "currentUrl": f"https://{screen['name'][4:]}?id={chance.randint(1, 9999)}",
                    "extensionId": "",
                    "isUnlocked": False,
                    "currentScreen": screen["name"],
                },
                "testIds": [{"testId": each, "tag": "button", "visible": True} for each in screen["ids"]],
                "a11y": {"nodes": screen["nodes"]},
            },
            "labels": ["interaction"] if acts else ["discovery"],
        }


def _timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
