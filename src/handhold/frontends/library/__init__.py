"""Script Handhold without an agent: the tools as typed methods, awaited or not."""

from handhold.frontends.library.launching import Browser, WaitingBrowser, launch, launch_sync

__all__ = ["Browser", "WaitingBrowser", "launch", "launch_sync"]
