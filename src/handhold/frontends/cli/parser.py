"""The command line: one parser, every setting a flag of the commands that use a browser."""

from __future__ import annotations

import argparse
from typing import Any, get_origin

from handhold import __version__
from handhold.settings import Settings

COMMANDS_WITH_SETTINGS = ("serve", "setup", "doctor", "call", "config", "tools")


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="handhold", description="A real browser an agent can grip, test with and learn from.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = _command(commands, "serve", "serve MCP on stdio, or on HTTP with --http")
    serve.add_argument("--http", metavar="HOST:PORT", nargs="?", const="127.0.0.1:8931", help="streamable HTTP, default 127.0.0.1:8931")
    serve.add_argument("--no-token", action="store_true", help="no bearer token on HTTP (loopback only)")
    _command(commands, "setup", "find or install a browser")
    _command(commands, "doctor", "check this machine and say how to mend what is wrong")
    trust = commands.add_parser("trust", help="approve a repository's handhold.toml as it is now")
    trust.add_argument("file", nargs="?", default="handhold.toml", help="default: handhold.toml of this folder")
    trust.add_argument("--revoke", action="store_true", help="withdraw the approval")
    trust.add_argument("--list", action="store_true", dest="list_all", help="show what is approved")
    tools = _command(commands, "tools", "list the tools")
    tools.add_argument("--json", action="store_true", help="everything, schemas of arguments and results included")
    call = _command(commands, "call", "call one tool and print its answer")
    call.add_argument("tool", help="name of the tool, such as nav_goto")
    call.add_argument("arguments", nargs="?", default="{}", help="its arguments as JSON, or - to read them from standard input")
    call.add_argument("--connect", metavar="URL", help="call a running server instead of starting a browser for this one call")
    config = _command(commands, "config", "show the settings and where they come from")
    config.add_argument("action", choices=["show"])
    commands.add_parser("version", help="print the version")
    return parser


def _command(commands: Any, name: str, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary)
    group = parser.add_argument_group("settings (docs/reference/settings.md)")
    for field, info in Settings.model_fields.items():
        flag = f"--{field.replace('_', '-')}"
        if info.annotation is bool:
            group.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=argparse.SUPPRESS if field not in SHOWN else None)
        else:
            shown = None if field in SHOWN else argparse.SUPPRESS
            group.add_argument(flag, default=None, metavar=_metavar(info.annotation), help=shown)
    return parser


SHOWN = frozenset({"root", "toolsets", "tool_names", "browser", "headed", "cdp_url", "profile", "viewport", "log_level"})
"""Settings that `--help` shows; all of them work, and the reference lists them."""


def _metavar(annotation: Any) -> str:
    return "N" if annotation in (int, float) else "A,B" if get_origin(annotation) is tuple else "VALUE"


def flags_of(options: argparse.Namespace) -> dict[str, Any]:
    """The settings that were given on the command line."""
    given = vars(options)
    return {name: given[name] for name in Settings.model_fields if given.get(name) is not None}
