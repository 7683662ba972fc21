"""Attacks on the HTTP server: foreign hosts and origins, pages in our own browser, no token, other interfaces."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.http_server import HANDSHAKE_ERA, Answer, HttpClient, HttpServer, serving_http
from tests.support.server_process import COMMAND, environment
from tests.support.site import Site

ROUTES = [("GET", "/health"), ("GET", "/mcp"), ("POST", "/mcp"), ("DELETE", "/mcp"), ("GET", "/"), ("OPTIONS", "/mcp")]
CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tabs","arguments":{}}}'
FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "localhost.evil.example:{port}",
    "127.0.0.1.nip.example:{port}",
    "localhost:evil.example",
    "localhost:{port}.evil.example",
    "localhost:1",
    "localhost",
    "127.0.0.1",
    "[::2]:{port}",
    "0.0.0.0:{port}",
    "localhost:{port}@evil.example",
    "",
]
FOREIGN_ORIGINS = [
    "https://evil.example",
    "http://evil.example:{port}",
    "null",
    "http://localhost:1",
    "http://localhost:80@evil.example",
    "http://localhost:{port}@evil.example",
    "http://localhost:{port}.evil.example",
    "https://localhost:{port}",
    "file://",
    "http://127.0.0.1",
    "",
]


@pytest.fixture(scope="module")
def http_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    with serving_http(tmp_path_factory.mktemp("http")) as server:
        yield server


@pytest.fixture(autouse=True)
def still_serves_its_own_clients(http_server: HttpServer) -> Generator[None]:
    yield
    assert http_server.process.poll() is None
    answer = HttpClient.of(http_server, HANDSHAKE_ERA).call("list_tabs", {})
    assert answer["ok"], answer


def attempt(server: HttpServer, route: tuple[str, str], headers: list[tuple[str, str]]) -> Answer:
    method, path = route
    return server.exchange(method, path, headers, CALL if method == "POST" else b"")


def assert_nothing_given(answer: Answer, statuses: set[int]) -> None:
    assert answer.status in statuses, answer
    assert b"jsonrpc" not in answer.body
    assert b"handhold" not in answer.body
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert "frame-ancestors 'none'" in answer.headers.get("content-security-policy", "") or answer.status == 400


@pytest.mark.rows("A01")
@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_foreign_host_gets_nothing_on_any_route(host: str, route: tuple[str, str], http_server: HttpServer) -> None:
    headers = {**http_server.own_headers(), "Host": host.format(port=http_server.port)}

    answer = attempt(http_server, route, list(headers.items()))

    assert_nothing_given(answer, {400, 421})


@pytest.mark.rows("A01")
@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_two_hosts_or_none_get_nothing(route: tuple[str, str], http_server: HttpServer) -> None:
    own = list(http_server.own_headers().items())

    twice = attempt(http_server, route, [*own, ("Host", "evil.example")])
    never = attempt(http_server, route, own[1:])

    assert_nothing_given(twice, {400, 421})
    assert_nothing_given(never, {400, 421})


@pytest.mark.rows("A02")
@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_foreign_origin_gets_nothing_on_any_route(
    origin: str, route: tuple[str, str], http_server: HttpServer
) -> None:
    headers = {**http_server.own_headers(), "Origin": origin.format(port=http_server.port)}

    answer = attempt(http_server, route, list(headers.items()))

    assert_nothing_given(answer, {403})


@pytest.mark.rows("A03")
def test_a_page_in_the_automated_browser_can_read_nothing_of_our_port(http_server: HttpServer, site: Site) -> None:
    client = HttpClient.of(http_server, HANDSHAKE_ERA)
    url = site / f"attack-port.html?port={http_server.port}"

    answer = client.call("nav_goto", {"url": url, "assert": {"titleIncludes": "read "}})

    assert answer["ok"], answer
    assert answer["result"]["title"] == "read 0 characters"


@pytest.mark.rows("A03", "A04")
def test_a_page_cannot_open_the_tools_by_going_there(http_server: HttpServer) -> None:
    client = HttpClient.of(http_server, HANDSHAKE_ERA)

    answer = client.call("nav_goto", {"url": f"http://{http_server.address}/mcp"})

    assert answer["result"]["status"] == 401, answer


@pytest.mark.rows("A04")
@pytest.mark.parametrize("route", [route for route in ROUTES if route[1] != "/health"], ids=" ".join)
def test_without_the_right_token_nothing_is_given(route: tuple[str, str], http_server: HttpServer) -> None:
    token = http_server.token
    wrong = [
        "",
        "Bearer",
        f"Bearer {token[:-1]}",
        f"Bearer {token}x",
        f"Bearer {token.swapcase()}",
        f"Basic {token}",
        token,
        "Bearer null",
        f"Bearer {'A' * len(token)}",
        f"Bearer {token},{token}",
    ]
    own = {name: value for name, value in http_server.own_headers().items() if name != "Authorization"}

    answers = [
        attempt(http_server, route, list(own.items())),
        *(attempt(http_server, route, [*own.items(), ("Authorization", value)]) for value in wrong),
        attempt(http_server, route, [*own.items(), *[("Authorization", f"Bearer {token}")] * 2]),
        attempt(http_server, (route[0], f"{route[1]}?token={token}"), list(own.items())),
    ]

    for answer in answers:
        assert_nothing_given(answer, {401})
        assert token.encode() not in answer.body


@pytest.mark.rows("A04")
def test_the_token_is_long_and_readable_by_its_owner_only(http_server: HttpServer) -> None:
    file = http_server.folder / "config" / "token"

    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0
    assert len(http_server.token) >= 43  # 256 bits in base 64


@pytest.mark.rows("A05")
@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "0.0.0.0:0 --no-token"])
def test_other_interfaces_are_refused_at_the_start(address: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--http", *address.split()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        text=True,
        timeout=10,
        check=False,
    )

    assert done.returncode == 2, done
    assert "not a loopback address" in done.stderr
    assert done.stdout == ""
