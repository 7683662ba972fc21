"""Programs beside the browser: commands that are run to their end, and who holds a port."""

from handhold.adapters.processes.commands import Ran, run_command
from handhold.adapters.processes.listening import Listener, listener_on

__all__ = ["Listener", "Ran", "listener_on", "run_command"]
