"""How a tool of the wallet family is told which element is meant, and how it tells what came of it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from pydantic import Field, model_validator

from handhold.contract.models import Args, PageArgs
from handhold.contract.tool import Target as RecordedTarget
from handhold.services.targets import Named, Target

TIMEOUT_MS: Final = 15_000
"""For waiting and acting together."""
LONGEST: Final = 60_000
TARGET_NAMES: Final = frozenset({"a11yRef", "testId", "selector", "within"})
ONE_OF: Final = "give exactly one of a11yRef, testId, selector"

RefId = Annotated[str, Field(pattern=r"^e[0-9]+$", max_length=8)]
Name = Annotated[str, Field(min_length=1, max_length=500)]
ActionTimeout = Annotated[int, Field(ge=0, le=LONGEST)]


class Parent(Args):
    a11y_ref: Annotated[RefId | None, Field(alias="a11yRef")] = None
    """Ref"""
    test_id: Name | None = None
    """data-testid"""
    selector: Name | None = None
    """CSS"""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if sum(each is not None for each in (self.a11y_ref, self.test_id, self.selector)) != 1:
            raise ValueError(ONE_OF)
        return self

    @property
    def named(self) -> Named:
        return Named(a11y_ref=self.a11y_ref, test_id=self.test_id, selector=self.selector)


class TargetArgs(PageArgs):
    """Exactly one of the three, maybe within another element."""

    a11y_ref: Annotated[RefId | None, Field(alias="a11yRef")] = None
    """Ref of the last snapshot"""
    test_id: Name | None = None
    """data-testid"""
    selector: Name | None = None
    """CSS"""
    within: Parent | None = None
    """Parent, named likewise"""

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if sum(each is not None for each in (self.a11y_ref, self.test_id, self.selector)) != 1:
            raise ValueError(ONE_OF)
        return self

    @property
    def target(self) -> Target:
        named = Named(a11y_ref=self.a11y_ref, test_id=self.test_id, selector=self.selector)
        return Target(named=named, within=self.within.named if self.within is not None else None)


def recorded_target(args: TargetArgs) -> RecordedTarget:
    """As a record keeps it."""
    return RecordedTarget(test_id=args.test_id, selector=args.selector, a11y_ref=args.a11y_ref)


def without_target(given: dict[str, Any]) -> dict[str, Any]:
    """What a record repeats of the arguments: neither the element, which it has beside them, nor what was typed."""
    return {name: each for name, each in given.items() if name not in TARGET_NAMES and name != "text"}
