"""Calls as steps: what the recording middleware hands to the knowledge store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from handhold.contract import Call, Reply
from handhold.engine.egress import Scrubber
from handhold.engine.inputs import echoed
from handhold.engine.outcome import Outcome
from handhold.errors import StoreError

if TYPE_CHECKING:
    # Imported with the first step: a server that is only asked for its tools records nothing.
    from handhold.services.knowledge.keeping import Keeper
    from handhold.services.knowledge.records import Observation, Screenshot, Target
    from handhold.services.perception import PerceptionMemory
    from handhold.services.perception.handles import Handle

SECRET: Final = "secret://"
CARRIED_OUT: Final = frozenset({"pointer", "keyboard"})
"""Strategies of actions; of setting a state it is no news that it changes nothing."""
TARGET: Final = 80
HANDLES: Final = ("handle", "elementId", "target", "promotedHandleId")
"""What tools call a handle, in arguments and answers."""
TARGET_NAMES: Final = frozenset({"a11yRef", "testId", "selector", "within"})

ObservationOf = Callable[[Call, Outcome, "Target | None"], "Observation"]


class StepRecorder:
    """Writes each finished call of a session before its answer is sent; a store that fails costs a warning."""

    def __init__(self, keeper: Callable[[], Keeper], *, scrubber: Scrubber, observation_of: ObservationOf) -> None:
        self._keeper = keeper
        self._scrubber = scrubber
        self._observation_of = observation_of

    async def record(self, call: Call, outcome: Outcome) -> str | None:
        from handhold.services.knowledge.recording import FinishedStep, failure

        assert call.live is not None, "only calls of a session are recorded"
        keeper = self._keeper()
        given = echoed(call)
        target = target_of(call, outcome)
        was_hidden, length = hidden_text(_without_target(call), given)
        error = outcome.error
        step = FinishedStep(
            session_id=call.live.id,
            at=call.watch.at,
            tool=call.tool.name,
            duration_ms=call.watch.milliseconds,
            input=given,
            target=target,
            text_redacted=was_hidden,
            text_length=length,
            error=failure(error.wire_code, error.message, error.details) if error else None,
            observation=self._observation_of(call, outcome, target),
            had_effect=had_effect(outcome.result),
            screenshot=_screenshot(outcome.result),
        )
        try:
            keeper.keep(step, scrub=self._scrubber.json_text)
        except StoreError as problem:
            return problem.message
        keeper.index_soon(asyncio.get_running_loop())
        return None

    def answered(self, call: Call, reply: Reply) -> None:
        if call.live is None or not call.tool.recorded:
            return
        told = _members(reply.envelope.get("result"))
        line = {
            "at": reply.envelope["meta"]["timestamp"],
            "sessionId": call.live.id,
            "tool": call.tool.name,
            "target": str(told.get("target") or told.get("url") or self._meant(call))[:TARGET],
            "outcome": "ok" if reply.ok else reply.error["code"],
            "ms": reply.envelope["meta"]["durationMs"],
            "bytes": len(reply.text.encode()),
        }
        self._keeper().journal.note(line)

    def _meant(self, call: Call) -> str:
        """What a call was about that did not say so itself, because it failed: its element or address."""
        from handhold.services.knowledge.records import Target
        from handhold.services.knowledge.telling import described
        from handhold.services.navigation.urls import without_password

        assert call.live is not None, "only calls of a session have a line"
        handle = next(iter(_handles(call.raw)), "")
        held = _element(call.live.memory, handle) if handle else None
        said = described(Target(fingerprint=held.fingerprint.to_json())) if held is not None else ""
        return self._scrubber.text(said or handle or without_password(str(echoed(call).get("url", ""))))


def target_of(call: Call, outcome: Outcome) -> Target | None:
    """The element of a call: as its tool tells it, else by the handle that was given or found."""
    from handhold.services.knowledge.records import Target

    told = call.tool.target_of(call.checked) if call.tool.target_of else None
    held = _held(call, outcome, told.a11y_ref if told else None)
    if told is not None:
        by = {"element_id": held.id, "fingerprint": held.fingerprint.to_json()} if held else {}
        return Target.model_validate(
            {"test_id": told.test_id, "selector": told.selector, "a11y_ref": told.a11y_ref, **by}
        )
    if held is None:
        return None
    return Target(test_id=held.fingerprint.test_id or None, element_id=held.id, fingerprint=held.fingerprint.to_json())


def _held(call: Call, outcome: Outcome, ref_id: str | None) -> Handle | None:
    """The handle that was given or found; a ref means the one its element has."""
    if call.live is None:
        return None
    memory = call.live.memory
    ref = memory.refs.find(ref_id) if ref_id is not None else None
    told = (*_handles(call.raw), *_handles(outcome.result), *((ref.handle,) if ref is not None and ref.handle else ()))
    return next((held for each in told if (held := _element(memory, each)) is not None), None)


def _element(memory: PerceptionMemory, handle: str) -> Handle | None:
    """What only was seen has no fingerprint; the element that explains it has."""
    seen = memory.sight.handles.find(handle)
    return memory.handles.find((seen.promoted or "") if seen is not None else handle)


def had_effect(result: Any) -> bool:
    """False when an action was carried out, what it changed was looked for, and there was nothing."""
    if not isinstance(result, Mapping):
        return True
    told = cast(Mapping[str, Any], result)
    return not (told.get("changes") == "none" and told.get("strategy") in CARRIED_OUT)


def hidden_text(raw: Any, shown: Any) -> tuple[bool, int | None]:
    """Whether the arguments hold text that is not repeated, and how long it is; a secret's length is not told."""
    texts = list(_hidden(raw, shown))
    has_secret = any(text.startswith(SECRET) for text in texts)
    hidden = [text for text in texts if not text.startswith(SECRET)]
    return bool(texts), sum(map(len, hidden)) if hidden and not has_secret else None


def _screenshot(result: Any) -> Screenshot | None:
    """The picture that an answer is, or has; a record names its file only."""
    from handhold.services.knowledge.records import Screenshot

    told = _members(result)
    picture = _members(told.get("screenshot")) or told
    if not {"path", "width", "height"} <= picture.keys():
        return None
    return Screenshot(
        path="/".join(Path(str(picture["path"])).parts[-2:]), width=picture["width"], height=picture["height"]
    )


def _without_target(call: Call) -> Mapping[str, Any]:
    """The arguments but for those that name the element: a record has these in a place of their own."""
    if call.tool.target_of is None:
        return call.raw
    return {name: each for name, each in call.raw.items() if name not in TARGET_NAMES}


def _hidden(raw: Any, shown: Any) -> list[str]:
    if isinstance(raw, str):
        return [raw] if raw != shown or raw.startswith(SECRET) else []
    if isinstance(raw, Mapping):
        there = _members(shown)
        return [text for name, each in _members(raw).items() for text in _hidden(each, there.get(name))]
    if isinstance(raw, list):
        others = cast(list[Any], shown) if isinstance(shown, list) else []
        items = cast(list[Any], raw)
        return [
            text
            for place, each in enumerate(items)
            for text in _hidden(each, others[place] if place < len(others) else None)
        ]
    return []


def _handles(told: Any) -> list[str]:
    """The handles that are given or told under the names that tools have for them."""
    members = _members(told)
    return [found for name in HANDLES if isinstance(found := members.get(name), str)]


def _members(value: Any) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}
