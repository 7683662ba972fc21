"""Programs beside the browser: commands that are run to their end, who holds a port, and what ends with us."""

from handhold.adapters.processes.commands import Ran, run_command
from handhold.adapters.processes.guard import Guard
from handhold.adapters.processes.listening import Listener, listener_on

__all__ = ["Guard", "Listener", "Ran", "listener_on", "run_command"]
