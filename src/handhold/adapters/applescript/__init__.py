"""osascript: the runner and the script that reads a browser's tabs."""

from handhold.adapters.applescript.runner import AppleScriptRunner
from handhold.adapters.applescript.tabs import AppleScriptTabs, TabRow, WindowRow

__all__ = ["AppleScriptRunner", "AppleScriptTabs", "TabRow", "WindowRow"]
