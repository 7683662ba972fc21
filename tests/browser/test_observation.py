"""What a record says of the page: the twelve roles with refs and paths, visible test ids, the state of a web page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import opened

from handhold.adapters.browser.scripts import PageScripts

Observation = dict[str, Any]
ROLES = {
    *("button", "link", "checkbox", "radio", "switch", "textbox", "combobox", "menuitem"),
    *("dialog", "alert", "status", "heading"),
}


def observed(root: Path, tool: str) -> Observation:
    """What the newest record of a tool says."""
    files = sorted(root.glob(f"test-artifacts/llm-knowledge/*/steps/*-{tool}*.json"))
    return json.loads(files[-1].read_text("utf-8"))["observation"]


def named(seen: Observation, name: str) -> dict[str, Any]:
    (found,) = [node for node in seen["a11y"]["nodes"] if node["name"] == name]
    return found


@pytest.mark.rows("R66", "R152", "R153", "R154", "R157", "R255")
async def test_a_scan_records_the_twelve_roles_and_no_plain_text(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await opened(own, pages / "observation/kinds.html")

    await own("ui_scan")

    nodes = observed(tmp_path, "ui_scan")["a11y"]["nodes"]
    told = [(node["role"], node["name"]) for node in nodes]
    assert {role for role, _name in told} == ROLES - {"dialog"}
    assert told == [
        ("link", "Shop"),
        ("link", "Orders"),
        ("link", "Help"),
        ("heading", "Send"),
        ("alert", "Not enough money"),
        ("status", "Saved"),
        ("textbox", "To"),
        ("textbox", "Secret"),
        ("combobox", "Speed"),
        ("checkbox", "Remember"),
        ("radio", "Once"),
        ("switch", "Night mode"),
        ("button", "Send money"),
        ("button", "More"),
        ("menuitem", "Copy"),
        ("textbox", "Note"),
        ("textbox", "Story"),
        ("heading", "Receipts"),
        ("link", "Receipt 1"),
        ("button", "Print"),
        ("button", "Load more"),
        ("button", "In a shadow"),
    ]


@pytest.mark.rows("R155", "R156", "R158", "R160")
async def test_nodes_have_refs_in_order_flags_and_a_path(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await opened(own, pages / "observation/kinds.html")

    await own("ui_scan")

    seen = observed(tmp_path, "ui_scan")
    nodes = seen["a11y"]["nodes"]
    assert [node["ref"] for node in nodes] == [f"e{place}" for place in range(1, len(nodes) + 1)]
    assert all(re.fullmatch(r"e[0-9]+", node["ref"]) for node in nodes)
    assert named(seen, "Send money")["disabled"] is True
    assert named(seen, "Remember")["checked"] is True
    assert named(seen, "Night mode")["checked"] is False
    assert named(seen, "More")["expanded"] is False
    assert "disabled" not in named(seen, "More")
    assert named(seen, "Orders")["path"] == ["navigation"]
    assert named(seen, "To")["path"] == ["heading:Send"]
    assert named(seen, "Receipts")["path"] == ["heading:Receipts"]
    assert named(seen, "Receipt 1")["path"] == ["heading:Receipts", "row"]


@pytest.mark.rows("R66", "R152", "R159")
async def test_a_dialog_hides_the_page_behind_it_and_refs_begin_again(own: Ask, pages: Pages, tmp_path: Path) -> None:
    dialog = "<dialog id=d><h2>Really?</h2><button>Yes</button></dialog><script>d.showModal()</script>"
    await opened(own, pages.make(f"<button>Behind</button>{dialog}", name="modal"))

    await own("ui_scan")

    nodes = observed(tmp_path, "ui_scan")["a11y"]["nodes"]
    assert [(node["ref"], node["role"], node["name"]) for node in nodes] == [
        ("e1", "dialog", "Really?"),
        ("e2", "heading", "Really?"),
        ("e3", "button", "Yes"),
    ]
    assert nodes[2]["path"] == ["dialog:Really?", "heading:Really?"]


@pytest.mark.rows("R152", "R66")
async def test_test_ids_are_the_visible_ones_with_tag_and_text(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await opened(own, pages / "observation/kinds.html")

    await own("ui_scan")

    items = observed(tmp_path, "ui_scan")["testIds"]
    assert items == [
        {"testId": "logo", "tag": "a", "visible": True, "text": "Shop"},
        {"testId": "trouble", "tag": "div", "visible": True, "text": "Not enough money"},
        {"testId": "to-input", "tag": "input", "visible": True},
        {"testId": "pin-input", "tag": "input", "visible": True},
        {"testId": "send-button", "tag": "button", "visible": True, "text": "Send money"},
        {"testId": "story", "tag": "div", "visible": True},
        {"testId": "row-1", "tag": "li", "visible": True, "text": "Receipt 1 Print"},
    ]


@pytest.mark.rows("R66")
async def test_at_most_50_test_ids_are_kept_of_a_page_with_many(own: Ask, pages: Pages, tmp_path: Path) -> None:
    html = "".join(f"<p><button data-testid='b{at}'>B{at}</button> text</p>" for at in range(300))
    await opened(own, pages.make(html, name="many"))

    await own("ui_scan")

    seen = observed(tmp_path, "ui_scan")
    assert len(seen["testIds"]) == 50
    assert len(seen["a11y"]["nodes"]) == 60


@pytest.mark.rows("R66", "R255")
async def test_the_state_of_a_web_page_names_its_screen(own: Ask, pages: Pages, tmp_path: Path) -> None:
    url = pages / "observation/kinds.html"
    await opened(own, url)

    await own("ui_scan")

    state = observed(tmp_path, "ui_scan")["state"]
    screen = state.pop("currentScreen")
    assert state == {"isLoaded": True, "currentUrl": url, "extensionId": "", "isUnlocked": False}
    assert re.fullmatch(r"web:localhost/observation/kinds\.html#[0-9a-f]{4}", screen)
    assert observed(tmp_path, "nav_goto")["state"]["currentScreen"] == screen


async def test_an_action_records_the_page_as_it_is_afterwards(own: Ask, pages: Pages, tmp_path: Path) -> None:
    html = "<h1>Before</h1><button onclick=\"document.querySelector('h1').textContent='After'\">Go</button>"
    await opened(own, pages.make(html, name="after"))
    scanned = (await own("ui_scan")).envelope["result"]

    await own("action_execute", {"handle": scanned["items"][0]["elementId"]})

    seen = observed(tmp_path, "action_execute")
    assert [node["name"] for node in seen["a11y"]["nodes"]] == ["After", "Go"]
    assert seen["state"]["currentScreen"] == observed(tmp_path, "ui_scan")["state"]["currentScreen"]


async def test_nothing_that_was_typed_is_in_an_observation(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await opened(own, pages / "observation/kinds.html")

    await own("ui_scan")

    kept = json.dumps(observed(tmp_path, "ui_scan"))
    assert "hunter22" not in kept
    assert "typed by hand" not in kept
    assert "once upon a time" not in kept


async def test_tools_that_tell_of_the_page_get_every_row_and_the_keys_of_its_elements(pages: Pages) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = await browser.new_page()
        scripts = await PageScripts.attach(page)
        await page.goto(pages / "observation/kinds.html")

        whole: Observation = await scripts.call("observe", {"rows": "all", "keys": True}, timeout=20)
        part: Observation = await scripts.call("observe", {"rows": "all", "root": "section"}, timeout=20)
        nothing: Observation = await scripts.call("observe", {"root": "#missing"}, timeout=20)
        await browser.close()

    printing = [node["k"] for node in whole["nodes"] if node["name"] == "Print"]
    assert len(set(printing)) == 3
    assert all(node["k"] > 0 for node in (*whole["nodes"], *whole["testIds"]))
    assert [node["name"] for node in part["nodes"]][:3] == ["Receipts", "Receipt 1", "Print"]
    assert len(part["nodes"]) == 8
    assert nothing["nodes"] == []


@pytest.mark.parametrize(
    ("change", "news"),
    [
        ("() => 1", []),
        (
            "() => document.body.append(Object.assign(document.createElement('button'), { textContent: 'Late' }))",
            ["Late"],
        ),
        ("() => { document.querySelector('button').textContent = 'Late' }", ["Late"]),
        # No change that the page could be watched for.
        ("() => { host.attachShadow({ mode: 'open' }).innerHTML = '<button>Late</button>' }", ["Late"]),
    ],
)
async def test_a_look_right_after_a_report_sees_what_came_since(pages: Pages, change: str, news: list[str]) -> None:
    wanted = {"nodes": 60, "testIds": 50}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = await browser.new_page()
        scripts = await PageScripts.attach(page)
        await page.goto(pages.make("<h1>Shop</h1><button>Old</button><a href='#'>Help</a><div id=host></div>"))

        report: Observation = await scripts.call("watchReport", {"observe": wanted}, timeout=20)
        await page.evaluate(change)
        look: Observation = await scripts.call("scan", {"observe": wanted}, timeout=20)
        await browser.close()

    before, now = ([node["name"] for node in told["seen"]["nodes"]] for told in (report, look))
    assert before == ["Shop", "Old", "Help"]
    assert [name for name in now if name not in before] == news
