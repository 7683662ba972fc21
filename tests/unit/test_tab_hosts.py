"""The host of a URL is the one a browser would write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.tabs import host_of


@pytest.mark.rows("R400")
@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Example.COM/Path", "example.com"),
        ("HTTP://EXAMPLE.COM", "example.com"),
        ("https://example.com.:8443/", "example.com.:8443"),
        ("https://a_b.example/", "a_b.example"),
        ("http://ex%41mple.com/", "example.com"),
        ("http:\\\\example.com\\path", "example.com"),
        ("  https://example.com/  ", "example.com"),
        ("https://example.com?query", "example.com"),
        ("https://example.com#@other.example", "example.com"),
    ],
)
def test_the_host_is_normalised(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://example.com:80/", "example.com"),
        ("https://example.com:443/", "example.com"),
        ("http://example.com:443/", "example.com:443"),
        ("http://localhost:3000/a", "localhost:3000"),
        ("http://example.com:/", "example.com"),
        ("http://example.com:0/", "example.com:0"),
        ("http://example.com:00080/", "example.com"),
    ],
)
def test_only_a_port_that_is_not_the_default_is_kept(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://bücher.example/", "xn--bcher-kva.example"),
        ("https://BÜCHER.example/", "xn--bcher-kva.example"),
        ("https://faß.de/", "xn--fa-hia.de"),
        ("https://☃.net/", "xn--n3h.net"),
        ("http://%E2%98%83.net/", "xn--n3h.net"),
        ("http://日本。jp/", "xn--wgv71a.jp"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
    ],
)
def test_an_international_name_becomes_punycode(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://[::1]:3000/", "[::1]:3000"),
        ("http://[2001:DB8::0:1]/", "[2001:db8::1]"),
        ("http://[::ffff:1.2.3.4]/", "[::ffff:102:304]"),
        ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://2130706433/", "127.0.0.1"),
    ],
)
def test_an_address_has_one_spelling(url: str, host: str) -> None:
    assert host_of(url) == host


def test_a_user_name_and_password_are_no_part_of_the_host() -> None:
    assert host_of("https://user:pa@ss@example.com:8443/x") == "example.com:8443"


@pytest.mark.rows("R404")
@pytest.mark.parametrize(
    "url",
    [
        "chrome://version/",
        "about:blank",
        "file:///etc/hosts",
        "data:text/html,<p>",
        "blob:https://example.com/1",
        "view-source:https://example.com/",
        "ftp://example.com/",
        "javascript:alert(1)",
        "",
        "example.com",
        "http://",
        "http://:80/",
        "http://user@/",
        "http://ex ample.com/",
        "http://ex%2fample.com/",
        "http://%ff.com/",
        "http://a\ud800b.com/",
        "http://example.com:65536/",
        "http://example.com:http/",
        "http://example.com:１２/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://[::1",
        "http://[1::2::3]/",
        "http://[fe80::1%25eth0]/",
    ],
)
def test_a_url_that_is_not_valid_or_not_http_has_no_host(url: str) -> None:
    assert host_of(url) == ""


@given(st.one_of(st.text(), st.text().map("http://{}".format), st.text().map("https://a:{}".format)))
def test_any_text_has_a_host_of_one_plain_line_or_none(url: str) -> None:
    host = host_of(url)

    assert host.isascii()
    assert host == host.lower()
    assert not any(character.isspace() for character in host)
