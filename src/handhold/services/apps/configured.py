"""Profiles from the settings: another extension is a table in handhold.toml."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from handhold.errors import InvalidConfig
from handhold.services.apps.metamask import EXTENSION, METAMASK
from handhold.services.apps.profile import Building, Profile, Reads

Port = Annotated[int, Field(ge=1, le=65535)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BuildTable(_Table):
    command: Annotated[str, Field(min_length=1)]
    folder: str = "."
    sources: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    minutes: Annotated[float, Field(gt=0, le=240)] = 30


class ReadsTable(_Table):
    account: tuple[str, ...] = ()
    network: tuple[str, ...] = ()
    balance: tuple[str, ...] = ()


class AppTable(_Table):
    """One table `[apps.NAME]`. What it leaves out is as in the profile that it extends."""

    extends: Literal["extension", "metamask"] = "extension"
    manifest_names: tuple[str, ...] | None = None
    output: str | None = None
    build: BuildTable | None = None
    pages: dict[Literal["home", "settings", "notification"], str] | None = None
    routes: dict[str, str] | None = None
    screens: dict[str, str] | None = None
    unlocked_by: str | None = None
    reads: ReadsTable | None = None
    chain: bool | None = None
    chain_port: Port | None = None
    chain_id: Annotated[int, Field(ge=1)] | None = None
    fixtures: bool | None = None
    fixture_port: Port | None = None
    presets: dict[str, dict[str, Any] | str] | None = None


def profiles_of(apps: Mapping[str, Mapping[str, Any]], *, root: Path) -> dict[str, Profile]:
    """Every profile by name, the shipped ones included. Raises `InvalidConfig` naming the table."""
    shipped = {profile.name: profile for profile in (METAMASK, EXTENSION)}
    return shipped | {name: _profile(name, table, shipped, root) for name, table in apps.items()}


def _profile(name: str, table: Mapping[str, Any], shipped: Mapping[str, Profile], root: Path) -> Profile:
    try:
        given = AppTable.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidConfig(
            f"the profile {name!r}: {where}: {first['msg']}", hint=f"Correct [apps.{name}] in handhold.toml."
        ) from None
    _stay_below(root, name, given)
    base = shipped[given.extends]
    changes = {
        "manifest_names": given.manifest_names if given.manifest_names or name == base.name else (),
        "output": given.output,
        "build": Building(**given.build.model_dump()) if given.build else None,
        "pages": {**base.pages, **given.pages} if given.pages else None,
        "routes": (*given.routes.items(), *base.routes) if given.routes else None,
        "shown": (*given.screens.items(), *base.shown) if given.screens else None,
        "unlocked_by": given.unlocked_by,
        "reads": Reads(**given.reads.model_dump()) if given.reads else None,
        "has_chain": given.chain,
        "chain_port": given.chain_port,
        "chain_id": given.chain_id,
        "has_fixtures": given.fixtures,
        "fixture_port": given.fixture_port,
        "presets": partial(_presets, name, base, given.presets, root) if given.presets else None,
    }
    told = cast(dict[str, Any], {key: value for key, value in changes.items() if value is not None})
    return replace(base, name=name, **told)


def _stay_below(root: Path, name: str, given: AppTable) -> None:
    """A repository's table names files of the repository, and no others."""
    files = [value for value in (given.presets or {}).values() if isinstance(value, str)]
    building = [given.build.folder, *given.build.sources] if given.build else []
    for path in (*files, *building, *filter(None, [given.output])):
        if not (root / path).resolve().is_relative_to(root.resolve()):
            raise InvalidConfig(
                f"the profile {name!r}: the path {path!r} leads out of the repository",
                hint=f"Correct [apps.{name}] in handhold.toml.",
            )


def _presets(
    name: str, base: Profile, presets: Mapping[str, dict[str, Any] | str], root: Path
) -> dict[str, Mapping[str, Any]]:
    """A preset is a state, or the path of a JSON file that holds one."""
    own = {key: _read(name, root / value) if isinstance(value, str) else value for key, value in presets.items()}
    return {**base.presets(), **own}


def _read(name: str, file: Path) -> Mapping[str, Any]:
    try:
        state = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidConfig(
            f"the profile {name!r}: the preset file {str(file)!r} cannot be read: {type(error).__name__}",
            hint=f"Correct [apps.{name}.presets] in handhold.toml.",
        ) from None
    if not isinstance(state, dict):
        raise InvalidConfig(f"the profile {name!r}: the preset file {str(file)!r} holds no object")
    return cast(Mapping[str, Any], state)
