"""How every call runs: one path for MCP, command line, batches, tests and the library."""

from handhold.engine.engine import Engine
from handhold.engine.registry import Registry

__all__ = ["Engine", "Registry"]
