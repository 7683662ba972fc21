"""Recorded steps as deeds: what was done to which element, in which scene, and whether it did anything.

A record tells how the page looked after its step; the scene of a step is therefore what the record before it saw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from handhold.services.knowledge.recording import DISCOVERY
from handhold.services.knowledge.records import UNKNOWN, Observation, StepRecord, Target
from handhold.services.knowledge.scoring import seconds_of
from handhold.services.perception.screens import WEB

Action = Literal["click", "type", "wait_for", "navigate", "wait_for_notification"]

ACTIONS: Final[dict[str, Action]] = {
    "action_execute": "click",
    "action_set_state": "type",
    "flow_invoke_primary_action": "click",
    "nav_goto": "navigate",
    "ui_wait_for": "wait_for",
    "mm_click": "click",
    "mm_type": "type",
    "mm_wait_for": "wait_for",
    "mm_navigate": "navigate",
    "mm_wait_for_notification": "wait_for_notification",
}
NO_EFFECT: Final = "no-effect"
"""Label of a step that was carried out and changed nothing."""
TURNED_BACK: Final = "nav_history"
# A click that leads nowhere may have been a try; so may a way that was left for another one later.
IN_PLACE: Final = 0.5
DETOUR: Final = 0.3
# What the caller or the machine did wrong says nothing about the element.
NOT_ITS_FAULT: Final = frozenset(
    {
        *("MM_INVALID_INPUT", "MM_ABORTED", "MM_NO_ACTIVE_SESSION", "MM_BROWSER_GONE", "MM_PAGE_CRASHED"),
        *("MM_PAGE_CLOSED", "MM_PAGE_HUNG", "MM_INTERNAL_ERROR", "MM_DIALOG_OPEN", "MM_SESSION_LIMIT", "MM_BLOCKED"),
    }
)
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """How the page looked, as far as looks are compared."""

    screen: str = UNKNOWN
    route: frozenset[str] = frozenset()
    test_ids: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    """In lower case."""
    nodes: frozenset[tuple[str, str]] = frozenset()
    """Role and name, in lower case."""

    @classmethod
    def of(cls, seen: Observation) -> Scene:
        named = [(node.role, node.name.lower()) for node in seen.a11y.nodes if node.name]
        return cls(
            screen=seen.screen,
            route=route_words(seen.state.current_url),
            test_ids=frozenset(item.test_id for item in seen.test_ids if item.visible),
            names=frozenset(name for _role, name in named),
            nodes=frozenset(named),
        )

    @property
    def is_known(self) -> bool:
        """A web page of which only the address is known may be any screen there."""
        return self.screen not in {UNKNOWN, ""} and (not self.screen.startswith(WEB) or "#" in self.screen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """The element a step was about, by what holds in another session."""

    test_id: str = ""
    selector: str = ""
    role: str = ""
    name: str = ""
    fingerprint: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, target: Target | None) -> Aim | None:
        if target is None:
            return None
        facts = target.fingerprint or {}
        aim = cls(
            test_id=target.test_id or str(facts.get("testId", "")),
            selector=target.selector or "",
            role=str(facts.get("role", "")),
            name=_called(facts),
            fingerprint=tuple(facts.items()),
        )
        return aim if aim.key else None

    @property
    def key(self) -> str:
        """The same for the same element; empty for one that nothing durable is known of."""
        if self.test_id:
            return f"testId {self.test_id}"
        if self.role and self.name:
            return f"{self.role} {self.name.lower()}"
        return f"selector {self.selector}" if self.selector else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One step that does something."""

    session: str
    at: float
    timestamp: str
    tool: str
    action: Action
    aim: Aim | None
    scene: Scene
    ok: bool
    """Carried out, and not without any effect."""
    error_code: str | None
    is_blamed: bool
    """It failed for a reason that lies in the element."""
    leads_to: str
    place: int
    """Among the deeds of one visit to the scene, from 0."""
    worth: float = 1.0
    """How much it says that it was done: what leads on says most."""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenStep:
    """A record and what it saw. Comparing looks is made of sets, which take longer to make than all the rest."""

    record: StepRecord
    scene: Scene

    @classmethod
    def of(cls, record: StepRecord) -> SeenStep:
        return cls(record, Scene.of(record.observation))


def deeds_of(seen: Iterable[SeenStep]) -> list[Deed]:
    """The deeds of one session, from its records in the order they were made."""
    pairs = list(seen)
    steps = [pair.record for pair in pairs]
    found: list[Deed] = []
    before = Scene()
    place = 0
    for at, pair in enumerate(pairs):
        step, after = pair.record, pair.scene
        # What failed has not led away, and is best told by where it was seen to fail.
        scene = before if step.outcome.ok or not after.is_known else after
        action = ACTIONS.get(step.tool.name)
        if action is not None:
            found.append(
                _deed(step, action, scene, after, place=place, is_undone=_is_undone(islice(steps, at + 1, None)))
            )
            place += 1
        if before.screen != after.screen:
            place = 0
        before = after
    return _weighed(found)


def _is_undone(following: Iterable[StepRecord]) -> bool:
    """Whether the next thing that was done was to go back."""
    after = next((step.tool for step in following if step.tool.name not in DISCOVERY), None)
    return after is not None and after.name == TURNED_BACK and (after.input or {}).get("direction", "back") == "back"


def _weighed(deeds: Sequence[Deed]) -> list[Deed]:
    """Whoever came back and left a screen by another way has found the better one."""
    left_by: dict[str, str] = {}
    weighed: list[Deed] = []
    for deed in reversed(deeds):
        worth = deed.worth
        if deed.leads_to and deed.ok and deed.aim is not None:
            is_last = left_by.setdefault(deed.scene.screen, deed.aim.key) == deed.aim.key
            worth = worth if is_last else DETOUR
        weighed.append(replace(deed, worth=worth))
    return weighed[::-1]


def _deed(step: StepRecord, action: Action, scene: Scene, after: Scene, *, place: int, is_undone: bool) -> Deed:
    labels = step.labels or ()
    had_effect = NO_EFFECT not in labels
    code = step.error_code
    leads_to = after.screen if after.is_known and after.screen != scene.screen else ""
    return Deed(
        session=step.session_id,
        at=seconds_of(step.timestamp),
        timestamp=step.timestamp,
        tool=step.tool.name,
        action=action,
        aim=Aim.of(step.tool.target),
        scene=scene,
        ok=step.outcome.ok and had_effect and not is_undone,
        error_code=code,
        is_blamed=(not step.outcome.ok and code not in NOT_ITS_FAULT) or (step.outcome.ok and not had_effect),
        leads_to=leads_to,
        place=place,
        worth=1.0 if leads_to or action != "click" else IN_PLACE,
        labels=labels,
    )


def route_words(url: str) -> frozenset[str]:
    """The words of where a URL leads: of the `#` route where there is one, else of the path. Addresses are no words."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return frozenset()
    route = parts.fragment if "/" in parts.fragment else parts.path
    words = (word for piece in re.split(r"[/?&=#.]+", route.lower()) for word in _WORD.findall(piece))
    return frozenset(word for word in words if not word.startswith("0x"))


def _called(facts: dict[str, Any]) -> str:
    """As `identity.called` reads a fingerprint."""
    names = ("label", "ariaLabel", "text", "alt", "title", "placeholder")
    return next((str(facts[name]) for name in names if facts.get(name)), "")
