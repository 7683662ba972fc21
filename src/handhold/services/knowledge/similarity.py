"""How alike the scene of an earlier step is to what is seen now. The weights are those of the seed."""

from __future__ import annotations

from typing import Final

from handhold.services.knowledge.deeds import Deed, Scene

SAME_SCREEN: Final = 8
URL_PATH_OVERLAP: Final = 6
TEST_ID_OVERLAP: Final = 3
MOST_TEST_IDS: Final = 3
A11Y_OVERLAP: Final = 2
MOST_A11Y: Final = 2
ACTIONABLE_TOOL: Final = 2
MAX_SIMILARITY_SCORE: Final = (
    SAME_SCREEN + URL_PATH_OVERLAP + TEST_ID_OVERLAP * MOST_TEST_IDS + A11Y_OVERLAP * MOST_A11Y + ACTIONABLE_TOOL
)


def similarity(deed: Deed, now: Scene) -> int:
    """Points, at most 29. Deeds are steps of actionable tools, so all of them have the points for that."""
    then = deed.scene
    points = ACTIONABLE_TOOL
    if now.is_known and then.screen == now.screen:
        points += SAME_SCREEN
    # Two pages at the root of a site share all the words they have.
    if then.route & now.route or (then.screen == now.screen and not then.route and not now.route):
        points += URL_PATH_OVERLAP
    points += TEST_ID_OVERLAP * min(len(then.test_ids & now.test_ids), MOST_TEST_IDS)
    return points + A11Y_OVERLAP * min(len(then.names & now.names), MOST_A11Y)


def confidence(points: float) -> float:
    """0 to 1; 1 for all points there are."""
    return min(points / MAX_SIMILARITY_SCORE, 1.0)
