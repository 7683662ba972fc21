"""Every line is a message or exactly one error object."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from handhold.frontends.mcp.jsonrpc_lines import LineSplitter, Refusal, encode, parse

NOT_JSON: dict[str, bytes] = {
    "plain words": b"hello",
    "an empty line": b"",
    "an empty line of Windows": b"\r",
    "white space": b" \t ",
    "half an object": b'{"jsonrpc":"2.0","id":1,"method":"pi',
    "two objects": b'{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
    "invalid UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\xff\xfe"}}',
    "invalid UTF-8 in an unknown member": b'{"jsonrpc":"2.0","id":1,"method":"ping","more":"\xff"}',
    "UTF-16": '{"jsonrpc":"2.0","id":1,"method":"ping"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}',
    "100,000 arrays deep": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":'
    + b"[" * 100_000
    + b"]" * 100_000
    + b"}}",
    "100,000 open arrays": b"[" * 100_000,
    "100,000 objects deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a 5,000-digit integer": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":' + b"9" * 5_000 + b"}}",
    "a 5,000-digit id": b'{"jsonrpc":"2.0","id":' + b"9" * 5_000 + b',"method":"x"}',
    "a lone surrogate": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\\ud800"}}',
    "NaN": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":NaN}}',
    "Infinity": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":-Infinity}}',
    "a number beyond all floats": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1e999}}',
    "an id twice": b'{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}',
    "a nested key twice": b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[{"b":1,"b":2}]}}',
}

WRONG_SHAPE: dict[str, tuple[bytes, str | int | None]] = {
    "a batch": (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', None),
    "an empty batch": (b"[]", None),
    "a number": (b"1", None),
    "a string": (b'"ping"', None),
    "null": (b"null", None),
    "an empty object": (b"{}", None),
    "no jsonrpc": (b'{"id":7,"method":"ping"}', 7),
    "jsonrpc 1.0": (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', "a"),
    "jsonrpc as a number": (b'{"jsonrpc":2.0,"id":7,"method":"ping"}', 7),
    "id null": (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None),
    "id 1.5": (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None),
    "id true": (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None),
    "id an object": (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', None),
    "params a string": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}', 7),
    "params an array": (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7),
    "method a number": (b'{"jsonrpc":"2.0","id":7,"method":1}', 7),
    "no method": (b'{"jsonrpc":"2.0","id":7}', 7),
    "a notification with string params": (b'{"jsonrpc":"2.0","method":"x","params":"x"}', None),
    "a request and an answer at once": (b'{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}', 7),
    "result and error at once": (b'{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":"m"}}', None),
    "a string as result": (b'{"jsonrpc":"2.0","id":7,"result":"x"}', None),
    "a result for id null": (b'{"jsonrpc":"2.0","id":null,"result":{}}', None),
}


@pytest.mark.rows("F56", "M31", "M32", "M45")
@pytest.mark.parametrize("line", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_a_line_that_is_not_strict_json_is_a_parse_error_without_id(line: bytes) -> None:
    refusal = parse(line)

    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.request_id) == (PARSE_ERROR, None)


@pytest.mark.rows("F56", "M31")
@pytest.mark.parametrize(("line", "request_id"), WRONG_SHAPE.values(), ids=WRONG_SHAPE.keys())
def test_json_of_the_wrong_shape_is_an_invalid_request_with_its_id(line: bytes, request_id: str | int | None) -> None:
    refusal = parse(line)

    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.request_id) == (INVALID_REQUEST, request_id)


def test_good_lines_are_read_as_what_they_are() -> None:
    request = parse(b'{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x"}}\r')
    notification = parse(b' {"jsonrpc":"2.0","method":"notifications/initialized"} ')
    response = parse(b'{"jsonrpc":"2.0","id":3,"result":{}}')
    error = parse(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}')

    assert isinstance(request, JSONRPCRequest)
    assert request.params == {"name": "x"}
    assert isinstance(notification, JSONRPCNotification)
    assert isinstance(response, JSONRPCResponse)
    assert isinstance(error, JSONRPCError)


def test_nesting_that_people_use_is_read() -> None:
    depth = 150
    line = b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":' + b"[" * depth + b"]" * depth + b"}}"

    assert isinstance(parse(line), JSONRPCRequest)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
envelopes = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | json_values,
        "id": json_values,
        "method": st.text() | json_values,
        "params": json_values,
        "result": json_values,
        "error": st.just({"code": 1, "message": "m"}) | json_values,
    },
)


# The first draw of text builds tables for a second, whatever the strategy.
@pytest.mark.rows("F56")
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=st.binary() | envelopes.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_a_message_or_one_error_object(line: bytes) -> None:
    read = parse(line)

    if isinstance(read, Refusal):
        written = encode(read.answer())
        assert json.loads(written)["error"]["code"] in {PARSE_ERROR, INVALID_REQUEST}
        assert "id" in json.loads(written)
    else:
        assert not isinstance(parse(encode(read).removesuffix(b"\n")), Refusal)


@given(chunks=st.lists(st.binary(max_size=12) | st.just(b"\n"), max_size=20))
def test_lines_come_out_whole_however_the_bytes_arrive(chunks: list[bytes]) -> None:
    splitter = LineSplitter(limit=8)

    found = [line for chunk in chunks for line in splitter.feed(chunk)]

    *ended, rest = b"".join(chunks).split(b"\n")
    assert [line for line in found if isinstance(line, bytes)] == [line for line in ended if len(line) <= 8]
    assert sum(isinstance(line, Refusal) for line in found) == sum(len(line) > 8 for line in [*ended, rest])
    assert splitter.rest() == (rest if len(rest) <= 8 else b"")


@pytest.mark.rows("F57", "M33")
def test_a_long_line_is_refused_before_it_ends_and_the_next_one_is_read() -> None:
    splitter = LineSplitter(limit=4)

    first = list(splitter.feed(b"abc"))
    refused = list(splitter.feed(b"de"))
    skipped = list(splitter.feed(b"f" * 100))
    after = list(splitter.feed(b"end\nnext\n"))

    assert (first, skipped, after) == ([], [], [b"next"])
    assert [line.code for line in refused if isinstance(line, Refusal)] == [INVALID_REQUEST]


@pytest.mark.rows("F56")
def test_lone_surrogates_are_replaced_and_pairs_are_joined() -> None:
    answer = JSONRPCResponse(jsonrpc="2.0", id=1, result={"text": "a\ud800b \ud83d\ude00 é"})

    line = encode(answer)

    assert json.loads(line)["result"] == {"text": "a\ufffdb 😀 é"}
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


def deep_list(depth: int) -> list[object]:
    outer: list[object] = []
    for _ in range(depth):
        outer = [outer]
    return outer


@pytest.mark.parametrize("value", [object(), b"\xff", deep_list(100_000)], ids=["object", "bytes", "deep"])
def test_an_answer_without_a_json_form_becomes_an_error_with_its_id(value: object) -> None:
    answer = JSONRPCResponse.model_construct(jsonrpc="2.0", id="call-1", result={"value": value})

    written = json.loads(encode(answer))

    assert (written["id"], written["error"]["code"]) == ("call-1", INTERNAL_ERROR)
