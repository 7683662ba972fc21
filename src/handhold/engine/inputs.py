"""The arguments of a call as they may be repeated: secrets by name are masked, tools leave out what was typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from handhold.contract import Call
from handhold.engine.egress import MASK

# Names under which people pass what must not be repeated (facts 1.1.5).
SENSITIVE: Final = re.compile(r"password|seed|srp|phrase|mnemonic|private.*key|secret|api[-_]?key", re.IGNORECASE)
# Arguments of ours that only sound like one: the contracts a chain begins with are no seed of a wallet.
HARMLESS: Final = frozenset({"seedContracts"})


def echoed(call: Call) -> dict[str, Any]:
    """What a record or an error may show of the arguments."""
    plain = cast(dict[str, Any], masked(call.raw))
    return call.tool.sanitize(plain) if call.tool.sanitize else plain


def masked(value: Any) -> Any:
    """The same value with everything that is named like a secret masked."""
    if isinstance(value, Mapping):
        members = cast(Mapping[str, Any], value)
        return {key: MASK if _is_sensitive(str(key)) else masked(member) for key, member in members.items()}
    if isinstance(value, list):
        return [masked(item) for item in cast(list[Any], value)]
    return value


def _is_sensitive(name: str) -> bool:
    return name not in HARMLESS and SENSITIVE.search(name) is not None
