"""Kinds of change a page goes through between two looks at it; each is told which control is looked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from synthetic_page import Node, Page

Change = Callable[[Page, str], Page]
GERMAN = {
    "Save": "Speichern",
    "Cancel": "Abbrechen",
    "Search": "Suche",
    "E-mail": "E-Mail-Adresse",
    "Phone": "Telefon",
    "Street": "Straße",
    "Delete": "Löschen",
    "Edit": "Bearbeiten",
    "Export": "Ausgeben",
    "Home": "Start",
    "Pricing": "Preise",
}


def one(page: Page, uid: str) -> Node:
    return next(node for node in page if node.uid == uid)


def edit(page: Page, uid: str, change: Callable[[Node], Node]) -> Page:
    return tuple(change(node) if node.uid == uid else node for node in page)


def every(change: Callable[[Node], Node]) -> Change:
    return lambda page, uid: tuple(change(node) for node in page)


def target(change: Callable[[Node], Node]) -> Change:
    return lambda page, uid: edit(page, uid, change)


def others(change: Callable[[Node], Node]) -> Change:
    return lambda page, uid: tuple(node if node.uid == uid else change(node) for node in page)


def before(page: Page, uid: str, new: Sequence[Node]) -> Page:
    at = next(index for index, node in enumerate(page) if node.uid == uid)
    return (*page[:at], *new, *page[at:])


def without(page: Page, is_gone: Callable[[Node], bool]) -> Page:
    return tuple(node for node in page if not is_gone(node))


def _sections_reversed(page: Page, uid: str) -> Page:
    order = list(dict.fromkeys(node.section for node in page))
    return tuple(sorted(page, key=lambda node: -order.index(node.section)))


def _rows_reversed(page: Page, uid: str) -> Page:
    order = list(dict.fromkeys(node.row for node in page))
    rows = sorted((node for node in page if node.row), key=lambda node: -order.index(node.row))
    return (*(node for node in page if not node.row), *rows)


def _wrapped(node: Node) -> Node:
    return replace(node, path=(*node.path, "div"))


def _tag_swapped(node: Node) -> Node:
    if node.tag == "a":
        return replace(node, tag="button", role="button", href="")
    return replace(node, tag="div") if node.tag == "button" else replace(node, tag="custom-control")


def _renumbered(page: Page) -> Page:
    rows = list(dict.fromkeys(node.row for node in page))
    return tuple(
        replace(node, id=f"delete-{rows.index(node.row)}") if node.id.startswith("delete-") else node for node in page
    )


def _other_row_deleted(page: Page, uid: str) -> Page:
    own = one(page, uid).row
    gone = next(node.row for node in page if node.row and node.row != own)
    return _renumbered(without(page, lambda node: node.row == gone))


def _row_inserted(page: Page, uid: str) -> Page:
    new = [
        replace(
            node, uid=f"new-{node.uid}", row="zoe", row_text="Zoe Zane Admin active", href=node.href and "/people/zoe"
        )
        for node in page
        if node.row == "alice"
    ]
    named = [replace(node, label="Zoe Zane") if node.tag == "a" else node for node in new]
    return before(page, "alice-link", named) if any(node.uid == "alice-link" for node in page) else page


def _neighbours_reworded(page: Page, uid: str) -> Page:
    at = next(index for index, node in enumerate(page) if node.uid == uid)
    changed = {page[at - 1].uid, page[(at + 1) % len(page)].uid}
    return tuple(replace(node, label=f"{node.label} now") if node.uid in changed else node for node in page)


def _banner_inserted(page: Page, uid: str) -> Page:
    banner = [
        Node(uid="cookies", label="Accept cookies"),
        Node(uid="news", tag="a", role="link", label="News", href="/n"),
    ]
    return (*banner, *page)


def _inserted_before(page: Page, uid: str) -> Page:
    return before(page, uid, [Node(uid="undo", label="Undo", section=one(page, uid).section)])


def _clone_with_id_before(page: Page, uid: str) -> Page:
    return before(page, uid, [replace(one(page, uid), uid="clone")])


def _clone_without_id_before(page: Page, uid: str) -> Page:
    return before(page, uid, [replace(one(page, uid), uid="clone", id="", test_id="", name="")])


def _translated(page: Page, uid: str) -> Page:
    return tuple(
        replace(node, label=GERMAN.get(node.label, node.label), section=f"{node.section} (deutsch)") for node in page
    )


# After these the control is still there and must be found.
SURVIVED: Mapping[str, Change] = {
    "rendered anew": lambda page, uid: page,
    "sections in another order": _sections_reversed,
    "rows in another order": _rows_reversed,
    "wrapped in a box": target(_wrapped),
    "everything wrapped": every(_wrapped),
    "classes hashed anew": every(lambda node: replace(node, classes=("css-1x2y3z",))),
    "classes gone": every(lambda node: replace(node, classes=())),
    "class added to show a state": target(lambda node: replace(node, classes=(*node.classes, "is-active"))),
    "generated ids drawn anew": every(
        lambda node: replace(node, id="field-99bb01d2") if node.id.startswith("field-") else node
    ),
    "id lost": target(lambda node: replace(node, id="")),
    "ids of all lost": every(lambda node: replace(node, id="")),
    "id gained": target(lambda node: replace(node, id=node.id or "fresh")),
    "test id lost": target(lambda node: replace(node, test_id="")),
    "test id gained": target(lambda node: replace(node, test_id=node.test_id or "fresh")),
    "form name lost": target(lambda node: replace(node, name="")),
    "placeholder edited": target(lambda node: replace(node, placeholder="Type here")),
    "label in capitals": target(lambda node: replace(node, label=node.label.upper())),
    "ellipsis after the label": target(lambda node: replace(node, label=f"{node.label}…")),
    "aria-label added with the same words": target(lambda node: replace(node, aria_label=node.label)),
    "counters counted on": every(lambda node: replace(node, label=node.label.replace("(0)", "(3)"))),
    "tag swapped": target(_tag_swapped),
    "password shown": every(lambda node: replace(node, type="text") if node.type == "password" else node),
    "button type set": target(lambda node: replace(node, type=node.type or "button")),
    "moved aside": target(lambda node: replace(node, dx=600, dy=-300)),
    "everything moved down": every(lambda node: replace(node, dy=node.dy + 500)),
    "heading reworded": every(lambda node: replace(node, section=f"{node.section} today")),
    "neighbours reworded": _neighbours_reworded,
    "banner inserted above": _banner_inserted,
    "control inserted before it": _inserted_before,
    "row inserted before the rows": _row_inserted,
    "another row deleted, ids renumbered": _other_row_deleted,
    "search removed": lambda page, uid: without(page, lambda node: node.uid == "q" and uid != "q"),
    "tools of the others removed": lambda page, uid: without(
        page, lambda node: node.uid in ("export", "filter", "help") and node.uid != uid
    ),
    "labels of all other rows reworded": lambda page, uid: others(
        lambda node: replace(node, row_text=f"{node.row_text} edited") if node.row != one(page, uid).row else node
    )(page, uid),
    "addresses below a new path": every(lambda node: replace(node, href=node.href and f"/shop{node.href}")),
}

# After these it is there, and there is good reason to doubt it: found or refused, never another one.
DOUBTFUL: Mapping[str, Change] = {
    "words added to the label": target(lambda node: replace(node, label=f"{node.label} all")),
    "another label": target(lambda node: replace(node, label="Proceed")),
    "translated": _translated,
    "clone inserted before it": _clone_with_id_before,
    "clone without id inserted before it": _clone_without_id_before,
    "test id renamed": target(lambda node: replace(node, test_id=node.test_id and "renamed")),
    "address changed": target(lambda node: replace(node, href=node.href and "/elsewhere")),
    "aria-label lost": target(
        lambda node: replace(node, aria_label="", label=node.label if node.text is None else node.text)
    ),
    "text of its row edited": target(lambda node: replace(node, row_text=f"{node.row_text} edited")),
    "everything that names it lost": target(
        lambda node: replace(node, id="", test_id="", name="", href="", classes=())
    ),
}

# After these it is gone.
GONE: Mapping[str, Change] = {
    "removed": lambda page, uid: without(page, lambda node: node.uid == uid),
    "its row deleted": lambda page, uid: without(
        page, lambda node: node.uid == uid or bool(node.row and node.row == one(page, uid).row)
    ),
    "its row deleted, ids renumbered": lambda page, uid: _renumbered(
        without(page, lambda node: node.uid == uid or bool(node.row and node.row == one(page, uid).row))
    ),
    "only one other row left": lambda page, uid: _renumbered(
        without(page, lambda node: bool(node.row) and node.row != ("bob" if one(page, uid).row != "bob" else "carol"))
        if one(page, uid).row
        else without(page, lambda node: node.uid == uid)
    ),
    "replaced by another control in its place": lambda page, uid: edit(
        page,
        uid,
        lambda node: replace(node, uid="other", label="Proceed", id="other", test_id="other", name="other", href=""),
    ),
    "its section deleted": lambda page, uid: without(page, lambda node: node.section == one(page, uid).section),
}
