"""A recording made into a definition: each tool's translation, evidence, names, proposals, and what is left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from handhold.services.perception.candidates import Box, Fingerprint
from handhold.services.testing.definition import checked
from handhold.services.testing.recording.addresses import arrived_at, glob
from handhold.services.testing.recording.drafting import Draft, draft
from handhold.services.testing.recording.evidence import target_of
from handhold.services.testing.recording.taken import Element, TabPlace, Taken, Walked
from handhold.services.testing.recording.volatile import Said, stable

ROOT = Path("/work/of/somebody")
ALL = ("testId", "id", "name", "href", "value", "label", "named", "row", "near", "under", "place")
Told = dict[str, Any]


def element(role: str = "button", label: str = "Save", tag: str = "button", **facts: Any) -> Element:
    told: dict[str, Any] = {
        "tag": tag,
        "role": role,
        "label": label,
        "alone": ALL,
        "box": Box(width=100, height=40),
        **facts,
    }
    return Element(role=role, label=label, fingerprint=Fingerprint(**told))


SAVE = element()
NAME_FIELD = element("textbox", "Full name", "input", name="name")
GOTO = Taken(tool="nav_goto", args={"url": "http://shop.test:8080/cart?x=1"}, result={"url": "http://shop.test:8080/"})


def drafted(*taken: Taken, assertions: Any = "none", mask: Callable[[str], str] = str, begun_at: str = "") -> Draft:
    """The draft, which is a definition that can be saved."""
    made = draft(taken, begun_at=begun_at, root=ROOT, assertions=assertions, mask=mask)
    checked(made.definition)
    return made


def steps_of(*taken: Taken, **options: Any) -> list[Told]:
    """The steps without their labels and targets, which have tests of their own."""
    made = drafted(GOTO, *taken, **options)
    return [
        {name: each for name, each in step.items() if name not in ("label", "target")}
        for step in made.definition["steps"]
    ]


def act(tool: str, thing: Element | None = SAVE, **members: Any) -> Taken:
    """A call; what is no argument is a member of its result."""
    args = {name: each for name, each in members.items() if name in ARGUMENTS}
    result = {name: each for name, each in members.items() if name not in ARGUMENTS}
    return Taken(tool=tool, args=args, result=result, element=thing)


ARGUMENTS = frozenset(
    {
        "handle",
        "intent",
        "keys",
        "direction",
        "text",
        "gone",
        "url",
        "testId",
        "selector",
        "screen",
        "accept",
        "by",
        "at",
    }
    | {"target", "idle", "timeoutMs", "steps", "scope", "to", "contractName", "deployerOptions"}
)


def set_to(state: Any, thing: Element, strategy: str = "type", **told: Any) -> Taken:
    result = {"strategy": strategy, "state": told}
    return Taken(tool="action_set_state", args={"handle": "h1", "state": state}, result=result, element=thing)


TRANSLATED: list[tuple[Taken, Told]] = [
    (act("nav_history", direction="back"), {"do": "back"}),
    (act("nav_history", direction="forward"), {"do": "forward"}),
    (act("nav_history", direction="reload"), {"do": "reload"}),
    (act("nav_goto", None, url="http://shop.test:8080/bag"), {"do": "goto", "url": "/bag"}),
    (act("nav_goto", None, url="https://pay.test/x"), {"do": "goto", "url": "https://pay.test/x"}),
    (act("action_execute", handle="h1", strategy="pointer"), {"do": "click"}),
    (act("action_execute", intent="confirm", strategy="pointer"), {"do": "click"}),
    (act("action_execute", intent="doublePress", strategy="pointer"), {"do": "click", "count": 2}),
    (act("action_execute", intent="contextMenu", strategy="pointer"), {"do": "click", "button": "right"}),
    (act("action_execute", intent="hover", strategy="pointer"), {"do": "hover"}),
    (act("action_execute", intent="focus", strategy="keyboard"), {"do": "focus"}),
    (act("action_execute", intent="dismiss", strategy="keyboard"), {"do": "press", "keys": "Escape"}),
    (act("flow_invoke_primary_action", None, elementId="h9") , {}),
    (act("flow_invoke_primary_action", elementId="h9", strategy="pointer"), {"do": "click"}),
    (act("action_press", keys="ctrl+a"), {"do": "press", "keys": "Control+a"}),
    (act("action_press", None, keys="Enter"), {"do": "press", "keys": "Enter"}),
    (act("ui_wait_for", None, url="/thanks", timeoutMs=9), {"do": "waitForUrl", "url": "**/thanks**", "timeoutMs": 9}),
    (act("ui_wait_for", None, gone="Loading"), {"do": "waitFor", "state": "hidden", "timeoutMs": 15000}),
    (act("tabs_open", None, url="http://shop.test:8080/help"), {"do": "newTab", "url": "/help"}),
    (act("pointer_action", target="h1", at={"x": 0.5, "y": 0.25}), {"do": "click", "position": {"x": 50.0, "y": 10.0}}),
    (act("pointer_action", target="h1", intent="scroll", by={"x": 0, "y": 300}), {"do": "scroll", "y": 300}),
    (act("mm_click", testId="save"), {"do": "click"}),
    (act("mm_wait_for", None, testId="done"), {"do": "waitFor", "timeoutMs": 15000}),
    (act("mm_navigate", None, screen="home"), {"do": "tool", "tool": "mm_navigate", "args": {"screen": "home"}}),
    (act("mm_wait_for_notification", None), {"do": "tool", "tool": "mm_wait_for_notification"}),
    (set_to("Ada", NAME_FIELD, length=3), {"do": "fill", "value": "${vars.fullName}"}),
    (set_to(None, NAME_FIELD, length=0), {"do": "fill", "value": ""}),
    (set_to(2.0, element("spinbutton", "Guests", "input"), length=1), {"do": "fill", "value": "${vars.guests}"}),
    (set_to(True, element("checkbox", "Terms", "input"), "pointer", after=True), {"do": "check"}),
    (set_to(False, element("switch", "News", "input"), "pointer", after=False), {"do": "uncheck"}),
    (
        set_to("de", element("combobox", "Country", "select"), "set", after="Germany"),
        {"do": "select", "options": [{"label": "Germany"}]},
    ),
    (
        set_to("2026-05-01", element("textbox", "Day", "input", type="date"), "set", after="2026-05-01"),
        {"do": "fill", "value": "${vars.day}"},
    ),
    (
        set_to("cv.pdf", element("button", "CV", "input", type="file"), "files", after=["cv.pdf"]),
        {"do": "upload", "files": ["cv.pdf"]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("taken", "expected"), TRANSLATED, ids=lambda each: each.tool if isinstance(each, Taken) else ""
)
def test_a_call_becomes_the_step_that_does_the_same(taken: Taken, expected: Told) -> None:
    steps = steps_of(taken, act("action_execute", strategy="pointer"))

    assert steps == [*([expected] if expected else []), {"do": "click"}]


def test_what_has_no_step_of_its_own_is_the_tool_with_an_element_in_place_of_its_handle() -> None:
    opened = set_to({"expanded": True}, element("treeitem", "Files", "li"), "keyboard", before=False, after=True)

    [step] = drafted(GOTO, opened).definition["steps"]

    assert step["tool"] == "action_set_state"
    assert step["args"] == {"state": {"expanded": True}}
    assert step["targets"]["handle"]["by"][1] == {"role": "treeitem", "name": "Files"}


@pytest.mark.rows("R394")
def test_a_test_begins_where_the_session_went_first_whatever_its_host() -> None:
    definition = drafted(GOTO, act("action_execute", strategy="pointer")).definition

    assert definition["url"] == "/cart?x=1"
    assert definition["baseUrl"] == "http://shop.test:8080"


def test_a_recording_that_began_on_an_open_page_begins_there_and_says_so() -> None:
    made = drafted(act("action_execute", strategy="pointer"), begun_at="http://shop.test/a")

    assert made.definition["url"] == "/a"
    assert made.warnings == ["the test begins on the page that was open when the recording began"]


def test_a_page_that_was_only_opened_is_a_step() -> None:
    assert drafted(GOTO).definition["steps"] == [{"do": "goto", "url": "/cart?x=1"}]


def test_keys_one_after_the_other_go_to_the_element_and_on_and_text_among_them_is_a_variable() -> None:
    made = drafted(GOTO, act("action_press", NAME_FIELD, keys="Control+A h i Enter"))

    first, typed, last = made.definition["steps"]
    assert (first["keys"], "target" in first) == ("Control+A", True)
    assert (typed["do"], typed["text"], "target" in typed) == ("type", "${vars.fullName}", False)
    assert (last["keys"], "target" in last) == ("Enter", False)
    assert made.definition["vars"] == {"fullName": "hi"}


def test_a_path_is_the_elements_it_led_through_and_how() -> None:
    menu, entry = element("button", "Clothing"), element("menuitem", "Jackets", "div")
    walked = (Walked(menu, "hover"), Walked(entry, "press"))

    steps = steps_of(Taken(tool="nav_follow_path", args={"steps": ["Clothing", "Jackets"]}, walked=walked))
    unknown = steps_of(Taken(tool="nav_follow_path", args={"steps": ["A", "B"], "scope": {"handle": "h3"}}))

    assert steps == [{"do": "hover"}, {"do": "click"}]
    assert unknown == [{"do": "tool", "tool": "nav_follow_path", "args": {"steps": ["A", "B"]}}]


def test_a_dialog_is_answered_before_the_step_that_opens_it() -> None:
    told = {"kind": "confirm", "message": "Sure?", "answer": "accepted"}
    waiting = {**told, "kind": "prompt", "answer": "waiting"}

    at_once = steps_of(act("action_execute", strategy="pointer", changes={"dialog": told}))
    later = steps_of(
        act("action_execute", strategy="pointer", changes={"dialog": waiting}),
        act("flow_answer_dialog", None, accept=True, text="Ada"),
    )
    after = steps_of(act("action_execute", strategy="pointer"), act("ui_scan", changes={"since": {"dialog": told}}))

    assert at_once == [{"do": "dialog", "accept": True}, {"do": "click"}]
    assert later == [{"do": "dialog", "accept": True, "text": "${vars.answer}"}, {"do": "click"}]
    assert after == at_once


def test_tabs_are_told_by_what_tells_them_apart_and_never_by_their_ids() -> None:
    tabs = ("http://shop.test/", "http://shop.test/help?q=1", "http://shop.test/")

    def switched(place: int) -> Told:
        return steps_of(Taken(tool="tabs_switch", args={"tab": f"t{place + 4}"}, tab=TabPlace(place, tabs)))[0]

    assert switched(1) == {"do": "switchTab", "url": "**/help**"}
    assert switched(2) == {"do": "switchTab", "index": 2}


def test_a_tab_that_closes_by_itself_is_followed_by_the_one_the_session_went_on_in() -> None:
    home = TabPlace(0, ("chrome-extension://abc/home.html#",))
    closing = Taken(tool="mm_click", args={"testId": "confirm"}, landed=home)
    click = act("mm_click", None, testId="confirm")
    later = Taken(tool="mm_get_state", fell_back=home)
    meanwhile = Taken(tool="mm_get_state", landed=home)

    assert steps_of(closing) == [{"do": "click"}, {"do": "switchTab", "url": "**/home.html**"}]
    assert steps_of(click, later) == steps_of(click, meanwhile) == steps_of(closing)


@pytest.mark.rows("R394")
def test_an_element_is_known_by_its_fingerprint_and_then_by_what_was_unique_of_it() -> None:
    known = element("textbox", "E-mail", "input", test_id="mail", id="mail", name="email")
    shared = element("button", "Add", test_id="add", id="a1b2c3d4", alone=("row", "near"))
    named = element("textbox", "Search here", "input", placeholder="Search here")

    assert [next(iter(each)) for each in by(known)] == ["fingerprint", "testId", "role", "label", "css"]
    assert by(known)[-1] == {"css": "#mail"}
    assert [next(iter(each)) for each in by(shared)] == ["fingerprint"]
    assert by(named)[-1] == {"placeholder": "Search here"}
    assert by(element("generic", "Buy now", "div", text="Buy now"))[-1] == {"text": "Buy now"}
    assert by(element(frame=(0,))) == [{"fingerprint": element(frame=(0,)).fingerprint.to_json()}]  # pyright: ignore[reportOptionalMemberAccess]
    assert by(Element(role="text", label="Pay", seen="Pay")) == [{"seen": {"text": "Pay"}}]
    assert by(Element(role="link", label="Home")) == [{"role": "link", "name": "Home"}]


def by(thing: Element) -> list[Told]:
    target = target_of(thing)
    assert target is not None
    return target["by"]


def test_a_position_in_the_page_is_no_evidence() -> None:
    facts = element("generic", "", "div", path=("main", "div:nth-of-type(2)"), classes=("card",), alone=("place",))
    clicked = act("mm_click", facts, selector="main > div:nth-child(2)")
    blind = act("mm_click", None, selector="main > div:nth-child(2)")

    [step, otherwise] = drafted(GOTO, clicked, blind).definition["steps"]

    assert [next(iter(each)) for each in step["target"]["by"]] == ["fingerprint"]
    assert otherwise["target"]["by"] == [{"css": "main > div:nth-child(2)"}]


def test_an_element_within_another_keeps_both() -> None:
    clicked = Taken(tool="mm_click", args={"testId": "buy", "within": {"testId": "card-2"}})

    [step] = drafted(GOTO, clicked).definition["steps"]

    assert step["target"] == {"by": [{"testId": "buy"}], "within": [{"testId": "card-2"}]}


@pytest.mark.rows("R394", "R463")
def test_typed_text_is_a_variable_of_its_field_and_two_texts_are_two() -> None:
    made = drafted(
        GOTO,
        set_to("Ada", NAME_FIELD, length=3),
        set_to("Ada", NAME_FIELD, length=3),
        set_to("Bob", NAME_FIELD, length=3),
        set_to("x", element("textbox", "名前", "input", name=""), length=1),
        set_to("y", element("textbox", "2nd line", "input"), length=1),
    )

    values = [step["value"] for step in made.definition["steps"]]
    assert values == [f"${{vars.{name}}}" for name in ("fullName", "fullName", "fullName2", "value", "value2ndLine")]
    assert made.definition["vars"] == {"fullName": "Ada", "fullName2": "Bob", "value": "x", "value2ndLine": "y"}


@pytest.mark.rows("R394", "R463")
def test_a_secret_is_a_name_and_nothing_else() -> None:
    password = element("textbox", "Your password", "input", type="password")
    typed = Taken(tool="action_set_state", args={"handle": "h1", "state": None}, element=password, secret="")
    named = Taken(tool="mm_type", args={"testId": "pin", "text": None}, secret="LOGIN")
    options = {"fromPrivateKey": "[REDACTED]"}

    made = drafted(GOTO, typed, named, act("mm_seed_contract", None, contractName="hst", deployerOptions=options))

    first, second, third = made.definition["steps"]
    assert (first["value"], second["value"]) == ("${secrets.YOUR_PASSWORD}", "${secrets.LOGIN}")
    assert third["args"]["deployerOptions"] == {"fromPrivateKey": "${secrets.FROM_PRIVATE_KEY}"}
    assert made.definition["secrets"] == made.secrets == ["YOUR_PASSWORD", "LOGIN", "FROM_PRIVATE_KEY"]


def test_what_is_known_to_be_a_secret_goes_wherever_it_stands() -> None:
    def mask(text: str) -> str:
        return text.replace("hunter2", "[REDACTED]")

    shown = act("action_execute", element("button", "Copy hunter2", id="copy"), strategy="pointer")
    made = drafted(
        GOTO,
        set_to("hunter2", NAME_FIELD, length=7),
        shown,
        act("ui_wait_for", None, text="Hello hunter2"),
        mask=mask,
    )

    assert "hunter2" not in str(made.definition)
    assert made.definition["steps"][0]["value"] == "${secrets.FULL_NAME}"
    assert made.definition["steps"][1]["target"]["by"] == [{"css": "#copy"}]
    assert len(made.definition["steps"]) == 2
    assert made.warnings == ["a step was left out: it holds the value of a secret"]


def test_what_a_page_writes_like_a_variable_stays_what_it_is() -> None:
    odd = element("button", "Pay ${vars.price}")

    made = drafted(GOTO, act("action_execute", odd, strategy="pointer"), set_to("${x}", NAME_FIELD, length=4))

    assert made.definition["steps"][0]["target"]["by"][1]["name"] == "Pay $${vars.price}"
    assert made.definition["vars"] == {"fullName": "$${x}"}


MESSAGE = Said(text="Saved for Ada", source="Saved for Ada", is_whole=True)


@pytest.mark.rows("R394")
def test_assertions_are_proposed_from_what_changed_few_and_each_once() -> None:
    bag = element("button", "Bag (1)")
    changes = {
        "url": {"from": "http://shop.test/a", "to": "http://shop.test/done"},
        "messages": ["Saved for Ada", "not there any more"],
        "changed": [{"elementId": "h7", "label": "Bag (1)", "from": "Bag (0)", "to": "Bag (1)"}],
    }
    clicked = Taken(
        tool="action_execute",
        result={"strategy": "pointer", "changes": changes},
        element=SAVE,
        others={"h7": bag},
        said=(MESSAGE,),
    )

    made = drafted(GOTO, set_to("Ada", NAME_FIELD, length=3), clicked, clicked, assertions="proposed")
    without = drafted(GOTO, clicked)

    asserts = [step for step in made.definition["steps"] if step["do"] == "assert"]
    assert made.proposed == len(asserts) == 3
    assert [step["label"] for step in asserts] == [
        'proposed: the page says "Saved for Ada"',
        "proposed: the page is /done",
        'proposed: button is called "Bag (1)"',
    ]
    assert asserts[0]["target"] == {"by": [{"text": "Saved for ${vars.fullName}"}]}
    assert (asserts[1]["operator"], asserts[1]["expected"]) == ("endsWith", "/done")
    assert [step["do"] for step in without.definition["steps"]] == ["click"]


@pytest.mark.parametrize(
    ("to", "condition"),
    [
        ("disabled", {"get": "enabled", "expected": False}),
        ("checked", {"get": "checked", "expected": True}),
        ("expanded", {"get": "attribute", "name": "aria-expanded", "expected": "true"}),
        ("12 characters", None),
        ("filled", None),
        ("at 12:30", None),
    ],
)
def test_what_a_control_became_is_proposed_where_that_can_be_asked(to: str, condition: Told | None) -> None:
    changes = {"changed": [{"elementId": "h7", "label": "Next", "from": "before", "to": to}]}
    result = {"strategy": "pointer", "changes": changes}
    clicked = Taken(tool="action_execute", result=result, element=SAVE, others={"h7": element("button", "Next")})

    steps = steps_of(clicked, assertions="proposed")

    assert steps[1:] == ([{"do": "assert", **condition}] if condition else [])


def test_what_comes_late_is_proposed_after_the_step_it_came_of() -> None:
    looked = Taken(tool="ui_scan", result={"changes": {"since": {"messages": ["Saved for Ada"]}}}, said=(MESSAGE,))

    steps = steps_of(act("action_execute", strategy="pointer"), looked, assertions="proposed")

    assert [step["do"] for step in steps] == ["click", "assert"]


def test_an_assertion_about_a_text_does_not_look_for_the_element_by_that_text() -> None:
    price = element("generic", "€ 95.00", "span", text="€ 95.00", alone=("label", "near", "place"))
    fields = {
        "price": {"value": "€ 95.00", "confidence": 0.95, "elementId": "h1"},
        "heading": {"value": "Jacket", "confidence": 0.95, "elementId": "h2"},
        "cartCount": {"value": 2, "confidence": 0.9, "elementId": "h3"},
        "form": {"value": {"a": "b"}, "confidence": 0.9, "elementId": "h3"},
        "doubtful": {"value": "x", "confidence": 0.5, "elementId": "h1"},
        "selectedSize": {"value": "L", "confidence": 0.9, "elementId": "h4"},
        "terms": {"value": True, "confidence": 0.9, "elementId": "h5"},
    }
    others = {
        "h1": price,
        "h2": element("heading", "Jacket", "h1", text="Jacket"),
        "h3": element("button", "Bag (2)", text="Bag (2)"),
        "h4": element("combobox", "Size", "select"),
        "h5": element("checkbox", "Terms", "input"),
    }

    made = drafted(GOTO, Taken(tool="state_snapshot", result={"fields": fields}, others=others))

    told = [(step["get"], step.get("operator", "=="), step["expected"]) for step in made.definition["steps"]]
    assert told == [
        ("text", "==", "€ 95.00"),
        ("visible", "==", True),
        ("text", "matches", r"(^|\D)2(\D|$)"),
        ("js", "==", "L"),
        ("checked", "==", True),
    ]
    assert [next(iter(each)) for each in made.definition["steps"][0]["target"]["by"]] == ["fingerprint"]


def test_a_launch_is_the_app_under_test_and_ends_with_its_cleanup() -> None:
    args = {
        "stateMode": "onboarding",
        "ports": {"anvil": 9000},
        "goal": "try",
        "extensionPath": "/work/of/somebody/dist/chrome",
    }
    launched = Taken(tool="mm_launch", args=args, profile="metamask", output="dist/chrome")
    cleaned = Taken(tool="mm_cleanup")
    done = act("mm_click", None, testId="go")

    made = drafted(GOTO, act("action_execute", strategy="pointer"), launched, done, cleaned, done)

    assert made.definition["app"] == {"profile": "metamask", "launch": {"stateMode": "onboarding"}}
    assert "url" not in made.definition
    assert [step["target"] for step in made.definition["steps"]] == [{"by": [{"testId": "go"}]}]
    assert len(made.warnings) == 2


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Added to your bag.", "Added to your bag."),
        ("Your order PP-10001 was placed today", "was placed today"),
        ("Thank you, order 123456", "Thank you, order"),
        ("Saved at 12:30", "Saved at"),
        ("12:30", None),
        ("1763384021", None),
        ("Loading…", None),
        ("Please wait", None),
        ("x" * 200, None),
        ("Token [REDACTED] was made for you", "was made for you"),
    ],
)
def test_only_what_will_be_the_same_is_kept_of_a_message(text: str, kept: str | None) -> None:
    said = stable(text)

    assert (said.text if said else None) == kept


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a/", None),
        ("http://a/cart.html", {"operator": "endsWith", "expected": "/cart.html"}),
        ("http://a/cart.html?n=1", {"operator": "contains", "expected": "/cart.html"}),
        ("http://a/orders/100234", {"operator": "matches", "expected": "/orders/[^/?#]+"}),
        ("chrome-extension://abc/home.html#/send", {"operator": "endsWith", "expected": "/home.html#/send"}),
        ("http://a/x#part", {"operator": "endsWith", "expected": "/x#part"}),
        ("http://a/x#", {"operator": "contains", "expected": "/x"}),
        ("http://a/x#token=1&state=2", {"operator": "contains", "expected": "/x"}),
    ],
)
def test_a_page_is_told_by_the_part_of_its_url_that_stays(url: str, expected: Told | None) -> None:
    assert arrived_at(url) == expected


def test_a_pattern_of_a_url_holds_on_any_host() -> None:
    assert glob("http://a/help") == "**/help"
    assert glob("http://a/help?q=1") == "**/help**"
    assert glob("http://a/") is None
