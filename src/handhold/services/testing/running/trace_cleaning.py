"""Take out of a Playwright trace what may not be kept: secrets the page shows, what was typed, what opens doors."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from handhold.services.logs.masks import MASK, mask_body, mask_request_header, mask_response_header, mask_url

LINES: Final = (".trace", ".network")
STACKS: Final = ".stacks"
"""Where our own code called Playwright: of no use to who looks at a test."""
PICTURES: Final = "screencast/"
FRAME: Final = "screencast-frame"
TYPING: Final = frozenset(
    ("keyboardInsertText", "keyboardType", "keyboardPress", "keyboardDown", "keyboardUp", "fill", "type", "press")
)
TYPED: Final = ("text", "value", "key")
VALUE: Final = "__playwright_value_"
OWN: Final = frozenset(("type", "class", "method", "callId", "parentId", "pageId", "frameId", "phase"))
"""Members that Playwright writes for itself, in which a word that is a secret, too, is a coincidence."""
_NO_WORD: Final = re.compile(r"[\W_]+")

Json = dict[str, Any]


class SecretShown(Exception):
    """A secret is in the trace in a form that cannot be taken out."""


def shows_secret(text: str, scrub: Callable[[str], str]) -> bool:
    return scrub(text).count(MASK) > text.count(MASK)


def pieces_show_secret(pieces: Iterable[str], scrub: Callable[[str], str]) -> bool:
    """Whether text does that comes in pieces, such as words in cells or digits in boxes."""
    kept = list(pieces)
    return shows_secret(" ".join(kept), scrub) or shows_secret("".join(kept), scrub)


def cleaned_trace(file: Path, scrub: Callable[[str], str]) -> bytes:
    """The trace as it may be kept. Raises `SecretShown`; a trace whose text shows a secret loses its pictures."""
    cleaning = _Cleaning(scrub)
    with zipfile.ZipFile(file) as trace:
        lines = {name: cleaning.lines(trace.read(name).decode()) for name in trace.namelist() if name.endswith(LINES)}
        others = [name for name in trace.namelist() if not name.endswith((*LINES, STACKS))]
        resources = {name: cleaning.resource(name, trace.read(name)) for name in others if not _is_picture(name)}
        pictures = {name: trace.read(name) for name in others if _is_picture(name) and not cleaning.has_found}
    if cleaning.has_found:
        lines = {name: [line for line in each if line.get("type") != FRAME] for name, each in lines.items()}
    written = {
        name: "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in each) for name, each in lines.items()
    }
    if any(shows_secret(_without_own(line), scrub) for each in lines.values() for line in each):
        raise SecretShown
    kept = {name: data for name, data in resources.items() if data is not None and name not in cleaning.sent}
    return _zipped({**{name: text.encode() for name, text in written.items()}, **kept, **pictures})


@dataclass(slots=True)
class _Cleaning:
    scrub: Callable[[str], str]
    sent: set[str] = field(default_factory=set[str])
    """Members that hold what the page sent, which is mostly what was typed."""
    has_found: bool = False

    def lines(self, text: str) -> list[Json]:
        return [self._line(cast(Json, json.loads(line))) for line in text.splitlines() if line]

    def resource(self, name: str, data: bytes) -> bytes | None:
        """None for what cannot be kept."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return None if self._found(data.decode("latin-1")) else data
        text = mask_body(text) if name.endswith(".json") else text
        clean = self._text(text)
        return None if self._found(_NO_WORD.sub(" ", clean)) else clean.encode()

    def _line(self, line: Json) -> Json:
        match line.get("type"):
            case "before" if line.get("method") in TYPING:
                line["params"] = {name: _hidden(name, value) for name, value in line["params"].items()}
            case "frame-snapshot":
                _hide_values(line["snapshot"]["html"])
            case "resource-snapshot":
                self._close_doors(line["snapshot"])
            case _:
                pass
        cleaned = {name: value if name in OWN else self._value(value) for name, value in line.items()}
        is_look = line.get("type") == "frame-snapshot"
        if is_look and pieces_show_secret(_texts(cleaned["snapshot"]["html"]), self.scrub):
            raise SecretShown
        return cleaned

    def _close_doors(self, exchange: Json) -> None:
        request, response = cast(Json, exchange["request"]), cast(Json, exchange["response"])
        body = cast(Json, request.pop("postData", None) or {})
        self.sent |= {str(body["_file"])} if "_file" in body else set()
        self.sent |= {f"resources/{body['_sha1']}"} if "_sha1" in body else set()
        request["url"] = mask_url(str(request["url"]))
        request["queryString"] = request["cookies"] = response["cookies"] = []
        for header in request["headers"]:
            header["value"] = mask_request_header(header["name"], header["value"])
        for header in response["headers"]:
            header["value"] = mask_response_header(header["name"], header["value"])

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self._value(each) for each in cast(list[Any], value)]
        if isinstance(value, dict):
            members = cast(Json, value)
            return {self._text(name): each if name in OWN else self._value(each) for name, each in members.items()}
        return value

    def _text(self, text: str) -> str:
        if not self._found(text):
            return text
        return self.scrub(text)

    def _found(self, text: str) -> bool:
        found = shows_secret(text, self.scrub)
        self.has_found = self.has_found or found
        return found


def _is_picture(name: str) -> bool:
    return name.startswith(PICTURES)


def _hidden(name: str, value: Any) -> Any:
    """Only how much was typed; names of keys, such as Enter, say nothing of it."""
    is_typed = name in TYPED and isinstance(value, str) and (name != "key" or len(value) == 1)
    return f"({len(value)} characters)" if is_typed else value


def _hide_values(node: Any) -> None:
    """A node is `[tag, attributes, …children]`, a text, or a reference to one of an earlier look."""
    if not _is_element(node):
        return
    if len(node) > 1 and VALUE in node[1]:
        node[1][VALUE] = "•" * len(node[1][VALUE])
    for child in node[2:]:
        _hide_values(child)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif _is_element(node):
        for child in node[2:]:
            yield from _texts(child)


def _is_element(node: Any) -> bool:
    return isinstance(node, list) and bool(cast(list[Any], node)) and isinstance(node[0], str)


def _without_own(line: Json) -> str:
    return json.dumps({name: value for name, value in line.items() if name not in OWN}, ensure_ascii=False)


def _zipped(members: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as trace:
        for name, data in members.items():
            trace.writestr(name, data)
    return packed.getvalue()
