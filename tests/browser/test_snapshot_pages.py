"""The stock fields of state_snapshot on pages that were not written for them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final, cast

import pytest
from tests.conftest import Ask
from tests.support.packages import PackageSite
from tests.support.pages import Pages
from tests.support.scanning import opened
from tests.support.snapshot_pages import OWN, PACKAGES, PAGES, Read

SURE: Final = 0.8
LEAST: Final = 0.9
MOST_AT_ONCE: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    page: str
    field: str
    expected: Any
    got: Any
    confidence: float | None

    @property
    def is_right(self) -> bool:
        return fits(self.expected, self.got)

    @property
    def is_grave(self) -> bool:
        """Wrong, and sure of it."""
        return not self.is_right and self.got is not None and (self.confidence or 0) > SURE

    def __str__(self) -> str:
        mark = "ok  " if self.is_right else "BAD!" if self.is_grave else "miss"
        said = "" if self.confidence is None else f"{self.confidence:.2f}"
        return f"{mark} {self.page:44} {self.field:16} {self.expected!s:40.40} {self.got!s:60.60} {said}"


def fits(expected: Any, got: Any) -> bool:
    """Whether a value says what was expected: of an object the members named, of an open list its beginning."""
    if isinstance(expected, dict) and isinstance(got, dict):
        wanted, given = cast("dict[str, Any]", expected), cast("dict[str, Any]", got)
        return all(name in given and fits(value, given[name]) for name, value in wanted.items())
    if isinstance(expected, list) and isinstance(got, list) and expected[-1:] == [...]:
        return cast("list[Any]", got)[: len(cast("list[Any]", expected)) - 1] == expected[:-1]
    return bool(expected == got)


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
    return [
        Verdict(
            page=page.name,
            field=field,
            expected=expected,
            got=found[field]["value"],
            confidence=found[field].get("confidence"),
        )
        for field, expected in page.fields.items()
    ]


@pytest.mark.rows("R336", "R337", "R357", "R449")
@pytest.mark.timeout(600)
async def test_stock_fields_are_right_on_pages_of_others(
    ask: Ask, pages: Pages, sites: dict[str, PackageSite], capsys: pytest.CaptureFixture[str]
) -> None:
    table = [verdict for page in PAGES for verdict in await verdicts(ask, pages, sites, page)]

    right = sum(verdict.is_right for verdict in table)
    with capsys.disabled():
        print(f"\n     {'page':44} {'field':16} {'expected':40} {'got':60} confidence")
        print("\n".join(map(str, table)))
        print(f"{right} of {len(table)} right ({right / len(table):.1%}) on {len(PAGES)} pages")
    assert len(PAGES) >= 25
    assert len(table) >= 100
    assert right / len(table) >= LEAST
    assert [str(verdict) for verdict in table if verdict.is_grave] == []
