"""A real server process on its standard streams: bad lines, long lines, noise, silence and endings."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.support.promises import promised

CHILD = Path(__file__).with_name("stdio_child.py")
MEBIBYTE = 1024 * 1024
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": "init",
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}

BAD_LINES: list[tuple[bytes, int, str | int | None]] = [
    (b"this is not JSON", -32700, None),
    (b"", -32700, None),
    (b"  \r", -32700, None),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
    (b'{"id":101,"method":"ping"}', -32600, 101),
    (b'{"jsonrpc":"1.0","id":"b","method":"ping"}', -32600, "b"),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":102,"method":"ping","params":"x"}', -32600, 102),
    (b'{"jsonrpc":"2.0","id":103}', -32600, 103),
    (b"[" * 100_000 + b"]" * 100_000, -32700, None),
    (b'{"jsonrpc":"2.0","id":104,"method":"ping","params":{"n":' + b"9" * 5_000 + b"}}", -32700, None),
    (b'{"jsonrpc":"2.0","id":105,"method":"ping","params":{"s":"\\ud800"}}', -32700, None),
    (b'{"jsonrpc":"2.0","id":106,"method":"ping","params":{"s":"\xff"}}', -32700, None),
    (b'{"jsonrpc":"2.0","id":107,"method":"ping","params":{"n":NaN}}', -32700, None),
    (b'{"jsonrpc":"2.0","id":108,"id":109,"method":"ping"}', -32700, None),
    (b"\x00\x01\x02\xfe\xff", -32700, None),
]


class Client:
    """The other end of the server's streams, byte by byte."""

    def __init__(self, process: subprocess.Popen[bytes], *, to_server: int, from_server: int) -> None:
        self.process = process
        self.to_server = to_server
        self.from_server = from_server
        self._held = b""

    def send(self, *lines: bytes | dict[str, Any]) -> None:
        data = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
        self.send_raw(data)

    def send_raw(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(self.to_server, left) :]

    def receive(self, *, within: float = 10.0) -> Any:
        """The next line, which must be JSON."""
        end = time.monotonic() + within
        while b"\n" not in self._held:
            ready, _, _ = select.select([self.from_server], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"no line within {within} s; held {self._held[:200]!r}"
            chunk = os.read(self.from_server, MEBIBYTE)
            assert chunk, f"the server ended; held {self._held[:200]!r}"
            self._held += chunk
        line, _, self._held = self._held.partition(b"\n")
        return json.loads(line)

    def rest(self) -> bytes:
        """Everything up to the end of the stream."""
        while chunk := os.read(self.from_server, MEBIBYTE):
            self._held += chunk
        return self._held

    def initialize(self) -> None:
        self.send(INITIALIZE)
        assert self.receive()["id"] == "init"
        self.send(INITIALIZED)

    def call(self, request_id: int, **arguments: Any) -> None:
        params = {"name": "do", "arguments": arguments}
        self.send({"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params})

    def assert_healthy(self) -> None:
        self.send({"jsonrpc": "2.0", "id": "health", "method": "ping"})
        assert self.receive(within=promised(1.0))["id"] == "health"

    def memory(self) -> int:
        return psutil.Process(self.process.pid).memory_info().rss


def text_of(answer: Any) -> str:
    return answer["result"]["content"][0]["text"]


@contextmanager
def started(*arguments: str) -> Generator[Client]:
    command = [sys.executable, str(CHILD), *arguments]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        try:
            yield Client(process, to_server=process.stdin.fileno(), from_server=process.stdout.fileno())
        finally:
            process.kill()


@pytest.fixture
def client() -> Iterator[Client]:
    with started() as client:
        client.initialize()
        yield client


@pytest.mark.rows("F56", "M31", "M32")
def test_every_bad_line_gets_one_error_and_the_next_request_its_answer(client: Client) -> None:
    for line, code, request_id in BAD_LINES:
        client.send(line)

        answer = client.receive(within=promised(1.0))

        assert (answer["error"]["code"], answer["id"]) == (code, request_id), line[:80]
        client.assert_healthy()


@pytest.mark.rows("F56")
def test_errors_of_many_bad_lines_at_once_keep_their_order(client: Client) -> None:
    client.send(*(line for line, _, _ in BAD_LINES), *(line for line, _, _ in BAD_LINES))

    answers = [client.receive(within=promised(2.0)) for _ in range(2 * len(BAD_LINES))]

    assert [(answer["error"]["code"], answer["id"]) for answer in answers] == [
        (code, request_id) for _, code, request_id in [*BAD_LINES, *BAD_LINES]
    ]
    client.assert_healthy()


@pytest.mark.rows("F56")
def test_bad_lines_before_the_handshake_are_answered_too() -> None:
    with started() as client:
        client.send(b"hello")

        assert client.receive()["error"]["code"] == -32700
        client.initialize()
        client.assert_healthy()


@pytest.mark.rows("F57", "M33")
@pytest.mark.parametrize("size", [5, 64], ids=["5 MiB", "64 MiB"])
def test_a_long_line_is_refused_at_once_and_not_kept(client: Client, size: int) -> None:
    before = client.memory()
    start = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"do","arguments":{"a":"'

    client.send_raw(start + b"x" * 5 * MEBIBYTE)
    refusal = client.receive(within=promised(1.0))
    for _ in range(size - 5):
        client.send_raw(b"x" * MEBIBYTE)
    client.send_raw(b'"}}}\n')

    assert (refusal["error"]["code"], refusal["id"]) == (-32600, None)
    client.assert_healthy()
    assert client.memory() - before < 50 * MEBIBYTE


@pytest.mark.rows("F57")
def test_a_line_just_under_the_limit_is_served(client: Client) -> None:
    client.call(1, filler="x" * (4 * MEBIBYTE - 200))

    assert text_of(client.receive()) == "ok"


@pytest.mark.rows("M38")
def test_prints_and_children_never_reach_the_wire(client: Client) -> None:
    client.call(1, what="noise")

    assert text_of(client.receive()) == "made noise"
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.rest() == b""
    assert client.process.stderr is not None
    stderr = client.process.stderr.read().decode()
    assert "a stray print" in stderr
    assert "a stray child\nread ''" in stderr
    assert "stray words after the end" in stderr


@pytest.mark.rows("F56")
def test_a_lone_surrogate_in_an_answer_is_replaced_and_the_server_goes_on(client: Client) -> None:
    client.call(1, what="surrogate")

    assert text_of(client.receive()) == "lone \ufffd half"
    client.assert_healthy()


@pytest.mark.rows("F51", "M36")
@pytest.mark.parametrize("calls", [0, 3], ids=["idle", "with calls under way"])
def test_the_end_of_stdin_ends_the_process(client: Client, calls: int) -> None:
    for number in range(calls):
        client.call(number, what="wait")
    client.assert_healthy()
    assert client.process.stdin is not None

    client.process.stdin.close()

    assert client.process.wait(timeout=promised(2)) == 0


@pytest.mark.rows("F51")
def test_a_last_line_without_newline_is_served_before_the_end() -> None:
    with started() as client:
        assert client.process.stdin is not None
        client.send_raw(b"not JSON")
        client.process.stdin.close()

        assert client.receive()["error"]["code"] == -32700
        assert client.process.wait(timeout=promised(2)) == 0


@pytest.mark.rows("F51", "M37")
def test_an_interrupt_ends_the_process_while_stdin_stays_open(client: Client) -> None:
    client.call(1, what="wait")
    client.assert_healthy()

    client.process.send_signal(signal.SIGINT)

    client.process.wait(timeout=promised(3))


@pytest.mark.rows("F53")
def test_a_client_that_closes_its_reading_end_ends_the_process(client: Client) -> None:
    assert client.process.stdout is not None

    client.process.stdout.close()
    client.call(1)

    assert client.process.wait(timeout=promised(2)) == 0


@pytest.mark.rows("F53")
def test_a_client_that_stops_reading_costs_bounded_memory_and_then_the_connection() -> None:
    with started("2.0") as client:
        client.initialize()
        client.assert_healthy()
        before = client.memory()

        for number in range(200):
            client.call(number, what="big", size=MEBIBYTE)
        highest = before
        while client.process.poll() is None:
            highest = max(highest, client.memory())
            select.select([], [], [], 0.02)

        assert client.process.returncode == 0
        assert highest - before < 50 * MEBIBYTE


@pytest.mark.rows("F53")
def test_a_client_that_reads_late_gets_every_answer(client: Client) -> None:
    for number in range(60):
        client.call(number, what="big", size=MEBIBYTE)

    answers = [client.receive() for _ in range(60)]

    assert {answer["id"] for answer in answers} == set(range(60))
    assert {len(text_of(answer)) for answer in answers} == {MEBIBYTE}
    client.assert_healthy()


@pytest.mark.rows("F51")
def test_a_client_that_reads_nothing_cannot_delay_the_end(client: Client) -> None:
    for number in range(20):
        client.call(number, what="big", size=MEBIBYTE)
    assert client.process.stdin is not None

    client.process.stdin.close()

    assert client.process.wait(timeout=promised(5)) == 0


def test_sockets_and_one_socket_for_both_directions_work() -> None:
    for is_shared in (False, True):
        ours, theirs = socket.socketpair()
        other, their_other = (ours, theirs) if is_shared else socket.socketpair()
        with ours, theirs, other, their_other:
            process = subprocess.Popen([sys.executable, str(CHILD)], stdin=theirs.fileno(), stdout=their_other.fileno())
            theirs.close()
            their_other.close()
            with process:
                client = Client(process, to_server=ours.fileno(), from_server=other.fileno())
                client.initialize()
                client.send(b"bad")
                assert client.receive()["error"]["code"] == -32700
                client.call(1, what="big", size=3 * MEBIBYTE)
                assert len(text_of(client.receive())) == 3 * MEBIBYTE
                client.assert_healthy()
                ours.shutdown(socket.SHUT_WR)
                assert process.wait(timeout=promised(2)) == 0


def test_files_on_both_sides_work(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(json.dumps(INITIALIZE).encode() + b"\nbad")

    with (tmp_path / "in").open("rb") as stdin, (tmp_path / "out").open("wb") as stdout:
        subprocess.run([sys.executable, str(CHILD)], stdin=stdin, stdout=stdout, check=True, timeout=10)

    answers = [json.loads(line) for line in (tmp_path / "out").read_bytes().splitlines()]
    assert {answer["id"] for answer in answers} == {"init", None}


def test_a_null_device_as_stdin_is_an_end_at_once() -> None:
    done = subprocess.run(
        [sys.executable, str(CHILD)], stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=10
    )

    assert done.stdout == b""


def test_a_terminal_works_and_keeps_its_flags() -> None:
    controller, terminal = pty.openpty()
    process = subprocess.Popen([sys.executable, str(CHILD)], stdin=terminal, stdout=terminal, stderr=subprocess.PIPE)
    with process:
        client = Client(process, to_server=controller, from_server=controller)
        client.send(b"bad")

        echo_and_answer = b""
        while b"-32700" not in echo_and_answer:
            assert select.select([controller], [], [], 10)[0]
            echo_and_answer += os.read(controller, 4096)

        assert os.get_blocking(terminal)
        client.send_raw(b"\x04")
        assert process.wait(timeout=promised(2)) == 0
    os.close(terminal)
    os.close(controller)


def test_closed_standard_streams_are_named() -> None:
    command = f'exec "{sys.executable}" "{CHILD}" <&-'

    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False, timeout=10)

    assert done.returncode == 1
    assert b"standard input or output is closed" in done.stderr
