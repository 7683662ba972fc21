"""List test ids, snapshot nodes with refs, describe a screen, take pictures: parameters, defaults, ranges, results."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.wallet_page import done, on_screen, records, ref_of, refused

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.frontends.mcp.server import wire_reply
from handhold.settings import Settings
from handhold.tools import load

DISCOVERY = ("mm_list_testids", "mm_accessibility_snapshot", "mm_describe_screen", "mm_screenshot")
ROLES = {
    *("button", "link", "checkbox", "radio", "switch", "textbox", "combobox", "menuitem"),
    *("dialog", "alert", "status", "heading"),
}
KINDS = "observation/kinds.html"


def size_of(png: bytes) -> tuple[int, int]:
    return struct.unpack(">II", png[16:24])


@pytest.mark.rows("R161", "R163", "R165", "R166", "R167", "R170", "R171", "R172", "R173")
def test_the_schemas_are_the_seeds() -> None:
    found = {tool: load(tool).args.model_json_schema() for tool in DISCOVERY}
    limit = found["mm_list_testids"]["properties"]["limit"]
    describe, picture = (found[tool]["properties"] for tool in ("mm_describe_screen", "mm_screenshot"))

    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 500, 150)
    assert found["mm_accessibility_snapshot"]["properties"]["rootSelector"]["anyOf"][0]["minLength"] == 1
    assert describe["includeScreenshot"]["default"] is describe["includeScreenshotBase64"]["default"] is False
    assert describe["screenshotName"]["anyOf"][0]["minLength"] == 1
    assert found["mm_screenshot"]["required"] == ["name"]
    assert picture["name"]["minLength"] == picture["selector"]["anyOf"][0]["minLength"] == 1
    assert (picture["fullPage"]["default"], picture["includeBase64"]["default"]) == (True, False)


@pytest.mark.rows("R90", "R80", "R81")
@pytest.mark.parametrize("tool", DISCOVERY)
async def test_without_a_session_there_is_nothing_to_see(ask: Ask, tool: str) -> None:
    error = await refused(ask, tool, **({"name": "x"} if tool == "mm_screenshot" else {}))

    assert error["code"] == "MM_NO_ACTIVE_SESSION"


@pytest.mark.rows("R92", "R161", "R163", "R170", "R172")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("mm_list_testids", {"limit": 0}),
        ("mm_list_testids", {"limit": 501}),
        ("mm_list_testids", {"limit": "3"}),
        ("mm_accessibility_snapshot", {"rootSelector": ""}),
        ("mm_accessibility_snapshot", {"extraRoles": ["table"]}),
        ("mm_describe_screen", {"screenshotName": ""}),
        ("mm_describe_screen", {"includeScreenshot": "yes"}),
        ("mm_screenshot", {}),
        ("mm_screenshot", {"name": ""}),
        ("mm_screenshot", {"name": "x", "selector": ""}),
        ("mm_screenshot", {"name": "x", "fullPage": 1}),
    ],
)
async def test_impossible_arguments_are_refused(ask: Ask, tool: str, arguments: dict[str, Any]) -> None:
    assert (await refused(ask, tool, **arguments))["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R152", "R162")
async def test_visible_test_ids_are_listed_with_their_tag_and_text_and_hidden_ones_counted(
    ask: Ask, pages: Pages
) -> None:
    await on_screen(ask, pages)

    result = await done(ask, "mm_list_testids")

    items = {item["testId"]: item for item in result["items"]}
    assert items["send"] == {"testId": "send", "tag": "button", "text": "Send", "visible": True}
    assert items["recipient"] == {"testId": "recipient", "tag": "input", "visible": True}
    assert "hidden" not in items
    assert "confirm-footer-button" not in items
    assert result["hidden"] == 4
    assert "truncated" not in result


@pytest.mark.rows("R161")
async def test_more_test_ids_than_asked_for_are_counted(ask: Ask, pages: Pages) -> None:
    html = "".join(f"<p data-testid=t{number}>{number}</p>" for number in range(170))
    await done(ask, "nav_goto", url=pages.make(html))

    default, few, all_of_them = [
        await done(ask, "mm_list_testids", **limit) for limit in ({}, {"limit": 1}, {"limit": 500})
    ]

    assert (len(default["items"]), default["total"], default["truncated"]) == (150, 170, True)
    assert [item["testId"] for item in few["items"]] == ["t0"]
    assert len(all_of_them["items"]) == 170
    assert "total" not in all_of_them


@pytest.mark.rows("R152", "R153", "R154", "R155", "R157", "R158", "R160", "R164")
async def test_a_snapshot_has_the_twelve_roles_in_pre_order(ask: Ask, pages: Pages) -> None:
    await done(ask, "nav_goto", url=pages / KINDS)

    nodes = (await done(ask, "mm_accessibility_snapshot"))["nodes"]

    by_name = {node["name"]: node for node in nodes}
    assert {node["role"] for node in nodes} == ROLES - {"dialog"}
    assert [node["ref"] for node in nodes] == [f"e{number}" for number in range(1, len(nodes) + 1)]
    assert [node["name"] for node in nodes[:4]] == ["Shop", "Orders", "Help", "Send"]
    assert by_name["Send money"]["disabled"] is True
    assert by_name["Remember"]["checked"] is True
    assert by_name["Night mode"]["checked"] is False
    assert by_name["More"]["expanded"] is False
    assert "Plain text that nobody needs" not in str(nodes)
    assert [node["name"] for node in nodes if node["name"].startswith("Receipt ")] == [
        "Receipt 1",
        "Receipt 2",
        "Receipt 3",
    ]
    assert "hunter22" not in str(nodes)


@pytest.mark.rows("R156")
async def test_a_path_names_dialogs_and_headings_only(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages, "dialog=0")
    await done(ask, "mm_wait_for", testId="confirm-footer-button")

    in_dialog = (await done(ask, "mm_accessibility_snapshot"))["nodes"]
    await on_screen(ask, pages)
    whole = {
        (node["role"], node["name"]): node["path"] for node in (await done(ask, "mm_accessibility_snapshot"))["nodes"]
    }

    assert [(node["role"], node["path"]) for node in in_dialog] == [
        ("dialog", ["dialog:Confirm"]),
        ("heading", ["dialog:Confirm", "heading:Confirm"]),
        ("button", ["dialog:Confirm", "heading:Confirm"]),
    ]
    assert whole["button", "Account 1"] == []
    assert whole["heading", "Send"] == whole["button", "Send"] == ["heading:Send"]


async def test_refs_are_the_same_for_the_same_page(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    first = await done(ask, "mm_accessibility_snapshot")
    second = await done(ask, "mm_accessibility_snapshot")

    assert first == second


@pytest.mark.rows("R163")
async def test_a_root_narrows_the_snapshot_and_one_that_is_not_there_empties_it(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    card = await done(ask, "mm_accessibility_snapshot", rootSelector="[data-testid=second-card]")
    nothing = await done(ask, "mm_accessibility_snapshot", rootSelector="#nobody")
    wrong = await refused(ask, "mm_accessibility_snapshot", rootSelector="[[")

    assert [node["name"] for node in card["nodes"]] == ["Second", "Remove"]
    assert nothing == {"nodes": []}
    assert wrong["code"] == "MM_INVALID_INPUT"


async def test_more_roles_are_told_when_they_are_asked_for(ask: Ask, pages: Pages) -> None:
    html = "<div role=tablist><button role=tab>One</button></div><ul><li>First<li>Second</ul><button>Go</button>"
    await done(ask, "nav_goto", url=pages.make(html))

    plain = await done(ask, "mm_accessibility_snapshot")
    more = await done(ask, "mm_accessibility_snapshot", extraRoles=["tab", "list", "listitem"])

    assert [node["role"] for node in plain["nodes"]] == ["button"]
    assert [node["role"] for node in more["nodes"]] == ["tab", "list", "listitem", "listitem", "button"]


@pytest.mark.rows("R155")
async def test_beyond_sixty_nodes_names_are_the_page_scripts_and_that_is_said(ask: Ask, pages: Pages) -> None:
    html = "".join(f"<button>Button {number}</button>" for number in range(620))
    await done(ask, "nav_goto", url=pages.make(html))

    reply = await ask("mm_accessibility_snapshot")

    result = reply.envelope["result"]
    assert (len(result["nodes"]), result["total"], result["truncated"]) == (500, 620, True)
    assert result["nodes"][499]["name"] == "Button 499"
    assert reply.envelope["meta"]["warnings"] == [
        "names up to e60 are the browser's own; from there on the page script's"
    ]


@pytest.mark.rows("R168", "R169", "R174", "R80")
async def test_a_screen_is_described_in_one_answer_without_a_picture(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await on_screen(own, pages)

    result = await done(own, "mm_describe_screen")

    assert list(result)[:5] == ["state", "activeTab", "testIds", "a11y", "screenshot"]
    assert result["state"]["currentScreen"].startswith("web:")
    assert result["activeTab"]["role"] == "dapp"
    assert result["testIds"]["items"][0]["testId"] == "account-menu-icon"
    assert result["a11y"]["nodes"][0] == {
        "ref": "e1",
        "role": "button",
        "name": "Account 1",
        "disabled": False,
        "path": [],
    }
    assert result["screenshot"] is None
    assert not list(tmp_path.rglob("*.png"))


@pytest.mark.rows("R165", "R166", "R167", "R169")
async def test_a_picture_of_the_screen_is_a_file_and_is_only_repeated_when_asked_for(
    own: Ask, pages: Pages, tmp_path: Path
) -> None:
    await on_screen(own, pages)

    plain = (await done(own, "mm_describe_screen", includeScreenshot=True, screenshotName="first look"))["screenshot"]
    whole = (await done(own, "mm_describe_screen", includeScreenshot=True, includeScreenshotBase64=True))["screenshot"]
    none = (await done(own, "mm_describe_screen", includeScreenshotBase64=True))["screenshot"]

    file = Path(plain["path"])
    assert file.name.endswith("-first-look.png")
    assert file.parent.name == "screenshots"
    assert file.is_relative_to(tmp_path / "test-artifacts/llm-knowledge")
    assert plain["base64"] is None
    assert size_of(file.read_bytes()) == (plain["width"], plain["height"])
    assert base64.b64decode(whole["base64"]) == Path(whole["path"]).read_bytes()
    assert none is None


@pytest.mark.rows("R171", "R172", "R173", "R494")
async def test_a_picture_is_of_the_page_of_what_shows_or_of_one_element(own: Ask, pages: Pages) -> None:
    await on_screen(own, pages)

    page, view, element = [
        await done(own, "mm_screenshot", name="x", **how)
        for how in ({}, {"fullPage": False}, {"selector": "[data-testid=first-card]", "includeBase64": True})
    ]

    assert page["height"] > 3_000
    assert (view["width"], view["height"]) == (1280, 720)
    assert element["height"] < 200
    assert size_of(base64.b64decode(element["base64"])) == (element["width"], element["height"])
    assert page["base64"] is None


@pytest.mark.rows("R170")
@pytest.mark.parametrize(
    ("name", "kept"), [("../../etc/passwd", "etc-passwd"), ("a" * 200, "a" * 60), ("日本 / ..", "screenshot")]
)
async def test_a_name_becomes_a_safe_file_name(own: Ask, pages: Pages, tmp_path: Path, name: str, kept: str) -> None:
    await on_screen(own, pages)

    file = Path((await done(own, "mm_screenshot", name=name, fullPage=False))["path"])

    assert file.name.partition("Z-")[2] == f"{kept}.png"
    assert file.is_relative_to(tmp_path)


async def test_a_picture_of_nothing_is_refused(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    missing = await refused(ask, "mm_screenshot", name="x", selector="#nobody")
    hidden = await refused(ask, "mm_screenshot", name="x", selector="[data-testid=hidden]")

    assert missing["code"] == hidden["code"] == "MM_TARGET_NOT_FOUND"


async def test_a_very_long_page_is_cut_and_that_is_said(ask: Ask, pages: Pages) -> None:
    await done(ask, "nav_goto", url=pages.make("<div style='height: 60000px; background: teal'></div>"))

    reply = await ask("mm_screenshot", {"name": "long"})

    assert reply.envelope["result"]["height"] == 16_384
    assert reply.envelope["meta"]["warnings"] == [
        "the page is longer than a picture may be: this one ends at 16384 pixels"
    ]


async def test_a_field_for_secrets_shows_dots_in_a_picture_and_its_text_afterwards(ask: Ask, pages: Pages) -> None:
    html = (
        "<textarea aria-label='Recovery phrase' data-testid=srp rows=3 cols=60></textarea><textarea data-testid=free>"
    )
    await done(ask, "nav_goto", url=pages.make(html))
    pictures: list[bytes] = []
    for text in ("aaaa bbbb cccc", "wxyz mmmm qqqq"):
        await done(ask, "mm_type", testId="srp", text=text)
        await done(ask, "mm_click", testId="free")
        shot = await done(ask, "mm_screenshot", name="x", selector="[data-testid=srp]")
        pictures.append(Path(shot["path"]).read_bytes())

    assert pictures[0] == pictures[1]


@pytest.mark.rows("R81")
async def test_a_picture_is_also_linked_as_a_resource(own: Ask, pages: Pages) -> None:
    await on_screen(own, pages)
    reply = await own("mm_screenshot", {"name": "x", "fullPage": False})

    wire = wire_reply(reply).model_dump(by_alias=True, mode="json", exclude_none=True)

    text, link = wire["content"]
    session = reply.envelope["meta"]["sessionId"]
    assert json.loads(text["text"]) == wire["structuredContent"]
    assert link["type"] == "resource_link"
    assert link["mimeType"] == "image/png"
    assert link["uri"] == f"handhold://artifact/{session}/{Path(reply.envelope['result']['path']).name}"


async def test_the_link_is_among_the_callers_resources(
    environ: Mapping[str, str], tmp_path: Path, pages: Pages
) -> None:
    app = App(Settings(root=tmp_path), environ=environ)
    await app.engine.call("nav_goto", {"url": pages / "wallet/screen.html"}, caller=Caller(key="me"))
    reply = await app.engine.call("mm_screenshot", {"name": "x", "fullPage": False}, caller=Caller(key="me"))

    mine, others = app.artifacts_of("me"), app.artifacts_of("somebody else")
    await app.close()

    assert [str(file) for file in mine] == [reply.envelope["result"]["path"]]
    assert others == []


@pytest.mark.rows("R80", "R81", "R78")
async def test_every_call_is_recorded_with_what_was_seen(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await on_screen(own, pages)
    ref = await ref_of(own, "Send")
    await done(own, "mm_describe_screen")
    await done(own, "mm_list_testids")
    await done(own, "mm_click", a11yRef=ref, timeoutMs=5_000)
    await done(own, "mm_type", testId="recipient", text="0x123")
    await done(own, "mm_wait_for", selector="form")
    picture = await done(own, "mm_screenshot", name="x", fullPage=False)
    await refused(own, "mm_click", testId="nobody", timeoutMs=0)

    clicked, failed = records(tmp_path, "mm_click")
    (typed,) = records(tmp_path, "mm_type")
    (waited,) = records(tmp_path, "mm_wait_for")
    (shot,) = records(tmp_path, "mm_screenshot")
    (described,) = records(tmp_path, "mm_describe_screen")
    assert clicked["tool"]["input"] == {"timeoutMs": 5_000}
    assert clicked["tool"]["target"]["a11yRef"] == ref
    assert clicked["tool"]["target"]["fingerprint"]["testId"] == "send"
    assert "textRedacted" not in clicked["tool"]
    assert (typed["tool"]["textRedacted"], typed["tool"]["textLength"]) == (True, 5)
    assert "0x123" not in json.dumps(typed)
    assert waited["tool"]["target"] == {"selector": "form"}
    assert failed["outcome"]["error"]["code"] == "MM_TARGET_NOT_FOUND"
    assert shot["artifacts"]["screenshot"]["path"] == f"screenshots/{Path(picture['path']).name}"
    assert described["observation"]["a11y"]["nodes"][0]["name"] == "Account 1"
    assert {step["observation"]["state"]["currentScreen"] for step in (clicked, typed, waited, described)} == {
        described["observation"]["state"]["currentScreen"]
    }


async def test_the_second_session_on_a_screen_is_told_what_the_first_did(
    environ: Mapping[str, str], tmp_path: Path, pages: Pages
) -> None:
    async def visit(work: Callable[[Ask], Any]) -> Any:
        app = App(Settings(root=tmp_path), environ=environ)

        async def call(name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
            return await app.engine.call(name, arguments, caller=Caller())

        await on_screen(call, pages)
        result = await work(call)
        await app.close()
        return result

    async def first(ask: Ask) -> Any:
        described = await done(ask, "mm_describe_screen")
        await done(ask, "mm_type", testId="recipient", text="0x123")
        await done(ask, "mm_click", testId="send")
        return described

    async def second(ask: Ask) -> Any:
        return await done(ask, "mm_describe_screen")

    new, known = await visit(first), await visit(second)

    prior = known["priorKnowledge"]
    targets = {each["preferredTarget"]["value"] for each in prior["suggestedNextActions"]}
    assert "priorKnowledge" not in new
    assert {"recipient", "send"} <= targets
    assert all("a11yRef" not in json.dumps(each) for each in prior["similarSteps"])
    assert "0x123" not in json.dumps(prior)
