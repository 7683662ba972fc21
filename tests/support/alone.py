"""Count which facts are an element's alone, as the page script does it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.identity import keys_of


def with_alone(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, their fingerprints saying which facts are theirs alone.

    Only for a complete list of a document's controls: a control left out may share what then seems to be alone.
    """
    keys = [keys_of(each.fingerprint) for each in candidates]
    frames = [each.fingerprint.frame for each in candidates]
    counts = Counter((frame, *pair) for frame, own in zip(frames, keys, strict=True) for pair in own.items())
    alone = [
        tuple(fact for fact, key in own.items() if counts[frame, fact, key] == 1)
        for frame, own in zip(frames, keys, strict=True)
    ]
    return [
        replace(each, fingerprint=replace(each.fingerprint, alone=facts))
        for each, facts in zip(candidates, alone, strict=True)
    ]
