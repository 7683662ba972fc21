"""What a tool works with: services bound to the call's session, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handhold.services.apps import Apps
    from handhold.services.apps.lifecycle import Lifecycle
    from handhold.services.apps.moving import AppMoves
    from handhold.services.batch import Calls
    from handhold.services.chain import Contracts
    from handhold.services.interaction import Changing, FieldStates, Interaction
    from handhold.services.knowledge.asking import Knowledge
    from handhold.services.knowledge.prior import PriorKnowledge
    from handhold.services.logs import Logs
    from handhold.services.navigation import DialogAnswers, Navigation
    from handhold.services.overview.overview import Overview
    from handhold.services.overview.pictures import Pictures
    from handhold.services.perception import Perception
    from handhold.services.perception.observation import Sighting
    from handhold.services.primary import Primary
    from handhold.services.reading import Reads
    from handhold.services.sight.handling import Handling
    from handhold.services.sight.pointing import Pointing
    from handhold.services.sight.sight import Sight
    from handhold.services.state import State
    from handhold.services.tabs import TabMoves, TabSource
    from handhold.services.targets.targets import Targets
    from handhold.services.testing.asking import Tests
    from handhold.services.testing.recording import Desk
    from handhold.services.waiting import Waits
    from handhold.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    settings: Settings
    navigation: Navigation
    perception: Perception
    interaction: Interaction
    changing: Changing
    fields: FieldStates
    primary: Primary
    reads: Reads
    sight: Sight
    pointing: Pointing
    handling: Handling
    dialogs: DialogAnswers
    tabs: TabSource
    moves: TabMoves
    waits: Waits
    knowledge: Knowledge
    tests: Tests
    recording: Desk
    """What becomes a test of the session's calls."""
    state: State
    logs: Logs
    apps: Apps
    lifecycle: Lifecycle
    app_moves: AppMoves
    targets: Targets
    overview: Overview
    pictures: Pictures
    prior_knowledge: Callable[[Sighting, str], Awaitable[PriorKnowledge | None]]
    """What earlier sessions did on a screen of this name that looks like this."""
    contracts: Contracts
    calls: Calls
    """Other tools, called as the caller would."""
    warn: Callable[[str], None]
    """Add a sentence of ours to `meta.warnings`."""
    note: Callable[[str, Any], None]
    """Add a member to `meta`."""
    progress: Callable[[float, float | None, str], Awaitable[None]]
    """Tell a waiting caller how far a long call is: done, total, a few words."""
    count: Callable[[str], None]
    """Add one to a counter of the product's own."""
    measure: Callable[[str, float], None]
    """Note how much of something there was."""
    observe: bool = True
    """False in a batch without observations: an acting tool neither settles nor collects what changed."""
