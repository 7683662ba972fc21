"""What the page shows and what changed in it."""

from handhold.services.perception.changes import Changes, changes_of

__all__ = ["Changes", "changes_of"]
