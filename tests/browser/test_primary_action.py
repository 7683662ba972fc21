"""flow_invoke_primary_action: the control a page is about is pressed, or none is; what was pressed is told by the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import LIMIT, opened

from handhold.contract import Reply

pytestmark = pytest.mark.rows("R339")

# How a call may end without a press, in the words of the table.
OUTCOMES: Final = {
    ("MM_TARGET_AMBIGUOUS", None): "ambiguous",
    ("MM_TARGET_NOT_FOUND", None): "nothing",
    ("MM_TARGET_BLOCKED", "not named"): "refused",
    ("MM_TARGET_BLOCKED", "disabled"): "disabled",
    ("MM_TARGET_BLOCKED", "covered"): "covered",
}
NO_PRESS: Final = frozenset(OUTCOMES.values())


@dataclass(frozen=True, slots=True)
class Case:
    """A page, what is asked of it, and the id of what should be pressed, or why nothing should."""

    page: str
    hint: str
    expected: str

    def __str__(self) -> str:
        return f"{self.page}:{self.hint}" if self.hint else self.page


TABLE: Final = """
product              |                          | add
product              | wishlist                 | wish
product              | subscribe                | news
product_two          |                          | ambiguous
product_two          | buy                      | buy
product_two          | add to cart              | cart
category             |                          | ambiguous
cart                 |                          | checkout
cart                 | update                   | update
checkout_address     |                          | next
checkout_address     | back                     | back
checkout_pay         |                          | refused
checkout_pay         | pay                      | pay
checkout_pay         | bezahlen                 | pay
checkout_review      |                          | refused
checkout_review      | place order              | place
checkout_confirm     |                          | refused
login                |                          | signin
login                | forgot password          | forgot
login_plain          |                          | login
login_or_register    |                          | ambiguous
login_or_register    | sign in                  | signin
signup               |                          | create
search               |                          | search
article              |                          | nothing
paywall              |                          | subscribe
settings             |                          | save
settings             | delete                   | delete
danger_only          |                          | refused
delete_dialog        |                          | refused
delete_dialog        | delete                   | delete
delete_dialog        | löschen                  | delete
delete_dialog        | do not delete            | refused
delete_dialog        | cancel                   | cancel
delete_yes           |                          | refused
delete_yes           | remove the project       | yes
discard_dialog       |                          | save
info_dialog          |                          | close
invite_dialog        |                          | send
cookies_modal        |                          | ambiguous
cookies_modal        | accept cookies           | accept
cookies_modal        | reject                   | reject
cookies_one          |                          | ok
cookies_bar          |                          | shop
cookies_bar          | accept cookies           | accept
cookies_bar_alone    |                          | nothing
pricing              |                          | ambiguous
pricing_popular      |                          | ambiguous
pricing_popular      | Pro trial                | pro
toolbar              |                          | compose
pagination           |                          | nothing
pagination           | next                     | next
wizard               |                          | next
wizard_disabled      |                          | disabled
same_style_steps     |                          | next
ar_product           |                          | add
he_login             |                          | login
ja_cart              |                          | checkout
ja_wizard            |                          | next
ja_wizard            | next                     | next
zh_product           |                          | add
zh_delete            |                          | refused
zh_delete            | delete                   | delete
ko_signup            |                          | join
de_order             |                          | refused
de_order             | order                    | order
de_form              |                          | save
fr_cookies           |                          | ambiguous
fr_checkout          |                          | order
es_register          |                          | go
pt_transfer          |                          | refused
pt_transfer          | transfer                 | transfer
pl_search            |                          | search
ru_product           |                          | add
it_book              |                          | book
nl_account           |                          | refused
sv_tr                |                          | go
sv_newsletter        |                          | go
div_buttons          |                          | book
div_soup             |                          | go
aria_hidden          |                          | order
sticky_bar           |                          | add
sticky_twice         |                          | add
moving               |                          | add
moving               | cart                     | cart
frame_checkout       |                          | next
frame_advert         |                          | nothing
shadow               |                          | join
two_equal            |                          | ambiguous
icon_only            |                          | send
image_submit         |                          | go
link_button          |                          | start
hero_header          |                          | more
text_button          |                          | agree
unstyled             |                          | save
gradient             |                          | play
dark_publish         |                          | publish
sign_out             |                          | refused
sign_out             | sign out                 | out
cancel_subscription  |                          | refused
cancel_subscription  | keep                     | keep
withdraw             |                          | refused
popover_menu         |                          | share
table_rows           |                          | add
covered              |                          | covered
"""


def cases() -> list[Case]:
    rows = (re.split(r"\s*\|\s*", line.strip()) for line in TABLE.strip().splitlines())
    return [Case(*row) for row in rows]


def presses(pages: Pages) -> list[str]:
    """The ids the page itself saw pressed."""
    return [unquote(visit.partition("pressed=")[2]) for visit in pages.visits if visit.startswith("/empty?pressed=")]


async def invoked(ask: Ask, pages: Pages, url: str, **arguments: Any) -> tuple[Reply, list[str]]:
    """What the tool says, and what the page saw."""
    await opened(ask, url)
    before = len(presses(pages))
    reply = await ask("flow_invoke_primary_action", arguments)
    assert len(reply.text.encode()) <= LIMIT
    await ask("ui_wait_for", {"idle": True})
    return reply, presses(pages)[before:]


def outcome(reply: Reply, pressed: list[str]) -> str:
    if pressed:
        return ",".join(pressed)
    if reply.ok:
        return f"said it pressed {reply.envelope['result']['target']}"
    return OUTCOMES.get((reply.error["code"], reply.error.get("details", {}).get("reason")), reply.text)


@pytest.mark.parametrize("case", cases(), ids=str)
async def test_the_right_control_is_pressed_or_none(ask: Ask, pages: Pages, case: Case) -> None:
    reply, pressed = await invoked(ask, pages, pages / f"primary/{case.page}.html", intentHint=case.hint)

    assert outcome(reply, pressed) == case.expected
