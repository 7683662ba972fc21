"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import Calls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.frontends.library.shapes import Parent
    from handhold.contract.overview import NodesTold
    from handhold.contract.overview import ScreenshotTold
    from handhold.contract.overview import TestIdsTold
    from handhold.tools.wallet.mm_click import Clicked
    from handhold.tools.wallet.mm_describe_screen import ScreenTold
    from handhold.tools.wallet.mm_get_state import StateTold
    from handhold.tools.wallet.mm_type import Typed
    from handhold.tools.wallet.mm_wait_for import WaitedFor


class WalletMethods(Calls):
    """Each of these tools."""

    async def mm_get_state(self, *, session: str | None = None) -> StateTold:
        """Tell screen, account, network, balance and tabs."""
        return await self.call_tool("mm_get_state", {}, {"session": session})

    async def mm_describe_screen(
        self,
        *,
        include_screenshot: bool | None = None,
        screenshot_name: str | None = None,
        include_screenshot_base64: bool | None = None,
        session: str | None = None,
    ) -> ScreenTold:
        """Tell state, test ids, refs and what worked here before, in one look."""
        return await self.call_tool(
            "mm_describe_screen",
            {},
            {
                "includeScreenshot": include_screenshot,
                "screenshotName": screenshot_name,
                "includeScreenshotBase64": include_screenshot_base64,
                "session": session,
            },
        )

    async def mm_list_testids(self, *, limit: int | None = None, session: str | None = None) -> TestIdsTold:
        """List visible data-testid values with tag and text."""
        return await self.call_tool("mm_list_testids", {}, {"limit": limit, "session": session})

    async def mm_accessibility_snapshot(
        self,
        *,
        root_selector: str | None = None,
        extra_roles: Sequence[Literal["menu", "listbox", "option", "tab", "tabpanel", "list", "listitem"]]
        | None = None,
        session: str | None = None,
    ) -> NodesTold:
        """List buttons, links, fields, dialogs, alerts and headings with refs e1, e2…"""
        return await self.call_tool(
            "mm_accessibility_snapshot",
            {},
            {"rootSelector": root_selector, "extraRoles": extra_roles, "session": session},
        )

    async def mm_screenshot(
        self,
        name: str,
        *,
        full_page: bool | None = None,
        selector: str | None = None,
        include_base64: bool | None = None,
        session: str | None = None,
    ) -> ScreenshotTold:
        """Save a PNG of the page in the session's folder."""
        return await self.call_tool(
            "mm_screenshot",
            {"name": name},
            {"fullPage": full_page, "selector": selector, "includeBase64": include_base64, "session": session},
        )

    async def mm_click(
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
        return await self.call_tool(
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

    async def mm_type(
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
        return await self.call_tool(
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

    async def mm_wait_for(
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
        return await self.call_tool(
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
