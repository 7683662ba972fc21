"""What worked on a screen and what did not: steps of earlier sessions, judged per element by outcome and age."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from handhold.services.knowledge.deeds import Action, Aim, Deed, Scene
from handhold.services.knowledge.similarity import confidence, similarity

HALF_LIFE_HOURS: Final = 24.0
"""After a day a step counts half: pages are built anew about as often, and the window of two days ends at a quarter."""
LEAST_RELIABLE: Final = 0.5
"""What failed as often as it worked, the newer counting more, is no suggestion."""
MIN_AVOID_FAILURES: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Something that worked here before."""

    action: Action
    aim: Aim
    confidence: float
    times: int
    place: float
    """When in a visit it was done, on average."""
    leads_to: str
    total: float
    """Confidence of all the steps together; the order of suggestions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caution:
    """Something that failed here before, and not just once."""

    aim: Aim
    times: int
    error_code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    suggestions: Sequence[Suggestion] = ()
    cautions: Sequence[Caution] = ()


def judged(deeds: Iterable[Deed], here: Scene, *, now: float) -> Judged:
    """Of the deeds done on this very screen, by element."""
    groups: dict[tuple[str, Action], list[Deed]] = {}
    for deed in deeds:
        if deed.aim is not None and here.is_known and deed.scene.screen == here.screen:
            groups.setdefault((deed.aim.key, deed.action), []).append(deed)
    suggested = [found for group in groups.values() if (found := _suggestion(group, here, now=now))]
    cautioned = [found for group in groups.values() if (found := _caution(group, now=now))]
    suggested.sort(key=lambda each: (-each.total, each.place, each.aim.key))
    cautioned.sort(key=lambda each: (-each.times, each.aim.key))
    return Judged(suggestions=suggested, cautions=cautioned)


def freshness(deed: Deed, *, now: float) -> float:
    """1 just now, one half after a day."""
    return 0.5 ** (max(0.0, now - deed.at) / 3600 / HALF_LIFE_HOURS)


def _suggestion(group: Sequence[Deed], here: Scene, *, now: float) -> Suggestion | None:
    worked = [deed for deed in group if deed.ok]
    if not worked or (reliable := _reliability(group, now=now)) <= LEAST_RELIABLE:
        return None
    newest = max(worked, key=lambda deed: deed.at)
    alike = [confidence(similarity(deed, here)) * deed.worth for deed in worked]
    fresh = freshness(newest, now=now)
    aim = newest.aim
    assert aim is not None, "groups are made of deeds with an aim"
    return Suggestion(
        action=newest.action,
        aim=aim,
        confidence=round(sum(alike) / len(alike) * reliable * fresh, 3),
        times=len(worked),
        place=sum(deed.place for deed in worked) / len(worked),
        leads_to=newest.leads_to,
        total=sum(alike) * reliable * fresh,
    )


def _caution(group: Sequence[Deed], *, now: float) -> Caution | None:
    failed = [deed for deed in group if deed.is_blamed]
    if len(failed) < MIN_AVOID_FAILURES or _reliability(group, now=now) > LEAST_RELIABLE:
        return None
    newest = max(failed, key=lambda deed: deed.at)
    aim = newest.aim
    assert aim is not None, "groups are made of deeds with an aim"
    return Caution(aim=aim, times=len(failed), error_code=newest.error_code)


def _reliability(group: Sequence[Deed], *, now: float) -> float:
    """The share of what worked; newer steps count more. What failed for other reasons says nothing."""
    worked = sum(freshness(deed, now=now) for deed in group if deed.ok)
    failed = sum(freshness(deed, now=now) for deed in group if deed.is_blamed)
    undone = sum(freshness(deed, now=now) / 2 for deed in group if _is_undone(deed))
    return worked / (worked + failed + undone) if worked else 0.0


def _is_undone(deed: Deed) -> bool:
    """It went well, and was taken back at once."""
    return not deed.ok and not deed.is_blamed and deed.error_code is None
