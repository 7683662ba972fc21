"""Turn lines of bytes into JSON-RPC messages, or into the one error that answers them.

Every line is either a message or a `Refusal`; nothing is skipped in silence, so a client never waits for ever on an id
that was in a bad line. That includes empty lines: MCP frames one message per line, and a line without one is not JSON.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from mcp_types import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

LINE_LIMIT: Final = 4 * 1024 * 1024
"""Longest line we read, in bytes: the SDK's limit for a body over HTTP, so both ways in take the same messages."""

_WRONG_SHAPE = (
    'This is no request, notification or response: "method" must be a string; "params" and "result" must be objects.'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a line is not a message: what the client is told."""

    code: int
    message: str
    request_id: RequestId | None = None

    def answer(self) -> JSONRPCError:
        """The error object that goes back."""
        return JSONRPCError(jsonrpc="2.0", id=self.request_id, error=ErrorData(code=self.code, message=self.message))


def parse(line: bytes) -> JSONRPCMessage | Refusal:
    """Read one line; never raises.

    Not JSON in the strict sense (bad UTF-8, too deep, numbers out of range, NaN, a key twice) is -32700 without an id.
    JSON of the wrong shape is -32600, with the id of the request where one can be read.
    """
    message: JSONRPCMessage | None = None
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        if error.errors(include_url=False, include_context=False, include_input=False)[0]["type"] == "json_invalid":
            return _not_json("The line is not valid JSON in UTF-8, or is nested too deeply; send one message per line.")
    try:
        value = _strict_json(line)
    except (ValueError, RecursionError):
        return _not_json("The line is not strict JSON: NaN, Infinity, numbers out of range and repeated keys are out.")
    if not isinstance(value, dict):
        return Refusal(
            code=INVALID_REQUEST, message="A message is one JSON object per line; batches are not supported."
        )
    envelope = cast("dict[str, object]", value)
    fault = _fault(envelope)
    if fault is None and message is not None:
        return message
    return Refusal(code=INVALID_REQUEST, message=fault or _WRONG_SHAPE, request_id=_answerable_id(envelope))


def encode(message: JSONRPCMessage) -> bytes:
    """One line for one message; never raises.

    Lone surrogates, which pages may hand us and UTF-8 cannot carry, become U+FFFD. An answer that still has no JSON
    form becomes an error with its id, so that its caller is not left waiting.
    """
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
    except PydanticSerializationError:
        pass
    try:
        text = json.dumps(
            message.model_dump(by_alias=True, exclude_unset=True),
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
    except (PydanticSerializationError, ValueError, TypeError, RecursionError):
        return encode(_unencodable(message))
    # Through UTF-16 two halves of a pair meet again and only what is really alone is replaced.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode() + b"\n"


class LineSplitter:
    """Cut a stream of bytes into lines; a line over the limit is refused once and its rest is never kept."""

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self._limit = limit
        self._held = bytearray()
        self._is_skipping = False

    def feed(self, chunk: bytes) -> Iterator[bytes | Refusal]:
        """The lines that end in this chunk, and a refusal as soon as one has grown too long."""
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield from self._hold(piece)
            if not self._is_skipping:
                yield bytes(self._held)
            self._held.clear()
            self._is_skipping = False
        yield from self._hold(rest)

    def rest(self) -> bytes:
        """What came after the last newline, for the end of the stream."""
        return bytes(self._held)

    def _hold(self, piece: bytes) -> Iterator[Refusal]:
        if self._is_skipping:
            return
        if len(self._held) + len(piece) <= self._limit:
            self._held += piece
            return
        self._held.clear()
        self._is_skipping = True
        yield Refusal(code=INVALID_REQUEST, message=f"The line is longer than {self._limit} bytes; send a smaller one.")


def _not_json(message: str) -> Refusal:
    return Refusal(code=PARSE_ERROR, message=message)


def _strict_json(line: bytes) -> object:
    return json.loads(line.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key appears twice")
    return members


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("the number is out of range")
    return number


def _fault(envelope: dict[str, object]) -> str | None:
    """What the SDK's models let pass or cannot name: they read a request with a bad id as a notification."""
    is_answer = "result" in envelope or "error" in envelope
    if envelope.get("jsonrpc") != "2.0":
        return 'The member "jsonrpc" must be "2.0".'
    if "method" in envelope and is_answer:
        return 'A message has either "method", or "result" or "error".'
    if "result" in envelope and "error" in envelope:
        return 'A response has either "result" or "error".'
    is_error_without_id = "error" in envelope and envelope.get("id", 0) is None
    if "id" in envelope and not is_error_without_id and not _is_id(envelope["id"]):
        return 'The member "id" must be a string or an integer.'
    return None


def _answerable_id(envelope: dict[str, object]) -> RequestId | None:
    """The id to answer with; none for a response, whose id is one of ours and would meet one of the client's."""
    is_response = "method" not in envelope and ("result" in envelope or "error" in envelope)
    found = envelope.get("id")
    return cast("RequestId", found) if _is_id(found) and not is_response else None


def _is_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _unencodable(message: JSONRPCMessage) -> JSONRPCError:
    request_id = message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None
    if isinstance(request_id, str):
        request_id = request_id.encode("utf-8", "replace").decode()
    error = ErrorData(code=INTERNAL_ERROR, message="The answer has no JSON form. This is a bug in Handhold.")
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=error)
