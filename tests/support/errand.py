"""An errand through a small made-up office: many doors, one of them right on every floor. Its content changes."""

from __future__ import annotations

import random
import re

from tests.support.pages import Pages

GOAL = "/made/office/done"
ANSWERS = {"Full name": "Ada Lovelace", "City": "Turin", "I agree": True}
ROOMS = re.findall(
    r"\w+",
    "Archive Canteen Garage Library Mailroom Museum Office Parking Press Reception Roof School Stage Store Studio",
)
GOODS = ("Lamps", "Chairs", "Tables", "Bells", "Ropes", "Maps", "Clocks", "Mirrors")


def build(pages: Pages, day: int) -> str:
    """The office as it is on that day; the address of its entrance."""
    dice = random.Random(day)
    rooms = "".join(f"<li><a href='/made/office/room?r={room}'>{room}</a></li>" for room in ROOMS)
    news = "".join(
        f"<article><h3>{dice.choice(GOODS)} {dice.randint(1, 99)}</h3></article>" for _ in range(dice.randint(2, 6))
    )
    pages.make(
        _page(f"Welcome on day {day}", f"<ul>{rooms}</ul>{news}<a href='/made/office/order'>Order desk</a>"),
        name="office",
    )
    pages.make(_page("Nothing to do here", "<p>Just a room.</p>"), name="office/room")
    fields = "<p><label>Full name <input name=n></label></p><p><label>City <input name=c></label></p>"
    agreed = "<p><label><input type=checkbox name=a> I agree</label></p>"
    idle = "<button type=button>Preview</button><button disabled>Print</button><button type=reset>Clear</button>"
    wares = "".join(f"<li>{dice.choice(GOODS)}: {dice.randint(1, 50)} left</li>" for _ in range(dice.randint(1, 9)))
    form = f"<form action='/made/office/check'>{fields}{agreed}{idle}<button>Send order</button></form><ul>{wares}</ul>"
    pages.make(_page("Order desk", form), name="office/order")
    doors = (
        "<a href='/made/office/order'>Edit</a> <a href='/made/office'>Leave</a> <a href='/made/office/done'>Confirm</a>"
    )
    pages.make(_page(f"Please check order {dice.randint(1000, 9999)}", doors), name="office/check")
    pages.make(_page("Thank you", "<p role=status>Your order was placed.</p>"), name="office/done")
    return pages / "made/office"


def _page(title: str, main: str) -> str:
    return f"<!doctype html><title>{title}</title><main><h1>{title}</h1>{main}</main>"
