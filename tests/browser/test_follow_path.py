"""nav_follow_path: labels followed through menus, sidebars, tabs, trees, wizards and pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import LIMIT, code, everything, opened

from handhold.contract import Reply

pytestmark = pytest.mark.rows("R326")
Result = dict[str, Any]


async def tried(ask: Ask, *steps: str, **arguments: Any) -> Reply:
    reply = await ask("nav_follow_path", {"steps": list(steps), **arguments})
    assert len(reply.text.encode()) <= LIMIT
    return reply


async def follow(ask: Ask, *steps: str, **arguments: Any) -> Result:
    reply = await tried(ask, *steps, **arguments)
    assert reply.ok, reply.text
    assert reply.envelope["result"]["followed"] == len(steps)
    return reply.envelope["result"]


async def error_of(ask: Ask, *steps: str, **arguments: Any) -> Mapping[str, Any]:
    reply = await tried(ask, *steps, **arguments)
    assert not reply.ok, reply.text
    return reply.error


def labels(error: Mapping[str, Any]) -> list[str]:
    return [item["label"] for item in error["details"]["there"]]


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        (["File", "New"], "chose New"),
        (["file", "EXPORT", "as pdf"], "chose As PDF"),
        (["File", "Export", "As HTML"], "chose As HTML…"),
        (["Edit", "Redo"], "chose Redo"),
    ],
)
async def test_a_menu_that_opens_elsewhere_after_a_while_is_followed(
    ask: Ask, pages: Pages, steps: list[str], title: str
) -> None:
    await opened(ask, pages / "follow/menus.html")

    done = await follow(ask, *steps)

    assert done["title"] == title


@pytest.mark.parametrize(
    ("steps", "place"),
    [
        (["Products", "Tea"], "#tea"),
        (["Products", "Pots", "Glass pots"], "#glass"),
        (["Company", "Jobs"], "#jobs"),
        (["Services", "Repair"], "#repair"),
    ],
)
async def test_a_menu_that_opens_under_the_pointer_is_not_pressed(
    ask: Ask, pages: Pages, steps: list[str], place: str
) -> None:
    await opened(ask, pages / "follow/menus.html")

    done = await follow(ask, *steps)

    assert done["url"] == pages / f"follow/menus.html{place}"
    assert done["title"] == f"at {place}"


async def test_a_link_at_the_end_of_the_path_is_pressed_although_it_has_a_menu(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/menus.html")

    done = await follow(ask, "Products", "Pots")

    assert done["url"] == pages / "follow/products.html?pots"
    assert done["title"] == "Products"
    assert done["target"] == 'link "Pots"'
    assert done["elementId"] is None


@pytest.mark.parametrize(
    ("steps", "place"),
    [
        (["Account", "Overview"], "#account-overview"),
        (["Team", "Overview"], "#team-overview"),
        (["Advanced", "Keys"], "#keys"),
        (["Guides", "Introduction"], "#guides-intro"),
        (["API", "Introduction"], "#api-intro"),
        (["Team", "Members"], "#members"),
        (["Examples", "Errors"], "#ex-errors"),
    ],
)
async def test_a_sidebar_is_followed_into_the_section_that_is_meant(
    ask: Ask, pages: Pages, steps: list[str], place: str
) -> None:
    await opened(ask, pages / "follow/sidebar.html")

    done = await follow(ask, *steps)

    # The title collects every place, so that nothing else was pressed.
    assert done["title"] == f"Sidebar {place}"
    assert done["elementId"] is not None


async def test_sections_in_sections_are_opened_one_after_the_other(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/sidebar.html")

    done = await follow(ask, "Advanced", "Danger zone", "Delete all")

    assert (done["title"], done["target"]) == ("deleted", 'button "Delete all"')


async def test_an_open_section_at_the_end_of_the_path_stays_open(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/sidebar.html")

    done = await follow(ask, "Team")

    (team,) = [item for item in await everything(ask, query="Team") if item["elementId"] == done["elementId"]]
    assert team["state"] == "expanded"


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        (["Documents", "Work", "Report"], "selected Report"),
        (["Documents", "Letter"], "selected Letter"),
        (["Pictures", "Work"], "selected Work"),
        (["Europe", "Wales"], "selected Wales"),
        (["Asia", "Nepal"], "selected Nepal"),
    ],
)
async def test_branches_of_a_tree_are_opened(ask: Ask, pages: Pages, steps: list[str], title: str) -> None:
    await opened(ask, pages / "follow/tree.html")

    done = await follow(ask, *steps)

    assert done["title"] == title


async def test_an_open_branch_is_not_closed_on_the_way(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/tree.html")
    await follow(ask, "Documents", "Letter")
    await follow(ask, "Pictures", "Work")

    done = await follow(ask, "Documents", "Work", "Report")

    assert done["title"] == "selected Report"


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        (["General", "Reset"], "reset general"),
        (["Privacy", "Reset"], "reset privacy"),
        (["One", "Choose"], "chose one"),
        (["Two", "Choose"], "chose two"),
    ],
)
async def test_what_is_in_the_panel_of_a_tab_is_meant(ask: Ask, pages: Pages, steps: list[str], title: str) -> None:
    await opened(ask, pages / "follow/tabs.html")

    done = await follow(ask, *steps)

    assert done["title"] == title


async def test_a_tab_that_is_selected_is_not_pressed(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/tabs.html")

    done = await follow(ask, "General")

    assert done["title"] == "Tabs"


async def test_a_wizard_waits_for_each_of_its_steps(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/wizard.html")

    done = await follow(ask, "Next", "Next", "Finish")

    assert done["title"] == "Wizard: done"


async def test_a_step_of_a_wizard_is_found_without_its_number(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/wizard.html")

    done = await follow(ask, "Next", "Payment", "Address")

    assert done["title"] == "Wizard: Address"


async def test_links_are_followed_from_page_to_page(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/home.html")

    done = await follow(ask, "Docs", "Install", "Linux", "With apt")

    assert done["url"] == pages / "follow/install.html#apt"
    assert done["title"] == "Install"


async def test_a_heading_with_the_words_of_a_link_is_not_taken_for_it(ask: Ask, pages: Pages) -> None:
    there = pages.make("<title>News</title><h1><a href='#news'>News</a></h1>", name="news")
    await opened(ask, pages.make(f"<title>Start</title><a href='{there}'>News</a>", name="start"))

    done = await follow(ask, "News")

    assert (done["title"], done["elementId"]) == ("News", None)


async def test_a_slow_page_in_between_is_waited_for(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/home.html")

    done = await follow(ask, "Slow docs", "Install")

    assert done["url"] == pages / "follow/install.html"


async def test_breadcrumbs_lead_back(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/install.html")

    done = await follow(ask, "Docs", "Home", scope={"selector": "nav"})

    assert done["title"] == "Home"
    assert done["elementId"] is not None


@pytest.mark.parametrize(
    ("steps", "title"),
    [
        (["Open root", "Open root item"], "chose Open root"),
        (["Closed root", "Closed root item"], "chose Closed root"),
    ],
)
async def test_menus_in_shadow_roots_are_followed(ask: Ask, pages: Pages, steps: list[str], title: str) -> None:
    await opened(ask, pages / "follow/inside.html")

    done = await follow(ask, *steps)

    assert done["title"] == title


async def test_a_sidebar_in_a_frame_is_followed(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/inside.html")

    done = await follow(ask, "Account", "Billing")

    assert done["target"] == 'link "Billing"'
    assert done["title"] == "Inside"


async def test_a_missing_label_says_the_step_and_what_is_there_instead(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/menus.html")

    error = await error_of(ask, "File", "Print", "Draft")

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert (error["details"]["step"], error["details"]["followed"]) == (2, 1)
    assert labels(error) == ["New", "Export", "Close"]
    chosen = error["details"]["there"][0]["elementId"]
    assert (await ask("action_execute", {"handle": chosen})).ok


async def test_a_missing_first_label_leaves_the_page_alone(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/menus.html")

    error = await error_of(ask, "Help", "About")

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert (error["details"]["step"], error["details"]["followed"]) == (1, 0)
    assert {"Products", "Company", "File ▾"} <= set(labels(error))


async def test_a_label_of_several_controls_is_refused_with_all_of_them(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/trouble.html")

    error = await error_of(ask, "Edit")

    assert error["code"] == "MM_TARGET_AMBIGUOUS"
    assert error["details"]["step"] == 1
    assert {each["nearText"] for each in error["details"]["candidates"]} == {"One", "Two"}


async def test_the_scope_tells_controls_with_one_label_apart(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/trouble.html")

    done = await follow(ask, "Edit", scope={"nearText": "Two"})

    assert done["title"] == "two"


async def test_a_scope_that_is_not_there_is_named(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/trouble.html")

    error = await error_of(ask, "Edit", scope="footer")

    assert error["code"] == "MM_REGION_NOT_FOUND"


@pytest.mark.parametrize(("steps", "reason", "step"), [(["More", "Archive"], "disabled", 2), (["Under"], "covered", 1)])
async def test_a_step_that_cannot_be_taken_says_why(
    ask: Ask, pages: Pages, steps: list[str], reason: str, step: int
) -> None:
    await opened(ask, pages / "follow/trouble.html")

    error = await error_of(ask, *steps)

    assert error["code"] == "MM_TARGET_BLOCKED"
    assert (error["details"]["reason"], error["details"]["step"]) == (reason, step)
    assert error["details"]["followed"] == step - 1


async def test_a_step_that_opens_another_tab_is_told(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "follow/trouble.html")

    error = await error_of(ask, "More", "New window", "Install")

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert "tabs_switch" in error["hint"]


async def test_a_dialog_ends_the_walk(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(dialogs="ask")
    await opened(ask, pages / "follow/trouble.html")

    reply = await tried(ask, "Ask me", "More")
    answered = await ask("flow_answer_dialog", {"accept": True})

    assert reply.envelope["result"]["changes"]["dialog"]["message"] == "Sure?"
    assert reply.envelope["result"]["followed"] == 0
    assert answered.ok, answered.text
    (more,) = [item for item in await everything(ask) if item["label"] == "More"]
    assert "state" not in more


@pytest.mark.parametrize("steps", [[], [""], ["x" * 201], ["x"] * 11, "File"])
async def test_steps_that_cannot_be_meant_are_refused(ask: Ask, pages: Pages, steps: object) -> None:
    await opened(ask, pages / "follow/trouble.html")

    reply = await ask("nav_follow_path", {"steps": steps})

    assert code(reply) == "MM_INVALID_INPUT"
