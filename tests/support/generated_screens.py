"""Screens of made-up applications in many data variants: the same screen with other content, and look-alikes.

Three ways of writing markup (plain HTML, boxes with classes, ARIA components with test ids) show the same kinds of
screens in one layout each: lists, details, forms, wizards at one address, tabs, dialogs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

VARIANTS: Final = 5
"""Of each screen; the last but one is empty where there is a list, the last shows an error or a message."""
EMPTY, TROUBLED = VARIANTS - 2, VARIANTS - 1

_LISTED: Final = re.compile(r"[^,]+")
NAMES: Final = _LISTED.findall(
    "Anna Smith,Bo Chen,Carla Díaz,Dmitri Petrov,Emeka Obi,Fatima Khan,Greta Olsen,Hiro Tanaka,Ines Costa,Jonas Weber,"
    "Kofi Mensah,Leila Haddad,Marek Nowak,Nia Brown,Oskar Lind,Priya Nair"
)
THINGS: Final = _LISTED.findall(
    "Teapot,Blue kettle,Walnut shelf,Desk lamp 40W,Wool blanket,Copper pan,Garden chair,Paper tray,Steel bottle,"
    "Travel mug,Linen apron,Oak stool,Glass jar,Cast-iron pot,Bread knife,Salt cellar"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One variant of a screen: which screen it is, where, and its page."""

    screen: str
    path: str
    html: str


@dataclass(slots=True)
class Data:
    """What differs from visit to visit."""

    dice: random.Random
    number: int

    @property
    def is_empty(self) -> bool:
        return self.number == EMPTY

    @property
    def is_troubled(self) -> bool:
        return self.number == TROUBLED

    def count(self, least: int = 2, most: int = 14) -> int:
        return 0 if self.is_empty else self.dice.randint(least, most)

    def id(self) -> str:
        kinds: tuple[Callable[[], str], ...] = (
            lambda: str(self.dice.randint(1, 99_999)),
            lambda: f"{self.dice.getrandbits(32):08x}-{self.dice.getrandbits(16):04x}",
        )
        return kinds[self.number % 2]()

    def name(self) -> str:
        return self.dice.choice(NAMES)

    def thing(self) -> str:
        return self.dice.choice(THINGS)

    def slug(self) -> str:
        return self.thing().lower().replace(" ", "-")

    def price(self) -> str:
        return f"{self.dice.randint(1, 900)}.{self.dice.randint(10, 99)}"


@dataclass(slots=True)
class Markup:
    """How one application writes its pages."""

    app: str
    links: tuple[str, ...]
    columns: tuple[str, ...]
    row_actions: tuple[str, ...]

    def actions(self) -> str:
        """The buttons of a row."""
        return "".join(map(self.button, self.row_actions))

    def field(self, label: str, kind: str = "text") -> str:
        name = label.lower().replace(" ", "_")
        return f'<p><label for="{name}">{label}</label><input id="{name}" name="{name}" type="{kind}"></p>'

    def choice(self, label: str, options: tuple[str, ...]) -> str:
        name = label.lower().replace(" ", "_")
        inside = "".join(f"<option>{option}</option>" for option in options)
        return f'<p><label for="{name}">{label}</label><select id="{name}" name="{name}">{inside}</select></p>'

    def check(self, label: str) -> str:
        return f'<p><label><input type="checkbox" name="{label.lower()}"> {label}</label></p>'

    def button(self, label: str) -> str:
        return f"<button>{label}</button>"

    def rows(self, data: Data) -> str:
        head = "".join(f"<th>{column}</th>" for column in self.columns)
        body = "".join(
            f"<tr><td><input type=checkbox aria-label='Select {escape(one)}'></td>"
            f"<td><a href='/x/{at}'>{escape(one)}</a></td><td>{data.price()}</td><td>{self.actions()}</td></tr>"
            for at, one in enumerate(data.thing() for _ in range(data.count()))
        )
        return (
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            if body
            else "<p>Nothing here yet.</p>"
        )

    def tabs(self, names: tuple[str, ...], chosen: int) -> str:
        each = (
            f'<button role="tab" aria-selected="{str(at == chosen).lower()}">{name}</button>'
            for at, name in enumerate(names)
        )
        return f'<div role="tablist">{"".join(each)}</div>'

    def dialog(self, title: str, body: str) -> str:
        return f"<dialog id=d><h2>{title}</h2>{body}</dialog><script>d.showModal()</script>"

    def page(self, title: str, main: str, data: Data, *, over: str = "") -> str:
        links = "".join(f'<li><a href="/{link.lower()}">{link}</a></li>' for link in self.links)
        cart = f'<a href="/cart">Cart ({data.dice.randint(0, 9)})</a>'
        who = f"<button>Account of {escape(data.name())}</button>"
        return (
            f"<!doctype html><title>{escape(title)}</title><header><a href='/'>{self.app}</a>{cart}{who}</header>"
            f"<nav><ul>{links}</ul></nav><main><h1>{escape(title)}</h1>{main}</main>"
            f"<footer><a href='/imprint'>Imprint</a><a href='/terms'>Terms</a></footer>{over}"
        )


class Boxes(Markup):
    """Everything is a box; landmarks, tabs and dialogs are told by classes only where ARIA is missing."""

    def field(self, label: str, kind: str = "text") -> str:
        name = label.lower().replace(" ", "-")
        field = f'<input placeholder="{label}" name="{name}" type="{kind}">'
        return f'<div class="field"><div class="label">{label}</div>{field}</div>'

    def button(self, label: str) -> str:
        return f'<div class="btn" role="button" tabindex="0">{label}</div>'

    def rows(self, data: Data) -> str:
        cards = "".join(
            f'<div class="card"><h3>{escape(one)}</h3><span>{data.price()} €</span>'
            f'<a href="/i/{at}">Details of {escape(one)}</a>{self.actions()}</div>'
            for at, one in enumerate(data.thing() for _ in range(data.count(3)))
        )
        return f'<div class="grid">{cards or "No results"}</div>'

    def tabs(self, names: tuple[str, ...], chosen: int) -> str:
        each = (
            f'<div class="tab{" on" if at == chosen else ""}" role="button" tabindex="0">{name}</div>'
            for at, name in enumerate(names)
        )
        return f'<div class="tabs">{"".join(each)}</div>'

    def dialog(self, title: str, body: str) -> str:
        return (
            '<div style="position:fixed;inset:0;background:#0008"><div role="dialog" aria-modal="true" '
            f'style="background:#fff;margin:20px">{f"<h2>{title}</h2>"}{body}</div></div>'
        )


class Components(Markup):
    """ARIA roles and test ids, as component libraries write them."""

    def field(self, label: str, kind: str = "text") -> str:
        name = label.lower().replace(" ", "-")
        return f'<div class="fld"><input aria-label="{label}" data-testid="{name}-input" type="{kind}"></div>'

    def button(self, label: str) -> str:
        return f'<button data-testid="{label.lower().replace(" ", "-")}-button"><span>{label}</span></button>'

    def rows(self, data: Data) -> str:
        rows = "".join(
            f'<div role="row" data-testid="row-{data.dice.randint(1, 9999)}"><div role="cell">'
            f'<a href="/t/{at}">{escape(one)}</a></div><div role="cell">{data.price()}</div>'
            f'<div role="cell">{self.actions()}</div></div>'
            for at, one in enumerate(data.thing() for _ in range(data.count()))
        )
        head = "".join(f'<div role="columnheader">{column}</div>' for column in self.columns)
        more = f"{self.button('Previous page')}{self.button('Next page')}" if rows else self.button("Add the first")
        return f'<div role="table"><div role="row">{head}</div>{rows}</div>{more}'

    def dialog(self, title: str, body: str) -> str:
        return (
            f'<div role="dialog" aria-modal="true" aria-label="{title}" style="position:fixed;inset:50px">{body}</div>'
        )


APPS: Final = (
    Markup(
        "Teashop", ("Products", "Orders", "Customers", "Reports", "Help"), ("", "Name", "Price", ""), ("Edit", "Delete")
    ),
    Boxes("Boardly", ("Boards", "Tasks", "People", "Files", "Search", "Inbox"), ("Name", "Due"), ("Open", "Archive")),
    Components("Ledger", ("Accounts", "Invoices", "Contacts", "Taxes"), ("Number", "Sum", ""), ("Pay", "Remind")),
)


def screens(seed: int = 1) -> Iterator[Shown]:
    """Every variant of every screen of every application."""
    for at, app in enumerate(APPS):
        for name, make in _KINDS.items():
            for number in range(VARIANTS):
                data = Data(random.Random(f"{seed} {at} {name} {number}"), number)
                path, html = make(app, data)
                yield Shown(screen=f"{app.app} {name}", path=f"{app.app.lower()}{path}", html=html)


Made = tuple[str, str]


def _trouble(data: Data, text: str) -> str:
    return f'<div role="alert">{text}</div>' if data.is_troubled else ""


def _sign_in(app: Markup, data: Data) -> Made:
    main = _trouble(data, "Unknown name") + app.field("Email", "email") + app.button("Continue")
    return "/login", app.page("Sign in", main, data)


def _sign_in_password(app: Markup, data: Data) -> Made:
    main = _trouble(data, "Wrong password") + f"<p>{data.name()}</p>" + app.field("Password", "password")
    return "/login", app.page("Sign in", main + app.check("Stay signed in") + app.button("Sign in"), data)


def _dashboard(app: Markup, data: Data) -> Made:
    numbers = "".join(f"<h2>{data.dice.randint(1, 999)} {word}</h2>" for word in ("open", "late", "done"))
    return "/", app.page(f"Good morning, {data.name()}", numbers + app.rows(data) + app.button("New report"), data)


def _list(app: Markup, data: Data) -> Made:
    tools = app.field("Filter by name") + app.choice("Sort by", ("Name", "Price", "Newest")) + app.button("New")
    return f"/products?page={data.dice.randint(1, 9)}", app.page("All products", tools + app.rows(data), data)


def _other_list(app: Markup, data: Data) -> Made:
    tools = app.field("Customer") + app.choice("Status", ("Open", "Paid")) + app.button("Export")
    return "/orders", app.page("Orders", tools + app.rows(data), data)


def _detail(app: Markup, data: Data) -> Made:
    facts = f"<dl><dt>Price</dt><dd>{data.price()}</dd><dt>By</dt><dd>{data.name()}</dd></dl>"
    main = facts + app.button("Edit") + app.button("Delete") + app.button("Duplicate")
    return f"/products/{data.slug()}", app.page(data.thing(), main, data)


def _order_detail(app: Markup, data: Data) -> Made:
    main = app.rows(data) + app.button("Refund") + app.button("Print") + _trouble(data, "Printer is away")
    return f"/orders/{data.id()}", app.page(f"Order {data.id()}", main, data)


def _edit(app: Markup, data: Data) -> Made:
    fields = app.field("Name") + app.field("Price") + app.choice("Category", ("Kitchen", "Garden"))
    main = (
        _trouble(data, "Name is missing") + fields + app.check("In stock") + app.button("Save") + app.button("Cancel")
    )
    return f"/products/{data.id()}/edit", app.page(f"Edit {data.thing()}", main, data)


def _edit_in_place(app: Markup, data: Data) -> Made:
    """The detail's own address."""
    fields = app.field("Name") + app.field("Price") + app.field("Maker")
    main = _trouble(data, "Price is no number") + fields + app.button("Save changes") + app.button("Discard")
    return f"/products/{data.slug()}", app.page(data.thing(), main, data)


def _new(app: Markup, data: Data) -> Made:
    fields = app.field("Name") + app.field("Price") + app.field("First stock") + app.field("Supplier")
    return "/products/new", app.page("New product", _trouble(data, "No price") + fields + app.button("Create"), data)


def _step_one(app: Markup, data: Data) -> Made:
    fields = app.field("Street") + app.field("City") + app.field("Postal code")
    return "/checkout", app.page("Checkout", _trouble(data, "No such city") + fields + app.button("Next"), data)


def _step_two(app: Markup, data: Data) -> Made:
    fields = app.choice("Shipping", ("Fast", "Slow")) + app.field("Note to carrier")
    return "/checkout", app.page("Checkout", fields + app.button("Back") + app.button("Next"), data)


def _step_three(app: Markup, data: Data) -> Made:
    fields = app.field("Card number") + app.field("Expires") + app.field("Security code", "password")
    main = _trouble(data, "Card was refused") + f"<p>Total {data.price()}</p>" + fields
    return "/checkout", app.page("Checkout", main + app.button("Back") + app.button("Place order"), data)


TABS: Final = ("Profile", "Security", "Notifications")


def _tab_profile(app: Markup, data: Data) -> Made:
    main = app.tabs(TABS, 0) + app.field("Display name") + app.field("Phone") + app.button("Update profile")
    return "/settings", app.page("Settings", main + _trouble(data, "Phone is too short"), data)


def _tab_security(app: Markup, data: Data) -> Made:
    main = app.tabs(TABS, 1) + app.field("Old password", "password") + app.field("New password", "password")
    return "/settings", app.page("Settings", main + app.button("Change password"), data)


def _tab_notifications(app: Markup, data: Data) -> Made:
    choices = app.check("Weekly letter") + app.check("Replies") + app.check("Security news")
    return "/settings", app.page("Settings", app.tabs(TABS, 2) + choices + app.button("Save choices"), data)


def _delete_dialog(app: Markup, data: Data) -> Made:
    body = f"<p>This cannot be undone.</p>{app.button('Delete for good')}{app.button('Keep')}"
    main = app.button("Edit") + app.button("Delete") + app.button("Duplicate")
    over = app.dialog(f"Delete {escape(data.thing())}?", body)
    return f"/products/{data.slug()}", app.page(data.thing(), main, data, over=over)


def _share_dialog(app: Markup, data: Data) -> Made:
    body = app.field("Email of a colleague") + app.choice("May", ("Read", "Write")) + app.button("Share")
    main = app.button("Edit") + app.button("Delete") + app.button("Duplicate")
    over = app.dialog("Share", body + _trouble(data, "No such person"))
    return f"/products/{data.slug()}", app.page(data.thing(), main, data, over=over)


def _cart(app: Markup, data: Data) -> Made:
    lines = "".join(
        f"<li>{escape(data.thing())} <input aria-label=Quantity name='q{at}'> <button>Remove</button></li>"
        for at in range(data.count())
    )
    return "/cart", app.page("Your cart", f"<ul>{lines}</ul>{app.field('Voucher')}{app.button('Check out')}", data)


def _article(app: Markup, data: Data) -> Made:
    words = "".join(f"<h2>{data.thing()} and {data.thing()}</h2><p>Text.</p>" for _ in range(data.dice.randint(1, 5)))
    return f"/posts/why-{data.slug()}-and-not-{data.slug()}", app.page(f"Why {data.thing()}?", words, data)


def _results(app: Markup, data: Data) -> Made:
    found = "".join(
        f"<li><a href='/r/{at}'>{escape(data.thing())}</a> {data.price()}</li>" for at in range(data.count())
    )
    main = f"<form role=search>{app.field('Search', 'search')}{app.button('Find')}</form><ol>{found}</ol>"
    return f"/search?q={data.slug()}", app.page(f"{data.count()} results", main, data)


_KINDS: Final[dict[str, Callable[[Markup, Data], Made]]] = {
    "sign in": _sign_in,
    "sign in: password": _sign_in_password,
    "dashboard": _dashboard,
    "list": _list,
    "orders": _other_list,
    "detail": _detail,
    "order": _order_detail,
    "edit": _edit,
    "edit in place": _edit_in_place,
    "new": _new,
    "checkout: address": _step_one,
    "checkout: shipping": _step_two,
    "checkout: card": _step_three,
    "settings: profile": _tab_profile,
    "settings: security": _tab_security,
    "settings: notifications": _tab_notifications,
    "detail: delete": _delete_dialog,
    "detail: share": _share_dialog,
    "cart": _cart,
    "article": _article,
    "search": _results,
}
