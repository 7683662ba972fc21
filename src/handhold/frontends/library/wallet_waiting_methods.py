"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from handhold.tools.wallet.mm_get_state import StateTold


class WalletWaitingMethods(WaitingCalls):
    """Each of these tools."""

    def mm_get_state(self, *, session: str | None = None) -> StateTold:
        """Tell screen, account, network, balance and tabs."""
        return self.call_tool("mm_get_state", {}, {"session": session})
