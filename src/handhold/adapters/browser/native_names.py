"""What the browser itself calls elements: role and name as assistive technology is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from handhold.adapters.browser.documents import Document, Native
from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.nodes import ask_all

# The first question makes Chromium build the accessibility tree of the whole document, 10 microseconds an element, by
# recursion: 100,000 elements take a second, and at 20,000 levels the renderer dies.
_MOST_ELEMENTS = 30_000
_MOST_LEVELS = 3_000
_MOST_AT_ONCE = 3_000
"""Elements of a document for whose tree an answer waits; a bigger one is built after the answer."""
_MOST_NUMBERS = 10_000
# Words of Chromium's own that are no ARIA role; the page script's role is used instead.
_OWN_WORDS = ("none", "generic", "unknown", "LabelText", "StaticText")
_AS_ARIA = {"DisclosureTriangle": "button", "PopUpButton": "combobox", "ColorWell": "button", "Canvas": "canvas"}


def may_be_asked(document: Document) -> bool:
    """Whether asking does the page no harm."""
    return document.elements <= _MOST_ELEMENTS and document.depth <= _MOST_LEVELS


def takes_long(document: Document) -> bool:
    return not document.is_exposed and document.elements > _MOST_AT_ONCE


def number(document: Document, keys: Sequence[int], described: Sequence[Mapping[str, Any] | None]) -> None:
    """Remember which nodes the elements with these keys are."""
    if len(document.numbers) > _MOST_NUMBERS:
        document.numbers.clear()
    found = zip(keys, described, strict=True)
    document.numbers |= {key: cast(int, one["backendNodeId"]) for key, one in found if one is not None}


def known(document: Document, keys: Sequence[int]) -> dict[int, Native]:
    """Those of the elements the browser has named in this version of the document."""
    told = {key: document.natives.get(key) for key in keys}
    return {key: native for key, native in told.items() if native is not None}


async def expose(place: Place, document: Document, root: str) -> None:
    """Have the browser build its tree, by a question about the document, before elements are named."""
    question = {"objectId": root, "fetchRelatives": False}
    (answer,) = await ask_all(place.worlds, "Accessibility.getPartialAXTree", [question])
    document.is_exposed = document.is_exposed or answer is not None


async def ask_first(place: Place, document: Document, keys: Sequence[int]) -> None:
    """Have the browser build its tree of a big document, once; what it says is known from then on."""
    if document.is_being_exposed:
        return
    document.is_being_exposed = True
    try:
        await ask(place, document, keys)
    finally:
        document.is_being_exposed = False


async def ask(place: Place, document: Document, keys: Sequence[int]) -> None:
    """Have the browser name the elements it has not named yet."""
    async with document.naming:
        await _ask(place, document, [key for key in keys if key not in document.natives])


async def _ask(place: Place, document: Document, keys: Sequence[int]) -> None:
    version = document.version
    new = [key for key in keys if key not in document.numbers]
    if new:
        number(document, new, await place.give("elements", {"keys": new}))
    asked = [key for key in keys if key in document.numbers]
    requests = [{"backendNodeId": document.numbers[key], "fetchRelatives": False} for key in asked]
    answers = await ask_all(place.worlds, "Accessibility.getPartialAXTree", requests)
    document.is_exposed = document.is_exposed or any(answers)
    if document.version == version:
        document.natives |= {key: _told(answer) for key, answer in zip(asked, answers, strict=True)}


def _told(answer: Mapping[str, Any] | None) -> Native | None:
    nodes = cast(list[Mapping[str, Any]], answer["nodes"]) if answer else []
    if not nodes or nodes[0].get("ignored"):
        return None
    role, name = (str(nodes[0].get(fact, {}).get("value", "")) for fact in ("role", "name"))
    is_own_word = role in _OWN_WORDS or role[:1].isupper()
    return Native(_AS_ARIA.get(role, "" if is_own_word else role), name)
