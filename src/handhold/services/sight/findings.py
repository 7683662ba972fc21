"""From words and shapes in pictures to things somebody could use, without what the document says itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from handhold.adapters.browser.outlook import Outlook, Part
from handhold.adapters.browser.seen import Rect
from handhold.services.sight.visual_handles import VisualKind

EXPLAINED: Final = 0.5
"""A text of which this share lies under words of the document is those words."""
LEGIBLE: Final = 14
"""CSS pixels; no word is read in anything lower than this or narrower."""
SMALL: Final = 96
"""A picture up to this size is one thing, not a scene with things in it."""
SYMBOL: Final = 48
"""Icons of toolbars are up to this large."""
BUTTON_WIDTH, BUTTON_HEIGHT = 420, 130
"""A picture up to this size that lies in a control is the face of that control."""
KNOWN_PICTURE: Final = 0.9
"""The document says that a picture is there, and where; only what it means is not known."""
MOST_AREAS: Final = 40
INSIDE: Final = 0.8
BESIDE: Final = 30
"""CSS pixels between something and the words that name it."""
EDGE: Final = 2.0
"""CSS pixels from the edge of what shows, within which words may go on behind it."""
LETTER: Final = re.compile(r"[^\W\d_]")
ONE_THING: Final = ("image", "drawing", "icon", "background")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A text or shape with its box in CSS pixels; `text` is page text, empty for a shape."""

    kind: VisualKind
    box: Rect
    score: float
    text: str = ""
    knob: float | None = None
    said: Rect | None = None
    """Of a shape with words in it: where they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something somebody could use, and the part of the page it was seen in."""

    kind: VisualKind
    text: str
    box: Rect
    confidence: float
    part: Part
    knob: float | None = None
    caption: str = ""
    """Of what has no words: those that stand by it, and on which side of it. Page text."""
    cut: frozenset[str] = frozenset()
    """Sides on which the words come to the edge of what shows: nobody knows whether they go on there."""

    @property
    def name(self) -> tuple[str, str]:
        """What tells it from the rest of its part."""
        return self.text, self.caption

    @property
    def namesake(self) -> tuple[str, ...]:
        """The same for things that only their places tell apart; what has no name at all has its kind."""
        return self.name if any(self.name) else ("", "", self.kind)


def areas_to_read(parts: Sequence[Part]) -> list[Rect]:
    """Where words may be: every place once, though a picture may lie in another one."""
    boxes = [part.seen for part in parts if min(part.seen.width, part.seen.height) >= LEGIBLE]
    kept: list[Rect] = []
    for box in sorted(boxes, key=lambda each: -each.area):
        if not any(box.share_in(other) > 0.9 for other in kept):
            kept.append(box)
    if len(kept) <= MOST_AREAS:
        return sorted(kept, key=lambda box: (box.y, box.x))
    whole = kept[0]
    for box in kept[1:]:
        whole = whole.around(box)
    return [whole]


def findings_of(outlook: Outlook, seen: Sequence[Seen]) -> list[Finding]:
    """What can be used, from top to bottom."""
    own = [each for each in seen if not _is_explained(each, outlook)]
    of_part: dict[Part, list[Seen]] = {}
    for each in own:
        part = part_at(each.box, outlook.parts)
        if part is not None:
            of_part.setdefault(part, []).append(each)
    found = [finding for part in outlook.parts for finding in _in_part(part, of_part.get(part, []), outlook)]
    return sorted(found, key=lambda each: (round(each.box.y / 8), each.box.x))


def part_at(box: Rect, parts: Iterable[Part]) -> Part | None:
    """The innermost part that shows the box."""
    holding = [part for part in parts if box.share_in(part.seen) > EXPLAINED]
    return min(holding, key=lambda part: part.seen.area, default=None)


def _is_explained(seen: Seen, outlook: Outlook) -> bool:
    """Whether the document says it itself, or nobody may say it."""
    if any(seen.box.share_in(mask) > 0.3 for mask in outlook.masks):
        return True
    if seen.text:
        return sum(seen.box.share_in(word) for word in outlook.words) > EXPLAINED
    if any(word.share_in(seen.box) > EXPLAINED for word in outlook.words):
        return True
    part = part_at(seen.box, outlook.parts)
    others = [box for node, box in outlook.controls if part is None or node not in (part.control, part.node)]
    return any(seen.box.likeness(box) > EXPLAINED or seen.box.share_in(box) > 0.9 for box in others if box.area)


def _in_part(part: Part, seen: Sequence[Seen], outlook: Outlook) -> list[Finding]:
    texts = [each for each in seen if each.text and not _is_misread(each, part)]
    if part.kind in ONE_THING and _is_one_thing(part, texts):
        return _as_one(part, texts, outlook)
    found = [_finding(each, part) for each in _joined(texts, [each for each in seen if not each.text])]
    return [each if each.text else captioned(each, texts) for each in found]


def captioned(finding: Finding, texts: Sequence[Seen]) -> Finding:
    """With the nearest words beside, above or below; numbers name nothing, for they are mostly what changes."""
    named = [(gap, side, each) for each in texts if LETTER.search(each.text) for gap, side in _beside(finding, each)]
    if not named:
        return finding
    _gap, side, nearest = min(named, key=lambda each: each[0])
    words = [word for word in nearest.text.split() if finding.kind != "slider" or LETTER.search(word)]
    caption = f"{side} {' '.join(words).rstrip(':')}"
    return replace(finding, caption=caption, cut=edges_met(nearest.box, finding.part.seen))


def edges_met(box: Rect, shown: Rect) -> frozenset[str]:
    """The sides on which a box comes to the edge of what shows."""
    gaps = {
        "left": box.x - shown.x,
        "top": box.y - shown.y,
        "right": shown.x + shown.width - (box.x + box.width),
        "bottom": shown.y + shown.height - (box.y + box.height),
    }
    return frozenset(side for side, gap in gaps.items() if gap <= EDGE)


def _beside(finding: Finding, text: Seen) -> Iterator[tuple[float, str]]:
    """How far away words are and on which side; nothing for those that are too far, or are not level with it."""
    box, other = finding.box, text.box
    across = max(other.x - (box.x + box.width), box.x - (other.x + other.width))
    down = max(other.y - (box.y + box.height), box.y - (other.y + other.height))
    if across < 0 and -box.height / 2 < down <= BESIDE:
        yield max(0.0, down), "above" if other.y < box.y else "below"
    elif down < 0 and 0 <= across <= BESIDE:
        yield across, "left" if other.x < box.x else "right"


def _is_misread(seen: Seen, part: Part) -> bool:
    """A single letter that fills a small picture is a figure: a magnifying glass reads as Q."""
    return part.kind in ONE_THING and len(seen.text) == 1 and max(part.whole.width, part.whole.height) <= SYMBOL


def _is_one_thing(part: Part, texts: Sequence[Seen]) -> bool:
    _x, _y, width, height = part.whole
    if width <= SMALL and height <= SMALL:
        return len(texts) <= 1
    return part.control is not None and width <= BUTTON_WIDTH and height <= BUTTON_HEIGHT and len(texts) <= 1


def _as_one(part: Part, texts: Sequence[Seen], outlook: Outlook) -> list[Finding]:
    """The whole picture as one thing; none where words of the document stand on it or beside it in its control."""
    around = next((box for node, box in outlook.controls if node == part.control), part.seen)
    if any(word.share_in(around) > EXPLAINED for word in outlook.words):
        return []
    if texts:
        kind: VisualKind = "button" if part.control is not None else "text"
        box = part.seen if part.control is not None else texts[0].box
        cut = edges_met(texts[0].box, part.seen)
        return [Finding(kind=kind, text=texts[0].text, box=box, confidence=texts[0].score, part=part, cut=cut)]
    is_plain = part.kind == "background" and part.control is None
    if is_plain:
        return []
    return [Finding(kind="icon", text="", box=part.seen, confidence=KNOWN_PICTURE, part=part)]


def _joined(texts: Sequence[Seen], shapes: Sequence[Seen]) -> Iterator[Seen]:
    """Shapes with the one text in them, then the texts that are in none; what is drawn inside a button is its face."""
    taken: set[int] = set()
    faces: list[Rect] = []
    for shape in sorted(shapes, key=lambda each: -each.box.area):
        inside = [at for at, text in enumerate(texts) if text.box.share_in(shape.box) > 0.7]
        if shape.kind in ("button", "field") and len(inside) == 1 and inside[0] not in taken:
            (at,) = inside
            taken.add(at)
            faces.append(shape.box)
            # The words were read with their own certainty; how much it looks like a button adds little doubt.
            score = round(texts[at].score * (0.9 + 0.1 * shape.score), 3)
            yield replace(shape, text=texts[at].text, score=score, said=texts[at].box)
        elif shape.kind == "slider":
            faces.append(shape.box)
            yield shape
        elif not any(shape.box.share_in(face) > INSIDE for face in faces) and not inside:
            yield shape
    knobs = [shape.box for shape in shapes if shape.kind == "slider"]
    for at, text in enumerate(texts):
        is_knob = len(text.text) == 1 and any(text.box.share_in(box) > INSIDE for box in knobs)
        if at not in taken and not is_knob:
            yield text


def _finding(seen: Seen, part: Part) -> Finding:
    cut = edges_met(seen.said or seen.box, part.seen) if seen.text else frozenset[str]()
    return Finding(
        kind=seen.kind, text=seen.text, box=seen.box, confidence=seen.score, part=part, knob=seen.knob, cut=cut
    )
