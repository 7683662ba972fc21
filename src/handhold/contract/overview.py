"""What is on the screen, on the wire, for the tools that tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from handhold.contract.apps import state_told
from handhold.contract.fields import PageText
from handhold.contract.models import Result
from handhold.contract.reply import ContentBlock, encode

if TYPE_CHECKING:
    from handhold.services.overview.glance import Glance
    from handhold.services.overview.overview import Listing
    from handhold.services.overview.pictures import Picture

ROOM_FOR_TEST_IDS: Final = 6_000
ROOM_FOR_NODES: Final = 12_000
"""Bytes of a look after a step; a batch has up to fifty of them."""


def _is_none(value: object) -> bool:
    return value is None


class TestIdTold(Result):
    test_id: PageText
    """Value of data-testid."""
    tag: str
    """HTML tag."""
    text: Annotated[PageText | None, Field(exclude_if=_is_none)] = None
    """What it says, at most 100 characters."""
    visible: bool
    """Always true: hidden ones are only counted."""


class NodeTold(Result):
    ref: str
    """For a11yRef, until the next refs are given."""
    role: str
    """One of the kept roles."""
    name: PageText
    """Accessible name."""
    disabled: Annotated[bool | None, Field(exclude_if=_is_none)] = None
    """Of what can be used."""
    checked: Annotated[bool | None, Field(exclude_if=_is_none)] = None
    """Of what can be checked; mixed is false."""
    expanded: Annotated[bool | None, Field(exclude_if=_is_none)] = None
    """Of what opens."""
    path: list[PageText]
    """Dialogs and headings around it, as role:name."""


class TestIdsTold(Result):
    items: list[TestIdTold]
    """Visible test ids in the order of the page."""
    hidden: Annotated[int, Field(exclude_if=lambda count: count == 0)] = 0
    """Test ids that are there and not visible."""
    total: Annotated[int | None, Field(exclude_if=_is_none)] = None
    """How many are visible, when these are not all."""
    truncated: Annotated[bool, Field(exclude_if=lambda was_cut: not was_cut)] = False
    """Whether there are more."""


class NodesTold(Result):
    nodes: list[NodeTold]
    """Trimmed accessibility tree in pre-order."""
    total: Annotated[int | None, Field(exclude_if=_is_none)] = None
    """How many there are, when these are not all."""
    truncated: Annotated[bool, Field(exclude_if=lambda was_cut: not was_cut)] = False
    """Whether there are more."""


class ScreenshotTold(Result):
    path: Annotated[str | None, Field(exclude_if=_is_none)] = None
    """The file, in the session's folder."""
    missing: Annotated[str | None, Field(exclude_if=_is_none)] = None
    """Why there is no file: disk full."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    base64: str | None = None
    """The PNG, when it was asked for."""


def test_ids_told(listing: Listing) -> dict[str, Any]:
    """The members of `TestIdsTold`."""
    items = [
        TestIdTold(test_id=each.test_id, tag=each.tag, text=each.text or None, visible=True)
        for each in listing.test_ids
    ]
    total = listing.test_id_total
    more = {"total": total, "truncated": True} if total > len(items) else {}
    return {"items": items, "hidden": listing.hidden_test_ids, **more}


def nodes_told(listing: Listing) -> dict[str, Any]:
    """The members of `NodesTold`."""
    nodes = [
        NodeTold(
            ref=each.ref,
            role=each.role,
            name=each.name,
            disabled=each.disabled,
            checked=each.checked,
            expanded=each.expanded,
            path=list(each.path),
        )
        for each in listing.nodes
    ]
    more = {"total": listing.node_total, "truncated": True} if listing.node_total > len(nodes) else {}
    return {"nodes": nodes, **more}


def screenshot_told(picture: Picture) -> ScreenshotTold:
    return ScreenshotTold(
        path=str(picture.path) if picture.path is not None else None,
        missing=picture.missing,
        width=picture.width,
        height=picture.height,
        base64=picture.base64,
    )


def link_to(picture: ScreenshotTold | None) -> tuple[ContentBlock, ...]:
    """The file as a link, for hosts that follow them."""
    return () if picture is None or picture.path is None else (ContentBlock(text="Screenshot", file=picture.path),)


def names_note(listing: Listing) -> str | None:
    """What is said about names beyond those the browser was asked for (row 66)."""
    if len(listing.nodes) <= listing.native:
        return None
    return f"names up to e{listing.native} are the browser's own; from there on the page script's"


def observation_told(seen: Glance) -> dict[str, Any]:
    """What a batch tells of the screen after a step: state, and unless it was not asked for, test ids and refs."""
    told: dict[str, Any] = {"state": _plain(state_told(seen.state))}
    if seen.listing is None:
        return told
    test_ids, nodes = TestIdsTold(**test_ids_told(seen.listing)), NodesTold(**nodes_told(seen.listing))
    return {
        **told,
        "testIds": _within(_plain(test_ids), "items", room=ROOM_FOR_TEST_IDS),
        "a11y": _within(_plain(nodes), "nodes", room=ROOM_FOR_NODES),
    }


def _within(told: dict[str, Any], name: str, *, room: int) -> dict[str, Any]:
    """As many members of the list as there is room for."""
    kept: list[Any] = []
    for each in told[name]:
        room -= len(encode(each).encode("utf-8", "replace")) + 1
        if room < 0:
            break
        kept.append(each)
    is_cut = len(kept) < len(told[name])
    return {**told, name: kept, **({"total": told.get("total", len(told[name])), "truncated": True} if is_cut else {})}


def _plain(told: Result) -> dict[str, Any]:
    return told.model_dump(mode="json", by_alias=True)
