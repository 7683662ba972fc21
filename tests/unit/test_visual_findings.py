"""What pictures show becomes things to use, without what the document says itself."""

from __future__ import annotations

import pytest

from handhold.adapters.browser.outlook import Lens, Outlook, Part, Shot
from handhold.adapters.browser.seen import NodeRef, Rect
from handhold.adapters.vision.seen import Box
from handhold.errors import InvalidInput
from handhold.services.perception.candidates import Candidate
from handhold.services.sight.findings import KNOWN_PICTURE, Seen, areas_to_read, findings_of
from handhold.services.sight.gaze import box_in, context_of, rect_in
from handhold.services.sight.pattern import pattern_of
from handhold.services.sight.visual_handles import Fractions

CONTROL = NodeRef("d", 90)


def part(box: Rect, *, kind: str = "canvas", key: int = 1, control: NodeRef | None = None) -> Part:
    return Part(node=NodeRef("d", key), tag=kind, kind=kind, seen=box, whole=box, control=control)


def outlook(
    *parts: Part, words: tuple[Rect, ...] = (), masks: tuple[Rect, ...] = (), control: Rect | None = None
) -> Outlook:
    controls = () if control is None else ((CONTROL, control),)
    return Outlook(document="d", region="page", lens=Lens(), parts=parts, words=words, masks=masks, controls=controls)


def text(said: str, box: Rect, score: float = 0.98) -> Seen:
    return Seen(kind="text", text=said, box=box, score=score)


SHEET = Rect(0, 0, 300, 150)


def test_a_button_takes_the_words_in_it_and_the_rest_stays_text() -> None:
    seen = [
        text("Reserve", Rect(60, 30, 80, 20)),
        text("Total", Rect(20, 100, 60, 20)),
        Seen(kind="button", box=Rect(20, 20, 160, 40), score=0.8),
        Seen(kind="icon", box=Rect(30, 30, 14, 14), score=0.6),
    ]

    found = findings_of(outlook(part(SHEET)), seen)

    assert [(each.kind, each.text) for each in found] == [("button", "Reserve"), ("text", "Total")]
    assert found[0].box == Rect(20, 20, 160, 40)
    assert 0.9 < found[0].confidence < 0.98


def test_words_of_the_document_and_fields_are_no_findings() -> None:
    seen = [
        text("Heading", Rect(10, 10, 100, 20)),
        text("typed", Rect(10, 60, 100, 20)),
        Seen(kind="field", box=Rect(8, 58, 104, 24), score=0.7),
        text("drawn", Rect(10, 110, 100, 20)),
    ]
    look = outlook(part(SHEET), words=(Rect(8, 8, 110, 24),), masks=(Rect(8, 58, 104, 24),))

    assert [each.text for each in findings_of(look, seen)] == ["drawn"]


def test_a_small_picture_is_one_thing_unless_its_control_has_words() -> None:
    icon = part(Rect(10, 10, 24, 24), kind="drawing", control=CONTROL)
    inner = [Seen(kind="icon", box=Rect(12, 12, 10, 10), score=0.6), text("Q", Rect(12, 12, 18, 18))]
    around = Rect(6, 6, 90, 32)

    nameless = findings_of(outlook(icon, control=around), inner)
    named = findings_of(outlook(icon, control=around, words=(Rect(40, 12, 50, 20),)), inner)

    assert [(each.kind, each.text, each.confidence) for each in nameless] == [("icon", "", KNOWN_PICTURE)]
    assert named == []


def test_a_finding_belongs_to_the_innermost_picture() -> None:
    behind, front = part(SHEET, kind="background", key=1), part(Rect(100, 50, 150, 80), kind="canvas", key=2)

    (found,) = findings_of(outlook(behind, front), [text("Go", Rect(120, 60, 40, 20))])

    assert found.part is front


def test_every_place_is_read_once_and_tiny_pictures_never() -> None:
    parts = [part(SHEET), part(Rect(10, 10, 50, 50)), part(Rect(400, 0, 12, 12)), part(Rect(0, 200, 90, 40))]
    many = [part(Rect(20 * at, 0, 18, 18)) for at in range(60)]

    assert areas_to_read(parts) == [SHEET, Rect(0, 200, 90, 40)]
    assert areas_to_read(many) == [Rect(0, 0, 20 * 59 + 18, 18)]


@pytest.mark.parametrize(
    ("pattern", "fits", "misses"),
    [
        ("reserve", "Reserve seat", "Total 42"),
        ("/^total [0-9]+$/", "Total 42", "Subtotal 42"),
        ("a+b", "a+b", "Total 42"),
    ],
)
def test_patterns_are_words_or_expressions(pattern: str, fits: str, misses: str) -> None:
    found = pattern_of(pattern)

    assert found.fits(Candidate(key=1, frame=0, name=fits, text=fits))
    assert not found.fits(Candidate(key=1, frame=0, name=misses, text=misses))


def test_the_name_of_a_kind_is_no_word() -> None:
    found = pattern_of("Slider")

    assert found.fits(Candidate(key=1, frame=0, kind="slider"))
    assert not found.fits(Candidate(key=1, frame=0, kind="text", name="Slider", text="Slider"))
    with pytest.raises(InvalidInput):
        pattern_of("/(/")


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.2])
def test_places_in_a_picture_and_on_the_page_are_the_same(scale: float) -> None:
    shot = Shot(png=b"", area=Rect(40, 60, 300, 150), scale=scale)
    place = Rect(60, 80, 160, 40)

    box = box_in(shot, place)

    assert box is not None
    assert all(abs(a - b) <= 1 for a, b in zip(rect_in(shot, box), place, strict=True))
    assert box_in(shot, Rect(0, 0, 10, 10)) is None
    assert box_in(shot, Rect(30, 50, 20, 20)) == Box(0, 0, round(10 * scale), round(10 * scale))


def test_a_place_on_an_anchor_goes_with_it() -> None:
    at = Fractions.of(Rect(60, 80, 160, 40), Rect(40, 60, 300, 150))

    moved = at.on(Rect(0, 0, 600, 300))

    assert [round(side) for side in moved] == [40, 40, 320, 80]
    assert context_of(Rect(60, 80, 160, 40), Rect(40, 60, 300, 150)) == Rect(40, 60, 300, 140)
