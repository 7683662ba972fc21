"""Which elements were seen showing what a node shows now, without going through all that were ever seen."""

from __future__ import annotations

from collections.abc import Iterator

from handhold.services.perception.candidates import Fingerprint
from handhold.services.perception.identity import called
from handhold.services.perception.standing import filled, is_only_one

Trait = tuple[str, str, str]
"""Of a document: that something is called so, or that this is filled in its row."""


class Shown:
    """Handle ids by what `recycled.is_moved_on` asks of others: being alone of a label, or what their rows hold."""

    def __init__(self) -> None:
        self._ids: dict[Trait, dict[str, None]] = {}
        self._traits: dict[str, tuple[Trait, ...]] = {}
        # Most handles are never asked for.
        self._unread: dict[str, tuple[str, Fingerprint]] = {}

    def put(self, handle_id: str, facts: Fingerprint, *, document: str) -> None:
        """Instead of what it showed before."""
        self.drop(handle_id)
        self._unread[handle_id] = (document, facts)

    def drop(self, handle_id: str) -> None:
        self._unread.pop(handle_id, None)
        for trait in self._traits.pop(handle_id, ()):
            ids = self._ids[trait]
            del ids[handle_id]
            if not ids:
                del self._ids[trait]

    def like(self, now: Fingerprint, *, document: str) -> Iterator[str]:
        """Those of the document that share what is shown now. Nothing is read before the first is asked for."""
        self._read()
        for trait in ((document, "label", called(now)), (document, "filled", filled(now)[0])):
            yield from self._ids.get(trait, ())

    def _read(self) -> None:
        for handle_id, (document, facts) in self._unread.items():
            traits = tuple(_traits(facts, document))
            self._traits[handle_id] = traits
            for trait in traits:
                self._ids.setdefault(trait, {})[handle_id] = None
        self._unread.clear()


def _traits(facts: Fingerprint, document: str) -> Iterator[Trait]:
    label, digest = called(facts), filled(facts)[0]
    if label and is_only_one(facts):
        yield (document, "label", label)
    if digest:
        yield (document, "filled", digest)
