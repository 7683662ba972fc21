"""What was seen of the page, as a record has it: the state of a web page, test ids, nodes with refs."""

from __future__ import annotations

from handhold.services.knowledge.records import Observation
from handhold.services.perception.observation import Sighting


def observation_of_sighting(seen: Sighting, *, screen: str) -> Observation:
    """Of an ordinary web page: there is no extension and nothing to unlock. Refs are good for this observation only."""
    # All of it is checked in one go: a hundred models made one by one cost more than writing the record.
    return Observation.model_validate(
        {
            "state": {"current_url": seen.url, "current_screen": screen},
            "test_ids": [
                {"test_id": each.test_id, "tag": each.tag, "visible": True, "text": each.text or None}
                for each in seen.test_ids
            ],
            "a11y": {
                "nodes": [
                    {
                        "ref": f"e{place}",
                        "role": node.role,
                        "name": node.name,
                        "path": node.path,
                        "disabled": node.disabled,
                        "checked": node.checked,
                        "expanded": node.expanded,
                    }
                    for place, node in enumerate(seen.nodes, start=1)
                ]
            },
        }
    )
