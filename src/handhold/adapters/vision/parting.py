"""Part what only happens to stand on one line: by how much of the picture between two words is blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from handhold.adapters.vision.images import Image
from handhold.adapters.vision.seen import Box

Word: TypeAlias = tuple[str, Box]

LETTERS: Final = 1.7
"""Blank letters between two texts. Words of one text stand at most 1.6 apart (after a comma, in letters of one width),
neighbours in the menus of applications at least 1.8."""
FAR: Final = 1.1
"""Words further apart than this share of their height belong to two texts, whatever lies between."""
INK: Final = 40
"""Shades of grey between a letter and what it stands on."""


def runs_of(image: Image, words: Sequence[Word]) -> list[list[Word]]:
    """The words of one line as texts, from left to right."""
    in_order = sorted(words, key=lambda each: each[1].x)
    letters = sum(len(text) for text, _box in in_order)
    letter = sum(box.width for _text, box in in_order) / max(1, letters)
    runs: list[list[Word]] = []
    for word in in_order:
        if runs and not _is_apart(image, runs[-1][-1][1], word[1], letter):
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _is_apart(image: Image, before: Box, after: Box, letter: float) -> bool:
    if after.x - (before.x + before.width) > FAR * max(before.height, after.height):
        return True
    ink = _ink_between(image, before, after)
    if ink.size == 0:
        return False
    drawn = np.asarray(ink.any(axis=0), np.bool_)
    # A column that is drawn on from top to bottom is a line that parts two cells.
    return _longest_blank(drawn) > LETTERS * letter or bool(ink.all(axis=0).any())


def _ink_between(image: Image, before: Box, after: Box) -> npt.NDArray[np.bool_]:
    """Where something is drawn from the middle of a word to that of the next: their boxes are only about right."""
    top, bottom = min(before.y, after.y), max(before.y + before.height, after.y + after.height)
    left, right = before.x + before.width // 2, after.x + after.width // 2
    part = image[max(0, top) : bottom, max(0, left) : right]
    if part.size == 0:
        return np.zeros((0, 0), np.bool_)
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.int16)
    return np.abs(grey - np.median(grey)) > INK


def _longest_blank(drawn: npt.NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.concatenate(([True], drawn, [True])))
    return int(np.diff(edges).max()) - 1
