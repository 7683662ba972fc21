"""A region that the page has not: what is missing, and which regions there are instead."""

from __future__ import annotations

from typing import Any, Final, cast

from handhold.errors import InvalidInput, RegionNotFound

WHOLE: Final = ("page", "viewport")
_MISSING: Final = {
    None: "the page has no such region, or nothing to act on in it",
    False: "nothing on the page says the text of nearText",
    True: "the page says the text of nearText, but nothing to act on belongs to it",
}


def refuse_no_region(answer: dict[str, object]) -> None:
    """Raises `RegionNotFound` where a document has said that it has no such region."""
    error = answer.get("error")
    if error is None:
        return
    regions = cast(list[dict[str, Any]], answer.get("regions", []))
    if error == "bad-selector":
        raise InvalidInput("region.selector is not a CSS selector", hint="Write CSS, such as #cart or form.login.")
    # A landmark is told without controls of its own where a frame in it may have some.
    useful = [each for each in regions if each["controls"] or each["name"] not in WHOLE]
    shown = sorted({str(each["name"]) for each in useful})
    raise RegionNotFound(
        _MISSING[cast("bool | None", answer.get("isSaid"))],
        hint=f"Regions with controls here: {', '.join(shown)}." if shown else "There is nothing to act on here.",
        details={"regions": [{"name": each["name"], "controls": each["controls"]} for each in useful[:12]]},
    )
