"""Every command but `serve`: setup, doctor, trust, tools, call, config, knowledge, test, log, version."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from handhold.app import App, Approvals, approvals, load_settings, result_schemas
from handhold.contract import Caller, Reply
from handhold.errors import InvalidInput
from handhold.frontends.cli.doctor import run_doctor
from handhold.frontends.cli.logs import log_to_stderr
from handhold.frontends.cli.parser import flags_of
from handhold.frontends.cli.setup import run_setup
from handhold.settings import REPOSITORY_FILE, Loaded
from handhold.version import __version__

CallRemote = Callable[[str, str, dict[str, Any]], Awaitable[tuple[str, bool]]]


def run_command(options: argparse.Namespace, *, call_remote: CallRemote | None = None) -> int:
    """Run the command that was asked for; its exit code. `call_remote` speaks to a running server."""
    if options.command == "version":
        print(__version__)
        return 0
    if options.command == "trust":
        return trust(options)
    loaded = load_settings(flags_of(options))
    log_to_stderr("warning" if options.log_level is None else loaded.settings.log_level, loaded.warnings)
    if options.command == "test" and options.log_level is None:
        # A step that fails is told at the end, in the words of the test; here it would be in the way.
        logging.getLogger("handhold").setLevel(logging.ERROR)
    runners: dict[str, Callable[[], int]] = {
        "setup": lambda: run_setup(loaded.settings),
        "doctor": lambda: run_doctor(loaded),
        "tools": lambda: show_tools(loaded, as_json=options.json),
        "config": lambda: show_config(loaded),
        "call": lambda: call(loaded, options, call_remote),
        "knowledge": lambda: _knowledge().run_knowledge(loaded.settings, options),
        "test": lambda: _tests().run_test_command(loaded.settings, options, call_remote=call_remote),
        "log": lambda: _knowledge().run_log(loaded.settings, options),
    }
    return runners[options.command]()


def _knowledge() -> ModuleType:
    # The other commands do without the store.
    from handhold.frontends.cli import knowledge

    return knowledge


def _tests() -> ModuleType:
    from handhold.frontends.cli import tests

    return tests


def show_tools(loaded: Loaded, *, as_json: bool) -> int:
    registry = App(loaded.settings).registry
    if not as_json:
        for spec in registry.specs:
            print(f"{registry.listed_name(spec):28} {spec.description.splitlines()[0]}")
        return 0
    results = result_schemas([spec.name for spec in registry.specs])
    entries = [
        {
            "name": registry.listed_name(spec),
            "title": spec.title,
            "toolset": spec.toolset,
            "description": spec.description,
            "inputSchema": spec.input_schema,
            "resultSchema": results[spec.name],
            "annotations": spec.annotations,
        }
        for spec in registry.specs
    ]
    print(json.dumps(entries, indent=2, ensure_ascii=False))
    return 0


def show_config(loaded: Loaded) -> int:
    values = loaded.settings.model_dump(mode="json")
    width = max(map(len, values))
    for name, value in values.items():
        print(f"{name:{width}}  {json.dumps(value, ensure_ascii=False)}  ({loaded.origins[name]})")
    return 0


def trust(options: argparse.Namespace) -> int:
    known, file = approvals(), Path(options.file or REPOSITORY_FILE)
    if options.list_all:
        for path, fingerprint in sorted(known.all().items()):
            print(f"{fingerprint[:12]}  {path}")
        return 0
    if options.build is not None:
        return trust_build(options.build, Path(options.file or "."), known, revoke=options.revoke)
    if options.revoke:
        print(f"withdrew the approval of {file}" if known.revoke(file) else f"{file} was not approved")
        return 0
    if not file.is_file():
        raise InvalidInput(f"{str(file)!r} is not a file", hint="Name the repository's handhold.toml.")
    print(f"approved {file} as it is now ({known.approve(file)[:12]}); a change asks again")
    return 0


def trust_build(command: str, folder: Path, known: Approvals, *, revoke: bool) -> int:
    """Approve a build command for one folder, or withdraw that."""
    if revoke:
        was_there = known.revoke_command(command, folder)
        print(f"withdrew the approval of {command!r}" if was_there else f"{command!r} was not approved there")
        return 0
    if not folder.is_dir():
        raise InvalidInput(f"{str(folder)!r} is not a folder", hint="Name the folder that the command is run in.")
    fingerprint = known.approve_command(command, folder)
    print(f"approved {command!r} in {folder.resolve()} ({fingerprint[:12]}); another command or folder asks again")
    return 0


def call(loaded: Loaded, options: argparse.Namespace, call_remote: CallRemote | None) -> int:
    """Print the answer. Exit code 0 when it is ok, 1 when it is an error."""
    text = sys.stdin.read() if options.arguments == "-" else options.arguments
    arguments = _arguments(text)
    if call_remote is not None:
        answer, ok = asyncio.run(_await(call_remote(options.connect, options.tool, arguments)))
    else:
        reply = asyncio.run(_call_here(loaded, options.tool, arguments))
        answer, ok = reply.text, reply.ok
    print(answer)
    return 0 if ok else 1


async def _await(calling: Awaitable[tuple[str, bool]]) -> tuple[str, bool]:
    return await calling


async def _call_here(loaded: Loaded, tool: str, arguments: dict[str, Any]) -> Reply:
    app = App(loaded.settings)
    try:
        return await app.engine.call(tool, arguments, caller=Caller(key="cli", client="handhold"))
    finally:
        await app.close()


def _arguments(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise InvalidInput(
            f"the arguments are not JSON: {error}", hint='Quote them: \'{"url": "http://localhost:3000/"}\'.'
        ) from None
    if not isinstance(value, dict):
        raise InvalidInput("the arguments are not a JSON object")
    return cast(dict[str, Any], value)
