"""What each intent means for which role: pointer, key, form, or nothing left to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pytest

from handhold.adapters.browser.hands import Aim, Hands, Received
from handhold.adapters.browser.seen import NodeRef
from handhold.errors import ClickFailed, StateRefused, TargetBlocked
from handhold.services.interaction.execute import Activation, Intent
from handhold.services.interaction.grip import Grip
from handhold.services.perception import Resolved
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.handles import Handle

if TYPE_CHECKING:
    from handhold.services.perception.view import View

NODE = NodeRef("document", 1)


@dataclass
class Recording:
    """Hands that write down what they are asked to do."""

    received: Received = field(default_factory=lambda: Received(ok=True))
    focusable: bool = True
    has_form: bool = True
    enter: bool = True
    done: list[str] = field(default_factory=list[str])

    async def aim(self, node: NodeRef, *, needs: str, **_: Any) -> Aim:
        return Aim(node=node)

    async def press(self, aim: Aim, *, button: str, clicks: int) -> Received:
        self.done.append(f"{button} {clicks}")
        return self.received

    async def hover(self, aim: Aim) -> None:
        self.done.append("hover")

    async def focus(self, node: NodeRef) -> bool:
        return self.focusable

    async def keys(self, *chords: str) -> None:
        self.done.extend(chords)

    async def witnessed(self, node: NodeRef, *, kinds: Sequence[str]) -> Received:
        return self.received

    async def submits_by_enter(self, node: NodeRef) -> bool:
        return self.enter

    async def submit(self, node: NodeRef) -> bool:
        self.done.append("form")
        return self.has_form


def activation(intent: Intent, hands: Recording, *, role: str, tag: str = "div", states: str = "") -> Activation:
    candidate = Candidate.from_record({"k": 1, "tag": tag, "role": role, "name": "It", "st": states.split()}, frame=0)
    handle = Handle(
        id="h1",
        tab=1,
        node=NODE,
        route=(),
        role=role,
        label="It",
        fingerprint=candidate.fingerprint,
    )
    resolved = Resolved(handle=handle, candidate=candidate, match="node", score=1)
    # What is decided here never looks at the page.
    grip = Grip(view=cast("View", None), resolved=resolved, hands=cast(Hands, hands), grace=1)
    return Activation(grip, intent)


@pytest.mark.rows("R334")
@pytest.mark.parametrize(
    ("intent", "role", "done", "strategy"),
    [
        ("press", "button", ["left 1"], "pointer"),
        ("open", "link", ["left 1"], "pointer"),
        ("confirm", "button", ["left 1"], "pointer"),
        ("toggle", "checkbox", ["left 1"], "pointer"),
        ("select", "radio", ["left 1"], "pointer"),
        ("doublePress", "row", ["left 2"], "pointer"),
        ("contextMenu", "row", ["right 1"], "pointer"),
        ("hover", "menuitem", ["hover"], "pointer"),
        ("focus", "textbox", [], "keyboard"),
        ("dismiss", "dialog", ["Escape"], "keyboard"),
        ("dismiss", "menu", ["Escape"], "keyboard"),
        ("dismiss", "button", ["left 1"], "pointer"),
        ("submit", "button", ["left 1"], "pointer"),
        ("submit", "searchbox", ["Enter"], "keyboard"),
        ("submit", "form", ["form"], "keyboard"),
        ("expand", "button", ["left 1"], "pointer"),
    ],
)
async def test_an_intent_is_done_the_way_of_the_role(intent: Intent, role: str, done: list[str], strategy: str) -> None:
    hands = Recording()

    assert await activation(intent, hands, role=role).run() == (strategy, True)
    assert hands.done == done


@pytest.mark.parametrize(
    ("intent", "states"), [("open", "expanded"), ("expand", "expanded focused"), ("select", "selected")]
)
async def test_nothing_is_done_where_nothing_is_left_to_do(intent: Intent, states: str) -> None:
    hands = Recording()

    assert await activation(intent, hands, role="tab", states=states).run() == ("none", True)
    assert hands.done == []


async def test_a_form_that_enter_cannot_send_is_sent_as_its_button_would() -> None:
    hands = Recording(enter=False)

    assert await activation("submit", hands, role="textbox", tag="input").run() == ("keyboard", True)
    assert hands.done == ["form"]


async def test_a_text_area_keeps_its_enter() -> None:
    hands = Recording()

    await activation("submit", hands, role="textbox", tag="textarea").run()

    assert hands.done == ["form"]


async def test_an_option_of_a_native_select_is_refused_untouched() -> None:
    hands = Recording()

    with pytest.raises(StateRefused, match="option of a native select") as refused:
        await activation("press", hands, role="option", tag="option").run()

    assert "action_set_state" in refused.value.hint
    assert hands.done == []


@pytest.mark.parametrize(
    ("intent", "hands", "reason"),
    [
        ("focus", Recording(focusable=False), "not focusable"),
        ("submit", Recording(has_form=False), "no form"),
    ],
)
async def test_what_cannot_be_done_to_an_element_is_refused_with_the_reason(
    intent: Intent, hands: Recording, reason: str
) -> None:
    with pytest.raises(TargetBlocked) as refused:
        await activation(intent, hands, role="generic").run()

    assert refused.value.details["reason"] == reason


async def test_a_press_that_nobody_got_is_a_failure() -> None:
    with pytest.raises(ClickFailed, match="no element received it"):
        await activation("press", Recording(received=Received(ok=False)), role="button").run()


async def test_a_press_that_was_not_heard_of_is_not_called_received() -> None:
    hands = Recording(received=Received(ok=True, heard=False))

    assert await activation("press", hands, role="button").run() == ("pointer", False)
