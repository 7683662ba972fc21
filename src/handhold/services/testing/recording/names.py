"""Names for what was typed: variables that hold it, and secrets that hold nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

Mask = Callable[[str], str]

# Characters that no text has; what a page says must not be taken for a reference of ours.
_OPEN: Final = "\ufdd0"
_CLOSE: Final = "\ufdd1"
_MARKED: Final = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
LONGEST: Final = 40
SHORTEST: Final = 3
"""Characters of a typed text that is looked for in what the page says."""


class Names:
    """Of one test. The same text in the same field has one name, another text another one.

    `mask` hides secrets in a text: what it would touch is a secret, whatever field it was typed into.
    """

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self.variables: dict[str, str] = {}
        self.secrets: list[str] = []

    def variable(self, label: str, text: str) -> str:
        """A reference to the variable that holds a text, or to a secret."""
        if self._mask(text) != text:
            return self.secret("", label)
        wanted = _camel(label) or "value"
        name, number = wanted, 1
        while self.variables.get(name, text) != text:
            number += 1
            name = f"{wanted}{number}"
        self.variables[name] = text
        return marked(f"vars.{name}")

    def secret(self, name: str, label: str) -> str:
        """A reference to a secret by its name, or by one that is made of its field's label."""
        known = name or _upper(label) or "SECRET"
        if known not in self.secrets:
            self.secrets.append(known)
        return marked(f"secrets.{known}")

    def referring(self, text: str) -> str:
        """A text of the page, with references where it repeats what was typed."""
        for name, typed in self.variables.items():
            if len(typed) >= SHORTEST:
                pattern = rf"(?<!\w){re.escape(typed)}(?!\w)"
                text = re.sub(pattern, lambda _found, name=name: marked(f"vars.{name}"), text)
        return text


def marked(path: str) -> str:
    return f"{_OPEN}{path}{_CLOSE}"


def written(value: Any) -> Any:
    """The same value as a definition writes it: references as references, and `${` of a page as the text it is."""
    if isinstance(value, str):
        return _MARKED.sub(r"${\1}", value.replace("${", "$${"))
    if isinstance(value, list):
        return [written(each) for each in cast(list[Any], value)]
    if isinstance(value, Mapping):
        return {name: written(each) for name, each in cast(Mapping[str, Any], value).items()}
    return value


def _words(label: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode()
    return _WORD.findall(plain)


def _camel(label: str) -> str:
    words = _words(label)
    name = "".join(word.capitalize() if place else word.lower() for place, word in enumerate(words))[:LONGEST]
    return f"value{name}" if name[:1].isdigit() else name


def _upper(label: str) -> str:
    name = "_".join(word.upper() for word in _words(label))[:LONGEST].strip("_")
    return f"SECRET_{name}" if name[:1].isdigit() else name
