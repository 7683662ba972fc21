"""Lines that are no message, sent to the real server: one error for each, in order, and the next call works."""

from __future__ import annotations

import random

import pytest

from tests.support.health import Health
from tests.support.promises import promised
from tests.support.server_process import Json, ServerProcess
from tests.support.site import Site

SEED = 56
RANDOM_LINES = 200
BAD_LINES: list[tuple[bytes, int, str | int | None]] = [
    (b"this is not JSON", -32700, None),
    (b"", -32700, None),
    (b'[{"jsonrpc":"2.0","id":"b1","method":"ping"}]', -32600, None),
    (b'{"id":"b2","method":"ping"}', -32600, "b2"),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":"b3","method":"tools/call","params":"x"}', -32600, "b3"),
    (b"[" * 100_000 + b"]" * 100_000, -32700, None),
    (b'{"jsonrpc":"2.0","id":"b4","method":"ping","params":{"n":' + b"9" * 5_000 + b"}}", -32700, None),
    (b'{"jsonrpc":"2.0","id":"b5","method":"ping","params":{"s":"\\ud800"}}', -32700, None),
    (b'{"jsonrpc":"2.0","id":"b6","method":"ping","params":{"s":"\xff"}}', -32700, None),
]


def answers_after(server: ServerProcess, lines: list[bytes]) -> list[Json]:
    """What came for the lines, once a good request after them has been answered in time."""
    server.stray.clear()
    for line in lines:
        server.send_line(line)
    server.request("tools/list").answer.result(promised(1))
    return list(server.stray)


@pytest.mark.rows("F56")
def test_each_bad_line_is_answered_once_and_in_order(server: ServerProcess, site: Site, health_oracle: Health) -> None:
    answers = answers_after(server, [line for line, _, _ in BAD_LINES])

    assert [(answer["error"]["code"], answer["id"]) for answer in answers] == [
        (code, request_id) for _, code, request_id in BAD_LINES
    ]


@pytest.mark.rows("F56")
def test_random_bytes_are_answered_line_by_line(server: ServerProcess, site: Site, health_oracle: Health) -> None:
    chance = random.Random(SEED)
    lines = [chance.randbytes(chance.randrange(1, 300)).replace(b"\n", b"\0") for _ in range(RANDOM_LINES)]

    answers = answers_after(server, lines)

    assert [answer["error"]["code"] for answer in answers] == [-32700] * RANDOM_LINES


@pytest.mark.rows("F56")
def test_bad_lines_during_a_call_do_not_disturb_it(server: ServerProcess, site: Site, health_oracle: Health) -> None:
    pending = server.begin("nav_goto", {"url": site / "slow?ms=500&to=plain.html"})

    answers = answers_after(server, [line for line, _, _ in BAD_LINES])

    assert len(answers) == len(BAD_LINES)
    assert pending.envelope()["result"]["title"] == "Plain"
