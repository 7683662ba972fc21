"""Read the words in a picture."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

import cv2
import numpy as np

from handhold.adapters.vision.images import Image
from handhold.adapters.vision.parting import runs_of
from handhold.adapters.vision.seen import Box, Text

FAINT: Final = 0.4
"""Below this the engine guesses."""
DOUBTFUL: Final = 0.93
"""Below this a line is read again, larger: small letters are what the engine mixes up."""
LARGER: Final = 2
SIDES: Final = 4000
THREADS: Final = 2
"""More help little, and where a container may use fewer cores than the machine has they stand in each other's way."""
_OPTIONS: Final[dict[str, Any]] = {
    "Global.text_score": FAINT,
    "Global.use_cls": False,
    "Global.max_side_len": SIDES,
    "Global.log_level": "critical",
    # The engine would enlarge every small picture to this many pixels, at ten times the cost and with no better result.
    "Det.limit_side_len": 64,
    "Det.limit_type": "min",
    # Every line is read as wide as this at least: twice as much would spend a quarter of the time on blank paper.
    "Rec.rec_img_shape": [3, 48, 160],
    "Rec.rec_batch_num": 4,
    "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
}


class TextEngine:
    """RapidOCR with the models of its wheel. Loading takes a second and half a gigabyte."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
        self._engine: Any = RapidOCR(params=_OPTIONS)

    def read(self, image: Image) -> list[Text]:
        """Texts from top to bottom, those of a line from left to right."""
        # The engine keeps what it was told last, so every call says all of it.
        told = self._engine(image, use_det=True, use_cls=False, use_rec=True, return_word_box=True)
        if told.txts is None:
            return []
        lines = zip(told.txts, told.scores, told.word_results, strict=True)
        found = [each for line, score, words in lines for each in self._texts(image, line, score, words)]
        return sorted(found, key=lambda text: (text.box.y, text.box.x))

    def _texts(self, image: Image, line: str, score: float, words: Sequence[Any]) -> Iterator[Text]:
        boxes = [(str(text), _box(corners)) for text, _score, corners in words if corners is not None and str(text)]
        for run in runs_of(image, boxes):
            box = _around(box for _word, box in run)
            text = _between(line, [word for word, _box in run])
            yield self._surer(image, Text(text=text, score=round(float(score), 3), box=box))

    def _surer(self, image: Image, text: Text) -> Text:
        if text.score >= DOUBTFUL:
            return text
        margin = text.box.height // 4
        x, y, width, height = text.box
        part = image[max(0, y - margin) : y + height + margin, max(0, x - margin) : x + width + margin]
        larger = cv2.resize(part, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
        again = self._engine(
            np.asarray(larger, np.uint8), use_det=False, use_cls=False, use_rec=True, return_word_box=False
        )
        if not again.txts or again.scores[0] <= text.score:
            return text
        return Text(text=str(again.txts[0]).strip(), score=round(float(again.scores[0]), 3), box=text.box)


def _between(line: str, words: Sequence[str]) -> str:
    """The part of the line from the first word to the last, spaced as the engine read it."""
    start = line.find(words[0])
    at = start
    for word in words:
        at = line.find(word, at)
        if at < 0 or start < 0:
            return " ".join(words)
        at += len(word)
    return line[start:at].strip()


def _box(corners: object) -> Box:
    points = np.asarray(cast(list[list[float]], corners), float)
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return Box(int(left), int(top), max(1, round(right - left)), max(1, round(bottom - top)))


def _around(boxes: Iterable[Box]) -> Box:
    all_of = list(boxes)
    left, top = min(box.x for box in all_of), min(box.y for box in all_of)
    right, bottom = max(box.x + box.width for box in all_of), max(box.y + box.height for box in all_of)
    return Box(left, top, right - left, bottom - top)
