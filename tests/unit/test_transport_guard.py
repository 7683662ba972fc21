"""Nothing reaches the app but requests with the exact host, origin, token and content type."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from starlette.types import Message, Receive, Scope, Send

from handhold.errors import InvalidConfig
from handhold.frontends.mcp.disconnect import DISCONNECTED
from handhold.frontends.mcp.guard import TransportGuard, allowed_hosts, allowed_origins

PORT = 8765
TOKEN = "t" * 43
HOST = (b"host", b"127.0.0.1:8765")
AUTHORIZATION = (b"authorization", b"Bearer " + TOKEN.encode())
JSON = (b"content-type", b"application/json")
PATHS = ["/mcp", "/health", "/dashboard", "/static/app.js", "/nowhere"]

Headers = Sequence[tuple[bytes, bytes]]


@dataclass
class App:
    """An inner app that counts its requests and answers with headers it should not send."""

    requests: int = 0
    headers: list[tuple[bytes, bytes]] = field(
        default_factory=lambda: [
            (b"content-type", b"text/plain"),
            (b"Cache-Control", b"public"),
            (b"Access-Control-Allow-Origin", b"*"),
        ]
    )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"done"})


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key == name]


def guarded(app: App, *, token: str | None = TOKEN) -> TransportGuard:
    return TransportGuard(
        app, hosts=allowed_hosts("127.0.0.1", PORT), origins=allowed_origins("127.0.0.1", PORT), token=token
    )


async def ask(guard: TransportGuard, headers: Headers, *, method: str = "GET", path: str = "/mcp") -> Answer:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await guard({"type": "http", "method": method, "path": path, "headers": headers}, receive, send)
    return Answer(
        status=sent[0]["status"],
        headers=[(name.decode().lower(), value.decode()) for name, value in sent[0]["headers"]],
        body=b"".join(message["body"] for message in sent[1:]),
    )


@pytest.mark.rows("A01", "M40", "M41")
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "hosts",
    [
        [b"evil.com"],
        [b"evil.com:8765"],
        [b"localhost.evil.com:8765"],
        [b"127.0.0.1.nip.io:8765"],
        [b"localhost:evil.com"],
        [b"localhost:8765.evil.com"],
        [b"localhost"],
        [b"localhost:8766"],
        [b"localhost:08765"],
        [b"127.0.0.2:8765"],
        [b"0.0.0.0:8765"],
        [b"2130706433:8765"],
        [b"[::1]"],
        [b"::1:8765"],
        [b"[::2]:8765"],
        [b"user@localhost:8765"],
        [b" localhost:8765"],
        [b"localhost:8765,evil.com"],
        [b"localhost:8765\xff"],
        [b""],
        [],
        [b"localhost:8765", b"evil.com"],
        [b"localhost:8765", b"localhost:8765"],
    ],
)
async def test_a_foreign_host_is_refused_on_every_route_before_any_work(path: str, hosts: list[bytes]) -> None:
    app = App()

    answer = await ask(guarded(app), [*((b"host", host) for host in hosts), AUTHORIZATION], path=path)

    assert (answer.status, app.requests) == (421, 0)


@pytest.mark.rows("A01")
@pytest.mark.parametrize("host", [b"127.0.0.1:8765", b"localhost:8765", b"[::1]:8765", b"LocalHost:8765"])
async def test_every_loopback_name_with_our_port_is_ours(host: bytes) -> None:
    app = App()

    answer = await ask(guarded(app), [(b"host", host), AUTHORIZATION])

    assert (answer.status, app.requests) == (200, 1)


@pytest.mark.rows("A02", "M41")
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "origins",
    [
        [b"https://evil.com"],
        [b"null"],
        [b""],
        [b"http://localhost"],
        [b"http://localhost:1"],
        [b"http://localhost:8765@evil.com"],
        [b"http://localhost:8765.evil.com"],
        [b"https://localhost:8765"],
        [b"http://localhost:8765/"],
        [b"file://"],
        [b"chrome-extension://abc"],
        [b"*"],
        [b"http://localhost:8765", b"https://evil.com"],
    ],
)
async def test_a_foreign_origin_is_refused_even_with_the_token(path: str, origins: list[bytes]) -> None:
    app = App()
    headers = [HOST, AUTHORIZATION, *((b"origin", origin) for origin in origins)]

    answer = await ask(guarded(app), headers, path=path)

    assert (answer.status, app.requests) == (403, 0)


@pytest.mark.rows("A02")
@pytest.mark.parametrize("origin", [b"http://127.0.0.1:8765", b"http://localhost:8765", b"http://[::1]:8765"])
async def test_our_own_pages_may_ask(origin: bytes) -> None:
    answer = await ask(guarded(App()), [HOST, AUTHORIZATION, (b"origin", origin)])

    assert answer.status == 200


@pytest.mark.rows("A04")
@pytest.mark.parametrize(
    "shown",
    [
        [],
        [b""],
        [b"Bearer"],
        [b"Bearer "],
        [b"Bearer wrong"],
        [b"Bearer " + TOKEN[:-1].encode()],
        [b"Bearer " + TOKEN.encode() + b"t"],
        [b"Basic " + TOKEN.encode()],
        [TOKEN.encode()],
        [b"Bearer t\xff\xfe"],
        [b"Bearer wrong", b"Bearer " + TOKEN.encode()],
    ],
)
async def test_without_the_exact_token_nothing_is_done(shown: list[bytes]) -> None:
    app = App()

    answer = await ask(guarded(app), [HOST, *((b"authorization", value) for value in shown)])

    assert (answer.status, app.requests) == (401, 0)
    assert answer.values("www-authenticate") == ["Bearer"]
    assert "Authorization: Bearer" in json.loads(answer.body)["error"]
    assert TOKEN not in answer.body.decode()


@pytest.mark.rows("A04")
async def test_the_health_route_alone_needs_no_token() -> None:
    app = App()
    guard = guarded(app)

    health = await ask(guard, [HOST], path="/health")
    others = [await ask(guard, [HOST], path=path) for path in ("/health/", "/health/../mcp", "/healthy", "//health")]

    assert health.status == 200
    assert [answer.status for answer in others] == [401] * 4
    assert app.requests == 1


@pytest.mark.rows("A04")
async def test_a_guard_without_token_asks_for_none_but_an_empty_one_is_a_mistake() -> None:
    assert (await ask(guarded(App(), token=None), [HOST])).status == 200
    with pytest.raises(InvalidConfig):
        guarded(App(), token="  ")


@pytest.mark.rows("A07")
@pytest.mark.parametrize(
    "types",
    [
        [],
        [b"text/plain"],
        [b"application/x-www-form-urlencoded"],
        [b"multipart/form-data; boundary=x"],
        [b"text/plain; application/json"],
        [b"application/jsonp"],
        [b"text/plain, application/json"],
        [b"application/json", b"text/plain"],
    ],
)
async def test_a_post_that_a_form_could_send_is_refused(types: list[bytes]) -> None:
    app = App()
    headers = [HOST, AUTHORIZATION, *((b"content-type", value) for value in types)]

    answer = await ask(guarded(app), headers, method="POST")

    assert (answer.status, app.requests) == (415, 0)


@pytest.mark.rows("A07")
@pytest.mark.parametrize("value", [b"application/json", b"application/json; charset=utf-8", b"Application/JSON"])
async def test_a_post_of_json_passes(value: bytes) -> None:
    answer = await ask(guarded(App()), [HOST, AUTHORIZATION, (b"content-type", value)], method="POST")

    assert answer.status == 200


@pytest.mark.rows("A08")
@pytest.mark.parametrize("origin", [b"https://evil.com", b"null", b"http://localhost:8765"])
@pytest.mark.parametrize("path", PATHS)
async def test_a_preflight_is_never_allowed(origin: bytes, path: str) -> None:
    headers = [HOST, (b"origin", origin), (b"access-control-request-method", b"POST")]

    answer = await ask(guarded(App()), headers, method="OPTIONS", path=path)

    assert [name for name, _ in answer.headers if name.startswith("access-control-")] == []
    assert answer.status in {401, 403} or path == "/health"


@pytest.mark.rows("A08", "A09")
@pytest.mark.parametrize(
    ("headers", "method"),
    [
        ([], "GET"),
        ([HOST, (b"origin", b"null")], "GET"),
        ([HOST], "GET"),
        ([HOST, AUTHORIZATION], "POST"),
        ([HOST, AUTHORIZATION], "GET"),
        ([HOST, AUTHORIZATION, JSON], "POST"),
    ],
    ids=["421", "403", "401", "415", "200", "200 for POST"],
)
async def test_every_response_stays_out_of_frames_caches_and_other_origins(headers: Headers, method: str) -> None:
    answer = await ask(guarded(App()), headers, method=method)

    assert answer.values("x-content-type-options") == ["nosniff"]
    assert answer.values("content-security-policy") == ["default-src 'none'; frame-ancestors 'none'"]
    assert answer.values("cache-control") == ["no-store"]
    assert answer.values("referrer-policy") == ["no-referrer"]
    assert answer.values("access-control-allow-origin") == []


@pytest.mark.rows("A09")
async def test_an_app_with_its_own_policy_still_cannot_be_framed() -> None:
    app = App(headers=[(b"content-security-policy", b"default-src 'self'")])

    answer = await ask(guarded(app), [HOST, AUTHORIZATION])

    assert answer.values("content-security-policy") == ["default-src 'self'", "frame-ancestors 'none'"]


async def test_refusals_are_small_json_with_the_next_move() -> None:
    answer = await ask(guarded(App()), [])

    assert answer.values("content-type") == ["application/json"]
    assert answer.values("content-length") == [str(len(answer.body))]
    assert "address and port" in json.loads(answer.body)["error"]


@pytest.mark.rows("A01")
async def test_a_websocket_is_closed_before_it_opens() -> None:
    app = App()
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await guarded(app)({"type": "websocket", "path": "/mcp", "headers": [HOST, AUTHORIZATION]}, receive, send)

    assert ([message["type"] for message in sent], app.requests) == (["websocket.close"], 0)


def test_the_allowed_names_follow_the_bind_address() -> None:
    loopback = {"127.0.0.1:9", "localhost:9", "[::1]:9"}

    assert allowed_hosts("127.0.0.1", 9) == allowed_hosts("localhost", 9) == allowed_hosts("::1", 9) == loopback
    assert allowed_hosts("0.0.0.0", 9) == loopback
    assert allowed_hosts("127.0.0.5", 9) == loopback | {"127.0.0.5:9"}
    assert allowed_hosts("192.168.1.5", 9) == {"192.168.1.5:9"}
    assert allowed_hosts("fe80::1", 9) == {"[fe80::1]:9"}
    assert "localhost" in allowed_hosts("localhost", 80)
    assert allowed_origins("localhost", 9) == {f"http://{host}" for host in loopback}


@dataclass
class Exchange:
    """One POST through the guard, with a client that leaves when told to."""

    app: Inner
    messages: asyncio.Queue[Message] = field(default_factory=asyncio.Queue[Message])
    sent: list[Message] = field(default_factory=list[Message])
    is_broken: bool = False

    async def receive(self) -> Message:
        return await self.messages.get()

    async def send(self, message: Message) -> None:
        if self.is_broken:
            raise BrokenPipeError
        self.sent.append(message)

    async def run(self) -> None:
        guard = TransportGuard(self.app, hosts=allowed_hosts("127.0.0.1", PORT), origins=frozenset(), token=None)
        scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": [HOST, JSON], "state": {"mine": 1}}
        await guard(scope, self.receive, self.send)


@dataclass
class Inner:
    """An app that reads its body, then acts as told, with the event it was given."""

    is_listening: bool = False
    received: list[Message] = field(default_factory=list[Message])
    started: asyncio.Event = field(default_factory=asyncio.Event)
    answer_now: asyncio.Event = field(default_factory=asyncio.Event)
    event: asyncio.Event = field(default_factory=asyncio.Event)
    state: dict[str, object] = field(default_factory=dict[str, object])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.state, self.event = scope["state"], scope["state"][DISCONNECTED]
        while True:
            self.received.append(message := await receive())
            if message["type"] == "http.disconnect" or not message["more_body"]:
                break
        self.started.set()
        if self.is_listening:
            self.received.append(await receive())
        await self.answer_now.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


LAST_PART: Message = {"type": "http.request", "body": b"{}", "more_body": False}
GONE: Message = {"type": "http.disconnect"}


@pytest.mark.rows("F55", "M42")
@pytest.mark.parametrize("is_listening", [False, True], ids=["nobody listens", "the app listens"])
async def test_a_client_that_leaves_during_the_call_is_noticed_and_the_app_misses_nothing(is_listening: bool) -> None:
    app = Inner(is_listening=is_listening)
    exchange = Exchange(app)
    running = asyncio.create_task(exchange.run())
    exchange.messages.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
    exchange.messages.put_nowait(LAST_PART)
    await app.started.wait()
    assert not app.event.is_set()

    exchange.messages.put_nowait(GONE)
    await asyncio.wait_for(app.event.wait(), 1)
    app.answer_now.set()
    await running

    assert [message.get("body") for message in app.received][:2] == [b"{", b"{}"]
    assert (GONE in app.received) == is_listening
    assert app.state["mine"] == 1


@pytest.mark.rows("F55")
async def test_a_client_that_leaves_within_its_own_body_is_noticed() -> None:
    app = Inner()
    exchange = Exchange(app)
    exchange.messages.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
    exchange.messages.put_nowait(GONE)
    app.answer_now.set()

    await exchange.run()

    assert app.event.is_set()


@pytest.mark.rows("F55")
async def test_a_failed_send_counts_as_a_disconnect() -> None:
    app = Inner()
    exchange = Exchange(app, is_broken=True)
    exchange.messages.put_nowait(LAST_PART)
    app.answer_now.set()

    with pytest.raises(BrokenPipeError):
        await exchange.run()

    assert app.event.is_set()


@pytest.mark.rows("F55")
async def test_a_complete_answer_is_no_disconnect_and_leaves_no_task_behind() -> None:
    app = Inner()
    exchange = Exchange(app)
    before = asyncio.all_tasks()
    exchange.messages.put_nowait(LAST_PART)
    running = asyncio.create_task(exchange.run())
    await app.started.wait()

    app.answer_now.set()
    await running
    exchange.messages.put_nowait(GONE)
    left = asyncio.all_tasks() - before
    await asyncio.wait(left, timeout=1) if left else None

    assert not app.event.is_set()
    assert asyncio.all_tasks() <= before
    assert exchange.messages.qsize() == 1
