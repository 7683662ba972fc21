"""What a tool works with: services bound to the call's session, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handhold.services.interaction import Changing, Interaction
    from handhold.services.navigation import DialogAnswers, Navigation
    from handhold.services.perception import Perception
    from handhold.services.tabs import TabSource
    from handhold.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    settings: Settings
    navigation: Navigation
    perception: Perception
    interaction: Interaction
    changing: Changing
    dialogs: DialogAnswers
    tabs: TabSource
    warn: Callable[[str], None]
    """Add a sentence of ours to `meta.warnings`."""
    progress: Callable[[float, float | None, str], Awaitable[None]]
    """Tell a waiting caller how far a long call is: done, total, a few words."""
