"""A made-up page of about forty controls, as the page script would record it, and ways in which pages change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from handhold.services.perception.candidates import Candidate

ROW_HEIGHT = 40


@dataclass(frozen=True, kw_only=True)
class Node:
    """`uid` is the truth that the product never sees."""

    uid: str
    tag: str = "button"
    role: str = "button"
    label: str = ""
    text: str | None = None
    aria_label: str = ""
    type: str = ""
    id: str = ""
    name: str = ""
    test_id: str = ""
    href: str = ""
    value: str = ""
    placeholder: str = ""
    classes: tuple[str, ...] = ("btn",)
    section: str = ""
    row: str = ""
    row_text: str = ""
    path: tuple[str, ...] = ("html", "body", "main", "div")
    dx: int = 0
    dy: int = 0


Page = tuple[Node, ...]
PEOPLE = (
    ("alice", "Alice Adams Admin active"),
    ("bob", "Bob Brown Admin active"),
    ("carol", "Carol Clark Editor active"),
    ("dave", "Dave Dunn Editor away"),
    ("erin", "Erin East Admin away"),
    ("frank", "Frank Ford Viewer active"),
)
CARDS = (("green", "Gunpowder green 12.40"), ("black", "Assam black 9.80"), ("white", "Silver needle 22.00"))


def shop() -> Page:
    """Navigation, a form, tools, a table, cards and a list."""
    return (*_navigation(), *_form(), *_tools(), *_table(), *_cards(), *_todos())


def _navigation() -> Page:
    bar = ("html", "body", "header", "nav")
    links = [
        Node(uid=f"nav-{word}", tag="a", role="link", label=word.title(), href=f"/{word}", section="Shop", path=bar)
        for word in ("home", "teas", "pricing", "about")
    ]
    cart = Node(uid="cart", tag="a", role="link", label="Cart (0)", href="/cart", section="Shop", path=bar)
    find = Node(
        uid="q", tag="input", role="searchbox", label="Search", name="q", type="search", section="Shop", path=bar
    )
    return (*links, cart, find)


def _form() -> Page:
    def field(name: str, label: str, kind: str = "text") -> Node:
        return Node(
            uid=name, tag="input", role="textbox", label=label, name=name, type=kind, section="Your details",
            path=("html", "body", "main", "form"), classes=("field",),
        )  # fmt: skip

    size = [
        replace(field("size", label, "radio"), value=value, uid=f"size-{value}", role="radio")
        for label, value in (("Small", "s"), ("Large", "l"))
    ]
    buttons = ("html", "body", "main", "form", "div")
    return (
        replace(field("email", "E-mail", "email"), id="email"),
        replace(field("phone", "Phone"), id="field-a8f3e2c1"),
        replace(field("street", "Street"), placeholder="Street and number"),
        replace(field("secret", "Password", "password"), id="pw"),
        *size,
        Node(uid="save", label="Save", type="submit", section="Your details", path=buttons),
        Node(uid="cancel", label="Cancel", section="Your details", path=buttons),
    )


def _tools() -> Page:
    return (
        Node(uid="export", label="Export", test_id="export-button", section="People"),
        Node(uid="filter", label="Filter people", aria_label="Filter people", text="Filter", section="People"),
        Node(uid="help", label="Open help", aria_label="Open help", text="", id="help", section="People"),
        Node(uid="menu", tag="div", label="Columns", classes=("menu",), section="People"),
    )


def _table() -> Page:
    cell = ("html", "body", "main", "table", "tbody", "tr", "td")
    nodes: list[Node] = []
    for index, (who, text) in enumerate(PEOPLE):
        own = Node(uid=who, section="People", row=who, row_text=text, path=cell)
        name = " ".join(text.split()[:2])
        nodes += [
            replace(own, uid=f"{who}-link", tag="a", role="link", label=name, href=f"/people/{who}"),
            replace(own, uid=f"{who}-edit", label="Edit", test_id="edit"),
            replace(own, uid=f"{who}-delete", label="Delete", id=f"delete-{index}"),
        ]
    return tuple(nodes)


def _cards() -> Page:
    path = ("html", "body", "main", "div", "div", "div")
    return tuple(
        node
        for which, text in CARDS
        for node in (
            Node(uid=f"{which}-add", label="Add to basket", section=text, row=which, row_text=text, path=path),
            Node(
                uid=f"{which}-more", tag="a", role="link", label="Details", href=f"/tea/{which}",
                section=text, row=which, row_text=text, path=path,
            ),
        )
    )  # fmt: skip


def _todos() -> Page:
    return tuple(
        Node(
            uid=f"todo-{n}", tag="div", label=label, row=f"todo-{n}", row_text=label, section="To do", classes=("todo",)
        )
        for n, label in enumerate(("Order kettles", "Order cups", "Taste Assam", "Taste Ceylon"))
    )


def candidates(page: Page, *, first_key: int = 1, with_row: bool = True) -> list[Candidate]:
    """The page as recorded; keys only tell records apart."""
    return [
        Candidate.from_record(_record(page, position, first_key + position, with_row=with_row), frame=0)
        for position in range(len(page))
    ]


def _record(page: Page, position: int, key: int, *, with_row: bool) -> dict[str, object]:
    node = page[position]
    text = node.label if node.text is None else node.text
    box = {"x": 20 + node.dx, "y": 20 + position * ROW_HEIGHT + node.dy, "w": 120, "h": 32}
    facts: dict[str, object] = {
        "tag": node.tag, "type": node.type, "id": node.id, "name": node.name, "testId": node.test_id, "role": node.role,
        "label": node.label, "text": text, "ariaLabel": node.aria_label, "placeholder": node.placeholder,
        "href": node.href, "value": node.value, "cls": list(node.classes), "near": _near(page, position),
        "heading": node.section, "path": [*node.path, node.tag], "frame": "",
        "ordinal": sum(other.label == node.label and other.tag == node.tag for other in page[:position]), **box,
    }  # fmt: skip
    if with_row and node.row_text:
        facts["row"] = node.row_text
    return {
        "k": key, "tag": node.tag, "role": node.role, "name": node.label, "text": text, "testId": node.test_id,
        "s": node.tag, "st": [], "ev": ["tag"], "d": len(node.path), "g": node.section, "rel": 0.5, "fp": facts, **box,
    }  # fmt: skip


def _near(page: Page, position: int) -> str:
    """The texts right before and after, among those of the same row, or of the same section outside of rows."""
    own = page[position]
    around = [other for other in page if (other.section, other.row) == (own.section, own.row)]
    if len(around) == 1:
        around = [other for other in page if other.section == own.section]
    at = around.index(own)
    return " ".join(
        " ".join(node.label for node in (*around[max(at - 1, 0) : at], *around[at + 1 : at + 2])).split()[:8]
    )
