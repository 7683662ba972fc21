"""Apps: extensions that are built, launched and known by their screens."""

from handhold.services.apps.apps import Apps
from handhold.services.apps.profile import Profile
from handhold.services.apps.running import AppPorts, Chain, RunningApp
from handhold.services.apps.state import AppState, RoledTab, TabRole, TabsNow

__all__ = ["AppPorts", "AppState", "Apps", "Chain", "Profile", "RoledTab", "RunningApp", "TabRole", "TabsNow"]
