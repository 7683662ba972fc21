"""The stock fields of state_snapshot on pages that were not written for them."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import pytest
from tests.conftest import Ask
from tests.support.packages import PackageSite
from tests.support.pages import Pages
from tests.support.scanning import opened
from tests.support.snapshot_pages import OWN, PACKAGES, PAGES, Read
from tests.support.verdicts import Verdict, verdict

LEAST: Final = 0.9
MOST_AT_ONCE: Final = 6


@pytest.fixture(scope="module")
def sites() -> Generator[dict[str, PackageSite]]:
    served = {name: PackageSite(package.folder()) for name, package in PACKAGES.items()}
    yield served
    for site in served.values():
        site.close()


async def verdicts(ask: Ask, pages: Pages, sites: dict[str, PackageSite], page: Read) -> list[Verdict]:
    await opened(ask, pages / page.path if page.package == OWN else sites[page.package] / page.path)
    await ask("ui_wait_for", {"idle": True, "timeoutMs": 3000})
    found: dict[str, Any] = {}
    names = list(page.fields)
    for at in range(0, len(names), MOST_AT_ONCE):
        reply = await ask("state_snapshot", {"fields": names[at : at + MOST_AT_ONCE]})
        assert reply.ok, reply.text
        assert reply.envelope["result"]["cut"] == []
        found |= reply.envelope["result"]["fields"]
    return [verdict(page.name, field, expected, found[field]) for field, expected in page.fields.items()]


@pytest.mark.rows("R336", "R337", "R357", "R449")
@pytest.mark.timeout(600)
async def test_stock_fields_are_right_on_pages_of_others(
    ask: Ask, pages: Pages, sites: dict[str, PackageSite], capsys: pytest.CaptureFixture[str]
) -> None:
    table = [each for page in PAGES for each in await verdicts(ask, pages, sites, page)]

    right = sum(each.is_right for each in table)
    with capsys.disabled():
        print(f"\n     {'page':44} {'field':16} {'expected':40} {'got':60} confidence")
        print("\n".join(map(str, table)))
        print(f"{right} of {len(table)} right ({right / len(table):.1%}) on {len(PAGES)} pages")
    assert len(PAGES) >= 25
    assert len(table) >= 100
    assert right / len(table) >= LEAST
    assert [str(each) for each in table if each.is_grave] == []
