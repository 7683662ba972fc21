"""Click, type and wait by ref, test id or selector: parameters, defaults, ranges, results and every way to refuse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.support.wallet_page import done, on_screen, ref_of, refused, said

from handhold.tools import load

ACTING = ("mm_click", "mm_type", "mm_wait_for")


def schema(tool: str) -> dict[str, Any]:
    """All of it; the tool list leaves out what the server checks anyway."""
    return load(tool).args.model_json_schema()


def given(tool: str, **arguments: Any) -> dict[str, Any]:
    return {**arguments, "text": "x"} if tool == "mm_type" else arguments


@pytest.mark.rows("R177", "R178", "R180", "R181", "R183")
def test_the_schemas_are_the_seeds_with_the_later_default() -> None:
    click, typing, waiting = (schema(tool)["properties"] for tool in ACTING)

    assert click["timeoutMs"] | {"description": ""} == typing["timeoutMs"] | {"description": ""}
    assert {name: click["timeoutMs"][name] for name in ("minimum", "maximum", "default")} == {
        "minimum": 0,
        "maximum": 60_000,
        "default": 15_000,
    }
    assert {name: waiting["timeoutMs"][name] for name in ("minimum", "maximum", "default")} == {
        "minimum": 100,
        "maximum": 120_000,
        "default": 15_000,
    }
    for properties in (click, typing, waiting):
        assert properties["a11yRef"]["anyOf"][0]["pattern"] == "^e[0-9]+$"
        assert {properties[name]["anyOf"][0]["minLength"] for name in ("testId", "selector")} == {1}
    assert schema("mm_type")["required"] == ["text"]


@pytest.mark.rows("R90", "R79")
@pytest.mark.parametrize("tool", ACTING)
async def test_without_a_session_there_is_nothing_to_act_on(ask: Ask, tool: str) -> None:
    error = await refused(ask, tool, **given(tool, testId="send"))

    assert error["code"] == "MM_NO_ACTIVE_SESSION"
    assert error["message"] == "No active session. Call mm_launch first."


@pytest.mark.rows("R92", "R176", "R177")
@pytest.mark.parametrize("tool", ACTING)
@pytest.mark.parametrize(
    "target",
    [
        {},
        {"testId": "send", "selector": "#send"},
        {"a11yRef": "e1", "testId": "send", "selector": "#send"},
        {"a11yRef": "x1"},
        {"testId": ""},
        {"selector": ""},
        {"testId": "send", "within": {}},
        {"testId": "send", "within": {"testId": "a", "selector": "b"}},
        {"testId": "send", "timeoutMs": -1},
        {"testId": "send", "timeoutMs": 120_001},
        {"testId": "send", "timeoutMs": "100"},
    ],
)
async def test_exactly_one_target_and_a_possible_time(ask: Ask, tool: str, target: dict[str, Any]) -> None:
    error = await refused(ask, tool, **given(tool, **target))

    assert error["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R183")
async def test_waiting_takes_at_least_a_tenth_of_a_second(ask: Ask) -> None:
    assert (await refused(ask, "mm_wait_for", testId="send", timeoutMs=99))["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R78", "R79", "R176", "R179", "R186")
@pytest.mark.parametrize("target", [{"testId": "send"}, {"selector": "form > button"}])
async def test_a_click_tells_its_target_and_what_came_of_it(ask: Ask, pages: Pages, target: dict[str, str]) -> None:
    await on_screen(ask, pages)

    result = (
        await done(ask, "mm_click", **target, within={"selector": "form"})
        if "testId" in target
        else await done(ask, "mm_click", selector='[data-testid="send"]')
    )

    assert result["clicked"] is True
    assert result["target"].partition(":")[0] in {"testId", "selector"}
    assert result["changes"] == {"messages": ["sent"]}
    assert "pageClosedAfterClick" not in result


@pytest.mark.rows("R160", "R175", "R185")
async def test_a_ref_acts_on_the_element_it_was_given_for(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)
    ref = await ref_of(ask, "Send")

    result = await done(ask, "mm_click", a11yRef=ref)

    assert result["target"] == f"a11yRef:{ref}"
    assert result["changes"] == {"messages": ["sent"]}


async def test_the_element_of_a_ref_is_reachable_by_its_handle(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)
    clicked = await done(ask, "mm_click", a11yRef=await ref_of(ask, "Send"))

    again = await done(ask, "action_execute", handle=clicked["elementId"])
    picked = await done(ask, "ui_pick", hint="Send")

    assert again["target"] == 'button "Send"'
    assert picked["elementId"] == clicked["elementId"]


@pytest.mark.rows("R185", "R94")
async def test_an_unknown_ref_is_refused_with_the_list_of_valid_ones(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)
    await done(ask, "mm_accessibility_snapshot", rootSelector="[data-testid=first-card]")

    for tool in ("mm_click", "mm_type"):
        error = await refused(ask, tool, **given(tool, a11yRef="e9"))

        assert error["code"] == "MM_TARGET_NOT_FOUND"
        assert error["message"] == "Unknown a11yRef: e9. Available refs: e1, e2"


@pytest.mark.rows("R501")
async def test_waiting_for_an_unknown_ref_ends_at_once(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    reply = await ask("mm_wait_for", {"a11yRef": "e7"})

    assert reply.error["code"] == "MM_TARGET_NOT_FOUND"
    assert reply.envelope["meta"]["durationMs"] < 3_000


@pytest.mark.rows("R159")
async def test_refs_are_over_when_the_page_is(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)
    ref = await ref_of(ask, "Send")
    await on_screen(ask, pages, "again")

    error = await refused(ask, "mm_click", a11yRef=ref)

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert error["message"].endswith("Available refs: none")
    assert await said(ask) == ""


async def test_a_look_of_our_own_does_not_replace_refs(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)
    ref = await ref_of(ask, "Far down")
    await done(ask, "mm_click", testId="send")
    await done(ask, "mm_get_state")
    await done(ask, "mm_list_testids")

    await done(ask, "mm_click", a11yRef=ref)

    assert await said(ask) == "reached"


LIST = """<title>List</title><ul id=l></ul><p role=status data-testid=said></p><script>
  const show = (names) => { names.forEach((name, at) => {
    const row = l.children[at] ?? l.appendChild(document.createElement("li"));
    row.innerHTML ||= "<span></span> <button></button> <a href=#>More</a>";
    row.firstChild.textContent = name; row.querySelector("button").textContent = "Delete " + name;
    row.querySelector("button").onclick = () => { document.querySelector("p").textContent = "deleted " + name; };
  }); };
  show(["Ada", "Bob", "Cy"]);
</script><button onclick='show(["Zoe", "Ada", "Bob"])'>Scroll</button>
<button onclick='l.innerHTML=""; show(["Ada", "Bob", "Cy"])'>Redraw</button>"""


async def test_a_ref_in_a_list_never_means_another_row(ask: Ask, pages: Pages) -> None:
    await done(ask, "nav_goto", url=pages.make(LIST))
    ref = await ref_of(ask, "Delete Ada")
    await done(ask, "mm_click", selector="body > button:first-of-type")
    await done(ask, "mm_wait_for", selector="li")

    error = await refused(ask, "mm_click", a11yRef=ref)

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert "shows something else now" in error["message"]
    assert await said(ask) == ""


async def test_an_element_that_was_used_is_found_again_when_it_is_drawn_anew(ask: Ask, pages: Pages) -> None:
    await done(ask, "nav_goto", url=pages.make(LIST))
    bob, redraw = await ref_of(ask, "Delete Bob"), await ref_of(ask, "Redraw")
    await done(ask, "mm_click", a11yRef=bob)
    await done(ask, "mm_click", a11yRef=redraw)

    await done(ask, "mm_click", a11yRef=bob)

    assert await said(ask) == "deleted Bob"


async def test_an_element_that_is_gone_is_refused_with_what_is_left(ask: Ask, pages: Pages) -> None:
    html = "<button onclick=this.remove()>Go</button><button>Stay</button>"
    await done(ask, "nav_goto", url=pages.make(html))
    ref = await ref_of(ask, "Go")
    await done(ask, "mm_click", selector="button:first-of-type")

    error = await refused(ask, "mm_click", a11yRef=ref)

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert error["message"].endswith("Available refs: e2")


@pytest.mark.rows("R178", "R94")
async def test_a_time_of_nothing_looks_once(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages, "appear=60000")

    error = await refused(ask, "mm_click", testId="appeared", timeoutMs=0)
    result = await done(ask, "mm_click", testId="send", timeoutMs=0)

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert error["details"]["elapsedMs"] < promised(1_500)
    assert result["clicked"] is True


@pytest.mark.rows("R186")
@pytest.mark.parametrize("tool", ACTING)
async def test_what_comes_later_is_waited_for(ask: Ask, pages: Pages, tool: str) -> None:
    html = "<script>setTimeout(() => document.body.innerHTML = '<input data-testid=late>', 400)</script><body>"
    await done(ask, "nav_goto", url=pages.make(html))

    result = await done(ask, tool, **given(tool, testId="late"))

    assert result["target"] == "testId:late"


@pytest.mark.rows("R94", "R95", "R101")
async def test_a_click_that_finds_nothing_tells_why(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, "mm_click", testId="hidden", timeoutMs=150)

    details = error["details"]
    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert details | {"elapsedMs": 0, "boundingBox": None} == {
        "phase": "wait",
        "targetType": "testId",
        "targetValue": "hidden",
        "timeoutMs": 150,
        "elapsedMs": 0,
        "matchCount": 1,
        "elementFound": True,
        "elementVisible": False,
        "elementEnabled": True,
        "boundingBox": None,
        "suspectedCause": "element-not-actionable",
        "input": {"timeoutMs": 150},
    }


@pytest.mark.rows("R95")
async def test_a_disabled_button_is_waited_for_and_then_a_failed_click(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, "mm_click", testId="disabled", timeoutMs=300)

    assert error["code"] == "MM_CLICK_FAILED"
    assert error["details"]["reason"] == "disabled"
    assert error["details"]["elementEnabled"] is False
    assert error["details"]["suspectedCause"] == "element-not-actionable"


async def test_a_button_that_becomes_enabled_in_time_is_clicked(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages, "enable=600")

    await done(ask, "mm_click", testId="disabled")

    assert await said(ask) == "enabled"


@pytest.mark.rows("R95")
async def test_a_covered_button_names_what_covers_it(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages, "dialog=0")
    await done(ask, "mm_wait_for", testId="confirm-footer-button")

    error = await refused(ask, "mm_click", testId="send", timeoutMs=300)

    assert error["code"] == "MM_CLICK_FAILED"
    assert error["details"]["reason"] in {"inert", "covered"}
    assert await said(ask) == ""


async def test_what_is_far_down_is_scrolled_to(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    await done(ask, "mm_click", testId="far")

    assert await said(ask) == "reached"


async def test_several_of_one_name_are_not_guessed_between(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, "mm_click", testId="remove")
    await done(ask, "mm_click", testId="remove", within={"testId": "second-card"})

    assert error["code"] == "MM_TARGET_AMBIGUOUS"
    assert [each["nearText"] for each in error["details"]["candidates"]] == ["First", "Second"]
    assert await said(ask) == "removed second-card"


async def test_within_takes_refs_and_selectors_and_misses_what_is_elsewhere(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)
    await done(ask, "mm_click", testId="remove", within={"selector": "section:nth-of-type(1)"})
    first = await said(ask)
    nodes = (await done(ask, "mm_accessibility_snapshot"))["nodes"]
    heading = next(node["ref"] for node in nodes if node["name"] == "Second")

    nowhere = await refused(ask, "mm_click", testId="remove", within={"a11yRef": heading}, timeoutMs=0)
    no_parent = await refused(ask, "mm_click", testId="remove", within={"testId": "no-card"}, timeoutMs=0)

    assert first == "removed first-card"
    assert nowhere["code"] == no_parent["code"] == "MM_TARGET_NOT_FOUND"
    assert "what it should be within" in no_parent["message"]


@pytest.mark.rows("R92")
@pytest.mark.parametrize("tool", ACTING)
async def test_a_selector_that_is_none_is_refused(ask: Ask, pages: Pages, tool: str) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, tool, **given(tool, selector="[[", timeoutMs=100))

    assert error["code"] == "MM_INVALID_INPUT"
    assert error["message"] == "Invalid input: selector: it is not valid CSS"


@pytest.mark.rows("R502")
async def test_a_click_that_closes_its_page_is_a_success(ask: Ask, pages: Pages) -> None:
    popup = pages.make(
        "<title>Confirm</title><button data-testid=ok onclick='window.close()'>OK</button>", name="popup"
    )
    opener = pages.make(f"<button data-testid=ask onclick='window.open(\"{popup}\")'>Ask</button>", name="opener")
    await done(ask, "nav_goto", url=opener)
    opened = (await done(ask, "mm_click", testId="ask"))["changes"]["tabs"]["opened"]
    await done(ask, "tabs_switch", tab=opened[0]["tab"] if isinstance(opened[0], dict) else opened[0])

    result = await done(ask, "mm_click", testId="ok")

    assert result["clicked"] is True
    assert result["pageClosedAfterClick"] is True
    assert result["changes"]["tabs"]["closed"]


async def test_targets_are_found_in_frames_and_shadow_roots(ask: Ask, pages: Pages) -> None:
    inner = pages.make(
        "<button data-testid=inside onclick='this.textContent=\"pressed\"'>Inside</button>", name="inner"
    )
    html = f"""<iframe src="{inner}"></iframe><my-box></my-box><script>
      customElements.define("my-box", class extends HTMLElement {{ constructor() {{ super();
        this.attachShadow({{ mode: "closed" }}).innerHTML = "<button data-testid=closed>Closed</button>"; }} }});
    </script>"""
    await done(ask, "nav_goto", url=pages.make(html))

    framed = await done(ask, "mm_click", testId="inside")
    shadowed = await done(ask, "mm_click", testId="closed")

    assert framed["changes"] != "none"
    assert shadowed["clicked"] is True


@pytest.mark.rows("R180", "R182", "R187", "R96")
async def test_typing_replaces_the_text_and_tells_only_its_length(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    first = await done(ask, "mm_type", testId="recipient", text="first words")
    second = await done(ask, "mm_type", testId="recipient", text="0xabc")
    empty = await done(ask, "mm_type", testId="recipient", text="")

    assert (first["typed"], first["textLength"], first["target"]) == (True, 11, "testId:recipient")
    assert second["changes"]["changed"][0]["to"] == "5 characters"
    assert (empty["typed"], empty["textLength"]) == (True, 0)


@pytest.mark.rows("R96")
@pytest.mark.parametrize("field", ["read-only", "agree", "speed", "send", "disabled"])
async def test_what_takes_no_text_is_a_failed_typing(ask: Ask, pages: Pages, field: str) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, "mm_type", testId=field, text="never repeated", timeoutMs=300)

    assert error["code"] == "MM_TYPE_FAILED"
    assert "never repeated" not in str(error)


@pytest.mark.rows("R94", "R96")
async def test_typing_into_a_field_that_is_not_there(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, "mm_type", testId="no-such-field", text="never repeated", timeoutMs=100)

    assert error["code"] == "MM_TARGET_NOT_FOUND"
    assert error["details"]["suspectedCause"] == "element-not-found"
    assert "never repeated" not in str(error)


@pytest.mark.rows("R92", "R180")
async def test_text_is_required(ask: Ask) -> None:
    assert (await refused(ask, "mm_type", testId="recipient"))["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R184")
async def test_waiting_tells_what_was_found(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    assert await done(ask, "mm_wait_for", testId="remove") == {"found": True, "target": "testId:remove"}
    assert await done(ask, "mm_wait_for", a11yRef=await ref_of(ask, "Send")) == {"found": True, "target": "a11yRef:e10"}


@pytest.mark.rows("R97", "R183")
async def test_waiting_in_vain_is_a_timeout_that_diagnoses_itself(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    error = await refused(ask, "mm_wait_for", testId="no-such-thing", timeoutMs=200)

    assert error["code"] == "MM_WAIT_TIMEOUT"
    assert error["details"]["matchCount"] == 0
    assert error["details"]["elementFound"] is False
    assert 150 <= error["details"]["elapsedMs"] <= 4_000


async def test_a_page_that_goes_on_while_it_is_waited_for_is_looked_at_again(ask: Ask, pages: Pages) -> None:
    following = pages.make("<p data-testid=arrived>Arrived</p>", name="following")
    await done(ask, "nav_goto", url=pages.make(f"<script>setTimeout(() => location = '{following}', 500)</script>"))

    assert (await done(ask, "mm_wait_for", testId="arrived"))["found"] is True


@pytest.mark.rows("R90")
def test_the_family_is_one_tool_set() -> None:
    assert {load(tool).spec.toolset for tool in ACTING} == {"wallet"}
    assert Path(load("mm_click").handler.__code__.co_filename).parent.name == "wallet"
