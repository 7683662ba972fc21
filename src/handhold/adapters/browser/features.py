"""Parts of the browser's own window that nobody here looks at, switched off.

Chromium draws the list below its address bar as two pages of their own, in every window: a process, its memory and a
good part of the time to open a session. The native list takes their place where there is a window to be seen.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

WINDOW_PAGES: Final = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI")
# Chromium obeys the last list only, so ours has to repeat the one that this version of Playwright gives before it.
PLAYWRIGHT: Final = "1.65"
OF_PLAYWRIGHT: Final = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)


def features_left_out(playwright: str = "") -> tuple[str, ...]:
    """The argument for the browser; none with another Playwright, whose own list this would undo."""
    if not (playwright or version("playwright")).startswith(f"{PLAYWRIGHT}."):
        return ()
    return (f"--disable-features={','.join((*OF_PLAYWRIGHT, *WINDOW_PAGES))}",)
