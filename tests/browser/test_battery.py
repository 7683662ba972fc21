"""The robustness battery: every action gets the right verdict, and the page's own record agrees."""

from __future__ import annotations

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeout
from tests.support.battery import BLOCKED, Case, acts, blocked, fails, judge, perform, recorded
from tests.support.pages import Pages
from tests.support.person import Person

STALE = "MM_TARGET_STALE"
REFUSED = "MM_STATE_REFUSED"
INVALID = "MM_INVALID_INPUT"


def sets(case: str, code: str, *record: str, state: object, reason: str = "") -> Case:
    """A field that gets a state, or refuses it with a code."""
    return Case(
        page="filled",
        case=case,
        record=record,
        code=code,
        reason=reason,
        tool="action_set_state",
        arguments={"state": state},
    )


COVERED = [
    blocked("covered", "overlay", "covered"),
    blocked("covered", "transparent", "covered"),
    acts("covered", "let through", "target"),
    acts("covered", "half", "target"),
    blocked("covered", "before", "covered"),
    acts("covered", "spinner", "target"),
    blocked("covered", "last moment", "intercepted", "cover"),
    acts("covered", "after release", "target"),
    acts("covered", "sticky header", "target"),
    acts("covered", "sticky footer", "target"),
    blocked("covered", "modal", "inert"),
    blocked("covered", "frame", "covered"),
    blocked("covered", "frame covered late", "intercepted", "cover"),
    acts("covered", "own child", "target"),
    acts("covered", "button in button role", "outer"),
]

READY = [
    acts("ready", "plain", "target"),
    blocked("ready", "disabled", "disabled"),
    acts("ready", "enabled late", "target"),
    blocked("ready", "aria-disabled", "disabled"),
    blocked("ready", "fieldset", "disabled"),
    acts("ready", "legend", "target"),
    blocked("ready", "inert", "inert"),
    blocked("ready", "zero size", "zero-size"),
    blocked("ready", "display none", "hidden"),
    blocked("ready", "visibility hidden", "hidden"),
    acts("ready", "shown late", "target"),
    blocked("ready", "pointer-events none", "covered"),
    acts("ready", "moving", "target"),
    blocked("ready", "never still", "moving"),
    acts("ready", "growing", "target"),
    fails("ready", "removed", STALE),
    fails("ready", "removed while waiting", STALE),
]

PLACED = [
    acts("placed", "far down", "target"),
    acts("placed", "smooth", "target"),
    acts("placed", "far right", "target"),
    acts("placed", "scroller", "target"),
    acts("placed", "nested scrollers", "target"),
    blocked("placed", "off to the left", "outside"),
    blocked("placed", "clipped for ever", "outside"),
    acts("placed", "frame scrolled away", "target"),
    acts("placed", "nested frames", "target"),
    acts("placed", "rotated", "target"),
    acts("placed", "scaled", "target"),
    acts("placed", "scaled frame", "target"),
    acts("placed", "zoomed", "target"),
    acts("placed", "round", "target"),
    acts("placed", "two lines", "target"),
    acts("placed", "wrapped", "target"),
    acts("placed", "taller than the window", "target"),
    acts("placed", "hidden checkbox", "checked true"),
    acts("placed", "display none checkbox", "checked true"),
    acts("placed", "label elsewhere", "checked true"),
    acts("placed", "image map", "target"),
    acts("placed", "svg", "target"),
    acts("placed", "svg ring", "target"),
    acts("placed", "canvas", "target"),
    acts("placed", "custom element", "target"),
    acts("placed", "open root", "target"),
    acts("placed", "closed root", "target"),
    blocked("placed", "closed root covered late", "intercepted", "cover"),
    acts("placed", "same origin", "target"),
    acts("placed", "other origin", "target"),
    acts("placed", "other origin far", "target"),
    acts("placed", "div", "target"),
    acts("placed", "popover", "target"),
    acts("placed", "in modal", "target"),
]

HANDLED = [
    acts("handled", "replaced on mousedown", "mousedown"),
    acts("handled", "drawn anew on mousedown", "mousedown on button"),
    acts("handled", "drawn anew on hover", "click on button"),
    acts("handled", "removed on mousedown", "mousedown"),
    acts("handled", "removed on pointerdown", "pointerdown"),
    acts("handled", "stopped at the window", "stopped pointerdown", "stopped mousedown", "stopped click"),
    acts("handled", "prevented", "target"),
    acts("handled", "throws", "target"),
    acts("handled", "blocks", "target"),
    acts("handled", "double", "dblclick Target", arguments={"intent": "doublePress"}),
    acts("handled", "context menu", "contextmenu", arguments={"intent": "contextMenu"}),
    acts("handled", "hover", "mouseenter", arguments={"intent": "hover"}),
    acts("handled", "drag only", "grabbed", "dropped"),
    acts("handled", "draggable", "target"),
    acts("handled", "expanded", strategy="none", arguments={"intent": "expand"}),
    acts("handled", "expanded", "target"),
    acts("handled", "collapsed", "target", arguments={"intent": "expand"}),
    acts("handled", "details", "target", arguments={"intent": "open"}),
    acts("handled", "selected", strategy="none", arguments={"intent": "select"}),
    acts("handled", "tree", "keydown ArrowRight", strategy="keyboard", arguments={"intent": "expand"}),
    acts("handled", "tree by pointer", "click", arguments={"intent": "expand"}),
    acts("handled", "close button", "closed", arguments={"intent": "dismiss"}),
    blocked("handled", "not focusable", "not focusable", arguments={"intent": "focus"}),
    acts("handled", "focusable", "focus", strategy="keyboard", arguments={"intent": "focus"}),
    acts("handled", "focus covered", "focus", strategy="keyboard", arguments={"intent": "focus"}),
    fails("handled", "option", REFUSED, hint={"role": "option", "name": "Target"}),
    acts("handled", "checkbox", "checked true", arguments={"intent": "toggle"}),
    acts("handled", "link", "target", "landed"),
    acts("handled", "leaves on mousedown", "target", "landed"),
]

FORMS = [
    acts("handled", "form", "button", "submit", strategy="keyboard", arguments={"intent": "submit"}),
    acts("handled", "form without button", "submit", strategy="keyboard", arguments={"intent": "submit"}),
    acts("handled", "two fields without button", "submit", strategy="keyboard", arguments={"intent": "submit"}),
    acts("handled", "text area", "submit", strategy="keyboard", arguments={"intent": "submit"}),
    acts("handled", "submit button", "button", "submit", arguments={"intent": "submit"}),
    acts("handled", "invalid form", "button", "invalid", strategy="keyboard", arguments={"intent": "submit"}),
    blocked("handled", "no form", "no form", arguments={"intent": "submit"}),
]

KEYS = [
    acts("handled", "keys", "a", "Tab", tool="action_press", arguments={"keys": "a Tab"}),
    acts("handled", "form", "button", "submit", tool="action_press", arguments={"keys": "Enter"}),
    acts("handled", "focusable", "focus", "click", tool="action_press", arguments={"keys": ["Enter"]}),
    blocked("handled", "not focusable", "not focusable", tool="action_press", arguments={"keys": "Enter"}),
    blocked("handled", "steals focus", "not focusable", tool="action_press", arguments={"keys": "x"}),
    fails("handled", "password keys", REFUSED, tool="action_press", arguments={"keys": "h u n t e r"}),
    acts("handled", "password keys", "Enter", tool="action_press", arguments={"keys": "Enter"}),
    fails("handled", "keys", INVALID, tool="action_press", arguments={"keys": "Entre"}),
    blocked("ready", "disabled", "disabled", tool="action_press", arguments={"keys": "Enter"}),
]

DRAWN = [
    acts("drawn", "drawn again", "target 2"),
    acts("drawn", "sibling before", "target"),
    acts("drawn", "drawn again with a sibling", "target 2"),
    fails("drawn", "twins", "MM_TARGET_AMBIGUOUS"),
    acts("drawn", "swapped nodes", "target", hint={"name": "Delete", "nearText": "Target draft"}),
    acts("drawn", "swapped and drawn again", "target", hint={"name": "Delete", "nearText": "Target draft"}),
    fails("drawn", "only the other left", STALE, hint={"name": "Delete", "nearText": "Target draft"}),
    fails("drawn", "other meaning", STALE, hint={"name": "Pay 5 euros to Ann"}),
    fails("drawn", "no longer the same", STALE),
]

FILLED = [
    sets("link", REFUSED, state="some text"),
    sets("number", REFUSED, state="some text"),
    sets("number", "", "input 2", "change 2", state=42),
    sets("text", "", "input 9", "change 9", state="some text"),
    sets("read only", REFUSED, state="some text"),
    sets("disabled", BLOCKED, state="some text", reason="disabled"),
    sets("option that is not there", REFUSED, state="Three"),
    sets("cut short", REFUSED, state="some text"),
    sets("put back", "MM_TYPE_FAILED", "input", state="some text"),
]


@pytest.mark.rows("R334", "F20")
@pytest.mark.parametrize("case", [*COVERED, *READY, *PLACED, *HANDLED, *FORMS, *KEYS, *DRAWN, *FILLED], ids=str)
async def test_an_action_gets_the_right_verdict(case: Case, person: Person, pages: Pages) -> None:
    reply = await perform(person, case, pages)

    judge(case, reply)
    page = await person.page()
    try:
        assert await recorded(page, at_least=len(case.record)) == list(case.record), reply.text
    except PlaywrightTimeout:
        pytest.fail(f"the page recorded only {await recorded(page)}; {reply.text}")
