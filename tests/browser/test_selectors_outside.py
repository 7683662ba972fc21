"""The selectors of ui_pick in the hands of others: Playwright finds that element by them, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Locator, Page
from tests.support.pages import Pages
from tests.support.person import Person

ROLE = re.compile(r"(?P<role>[a-z]+)\[name=(?P<name>.*)\]", re.DOTALL)


async def picked(person: Person, url: str) -> list[dict[str, Any]]:
    """All controls of a page, each by its handle."""
    assert (await person.ask("nav_goto", url=url)).ok
    replies = [await person.ask("ui_pick", elementId=handle) for handle in await person.handles()]
    assert all(reply.ok for reply in replies)
    return [dict(reply.envelope["result"]) for reply in replies]


def located(page: Page, selector: Mapping[str, str]) -> Locator:
    kind, value = selector["kind"], selector["value"]
    if kind == "css":
        return page.locator(value)
    if kind == "testId":
        return page.get_by_test_id(value)
    found = ROLE.fullmatch(value)
    assert found, value
    role: Any = found["role"]
    return page.get_by_role(role, name=json.loads(found["name"]), exact=True)


async def astray(person: Person, picks: list[dict[str, Any]]) -> list[str]:
    """The selectors by which Playwright finds something else, more, or nothing."""
    page = await person.page()
    wrong: list[str] = []
    for pick in picks:
        for selector in pick["selectors"]:
            found = located(page, selector)
            box = await found.bounding_box() if await found.count() == 1 else None
            place = box and [round(box["x"]), round(box["y"])]
            if place != [pick["bbox"]["x"], pick["bbox"]["y"]]:
                wrong.append(f"{selector['kind']} {selector['value']} finds {await found.count()} at {place}")
    return wrong


def kinds(pick: Mapping[str, Any]) -> set[str]:
    return {selector["kind"] for selector in pick["selectors"]}


FOUND_BY_ROLE = {
    "a button": "<button>Save</button>",
    "words in parts": "<button>Save <b>all</b> <span>of</span><span>it</span></button>",
    "blocks": "<button><div>Block</div><div>parts</div></button>",
    "what style writes": "<style>b::before{content:'→ '}</style><button><b>Next</b></button>",
    "a picture": "<img onclick=1 alt='A cat' src=x width=20 height=20>",
    "a drawing": "<a href=#><svg width=20 height=20><title>Drawn</title></svg></a>",
    "a label around": "<label>Name <input></label>",
    "a label beside": "<label for=a>Agree <b>now</b></label><input type=checkbox id=a>",
    "a reference": "<i id=q>Quantity</i><input aria-labelledby=q>",
    "a placeholder": "<input placeholder=Mail>",
    "a title": "<button title=Tip></button>",
    "a date": "<input type=date aria-label=When>",
    "a file": "<input type=file aria-label=Photo>",
    "a default name": "<form><input type=submit></form>",
    "a header": "<table><tr><th onclick=1>Sort<th>B<tr><td>1<td>2</table>",
    "a twin that is hidden": "<button>Save</button><div aria-hidden=true><button tabindex=-1>Save</button></div>",
    "a twin that is not there": "<button>Save</button><button style='visibility:hidden'>Save</button>",
    "a twin of another role": "<details><summary>Save</summary></details><button>Save</button>",
}


@pytest.mark.rows("R333", "R353")
@pytest.mark.parametrize("kind", FOUND_BY_ROLE)
async def test_a_role_and_a_name_find_what_they_found(person: Person, pages: Pages, kind: str) -> None:
    picks = await picked(person, pages.make(FOUND_BY_ROLE[kind]))

    assert any("role" in kinds(pick) for pick in picks)
    assert await astray(person, picks) == []


FOUND_OTHERWISE = {
    "a summary": "<details><summary>More info</summary>x</details>",
    "a colour": "<input type=color aria-label=Tint>",
    "what assistive technology is not told": "<div aria-hidden=true><button>Save</button></div>",
    "an item, which has no name": "<ul><li onclick='1'>One<li>Two</ul>",
    "spaces that others read otherwise": "<button>GET <b>/pets</b><wbr>/{id} Get</button>",
    "a list that is none": "<ul role=none><li onclick='1'>One</ul>",
    "a name of a field's value": "<label>Flash <input type=number value=3 aria-label=times> times <input id=b></label>",
    "twins": "<button>Save</button><button>Save</button>",
    "twins that differ in what is not seen": "<button>Save</button><button>Sa\u200bve</button>",
}


@pytest.mark.rows("R333", "R353")
@pytest.mark.parametrize("kind", FOUND_OTHERWISE)
async def test_no_role_is_told_that_finds_nothing_or_more(person: Person, pages: Pages, kind: str) -> None:
    picks = await picked(person, pages.make(FOUND_OTHERWISE[kind]))

    assert picks
    assert await astray(person, picks) == []
    assert all("css" in kinds(pick) for pick in picks)


ROOTS = """<!doctype html><x-b>One</x-b><x-b>Two</x-b><button class=c>Outside</button>
<script>
for (const host of document.querySelectorAll("x-b")) {
  host.attachShadow({mode: MODE}).innerHTML = "<button class=b data-testid=same><slot></slot></button><x-c></x-c>";
  const inner = host.shadowRoot?.querySelector("x-c").attachShadow({mode: "open"});
  if (inner) inner.innerHTML = "<button class=c>In " + host.textContent + "</button>";
}
</script>"""


@pytest.mark.rows("R333", "R353")
async def test_a_selector_leads_through_the_hosts_of_open_roots(person: Person, pages: Pages) -> None:
    picks = await picked(person, pages.make(ROOTS.replace("MODE", "'open'")))

    assert sorted(pick["label"] for pick in picks) == ["In One", "In Two", "One", "Outside", "Two"]
    assert all(kinds(pick) == {"role", "css"} for pick in picks)
    assert await astray(person, picks) == []


@pytest.mark.rows("R333", "R353")
async def test_no_selector_claims_to_lead_into_a_closed_root(person: Person, pages: Pages) -> None:
    picks = await picked(person, pages.make(ROOTS.replace("MODE", "'closed'")))

    told = {pick["label"]: kinds(pick) for pick in picks}

    assert told == {"One": set(), "Two": set(), "Outside": {"role", "css"}}
    assert await astray(person, picks) == []
