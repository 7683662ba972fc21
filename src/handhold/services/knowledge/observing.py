"""What a call knows of the page without looking again: where it is, what it listed, and the element it was about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from handhold.services.knowledge.records import (
    UNKNOWN,
    Node,
    Observation,
    State,
    Target,
    TestIdItem,
    default_observation,
)
from handhold.services.navigation.urls import without_password
from handhold.services.perception.page_text import clean
from handhold.services.perception.routes import UNREADABLE, place_of
from handhold.services.perception.screens import WEB

URL: Final = 500
NAME: Final = 100
MOST_NODES: Final = 50


def observation_of(*, url: str | None, result: Any, target: Target | None, state: State | None = None) -> Observation:
    """A valid observation of what is known; `result` is the tool's own answer, `state` that of an app."""
    items = _items(result) or _element(target)
    nodes = [Node(ref=f"e{place}", role=role, name=name) for place, (role, name) in enumerate(items, start=1)]
    return default_observation(state or _state(url), _test_ids(target), nodes)


def _state(url: str | None) -> State:
    if url is None:
        return State(is_loaded=False)
    return State(current_url=clean(without_password(url), limit=URL), current_screen=screen_of(url))


def screen_of(url: str) -> str:
    """A web page by its address alone; which of the screens there it is, nobody has seen: `web:shop.example/cart`."""
    place = place_of(url)
    return UNKNOWN if place == UNREADABLE else f"{WEB}{place}"


def _items(result: Any) -> list[tuple[str, str]]:
    """Role and label of the controls that an answer lists."""
    listed: Any = cast(Mapping[str, Any], result).get("items") if isinstance(result, Mapping) else None
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        return []
    found: list[tuple[str, str]] = []
    for item in cast(Sequence[Any], listed)[:MOST_NODES]:
        if isinstance(item, Mapping):
            told = cast(Mapping[str, Any], item)
            found.append((clean(str(told.get("role", "")), limit=40), clean(str(told.get("label", "")), limit=NAME)))
    return found


def _element(target: Target | None) -> list[tuple[str, str]]:
    facts = (target.fingerprint if target else None) or {}
    role, name = str(facts.get("role") or facts.get("tag") or ""), str(facts.get("label") or facts.get("text") or "")
    return [(clean(role, limit=40), clean(name, limit=NAME))] if role else []


def _test_ids(target: Target | None) -> list[TestIdItem]:
    facts = (target.fingerprint if target else None) or {}
    named = clean(str(facts.get("testId", "")), limit=NAME)
    return [TestIdItem(test_id=named, tag=clean(str(facts.get("tag", "")), limit=40), visible=True)] if named else []
