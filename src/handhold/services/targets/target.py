"""How the wallet family names an element: by ref, test id or selector, maybe within another one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from handhold.services.targets.refs import plain

# Names of fields for what must never be repeated (facts 1.1.5).
SENSITIVE: Final = re.compile(r"password|seed|srp|phrase|mnemonic|private.*key|secret|api[-_]?key", re.IGNORECASE)
VALUE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Exactly one of them."""

    a11y_ref: str | None = None
    test_id: str | None = None
    selector: str | None = None

    @property
    def kind(self) -> str:
        if self.a11y_ref is not None:
            return "a11yRef"
        return "testId" if self.test_id is not None else "selector"

    @property
    def value(self) -> str:
        return self.a11y_ref or self.test_id or self.selector or ""

    @property
    def words(self) -> str:
        """As answers repeat it: `testId:confirm`."""
        value = self.value if self.a11y_ref is None else plain(self.a11y_ref)
        return f"{self.kind}:{value[:VALUE]}"

    @property
    def is_sensitive(self) -> bool:
        """Whether what is typed there is secret by the name alone."""
        return self.a11y_ref is None and SENSITIVE.search(self.value) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    named: Named
    within: Named | None = None

    @property
    def words(self) -> str:
        return self.named.words
