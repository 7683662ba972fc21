"""Paint boxes of a PNG over, without a library for pictures: Chromium's have eight bits and are not interlaced."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
GREY: Final = 128
OPAQUE: Final = 255
MOST_PIXELS: Final = 4_000_000
"""What is painted within seconds; byte by byte, Python does a million pixels in about one."""
CHANNELS: Final = {2: 3, 6: 4}
"""Bytes of a pixel by the kind of colour: without and with opacity."""


class PixelBox(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


def painted_over(png: bytes, boxes: Sequence[PixelBox]) -> bytes:
    """The picture, grey in the boxes. Raises `ValueError` for one that is too large or of another kind."""
    header = struct.unpack(">IIBBBBB", png[16:29])
    width, height, depth, colour, *rest = header
    if not png.startswith(SIGNATURE) or depth != 8 or colour not in CHANNELS or any(rest):
        raise ValueError("not a picture as Chromium makes them")
    if width * height > MOST_PIXELS:
        raise ValueError(f"{width} x {height} pixels are too many to be painted over")
    size = CHANNELS[colour]
    packed = b"".join(data for kind, data in _chunks(png) if kind == b"IDAT")
    grey = (bytes([GREY] * 3) + bytes([OPAQUE]))[:size]
    lines = bytearray()
    for number, line in enumerate(_lines(zlib.decompress(packed), width * size, size)):
        for box in boxes:
            left, right = max(0, box.left), min(width, box.right)
            if box.top <= number < box.bottom and left < right:
                line[left * size : right * size] = grey * (right - left)
        lines += b"\0" + line
    parts = ((b"IHDR", png[16:29]), (b"IDAT", zlib.compress(bytes(lines), 6)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at + 8 <= len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _lines(raw: bytes, length: int, size: int) -> Iterator[bytearray]:
    """Lines of pixels; each is stored as its difference to what is left of it and above it (PNG, section 9)."""
    above = bytearray(length)
    for at in range(0, len(raw), length + 1):
        kind, line = raw[at], bytearray(raw[at + 1 : at + 1 + length])
        if kind == 2:
            line = bytearray((one + other) & 255 for one, other in zip(line, above, strict=True))
        elif kind:
            _undo(kind, line, above, size)
        yield bytearray(line)
        above = line


def _undo(kind: int, line: bytearray, above: bytearray, size: int) -> None:
    for place, up in enumerate(above):
        left = line[place - size] if place >= size else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) >> 1
        else:
            guess = _nearest(left, up, above[place - size] if place >= size else 0)
        line[place] = (line[place] + guess) & 255


def _nearest(left: int, up: int, corner: int) -> int:
    """Paeth's choice."""
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner
