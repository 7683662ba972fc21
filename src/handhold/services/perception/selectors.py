"""The canonical selectors of an element, from its facts; whether each is unique only the live page can say."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, Literal

from handhold.services.perception.candidates import FACT, Candidate, Fingerprint
from handhold.services.perception.wording import pieces

MOST_CLASSES: Final = 3
NO_ROLES: Final = frozenset({"", "generic", "none", "presentation", "text", "element", "canvas"})
"""Nothing is asked for by these: what they stand for has no role, and no name."""
# `value` of these is a name people read, and a name never becomes a CSS attribute selector.
_NAMED_BY_VALUE: Final = frozenset({"submit", "button", "reset", "image"})
_GENERATED: Final = re.compile(
    r"""
      [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}    # uuid
    | [:«»]                                                           # React's useId, radix-:r1:
    | ^(css|emotion|svelte|astro|jsx|jss|tw|sc)-?[0-9a-z]*[0-9][0-9a-z]*(-|$)  # emotion, svelte, styled-jsx
    | ^sc-[a-zA-Z]{5,}(-|$)                                           # styled-components
    # css modules: Name_part__1Xy2Z
    | [_-](?=[A-Za-z0-9+/]{5,8}$)(?=[A-Za-z+/]*[0-9])[A-Za-z0-9+/]*[A-Z][A-Za-z0-9+/]*$
    | ^_[0-9a-zA-Z]*[0-9][0-9a-zA-Z]*(_|$)                            # vite css modules, _card_1x2y3_14
    | _(?=[a-z0-9]*[0-9])[a-z0-9]{5,}_[0-9]+$
    # counters of frameworks
    | ^(ember|ext-gen|yui_|gwt-uid-|ui-id-|headlessui-|radix-|mat-|mui-|cdk-|ng-tns-|ngb-)[\w-]*[0-9]
    | ^(select2-|dijit_|rc_|react-aria|downshift-|ant-|__BVID__|v-)[\w-]*[0-9]
    | ^_ng(content|host)-
    | [-_.][0-9]{2,}$                                                 # counters: input-42
    | [0-9]{3,}$
    | ^[0-9]+$
    | (?<![a-z])(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{6,}(?![a-z])   # hashes in hexadecimal
    """,
    re.VERBOSE,
)
_TAG: Final = re.compile(r"[a-z][a-z0-9-]*")
_STEP: Final = re.compile(r"[a-z][a-z0-9-]*(:nth-of-type\([0-9]{1,5}\))?")


@dataclass(frozen=True, slots=True)
class Selector:
    """`value` is a test id, `role[name="…"]`, or CSS."""

    kind: Literal["testId", "role", "css"]
    value: str


def selectors_of(candidate: Candidate) -> tuple[Selector, ...]:
    """Best first, at most one test id and one role; the caller keeps those the page confirms."""
    facts = candidate.fingerprint
    found: list[Selector] = []
    if test_id := candidate.test_id or facts.test_id:
        found.append(Selector("testId", test_id))
    if role := _role_and_name(candidate):
        found.append(Selector("role", role))
    found += [Selector("css", value) for value in css_of(facts)]
    return tuple(found)


def asked_role(candidate: Candidate) -> str:
    """Its role as selectors ask for it: they know pictures by the older word."""
    return "img" if candidate.role == "image" else candidate.role


def css_of(facts: Fingerprint) -> tuple[str, ...]:
    """CSS from most to least lasting: id, form name, classes, path."""
    tag = facts.tag if _TAG.fullmatch(facts.tag) else ""
    found: list[str] = []
    if facts.id and not _is_cut(facts.id) and not looks_generated(facts.id):
        found.append(f"#{escape(facts.id)}")
    found += _by_attributes(facts, tag)
    stable = [word for word in facts.classes if not looks_generated(word)][:MOST_CLASSES]
    if stable:
        found.append(tag + "".join(f".{escape(word)}" for word in stable))
    if facts.path and all(_STEP.fullmatch(step) for step in facts.path):
        found.append(" > ".join(facts.path))
    return tuple(dict.fromkeys(found))


def looks_generated(word: str) -> bool:
    """Whether a class or id was made by a tool and will not outlive the next build or render."""
    return bool(_GENERATED.search(word)) or any(_is_noise(part) for part in re.split(r"[-_]+", word))


def escape(word: str) -> str:
    """The word as a CSS identifier (CSSOM's serialisation)."""
    out: list[str] = []
    for position, char in enumerate(word):
        leading = position == 0 or (position == 1 and word[0] == "-")
        if char == "\0":
            out.append("\ufffd")
        elif ord(char) < 0x20 or char == "\x7f" or (char in "0123456789" and leading):
            out.append(f"\\{ord(char):x} ")
        elif char == "-" and len(word) == 1:
            out.append("\\-")
        elif char in "-_" or ord(char) >= 0x80 or char.isalnum():
            out.append(char)
        else:
            out.append(f"\\{char}")
    return "".join(out)


def _role_and_name(candidate: Candidate) -> str:
    if candidate.role in NO_ROLES or not candidate.name or _is_cut(candidate.name):
        return ""
    return f"{asked_role(candidate)}[name={json.dumps(candidate.name, ensure_ascii=False)}]"


def _by_attributes(facts: Fingerprint, tag: str) -> list[str]:
    typed = tag + (f"[type={_quoted(facts.type)}]" if facts.type and tag == "input" else "")
    if not facts.name or _is_cut(facts.name):
        return [typed] if typed != tag else []
    named = f"{tag}[name={_quoted(facts.name)}]"
    if facts.value and not _is_cut(facts.value) and facts.type not in _NAMED_BY_VALUE:
        return [named, f"{named}[value={_quoted(facts.value)}]"]
    return [named]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _is_cut(text: str) -> bool:
    """A text at its limit may be the beginning of a longer one."""
    return len(text) >= FACT or text.endswith("…")


def _is_noise(part: str) -> bool:
    """Letters and digits taking turns (`a8f3e2`), or humps too short to be words (`bZkQxF`)."""
    if len(part) < 5:
        return False
    turns = len(re.findall(r"[a-zA-Z](?=[0-9])|[0-9](?=[a-zA-Z])", part))
    humps = pieces(part)
    return turns >= 3 or (len(humps) >= 3 and len(part) / len(humps) < 2.5)
