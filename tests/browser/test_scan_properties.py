"""What holds on every page: nothing that can be used is missed or said twice, and no answer is too big."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.generated_page import GeneratedPage, generate
from tests.support.pages import Pages

PAGES = 200
AT_ONCE = 10
"""Pages a test looks at: enough tests to see which part fails, few enough to pay for one browser session each."""


def made(pages: Pages, seed: int) -> tuple[str, GeneratedPage]:
    framed: list[str] = []

    def elsewhere(text: str) -> str:
        framed.append(text)
        name = f"generated-{seed}-{len(framed)}"
        pages.make(text, name=name)
        return pages.elsewhere(f"made/{name}")

    page = generate(seed, elsewhere=elsewhere)
    return pages.make(page.html, name=f"generated-{seed}"), page


async def all_pages(ask: Ask, arguments: dict[str, Any]) -> list[Any]:
    """Every answer, from the first to the one without a token, small as each has to be."""
    replies = [await ask("ui_scan", arguments)]
    while (result := replies[-1].envelope["result"])["nextToken"] is not None:
        replies.append(await ask("ui_scan", {"pageToken": result["nextToken"]}))
        assert replies[-1].ok, replies[-1].text
        assert len(replies) < 100
    assert max(len(reply.text.encode()) for reply in replies) <= 2048
    return replies


@pytest.mark.rows("R330", "R346", "R360", "R451", "R452", "R453")
@pytest.mark.parametrize("first", range(0, PAGES, AT_ONCE))
async def test_every_control_is_listed_once_in_small_answers_that_repeat(ask: Ask, pages: Pages, first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        url, page = made(pages, seed)
        await ask("nav_goto", {"url": url})

        once = await all_pages(ask, {"collapse": False})
        again = await all_pages(ask, {"collapse": False})

        items = [item for reply in once for item in reply.envelope["result"]["items"]]
        labels = Counter(item["label"] for item in items)
        known = page.reachable | page.covered | page.disabled
        assert {label: labels[label] for label in known if labels[label] != 1} == {}, f"seed {seed}"
        assert labels.keys() - known == set(), f"seed {seed}"
        assert {item["label"] for item in items if "disabled" in item.get("state", "")} == page.disabled, f"seed {seed}"
        assert len({item["elementId"] for item in items}) == len(items), f"seed {seed}"
        assert [reply.envelope["result"] for reply in again] == [reply.envelope["result"] for reply in once], seed
