"""How each goal is reached: one table, and a small module for each way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from handhold.services.interaction.goals import (
    Check,
    ChooseFromPopup,
    ChooseMembers,
    ChooseNative,
    Expand,
    Goal,
    Reach,
    Select,
    SetValue,
    TypeText,
    Upload,
)
from handhold.services.interaction.hold import Done, Hold
from handhold.services.interaction.strategies.members import choose_members
from handhold.services.interaction.strategies.popup import choose_from_popup
from handhold.services.interaction.strategies.pressing import check, expand, select
from handhold.services.interaction.strategies.reaching import reach
from handhold.services.interaction.strategies.setting import choose_native, set_value
from handhold.services.interaction.strategies.typing import type_text
from handhold.services.interaction.strategies.uploading import upload

STRATEGIES: Final[Mapping[type[Goal], Callable[[Hold, Any], Awaitable[Done]]]] = {
    TypeText: type_text,
    SetValue: set_value,
    Reach: reach,
    Check: check,
    Select: select,
    Expand: expand,
    ChooseNative: choose_native,
    ChooseMembers: choose_members,
    ChooseFromPopup: choose_from_popup,
    Upload: upload,
}

__all__ = ["STRATEGIES", "Done"]
