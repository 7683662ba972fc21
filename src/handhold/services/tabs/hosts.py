"""The host of a URL as a browser writes it; only http and https URLs have one."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import unquote

NO_HOST: Final = "(no host)"

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
# Backslashes count as slashes and the number of slashes does not matter, as in the URL standard.
_AUTHORITY: Final = re.compile(r"(https?):[/\\]*([^/\\?#]*)", re.IGNORECASE)
_FORBIDDEN: Final = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|]")
_NUMERIC_LABEL: Final = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")
_IGNORED: Final = str.maketrans("", "", "\t\n\r")
_C0_OR_SPACE: Final = "".join(map(chr, range(0x21)))


def host_of(url: str) -> str:
    """Lower-case host with its port unless that is the default; empty when the URL has none or is not valid."""
    parts = _AUTHORITY.match(url.strip(_C0_OR_SPACE).translate(_IGNORED))
    if parts is None:
        return ""
    scheme, authority = parts.group(1).lower(), parts.group(2).rpartition("@")[2]
    name, port = _split_port(authority)
    try:
        host = _canonical(name)
        number = int(port) if port.isascii() and port.isdigit() else None
    except ValueError:
        return ""
    if not host or (port and number is None) or (number or 0) > 0xFFFF:
        return ""
    return host if number in (None, _DEFAULT_PORTS[scheme]) else f"{host}:{number}"


def _split_port(authority: str) -> tuple[str, str]:
    before, colon, after = authority.rpartition(":")
    # A colon inside the brackets of an IPv6 address does not start a port.
    return (before, after) if colon and "]" not in after else (authority, "")


def _canonical(name: str) -> str:
    """The one spelling of a host; ValueError when it cannot be one."""
    if name.startswith("["):
        return f"[{_ipv6(name)}]"
    domain = _ascii_domain(unquote(name, errors="strict"))
    if _FORBIDDEN.search(domain):
        raise ValueError("a character that no host may have")
    labels = domain.removesuffix(".").split(".")
    return _ipv4(labels) if _NUMERIC_LABEL.fullmatch(labels[-1]) else domain


def _ascii_domain(domain: str) -> str:
    if domain.isascii():
        return domain.lower()
    # Imported here: browsers report punycode already, so that the tables are hardly ever needed.
    import idna

    mapped = idna.uts46_remap(domain, std3_rules=False, transitional=False)
    return ".".join(
        label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in mapped.split(".")
    )


def _ipv6(name: str) -> str:
    if not name.endswith("]") or "%" in name:
        raise AddressValueError("not an IPv6 address")
    address = IPv6Address(name[1:-1])
    if address.ipv4_mapped is None:
        return address.compressed
    # Newer Pythons write these with a dotted tail, browsers do not.
    value = int(address)
    return f"::ffff:{value >> 16 & 0xFFFF:x}:{value & 0xFFFF:x}"


def _ipv4(labels: list[str]) -> str:
    """Dotted form of an address in any of the spellings browsers accept: fewer parts, octal, hexadecimal."""
    numbers = [_ipv4_number(label) for label in labels]
    leading, last = numbers[:-1], numbers[-1]
    if len(numbers) > 4 or any(number > 255 for number in leading) or last >= 256 ** (5 - len(numbers)):
        raise AddressValueError("not an IPv4 address")
    return str(IPv4Address(last + sum(number << 8 * (3 - place) for place, number in enumerate(leading))))


def _ipv4_number(label: str) -> int:
    if label[:2] in ("0x", "0X"):
        return int(label[2:] or "0", 16)
    return int(label, 8 if label.startswith("0") and len(label) > 1 else 10)
