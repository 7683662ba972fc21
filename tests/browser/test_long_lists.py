"""A long list is told by some of its rows, and that tells the same as a look at all of them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.test_structure import Looker, browser, looker, page, site
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import everything, opened

# The fixtures of the other tests of the page's structure.
__all__ = ["browser", "looker", "page", "site"]

Answer = dict[str, Any]
KINDS = [
    *("plain", "table", "zebra", "cards", "fields", "odd", "filtered", "far", "slim", "columns", "placed", "turned"),
    *("mixed", "changing", "components", "listening", "ticked", "menus", "state", "fewer", "nth", "expanding", "noted"),
    *(
        "focused",
        "clipped",
        "pinned",
        "half",
        "headed",
        "titles",
        "hosts",
        "slots",
        "labelled",
        "blocks",
        "nameless",
        "wordless",
        "locked",
        "stages",
    ),
]
SHOWN_BY_ONE = [
    *(
        ("odd", "Restore"),
        ("locked", "Unlock"),
        ("ticked", "Remove 170"),
        ("menus", "Rename 170"),
        ("hosts", "Restore"),
        ("slots", "Restore"),
    ),
    *((kind, "Restore") for kind in ("state", "nth", "expanding", "noted", "focused")),
]


def told(answer: Answer) -> dict[str, object]:
    """What an agent is told of the page."""
    fields = ("k", "role", "name", "rel", "st", "lm", "g", "pat", "row", "n", "x", "y", "w", "h")
    records = [{field: record.get(field) for field in fields} for record in answer["records"]]
    return {"records": records, **{field: answer[field] for field in ("total", "controls", "patterns")}}


def facts_alone(answer: Answer) -> dict[str, set[str]]:
    """Which facts of what was listed nothing else on the page shares."""
    return {record["name"]: set(record["fp"]["alone"].split()) for record in answer["records"]}


async def in_a_hurry(looker: Looker, kind: str, rows: int = 200) -> Answer:
    await looker.open(f"long_list.html?kind={kind}&rows={rows}")
    return await looker.scan()


async def at_leisure(looker: Looker) -> Answer:
    """The same page with every row looked at."""
    await looker.call("ahead", oldestMs=0)
    answer = await looker.scan()
    assert answer["kept"]
    return answer


@pytest.mark.rows("R358", "R359")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_look_that_leaves_rows_out_tells_the_same_as_one_at_all_of_them(looker: Looker, kind: str) -> None:
    hurried = await in_a_hurry(looker, kind)

    assert told(hurried) == told(await at_leisure(looker))


@pytest.mark.rows("R358")
async def test_rows_of_a_long_list_are_not_all_looked_at(looker: Looker) -> None:
    await in_a_hurry(looker, "plain")

    # Elements are numbered when they are looked at for the first time.
    newest = (await looker.call("describe", keys=list(range(1, 401))))["records"]
    assert sum(record is not None for record in newest) < 200


@pytest.mark.rows("R358")
@pytest.mark.parametrize(("kind", "name"), SHOWN_BY_ONE)
async def test_what_only_one_row_shows_is_listed(looker: Looker, kind: str, name: str) -> None:
    found = await in_a_hurry(looker, kind)

    assert name in [record["name"] for record in found["records"]]


@pytest.mark.rows("R358")
@pytest.mark.parametrize(("kind", "rows"), [("plain", 200), ("zebra", 200), ("filtered", 67), ("far", 99)])
async def test_every_row_that_shows_is_counted(looker: Looker, kind: str, rows: int) -> None:
    found = await in_a_hurry(looker, kind)

    assert {record["name"]: record.get("n") for record in found["records"]}["Edit"] == rows


@pytest.mark.rows("R447")
@pytest.mark.parametrize("kind", ["plain", "table", "zebra", "fields"])
async def test_what_is_alone_is_known_as_well_as_after_a_look_at_all_rows(looker: Looker, kind: str) -> None:
    hurried = await in_a_hurry(looker, kind)

    assert facts_alone(hurried) == facts_alone(await at_leisure(looker))


@pytest.mark.rows("R447")
@pytest.mark.parametrize(("kind", "rows"), [("cards", 200), ("table", 900), ("plain", 900)])
async def test_in_longer_lists_nothing_is_said_to_be_alone_that_is_not(looker: Looker, kind: str, rows: int) -> None:
    hurried = facts_alone(await in_a_hurry(looker, kind, rows))

    whole = facts_alone(await at_leisure(looker))
    assert all(hurried[name] <= whole[name] for name in hurried)
    assert {"label", "named"} <= hurried["New person"]


@pytest.mark.rows("R447")
@pytest.mark.parametrize("rows", [200, 900])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("table", "Edit 190"),
        *((kind, "Report Person 190") for kind in ("blocks", "referring", "hyphens")),
        ("pictures", "Person 190 Report"),
    ],
)
async def test_a_label_that_a_row_left_out_has_too_is_not_alone(
    looker: Looker, kind: str, name: str, rows: int
) -> None:
    await looker.open(f"long_list.html?kind={kind}&rows={rows}&top={name}")

    assert "label" not in facts_alone(await looker.scan())[name]


@pytest.mark.rows("R447")
@pytest.mark.parametrize("rows", [200, 900])
async def test_what_nothing_names_is_not_alone_in_a_row_that_another_is_like(looker: Looker, rows: int) -> None:
    found = await in_a_hurry(looker, "nameless", rows)

    assert not {"row", "near"} & facts_alone(found)[""]


@pytest.mark.rows("R447")
@pytest.mark.parametrize("rows", [200, 900])
async def test_an_address_that_a_row_left_out_has_too_is_not_alone(looker: Looker, rows: int) -> None:
    await looker.open(f"long_list.html?kind=table&rows={rows}")
    await looker.page.evaluate("document.querySelectorAll('main a')[190].href = '#p0'")

    assert "href" not in facts_alone(await looker.scan())["Open 0"]


@pytest.mark.rows("R332", "R360")
async def test_a_group_that_was_told_by_some_rows_opens_to_all(looker: Looker) -> None:
    found = await in_a_hurry(looker, "plain")
    pattern = next(record["pat"] for record in found["records"] if record["name"] == "Edit")

    opened_group = await looker.call("variants", pattern=pattern, text="person 187")

    assert opened_group["rows"] == 200
    assert [record["row"] for record in opened_group["records"]] == [187]


@pytest.mark.rows("R332", "R360")
@pytest.mark.parametrize("change", ["list.firstElementChild.remove()", "list.prepend(list.lastElementChild)"])
async def test_a_group_opens_to_all_rows_when_its_first_row_is_another_one(looker: Looker, change: str) -> None:
    found = await in_a_hurry(looker, "plain")
    pattern = next(record["pat"] for record in found["records"] if record["name"] == "Edit")
    await looker.page.evaluate(f"const list = document.querySelector('main ul'); {change}")

    opened_group = await looker.call("variants", pattern=pattern, text="person 187")

    assert opened_group["rows"] >= 199
    assert len(opened_group["records"]) == 1


@pytest.mark.rows("R360")
async def test_the_agent_reads_and_opens_a_long_list(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "structure/long_list.html?kind=plain")

    items = await everything(ask)
    edit = next(item for item in items if item["label"] == "Edit")
    picked = await ask("ui_pick", {"group": edit["groupId"], "choice": "Person 187"})

    assert edit["variantCount"] == 200
    assert picked.ok, picked.text
    assert len(await everything(ask, collapse=False)) == 402


@pytest.mark.rows("R331", "R358")
async def test_what_listens_in_one_row_of_many_is_listed(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "structure/long_list.html?kind=listening")

    items = await everything(ask)

    assert [item["label"] for item in items].count("More") == 1
