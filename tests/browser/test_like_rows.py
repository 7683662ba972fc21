"""Which controls belong to a row, where nothing but its likeness to its neighbours says that it is one."""

from __future__ import annotations

from typing import Final

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, everything, opened

ACCOUNT: Final = (
    "<section><h2>Account</h2><div><label>Profile picture</label> <button>Upload</button> <button>Remove</button></div>"
    "</section>"
)


def setting(title: str, more: str, button: str, *, of: str = "row") -> str:
    return f"<div class='{of}'><div><div>{title}</div><div>{more}</div></div><button>{button}</button></div>"


DANGER: Final = (
    "<section><h2>Danger zone</h2>"
    + setting("Export all data", "Download", "Export")
    + setting("Transfer ownership", "To a team member", "Transfer")
    + setting("Delete account", "All data is lost", "Delete", of="row critical")
    + "</section>"
)
CONNECTED: Final = "".join(
    f"<div class='{of}'><div>{name}</div><button>{button}</button></div>"
    for of, name, button in (
        ("row", "Slack", "Disconnect"),
        ("row warn", "Jira", "Reconnect"),
        ("row", "GitHub", "Connect"),
        ("row warn", "Drive", "Reconnect"),
        ("row off", "Teams", "Connect"),
    )
).replace("<button>Connect</button></div>", "<a href='/connect'>Connect</a></div>")
LOOSE: Final = "".join(
    f"<p class='line {of}'>{name} <a href='/{at}'>Details</a> <a href='/{at}/x'>Renew</a></p>"
    for at, (of, name) in enumerate((("new", "Passport"), ("late", "Visa"), ("old", "Licence")))
)


@pytest.mark.rows("R333")
@pytest.mark.parametrize(
    ("page", "hint", "selector"),
    [
        (ACCOUNT + DANGER, "delete account", ".critical button"),
        (ACCOUNT + DANGER, "transfer ownership", ".row:nth-of-type(2) button"),
        (ACCOUNT + DANGER, "remove the profile picture", "label ~ button:last-child"),
        (CONNECTED, "reconnect Jira", ".row:nth-of-type(2) button"),
        (CONNECTED, "reconnect Drive", ".row:nth-of-type(4) button"),
        (CONNECTED, "connect Teams", ".off a"),
        (LOOSE, "renew visa", ".late a:last-child"),
    ],
)
async def test_a_row_with_a_class_more_than_its_neighbours_says_what_its_control_is_for(
    ask: Ask, pages: Pages, page: str, hint: str, selector: str
) -> None:
    await opened(ask, pages.make(f"<style>.row {{ display: flex }}</style>{page}"))

    reply = await ask("ui_pick", {"hint": hint})

    assert reply.ok, reply.text
    (meant,) = await everything(ask, region={"selector": selector})
    assert reply.envelope["result"]["elementId"] == meant["elementId"]


APART: Final = {
    "parts with nothing in common": "<div class=intro><p>Jira</p></div><div class=tools><button>Renew</button></div>",
    "bars of buttons": (
        "<div class='bar left'><button>Jira</button><button>Open</button></div>"
        "<div class='bar right'><button>Renew</button><button>Close</button></div>"
    ),
}


@pytest.mark.rows("R333")
@pytest.mark.parametrize("kind", APART)
async def test_what_is_not_made_like_its_neighbour_is_no_row(ask: Ask, pages: Pages, kind: str) -> None:
    await opened(ask, pages.make(f"<h1>x</h1>{APART[kind]}"))

    reply = await ask("ui_pick", {"hint": "renew Jira"})

    assert code(reply) == "MM_TARGET_AMBIGUOUS"
