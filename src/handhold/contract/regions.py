"""How a tool is told where to look."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator, model_validator

from handhold.contract.fields import AnyHandleId, handle_seconds
from handhold.contract.models import Args

Landmark = Literal["header", "nav", "main", "aside", "footer", "search", "form", "dialog", "page", "viewport"]


LONGEST: Final = 60


def _or_unknown(given: object, judge: ValidatorFunctionWrapHandler) -> Any:
    """A name that no page has is refused with the regions that there are, which only the page can tell."""
    return given if isinstance(given, str) and len(given) <= LONGEST else judge(given)


RegionName = Annotated[Landmark, WrapValidator(_or_unknown)]


class RegionAnchor(Args):
    selector: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    """CSS"""
    near_text: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Text close by"""
    handle: AnyHandleId | None = None
    """Element to look in"""

    @model_validator(mode="after")
    def _says_where(self) -> Self:
        if self.handle is not None and (self.selector is not None or self.near_text is not None):
            raise ValueError("handle stands alone")
        if self.handle is None and self.selector is None and self.near_text is None:
            raise ValueError("give selector, nearText or handle")
        return self


RegionArg = RegionName | RegionAnchor


def region_of(region: RegionArg | None) -> str | dict[str, str] | None:
    """The region in the page's own words."""
    if region is None or isinstance(region, str):
        return region
    return region.model_dump(by_alias=True, exclude_none=True)


def region_seconds(region: RegionArg | None) -> float:
    """The time limit of a call about this region."""
    return handle_seconds(region.handle if isinstance(region, RegionAnchor) else None)
