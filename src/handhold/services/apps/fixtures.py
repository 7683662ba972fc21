"""The state an extension begins with: a preset, or one the caller gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from handhold.errors import InvalidConfig
from handhold.services.apps.presets import DEFAULT, ONBOARDING, OVER
from handhold.services.apps.profile import Profile

StateMode = Literal["default", "onboarding", "custom"]
State = Mapping[str, Any]


def state_of(
    profile: Profile, *, mode: StateMode, preset: str | None, fixture: State | None, chain_port: int | None
) -> State:
    """What the fixture server serves. Raises `InvalidConfig`."""
    if fixture is not None:
        if mode != "custom":
            raise InvalidConfig("a fixture is only for stateMode custom", hint='Add "stateMode": "custom".')
        if preset is not None:
            raise InvalidConfig("fixture and fixturePreset exclude each other", hint="Give one of them.")
        return fixture
    if mode == "custom" and preset is None:
        raise InvalidConfig("stateMode custom needs a fixturePreset or a fixture", hint=_choices(profile))
    if mode == "onboarding" and preset not in {None, ONBOARDING}:
        raise InvalidConfig("stateMode onboarding has a state of its own", hint="Leave fixturePreset out.")
    name = preset or (ONBOARDING if mode == "onboarding" else DEFAULT)
    filled = {"${chainPort}": str(chain_port or profile.chain_port)}
    return cast(State, _filled(_preset(profile, name, is_named=preset is not None), filled))


def _preset(profile: Profile, name: str, *, is_named: bool) -> State:
    known = profile.presets()
    if name not in known:
        if not is_named:
            return {}
        raise InvalidConfig(f"the profile {profile.name!r} has no preset {name!r}", hint=_choices(profile))
    state = dict(known[name])
    under = state.pop(OVER, None)
    return state if under is None else _laid(_preset(profile, str(under), is_named=True), state)


def _choices(profile: Profile) -> str:
    names = ", ".join(sorted(profile.presets()))
    return f"Presets of this profile: {names}." if names else "This profile has no presets; give a fixture."


def _laid(under: State, over: State) -> State:
    """The one with the other laid over it, member by member."""
    both: dict[str, Any] = dict(under)
    for name, value in over.items():
        below = both.get(name)
        is_inner = isinstance(below, Mapping) and isinstance(value, Mapping)
        both[name] = _laid(cast(State, below), cast(State, value)) if is_inner else value
    return both


def _filled(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _filled(member, words) for name, member in cast(State, value).items()}
    if isinstance(value, list):
        return [_filled(item, words) for item in cast(list[Any], value)]
    if isinstance(value, str):
        for word, text in words.items():
            value = value.replace(word, text)
    return value
