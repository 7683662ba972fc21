"""What is taken out of headers, URLs and bodies before anybody reads them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.logs.masks import (
    MASK,
    SECRET_CODES,
    is_secret_name,
    mask_body,
    mask_request_header,
    mask_response_header,
    mask_text,
    mask_url,
)
from handhold.services.logs.shapes import shape_of

CANARY = "canary-7Q2x"


@pytest.mark.parametrize(
    "name",
    [
        "password", "newPassword", "user_password", "userpassword", "passwd", "PWD", "secret", "client_secret", "token",
        "accessToken", "refresh_token", "authToken", "csrf-token", "_csrf", "XSRF-TOKEN", "Authorization", "x-api-key",
        "apiKey", "apikey", "API_KEY", "AWSSecretAccessKey", "cookie", "Set-Cookie", "sessionId", "PHPSESSID", "sid",
        "signature", "jwt", "otp", "pin", "cvv", "card[number]", "cardNumber", "mnemonic", "seedPhrase", "privateKey",
        "one-time-code", "recovery_phrase", "verificationCode", "verification__code",
        "security - code", "2fa_code", "smsCode", "smscode", "sms_code", "securityCode",
        "auth-code", "confirmation_code", "accessCode", "sign_in_code", "two-factor-code",
    ],
)  # fmt: skip
def test_names_that_open_doors_are_known(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    ["name", "author", "authored", "passenger", "tokenizer", "keyboard", "key", "monkey", "design", "spinner",
     "secretary", "status", "code", "cards", "seeds", "accept", "x-request-id", "",
     "postal_code", "zipCode", "countryCode", "promo_code", "discountCode", "coupon-code", "productCode", "areaCode",
     "sourceCode", "statusCode"],
)  # fmt: skip
def test_other_names_are_left_alone(name: str) -> None:
    assert not is_secret_name(name)


def test_the_page_and_the_logs_know_the_same_codes() -> None:
    page = (Path(__file__).parents[2] / "page/src/controls/words.js").read_text(encoding="utf-8")

    assert f"/{SECRET_CODES.pattern}/i;" in page


@pytest.mark.parametrize(
    "text",
    [
        f"https://shop.example/cb?token={CANARY}&page=2",
        f"https://shop.example/cb?page=2&access_token={CANARY}#top",
        f"https://shop.example/cb#id_token={CANARY}",
        f"https://ada:{CANARY}@shop.example/",
        f"https://shop.example/cb?code={CANARY}-and-longer&state=1",
        f"https://shop.example/login?next=%2Fcb%3Ftoken%3D{CANARY}",
        f"https://shop.example/?q=%7B%22apiKey%22%3A%22{CANARY}%22%7D",
        f"https://shop.example/?q=%257B%2522apiKey%2522%253A%2522{CANARY}%2522%257D",
        f"Authorization: Bearer {CANARY}",
        f"sent Bearer {CANARY} to the server",
        f"{{password: {CANARY}, name: Ada}}",
        f"{{seedPhrase: one two {CANARY}, name: Ada}}",
        f'{{"password" : "{CANARY}"}}',
        f'{{"password":"a\\"{CANARY}"}}',
        f"const apiKey = '{CANARY}'",
        f"apiKey=`{CANARY}`",
        f'"{{\\"api_key\\":\\"{CANARY}\\"}}"',
        f"found: password={CANARY}",
        f'<input type="hidden" name="csrf_token" value="{CANARY}">',
        f'<input value="{CANARY}" type=password>',
        f"<meta name='csrf-token' content='{CANARY}'>",
        f"eyJhbGciOiJIUzI1NiJ9.{CANARY}.sig",
    ],
)
def test_credentials_in_text_are_masked(text: str) -> None:
    masked = mask_text(text)

    assert CANARY not in masked
    assert MASK in masked or "ada" not in masked


@pytest.mark.parametrize(
    "text",
    [
        "TypeError: cannot read properties of undefined (reading 'name')",
        "https://shop.example/tea?page=2&sort=price#top",
        "GET http://127.0.0.1:8080/app.js net::ERR_FAILED",
        '{"code":"MM_BLOCKED","message":"no","items":[1,2]}',
        "<p>Author: Ada</p><input name=city value=Ulm>",
    ],
)
def test_other_text_is_as_it_was(text: str) -> None:
    assert mask_text(text) == text


def test_json_is_masked_by_its_members_however_deep() -> None:
    body = json.dumps({"a": [{"tokens": ["x", CANARY]}], "user": {"password": {"old": CANARY}}, "n": 1})

    masked = json.loads(mask_body(body))

    assert masked == {"a": [{"tokens": MASK}], "user": {"password": MASK}, "n": 1}


def test_json_that_was_cut_is_masked_as_text() -> None:
    masked = mask_body(f'{{"list":[{{"token":"{CANARY}"}},{{"token":"{CANARY}')

    assert CANARY not in masked


@pytest.mark.parametrize("name", ["Authorization", "Cookie", "X-Api-Key", "X-What-Was-Typed", "Proxy-Authorization"])
def test_a_request_header_that_is_not_a_standard_one_is_masked(name: str) -> None:
    assert mask_request_header(name, CANARY) == MASK


def test_standard_headers_are_shown_without_credentials() -> None:
    assert mask_request_header("Accept", "*/*") == "*/*"
    assert mask_request_header("referer", f"http://shop/?token={CANARY}") == f"http://shop/?token={MASK}"
    assert mask_response_header("content-type", "text/html") == "text/html"
    assert mask_response_header("set-cookie", f"sid={CANARY}; Path=/") == MASK
    assert mask_response_header("location", f"/cb?token={CANARY}") == f"/cb?token={MASK}"


@pytest.mark.parametrize(
    ("kind", "data", "shape"),
    [
        (
            "application/json",
            '{"name":"Ada","age":3,"ok":true,"none":null,"password":"x","list":[{"city":"Ulm"},{"city":"Bonn"}]}',
            {"name": "text(3)", "age": "number", "ok": "boolean", "none": "null", "password": MASK,
             "list": [{"city": "text(3)"}, "2 in all"]},
        ),
        (
            "application/x-www-form-urlencoded",
            "name=Ada+L&pin=1234&empty=",
            {"name": "text(5)", "pin": MASK, "empty": "text(0)"},
        ),
        (
            "multipart/form-data; boundary=x",
            '--x\r\nContent-Disposition: form-data; name="story"\r\n\r\nOnce\r\n'
            '--x\r\nContent-Disposition: form-data; name="photo"; filename="me.png"\r\n\r\n\x00\r\n--x--',
            {"story": "text", "photo": "file"},
        ),
        ("text/plain", "just words", "10 bytes"),
        ("application/json", "[]", []),
    ],
)  # fmt: skip
def test_of_what_was_sent_only_names_and_kinds_are_told(kind: str, data: str, shape: object) -> None:
    assert shape_of(kind, data.encode()) == shape


@given(st.text(max_size=200))
def test_any_text_can_be_masked_twice(text: str) -> None:
    assert mask_url(mask_url(text)) == mask_url(text)
    assert isinstance(mask_body(text), str)


@pytest.mark.parametrize(
    "piece", ["a", "token", "token:", '"token":"', "\\", "<input ", "//a", "?a=%25", "eyJ", "[" * 50]
)
def test_hostile_text_is_masked_in_time(piece: str) -> None:
    text = piece * (500_000 // len(piece))

    began = time.perf_counter()
    mask_body(text)

    assert time.perf_counter() - began < 5
