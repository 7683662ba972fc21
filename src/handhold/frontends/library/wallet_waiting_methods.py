"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from handhold.frontends.library.shapes import Parent
    from handhold.tools.wallet.mm_click import Clicked
    from handhold.tools.wallet.mm_get_state import StateTold
    from handhold.tools.wallet.mm_type import Typed
    from handhold.tools.wallet.mm_wait_for import WaitedFor


class WalletWaitingMethods(WaitingCalls):
    """Each of these tools."""

    def mm_get_state(self, *, session: str | None = None) -> StateTold:
        """Tell screen, account, network, balance and tabs."""
        return self.call_tool("mm_get_state", {}, {"session": session})

    def mm_click(
        self,
        *,
        a11y_ref: str | None = None,
        test_id: str | None = None,
        selector: str | None = None,
        within: Parent | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Clicked:
        """Wait for an element and click it."""
        return self.call_tool(
            "mm_click",
            {},
            {
                "a11yRef": a11y_ref,
                "testId": test_id,
                "selector": selector,
                "within": within,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

    def mm_type(
        self,
        text: str,
        *,
        a11y_ref: str | None = None,
        test_id: str | None = None,
        selector: str | None = None,
        within: Parent | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> Typed:
        """Wait for a field and put text into it."""
        return self.call_tool(
            "mm_type",
            {"text": text},
            {
                "a11yRef": a11y_ref,
                "testId": test_id,
                "selector": selector,
                "within": within,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )

    def mm_wait_for(
        self,
        *,
        a11y_ref: str | None = None,
        test_id: str | None = None,
        selector: str | None = None,
        within: Parent | None = None,
        timeout_ms: int | None = None,
        session: str | None = None,
    ) -> WaitedFor:
        """Wait until an element is visible."""
        return self.call_tool(
            "mm_wait_for",
            {},
            {
                "a11yRef": a11y_ref,
                "testId": test_id,
                "selector": selector,
                "within": within,
                "timeoutMs": timeout_ms,
                "session": session,
            },
        )
