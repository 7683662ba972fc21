"""The small commands: tools, call, config, trust, version."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any, cast

from handhold import __version__
from handhold.app import App, approvals, result_schemas
from handhold.contract import Caller, Reply
from handhold.errors import InvalidInput
from handhold.frontends.cli.remote import call_remote
from handhold.settings import Loaded


def show_version() -> int:
    print(__version__)
    return 0


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
    for warning in loaded.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    return 0


def trust(options: argparse.Namespace) -> int:
    known, file = approvals(), Path(options.file)
    if options.list_all:
        for path, fingerprint in sorted(known.all().items()):
            print(f"{fingerprint[:12]}  {path}")
        return 0
    if options.revoke:
        print(f"withdrew the approval of {file}" if known.revoke(file) else f"{file} was not approved")
        return 0
    if not file.is_file():
        raise InvalidInput(f"{str(file)!r} is not a file", hint="Name the repository's handhold.toml.")
    print(f"approved {file} as it is now ({known.approve(file)[:12]}); a change asks again")
    return 0


def call(loaded: Loaded, options: argparse.Namespace) -> int:
    """Print the answer. Exit code 0 when it is ok, 1 when it is an error."""
    text = sys.stdin.read() if options.arguments == "-" else options.arguments
    arguments = _arguments(text)
    if options.connect:
        answer, ok = asyncio.run(call_remote(options.connect, options.tool, arguments))
    else:
        reply = asyncio.run(_call_here(loaded, options.tool, arguments))
        answer, ok = reply.text, reply.ok
    print(answer)
    return 0 if ok else 1


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
        raise InvalidInput(f"the arguments are not JSON: {error}", hint="Quote them: '{\"url\": \"http://localhost:3000/\"}'.") from None
    if not isinstance(value, dict):
        raise InvalidInput("the arguments are not a JSON object")
    return cast(dict[str, Any], value)
