"""A real browser an agent can grip, test with and learn from."""

__version__ = "0.1.0"
