"""Take out of headers, URLs and bodies what opens doors: keys, tokens, cookies, passwords."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, cast
from urllib.parse import unquote

MASK: Final = "[REDACTED]"

# Parts of a name: `apiKey`, `x-api-key` and `API_KEY` are all (api, key).
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SECRET_WORDS: Final = frozenset(
    (
        "auth",
        "authorization",
        "authentication",
        "bearer",
        "jwt",
        "token",
        "tokens",
        "accesstoken",
        "refreshtoken",
        "idtoken",
        "csrftoken",
        "xsrftoken",
        "csrf",
        "xsrf",
        "password",
        "passwd",
        "passwort",
        "pwd",
        "pass",
        "passphrase",
        "passcode",
        "secret",
        "secrets",
        "clientsecret",
        "apikey",
        "apisecret",
        "credential",
        "credentials",
        "cookie",
        "cookies",
        "session",
        "sessionid",
        "sessid",
        "phpsessid",
        "jsessionid",
        "sid",
        "signature",
        "sig",
        "hmac",
        "otp",
        "totp",
        "pin",
        "cvv",
        "cvc",
        "csc",
        "mnemonic",
        "seedphrase",
        "privatekey",
        "accesskey",
        "secretkey",
        "cardnumber",
        "pan",
        "ssn",
        "iban",
    )
)
_SECRET_PAIRS: Final = frozenset(
    (
        "api+key",
        "access+key",
        "secret+key",
        "private+key",
        "encryption+key",
        "signing+key",
        "subscription+key",
        "auth+key",
        "session+id",
        "card+number",
        "account+number",
        "seed+phrase",
        "recovery+phrase",
        "one+time",
    )
)
# The code that lets its reader in; codes of places, goods and discounts are nobody's secret. `words.js` has the same.
SECRET_CODES: Final = re.compile(
    r"(verif(y|ication)|security|sms|auth(enticat(ion|or)|orization)?|confirm(ation)?|access|log.?in|sign.?in|(2|two).?(fa|factor|step)"
    r"|mfa|backup|recovery|unlock|activation)[^a-z0-9]{0,3}code|\d.?digit.?code|\bthe code (that )?(we|was)\b",
    re.IGNORECASE,
)
# Standard headers of a request that hold nothing a person typed, apart from what the masks below take out.
_SHOWN_IN_REQUESTS: Final = frozenset(
    (
        "accept",
        "accept-encoding",
        "accept-language",
        "cache-control",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "dnt",
        "host",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "origin",
        "pragma",
        "priority",
        "range",
        "referer",
        "te",
        "upgrade",
        "upgrade-insecure-requests",
        "user-agent",
        "x-requested-with",
    )
)
_NAME: Final = r"[A-Za-z0-9_.$\-\[\]]{1,60}"
_QUERY: Final = re.compile(rf"([?&#;])({_NAME})=([^&#\s\"'<>]{{1,4000}})")
_USER: Final = re.compile(r"//[^/@\s\"'<>]{1,300}@")
_SCHEME: Final = re.compile(r"\b(Bearer|Basic|Digest|Token)\s+[A-Za-z0-9+/=_.~:\-]{6,4000}", re.IGNORECASE)
_JWT: Final = re.compile(r"\beyJ[A-Za-z0-9_\-]{8,4000}\.[A-Za-z0-9_\-]{4,4000}(?:\.[A-Za-z0-9_\-]{0,4000})?")
# Quotes may be escaped, where an object was written into a string.
_QUOTE: Final = r"\\{0,8}[\"'`]"
_MEMBER: Final = re.compile(rf"(?<![A-Za-z0-9_.$\-\[\]])({_NAME})(?:{_QUOTE})?\s{{0,20}}([:=])\s{{0,20}}")
_QUOTED: Final = re.compile(
    r"(?P<escaped>\\{1,8}[\"'`]).{0,4000}?(?P=escaped)"
    r"|\"(?:[^\"\\]|\\.){0,4000}\"?|'(?:[^'\\]|\\.){0,4000}'?|`[^`]{0,4000}`?",
    re.DOTALL,
)
# Without quotes a value may be a phrase: the console writes `{phrase: one two three, next: 1}`.
_BARE: Final = {
    ":": re.compile(r"[^,;&<>{}()\[\]\"'`\n]{1,400}"),
    "=": re.compile(r"[^\s,;&<>{}()\[\]\"'`]{1,4000}"),
}
_ENDINGS: Final = ("password", "passwd", "token", "secret", "apikey")
_TAG: Final = re.compile(r"<(?:input|meta|textarea|button)\b[^>]{1,4000}>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"(\b(?:name|id|type|property|autocomplete)\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE
)
_CONTENT: Final = re.compile(r"(\b(?:value|content)\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
# A login hands a code over in the URL; a short one is rather a number of something.
_LONG_CODE: Final = 12
_ENCODED: Final = 3
"""How often something may have been encoded."""


def is_secret_name(name: str) -> bool:
    """Whether something called this is likely to open a door."""
    words = [word.lower() for word in _PARTS.findall(name[:200])]
    return (
        any(word in _SECRET_WORDS or word.endswith(_ENDINGS) for word in words)
        or "".join(words) in _SECRET_WORDS
        or any(f"{first}+{second}" in _SECRET_PAIRS for first, second in pairwise(words))
        or is_secret_code(name[:200])
    )


def is_secret_code(words: str) -> bool:
    """Whether they speak of a code that somebody proves with who they are."""
    return SECRET_CODES.search(re.sub(r"[_-]", " ", words)) is not None


def mask_text(text: str) -> str:
    """Page text without credentials: in URLs, in members of objects, after `Bearer`, in the fields of a form."""
    text = _TAG.sub(lambda found: _mask_tag(found[0]), text)
    text = _SCHEME.sub(rf"\1 {MASK}", text)
    text = _JWT.sub(MASK, text)
    return mask_url(_mask_members(text))


def mask_url(text: str) -> str:
    """A URL, or text with URLs, without users, passwords, and parameters named like secrets."""
    return _QUERY.sub(_mask_parameter, _JWT.sub(MASK, _USER.sub("//", text)))


def mask_json(value: Any) -> Any:
    """The value with members named like secrets masked, however deep."""
    if isinstance(value, Mapping):
        members = cast(Mapping[str, Any], value)
        return {name: MASK if is_secret_name(name) else mask_json(member) for name, member in members.items()}
    if isinstance(value, list):
        return [mask_json(item) for item in cast(list[Any], value)]
    return mask_text(value) if isinstance(value, str) else value


def mask_body(text: str) -> str:
    """The body of a response: by its structure where it is JSON, else as text."""
    if text.lstrip()[:1] in {"{", "["}:
        try:
            return json.dumps(mask_json(json.loads(text)), ensure_ascii=False)
        except (ValueError, RecursionError):  # cut, or no JSON after all
            pass
    return mask_text(text)


def mask_request_header(name: str, value: str) -> str:
    """Only the standard ones are shown: a page's own headers may carry what was typed."""
    lowered = name.lower()
    if lowered.startswith(("sec-ch-", "sec-fetch-", "access-control-")) or lowered in _SHOWN_IN_REQUESTS:
        return mask_text(value)
    return MASK


def mask_response_header(name: str, value: str) -> str:
    return MASK if is_secret_name(name) else mask_text(value)


def _mask_parameter(found: re.Match[str]) -> str:
    mark, name, value = found.groups()
    is_code = name.lower() == "code" and len(value) >= _LONG_CODE
    return f"{mark}{name}={MASK}" if is_code or is_secret_name(name) or _hides_secret(value) else found[0]


def _hides_secret(value: str) -> bool:
    """Whether an encoded value, such as the URL to go back to, has a secret in it."""
    for _ in range(_ENCODED):
        decoded = unquote(value)
        if decoded == value:
            return False
        value = decoded
        if _mask_members(value) != value:
            return True
    return False


def _mask_members(text: str) -> str:
    parts: list[str] = []
    at = 0
    for found in _MEMBER.finditer(text):
        if found.start() < at or not is_secret_name(found[1]):
            continue
        value = _QUOTED.match(text, found.end()) or _BARE[found[2]].match(text, found.end())
        if value is not None and MASK not in value[0]:
            mark = _mark_of(value)
            parts += [text[at : value.start()], mark, MASK, mark]
            at = value.end()
    return "".join([*parts, text[at:]])


def _mark_of(value: re.Match[str]) -> str:
    """The quotes around it."""
    if value.re is not _QUOTED:
        return ""
    return value["escaped"] or value[0][0]


def _mask_tag(tag: str) -> str:
    if any(is_secret_name(value.strip("\"'")) for _, value in _ATTRIBUTE.findall(tag)):
        return _CONTENT.sub(rf'\1"{MASK}"', tag)
    return tag
