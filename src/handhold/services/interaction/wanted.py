"""The state a caller asks for: a plain value, or one named member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, cast, get_args

from handhold.errors import InvalidInput

Member = Literal["text", "checked", "selected", "value", "expanded", "files"]
MEMBERS: Final = get_args(Member)
Plain = str | bool | int | float | tuple[str, ...] | None

SECRET: Final = "secret://"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`member` is None where the caller left it to the field what the value means."""

    member: Member | None = None
    # Typed text is never repeated, not even where this is shown by accident.
    value: Plain = field(default=None, repr=False)
    is_secret: bool = field(default=False)


def wanted_of(state: object, *, secrets: Mapping[str, str]) -> Wanted:
    """What the caller means. Raises `InvalidInput`, which never repeats the value."""
    if not isinstance(state, Mapping):
        return _resolved(None, _plain(state), secrets)
    members = cast(Mapping[str, object], state)
    if len(members) != 1 or not members.keys() <= set(MEMBERS):
        raise InvalidInput("state must be a plain value or have exactly one member", details={"members": list(MEMBERS)})
    [(member, value)] = members.items()
    return _resolved(cast(Member, member), _plain(value), secrets)


def _plain(value: object) -> Plain:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Sequence):
        items = cast(Sequence[object], value)
        if all(isinstance(item, str) for item in items):
            return tuple(cast(Sequence[str], items))
    raise InvalidInput("state must be text, a number, true, false, null or a list of texts")


def _resolved(member: Member | None, value: Plain, secrets: Mapping[str, str]) -> Wanted:
    if not isinstance(value, str) or not value.startswith(SECRET):
        return Wanted(member=member, value=value)
    name = value.removeprefix(SECRET)
    if name not in secrets:
        raise InvalidInput(
            "there is no secret of that name",
            hint="Use one of details.known, or set HANDHOLD_SECRET_<NAME> or the setting secrets_file.",
            details={"known": sorted(secrets)[:20]},
        )
    return Wanted(member=member, value=secrets[name], is_secret=True)
