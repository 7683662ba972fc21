"""The reading process: requests on standard input, answers on standard output, one at a time until the input ends.

A request is a line of JSON and the bytes of its pictures; an answer is a line of JSON. The process is ours alone and
holds no state but caches, so it can be killed at any moment.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO, Final

import cv2

from handhold.adapters.vision.images import Image, cut, decoded, digest, encoded, painted_over, resized
from handhold.adapters.vision.seen import Box, Shape, Text
from handhold.adapters.vision.shapes import shapes_in
from handhold.adapters.vision.templates import find
from handhold.adapters.vision.texts import TextEngine

KEPT: Final = 200
"""Parts of pictures whose content is remembered."""


class Worker:
    def __init__(self) -> None:
        self._engine: TextEngine | None = None
        self._read: OrderedDict[str, tuple[list[Text], list[Shape]]] = OrderedDict()
        self.answers: Mapping[str, Callable[[Mapping[str, Any], Sequence[bytes]], Any]] = {
            "look": self._look,
            "cut": self._cut,
            "digests": self._digests,
            "find": self._find,
        }

    def _look(self, asked: Mapping[str, Any], pictures: Sequence[bytes]) -> list[dict[str, Any]]:
        image = painted_over(decoded(pictures[0]), _boxes(asked, "masks"))
        return [self._sighting(*cut(image, Box(*box)), scale=asked["scale"]) for box in asked["boxes"]]

    def _sighting(self, part: Image, box: Box, *, scale: float) -> dict[str, Any]:
        content = digest(part)
        name = f"{content} {scale}"
        if name not in self._read:
            self._read[name] = self._seen(part, scale)
            while len(self._read) > KEPT:
                self._read.popitem(last=False)
        self._read.move_to_end(name)
        texts, shapes = self._read[name]
        return {
            "box": box,
            "digest": content,
            "texts": [{"text": each.text, "score": each.score, "box": each.box.moved(box.x, box.y)} for each in texts],
            "shapes": [
                {"kind": each.kind, "score": each.score, "box": each.box.moved(box.x, box.y), "at": each.at}
                for each in shapes
            ],
        }

    def _seen(self, part: Image, scale: float) -> tuple[list[Text], list[Shape]]:
        if self._engine is None:
            self._engine = TextEngine()
        texts = self._engine.read(part)
        return texts, shapes_in(part, texts, scale=scale)

    def _cut(self, asked: Mapping[str, Any], pictures: Sequence[bytes]) -> list[dict[str, Any]]:
        image = painted_over(decoded(pictures[0]), _boxes(asked, "masks"))
        parts = [cut(image, Box(*box)) for box in asked["boxes"]]
        return [
            {"png": base64.b64encode(encoded(part)).decode(), "digest": digest(part), "box": box} for part, box in parts
        ]

    def _digests(self, asked: Mapping[str, Any], pictures: Sequence[bytes]) -> list[str]:
        image = painted_over(decoded(pictures[0]), _boxes(asked, "masks"))
        return [digest(cut(image, Box(*box))[0]) for box in asked["boxes"]]

    def _find(self, asked: Mapping[str, Any], pictures: Sequence[bytes]) -> list[dict[str, Any]]:
        image, template = (decoded(picture) for picture in pictures)
        part, where = cut(painted_over(image, _boxes(asked, "masks")), Box(*asked["within"]))
        found = find(part, resized(template, asked["grown"]))
        return [{"box": each.box.moved(where.x, where.y), "score": each.score} for each in found]


def _boxes(asked: Mapping[str, Any], name: str) -> list[Box]:
    return [Box(*box) for box in asked[name]]


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    worker = Worker()
    while line := requests.readline():
        asked = json.loads(line)
        pictures = [requests.read(size) for size in asked["pictures"]]
        try:
            answer = {"ok": worker.answers[asked["do"]](asked, pictures)}
        except (ValueError, cv2.error) as failure:
            answer = {"failed": str(failure)[:200]}
        replies.write(json.dumps(answer).encode() + b"\n")
        replies.flush()


def main() -> None:
    # Libraries that print must not print into our answers.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
