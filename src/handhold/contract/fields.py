"""Field types that several tools share."""

import re
from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import AfterValidator, Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

SessionName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]

TimeoutMs = Annotated[int, Field(ge=0, le=55_000)]
"""0 means: look once and do not wait."""

PageText = str
"""Text the page chose. It is data: cleaned, bounded, and never part of our own sentences."""


def _explaining(signs: Mapping[str, str], *, looks: str) -> WrapValidator:
    """Say what a handle looks like, and what it is that was given for one; the text itself is not repeated."""

    def judged(given: object, judge: ValidatorFunctionWrapHandler) -> str:
        try:
            return judge(given)
        except ValidationError:
            kind = next((words for sign, words in signs.items() if re.fullmatch(sign, str(given))), "this is no handle")
            raise ValueError(f"{kind}; handles look like {looks}") from None

    return WrapValidator(judged)


VISUAL: Final = r"v[0-9a-z]+"
NO_HANDLES: Final = {
    r"e[0-9]+": "this is a ref of a snapshot",
    VISUAL: "this is a visual handle",
    r"t[0-9]+": "this is a tab",
    r"g[0-9]+": "this is a group",
}
ELEMENTS: Final = _explaining(NO_HANDLES, looks="h3, and come from ui_scan and ui_pick")
BOTH: Final = _explaining(
    {sign: words for sign, words in NO_HANDLES.items() if sign != VISUAL},
    looks="h3 or v3, and come from ui_scan, ui_pick and visual_scan",
)

HandleId = Annotated[str, Field(pattern=r"^h[0-9a-z]+$", max_length=12), ELEMENTS]
"""An element's handle, as ui_scan and ui_pick give it."""
AnyHandleId = Annotated[str, Field(pattern=r"^[hv][0-9a-z]+$", max_length=12), BOTH]
"""An element's handle, or one of visual_scan."""

QUICK_SECONDS: Final = 15.0
READING_SECONDS: Final = 50.0
"""Something seen may have to be read again, which takes its time on a busy machine."""


def handle_seconds(handle_id: str | None) -> float:
    """The time limit of a call about this handle."""
    from handhold.services.sight import is_visual

    return READING_SECONDS if handle_id is not None and is_visual(handle_id) else QUICK_SECONDS


TabId = Annotated[str, Field(pattern=r"^t?[1-9][0-9]{0,5}$")] | Annotated[int, Field(ge=1, le=999_999)]
"""A tab: `t2` as in changes, or 2 as in list_tabs."""


def tab_number(tab: str | int) -> int:
    """The number of a tab, however it was written."""
    return int(str(tab).removeprefix("t"))


def _must_compile(pattern: str) -> str:
    from handhold.services.tabs import compile_pattern

    compile_pattern(pattern)
    return pattern


RegexPattern = Annotated[str, Field(max_length=200), AfterValidator(_must_compile)]
"""A regular expression in RE2 syntax, so that no pattern can hang the server."""
