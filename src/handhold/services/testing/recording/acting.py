"""Pressing, pointing, keys, paths and dialogs as steps."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from handhold.services.interaction.keys import parse_keys, types_text
from handhold.services.testing.recording.builder import Builder
from handhold.services.testing.recording.evidence import target_of
from handhold.services.testing.recording.taken import Element, Taken, members

CLICKS: Final[dict[str, dict[str, Any]]] = {"doublePress": {"count": 2}, "contextMenu": {"button": "right"}}
VERBS: Final = {"doublePress": "Double click", "contextMenu": "Right click"}
KEYS: Final = {"dismiss": "Escape", "expand": "ArrowRight"}
"""What intents that are done by a key press."""
MOST_DIALOGS: Final = 5
LANDMARKS: Final = frozenset(
    {"header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"}
)


def execute(builder: Builder, taken: Taken) -> None:
    intent = str(taken.args.get("intent", "press"))
    strategy = taken.result.get("strategy")
    if intent in ("hover", "focus"):
        builder.act(intent, intent.capitalize(), taken)
    elif strategy == "keyboard" and intent in KEYS:
        builder.act("press", f"Press {KEYS[intent]} on", taken, keys=KEYS[intent])
    elif strategy == "pointer":
        builder.act("click", VERBS.get(intent, "Click"), taken, **CLICKS.get(intent, {}))
    else:
        # In that state already, or sent as its form would: the tool itself knows how.
        builder.call(taken, targets={"handle": taken.element})


def primary(builder: Builder, taken: Taken) -> None:
    builder.act("click", "Click", taken)


def click(builder: Builder, taken: Taken) -> None:
    builder.act("click", "Click", taken)


def follow(builder: Builder, taken: Taken) -> None:
    """The elements that the labels led through; by the labels again where one of them was gone through otherwise."""
    made = [(each, target_of(each.element)) for each in taken.walked]
    if not made or any(target is None or each.how == "edge" for each, target in made):
        scope = taken.args.get("scope")
        builder.call(taken, scope=None if "handle" in members(scope) else scope)
        return
    for each, target in made:
        words = f'{each.element.role} "{each.element.label[:80]}"'
        if each.how == "key":
            builder.add("press", f"Press ArrowRight on {words}", target=target, keys="ArrowRight")
        else:
            do = "click" if each.how == "press" else "hover"
            builder.add(do, f"{do.capitalize()} {words}", target=target)


def press(builder: Builder, taken: Taken) -> None:
    """Keys one after the other; the first goes to the element, the rest to where the keyboard is then."""
    target = target_of(taken.element)
    if target is None and taken.args.get("handle") is not None:
        builder.skip("action_press was left out: nothing tells its element from others")
        return
    for is_text, group in groupby(parse_keys(taken.args["keys"]), key=_is_character):
        chords = list(group)
        if is_text and len(chords) > 1:
            text = "".join(" " if chord == "Space" else chord for chord in chords)
            label = taken.element.label if taken.element is not None else "keys"
            builder.add("type", f"Type {taken.words}".strip(), target=target, text=builder.names.variable(label, text))
            target = None
            continue
        for chord in chords:
            builder.add("press", f"Press {chord} {taken.words}".strip(), target=target, keys=chord)
            target = None


def _is_character(chord: str) -> bool:
    """Whether it types by itself; one alone is a command of the page more often than text."""
    return types_text((chord,)) and "+" not in chord[:-1]


def point(builder: Builder, taken: Taken) -> None:
    intent = str(taken.args.get("intent", "press"))
    place = taken.args.get("target")
    if place in LANDMARKS or {"selector", "nearText"} & members(place).keys():
        builder.call(taken)  # a share of a region is where it is
    elif taken.element is None:
        builder.skip("pointer_action was left out: nothing was known of the place but where it is")
    elif intent == "hover":
        builder.act("hover", "Hover", taken)
    elif intent == "scroll":
        by = members(taken.args.get("by"))
        x, y = round(by.get("x", 0)), round(by.get("y", 0))
        builder.act("scroll", "Scroll", taken, x=x or None, y=y or None)
    elif intent in ("press", *CLICKS) and (taken.args.get("at") is None or _spot(taken) is not None):
        more = {**CLICKS.get(intent, {}), "position": _spot(taken)}
        builder.act("click", VERBS.get(intent, "Click"), taken, **more)
    else:
        builder.call(taken, targets={"target": taken.element})


def answer(builder: Builder, taken: Taken) -> None:
    """The answer stands before the step that opened the dialog."""
    text = taken.args.get("text")
    step: dict[str, Any] = {"do": "dialog", "accept": bool(taken.args.get("accept"))}
    if isinstance(text, str) and step["accept"]:
        step["text"] = builder.names.variable("answer", text) if text else ""
    place = builder.opener if builder.opener is not None else len(builder.steps)
    builder.steps.insert(place, step)
    builder.opener = None


def expect_dialogs(builder: Builder, dialog: Any, *, before: int) -> None:
    """Dialogs that a step opened, answered as they were."""
    told = members(dialog)
    if not told:
        return
    if told.get("answer") == "waiting":
        builder.opener = before
        return
    count = min(1 + int(told.get("more", 0)), MOST_DIALOGS)
    step = {"do": "dialog", "label": f"Expect {told.get('kind', 'dialog')}", "accept": told.get("answer") == "accepted"}
    builder.steps[before:before] = [dict(step) for _ in range(count)]


def _spot(taken: Taken) -> dict[str, float] | None:
    """Where on the element, in pixels; None for its middle, or when its size is not known."""
    element: Element | None = taken.element
    at = members(taken.args.get("at"))
    if not at or element is None or element.fingerprint is None or not element.fingerprint.box.area:
        return None
    box = element.fingerprint.box
    return {"x": round(float(at["x"]) * box.width, 1), "y": round(float(at["y"]) * box.height, 1)}
