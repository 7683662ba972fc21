"""Which fields can be asked for by name: the stock ones, and those of installed plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from handhold.errors import InvalidInput
from handhold.services.state.evidence import Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.fields import STOCK
from handhold.services.state.reading import Finding, Missing

GROUP: Final = "handhold.extractors"
FAMILIES: Final = frozenset(
    {
        "carts",
        "choices",
        "collections",
        "errors",
        "forms",
        "headings",
        "notices",
        "paths",
        "people",
        "prices",
        "primary",
        "tabs",
    }
)
"""What an extractor can want to know of the page."""
FAULTS: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
"""What code that is not ours may do wrong without taking the call along."""


class Extractors:
    """Plug-ins are looked for when the first snapshot is taken, and once."""

    def __init__(self, find: Callable[[], Iterator[EntryPoint]] | None = None) -> None:
        self._find = find or _installed
        self._stock: Mapping[str, Extractor] = {each.field: each for each in STOCK}
        self._added: dict[str, Extractor] | None = None

    def load(self, warn: Callable[[str], None]) -> None:
        """Find the plug-ins; what is wrong with one is said and nothing else happens."""
        if self._added is not None:
            return
        self._added = {}
        for entry in self._find():
            try:
                self._added |= {each.field: each for each in self._checked(entry)}
            except FAULTS as fault:
                warn(f"the extractor plug-in {entry.name!r} was left out: {type(fault).__name__}")

    def get(self, field: str) -> Extractor:
        """Raises `InvalidInput` with the names there are."""
        found = self._stock.get(field) or (self._added or {}).get(field)
        if found is None:
            raise InvalidInput(
                f"there is no stock field {field!r}",
                hint=f"Fields: {', '.join(self.names)}. For another one give {{field, hint}}.",
            )
        return found

    @property
    def names(self) -> list[str]:
        return [*self._stock, *(self._added or {})]

    def is_stock(self, field: str) -> bool:
        return field in self._stock

    def _checked(self, entry: EntryPoint) -> list[Extractor]:
        loaded: object = entry.load()
        if not isinstance(loaded, Extractor):
            raise TypeError("the entry point is no Extractor")
        if loaded.field in self._stock or not FAMILIES.issuperset(loaded.families):
            raise ValueError("the field is taken, or a family is unknown")
        return [loaded]


def read_safely(extractor: Extractor, evidence: Evidence, warn: Callable[[str], None]) -> Finding:
    """What a plug-in makes of the evidence; its faults are a reason, not a failure."""
    try:
        return extractor.read(evidence)
    except FAULTS as fault:
        warn(f"the extractor of {extractor.field!r} failed: {type(fault).__name__}")
        return Missing("its extractor failed")


def _installed() -> Iterator[EntryPoint]:
    yield from entry_points(group=GROUP)
