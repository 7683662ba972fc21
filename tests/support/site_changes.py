"""Changes to a site, as pairs of what a file says and what it says instead: harmless ones, and real regressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["harmless", "regression"]
Rewrite = Callable[[str, str], str]


class NothingToChange(AssertionError):
    """The site does not say any more what the change replaces: it would prove nothing."""


@dataclass(frozen=True, slots=True)
class Edit:
    """In one file, the first text becomes the second; the file must say the first."""

    file: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        if self.old not in text:
            raise NothingToChange(f"{self.file} does not say {self.old!r}")
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is changed, and whether somebody who tests the site must be told."""

    name: str
    kind: Kind
    edits: tuple[Edit, ...] = ()
    everywhere: Rewrite | None = None
    """Applied to every file after the edits."""
    delay: float = 0.0
    broken: tuple[str, ...] = ()
    elsewhere: bool = False
    """Served at another address."""
    drifts: bool = False
    """Nothing by which the element was known first is left, so a note is due."""

    def rewritten(self, file: str, text: str) -> str:
        for edit in self.edits:
            if edit.file == file:
                text = edit.applied(text)
        return text if self.everywhere is None else self.everywhere(file, text)


def harmless(
    name: str,
    *edits: Edit,
    everywhere: Rewrite | None = None,
    delay: float = 0.0,
    elsewhere: bool = False,
    drifts: bool = False,
) -> Change:
    return Change(
        name=name,
        kind="harmless",
        edits=edits,
        everywhere=everywhere,
        delay=delay,
        elsewhere=elsewhere,
        drifts=drifts,
    )


def regression(name: str, *edits: Edit, broken: tuple[str, ...] = ()) -> Change:
    return Change(name=name, kind="regression", edits=edits, broken=broken)


def in_turn(*changes: Change | None) -> Rewrite:
    """One after the other."""

    def rewrite(file: str, text: str) -> str:
        for change in changes:
            text = change.rewritten(file, text) if change is not None else text
        return text

    return rewrite


def renamed_classes(names: Iterable[str]) -> Rewrite:
    """The same classes under names that a build tool makes up, in markup, scripts and styles alike."""
    hashes = {name: f"css-{abs(hash_of(name)):x}" for name in names}

    def rewrite(_file: str, text: str) -> str:
        for name, made in hashes.items():
            text = re.sub(rf'(class="(?:[^"]* )?){name}(?=[ "])', rf"\g<1>{made}", text)
            text = re.sub(rf'(className: "){name}(?=")', rf"\g<1>{made}", text)
            # A selector; after a word or a bracket it would be a member.
            text = re.sub(rf"(?<![\w)\]?])\.{name}\b(?!-)", f".{made}", text)
        return text

    return rewrite


def hash_of(name: str) -> int:
    """The same in every process, other than Python's."""
    value = 7
    for character in name:
        value = (value * 131 + ord(character)) % (1 << 32)
    return value


SHOP_BASE: Final = Change(
    name="the shop as it is recorded: with test ids and a placeholder",
    kind="harmless",
    edits=(
        Edit("checkout.html", '<button class="cta">Place', '<button class="cta" data-testid="place-order">Place'),
        Edit("cart.html", '<button class="cta">Checkout', '<button class="cta" data-testid="to-checkout">Checkout'),
        Edit("checkout.html", '<input name="street"', '<input name="street" placeholder="Street and number"'),
    ),
)
"""The demo shop has neither, and both are things that change."""

DELIVERY: Final = (
    '<fieldset><legend>Delivery</legend><div class="cards" role="radiogroup" aria-label="Delivery"></div></fieldset>'
)
CLASSES: Final = ("cta", "swatch", "swatches", "picker", "choice", "quiet", "total", "price", "was", "cards", "address")

SHOP_CHANGES: Final = (
    harmless("every class has another name", everywhere=renamed_classes(CLASSES)),
    harmless(
        "ids are other ones",
        Edit("product.html", 'id="colour"', 'id=":r1a:"'),
        Edit("product.html", 'aria-labelledby="colour"', 'aria-labelledby=":r1a:"'),
        Edit("product.html", 'id="size"', 'id=":r1b:"'),
        Edit("product.html", 'aria-labelledby="size"', 'aria-labelledby=":r1b:"'),
        Edit("product.js", 'find("#colour b")', "find(\"[id=':r1a:'] b\")"),
    ),
    harmless(
        "everything is in wrappers",
        *(
            edit
            for page in ("product", "cart", "checkout", "confirmation", "category")
            for edit in (
                Edit(f"{page}.html", "<main>", '<div class="shell"><div><main><div class="inner"><div>'),
                Edit(f"{page}.html", "</main>", "</div></div></main></div></div>"),
            )
        ),
    ),
    harmless(
        "lists are in another order",
        Edit("category.js", "(one[by] < other[by] ? -1 : 1)", "(one[by] < other[by] ? 1 : -1)"),
        Edit("checkout.js", "of DELIVERIES) {", "of DELIVERIES.toReversed()) {"),
        Edit("product.js", "of SIZES) {", "of SIZES.toReversed()) {"),
        Edit("product.js", "Object.entries(product.colours))", "Object.entries(product.colours).toReversed())"),
    ),
    harmless(
        "a button is a link with the role of one",
        Edit(
            "cart.html",
            '<button class="cta" data-testid="to-checkout">Checkout</button>',
            '<a class="cta" role="button" tabindex="0" data-testid="to-checkout">Checkout</a>',
        ),
    ),
    harmless(
        "sections changed places",
        Edit(
            "checkout.html",
            DELIVERY,
            "",
        ),
        Edit(
            "checkout.html",
            "<fieldset><legend>Address</legend>",
            f"{DELIVERY}<fieldset><legend>Address</legend>",
        ),
        Edit("product.html", '  <button class="quiet">Save for later</button>\n', ""),
        Edit("product.html", "  <h1></h1>", '  <button class="quiet">Save for later</button>\n  <h1></h1>'),
    ),
    harmless(
        "test ids have other names",
        Edit("checkout.html", 'data-testid="place-order"', 'data-testid="checkout.submit"'),
        Edit("cart.html", 'data-testid="to-checkout"', 'data-testid="bag.next"'),
    ),
    harmless(
        "a banner stands above everything",
        Edit(
            "shop.js",
            "`<header>",
            '`<div role="note" style="padding: 20px">Free returns until Sunday <button>Got it</button></div><header>',
        ),
    ),
    harmless(
        "words have more space around them",
        Edit("checkout.html", ">Place order<", ">\n      Place\n      order\n    <"),
        Edit("checkout.html", "<label>City <input", "<label>\n  City\n  <input"),
        Edit("product.html", ">Add to bag<", ">  Add to  bag <"),
    ),
    harmless(
        "buttons are written in capitals by their style",
        Edit("style.css", ".cta {", ".cta { text-transform: uppercase;"),
    ),
    harmless(
        "a button has another test id and is written in another case",
        Edit(
            "checkout.html",
            'data-testid="place-order">Place order<',
            'data-testid="checkout.submit">Place Order<',
        ),
        drifts=True,
    ),
    harmless("the site is at another address", elsewhere=True),
    harmless("every page takes 800 ms", delay=0.8),
    harmless(
        "the bag has one more column",
        Edit("cart.html", "<tr><th>Item</th>", "<tr><th>Code</th><th>Item</th>"),
        Edit("cart.js", "`<tr><td>${line.name}</td>", "`<tr><td>A-17</td><td>${line.name}</td>"),
    ),
    harmless(
        "a placeholder is in another language",
        Edit("checkout.html", 'placeholder="Street and number"', 'placeholder="Straße und Hausnummer"'),
    ),
    harmless(
        "a hidden copy of the form is there",
        Edit(
            "checkout.html",
            "  <h1>Checkout</h1>",
            "  <h1>Checkout</h1>\n"
            '  <template><label>City <input name="city"></label><button class="cta">Place order</button></template>\n'
            '  <div hidden><label>City <input name="city"></label>'
            '<button data-testid="place-order">Place order</button></div>',
        ),
    ),
    harmless(
        "labels stand beside their fields",
        Edit(
            "checkout.html",
            '<label>City <input name="city" autocomplete="address-level2" required></label>',
            '<label for="town">City</label><input id="town" name="city" autocomplete="address-level2" required>',
        ),
        Edit(
            "checkout.html",
            '<label>Full name <input name="name" autocomplete="name" required></label>',
            '<label for="who">Full name</label><input id="who" name="name" autocomplete="name" required>',
        ),
    ),
    harmless("everything is further down", Edit("style.css", ".cta {", "main { margin-top: 900px; }\n.cta {")),
    harmless(
        "there is another product with a name alike",
        Edit(
            "catalogue.js",
            '  {\n    id: "ridge"',
            '  {\n    id: "lined", name: "Harbour jacket, lined", category: "Jackets", price: 139, was: null, large: 0,'
            ' colours: { Rust: "#b4532a" }, soldOut: [], text: "For January.",\n  },\n  {\n    id: "ridge"',
        ),
    ),
    regression(
        "the price is wrong", Edit("catalogue.js", "price: 89, was: 119, large: 6", "price: 89, was: 119, large: 16")
    ),
    regression(
        "the price does not follow the size",
        Edit("product.js", "money(priceOf(product, chosen.size))", "money(priceOf(product, null))"),
    ),
    regression(
        "the product is missing from its category",
        Edit("catalogue.js", "product.category === name)", 'product.category === name && product.id !== "harbour")'),
    ),
    regression(
        "the bag loses what is put in",
        Edit("shop.js", 'localStorage.setItem("bag", JSON.stringify(lines))', 'localStorage.setItem("bag", "[]")'),
    ),
    regression(
        "a button does nothing",
        Edit("product.js", 'find(".cta").addEventListener("click"', 'find(".cta").addEventListener("x"'),
    ),
    regression(
        "the order is never sent",
        Edit(
            "checkout.html",
            '<button class="cta" data-testid="place-order">',
            '<button type="button" class="cta" data-testid="place-order">',
        ),
    ),
    regression("the message is another one", Edit("product.js", ": added to your bag.`", ": saved for later.`")),
    regression("the total forgets the delivery", Edit("checkout.js", "+ (delivery?.price ?? 0)", "")),
    regression(
        "the number beside the bag stays",
        Edit("shop.js", "badge.textContent = String(count)", 'badge.textContent = "0"'),
    ),
    regression("there is an error in place of the checkout", broken=("/checkout.html",)),
    regression("the server refuses the order", broken=("/order",)),
    regression(
        "a link leads to another product", Edit("cards.js", "product.html?id=${product.id}", "product.html?id=ridge")
    ),
    regression(
        "a button is disabled", Edit("cart.js", ".disabled = lines.length === 0", ".disabled = lines.length !== 0")
    ),
    regression("another colour is chosen", Edit("product.js", "chosen.colour = name;", 'chosen.colour = "Moss";')),
    regression(
        "twice as many are put into the bag",
        Edit("product.js", "...chosen, quantity, price", "...chosen, quantity: 2 * quantity, price"),
    ),
    regression(
        "the thanks are an apology",
        Edit("confirmation.html", "<h1>Thank you for your order</h1>", "<h1>Sorry, that did not work</h1>"),
    ),
    regression("what was bought is not listed", Edit("confirmation.js", "const lines = bag();", "const lines = [];")),
    regression(
        "a script fails",
        Edit("product.js", "const product = productOf", 'throw new Error("broken");\nconst product = productOf'),
    ),
)
"""In each, the edits are to the shop as it is recorded."""
