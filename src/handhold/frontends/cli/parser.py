"""The command line: one parser, every setting a flag of the commands that use them."""

from __future__ import annotations

import argparse
from typing import Any, Final

from handhold.frontends.cli.test_parser import add_test_commands
from handhold.settings import Settings

DEFAULT_ADDRESS: Final = "127.0.0.1:8931"
SHOWN: Final = {
    "root": "folder of the repository under work",
    "toolsets": "tool sets to offer: core,tests,wallet,knowledge",
    "tool_names": "snake or dotted",
    "browser": "path of the browser to start",
    "headed": "show the browser window",
    "cdp_url": "attach to a running browser",
    "profile": "name of a persistent profile",
    "viewport": "page size, such as 1280x720",
    "log_level": "debug, info, warning or error",
}
"""Settings that `--help` explains; the others work too, and docs/reference/settings.md lists them."""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="handhold", description="A real browser an agent can grip, test with and learn from."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    settings = [_settings_parser()]
    serve = commands.add_parser("serve", help="serve MCP on stdio, or on HTTP with --http", parents=settings)
    serve.add_argument(
        "--http", metavar="HOST:PORT", nargs="?", const=DEFAULT_ADDRESS, help=f"default {DEFAULT_ADDRESS}"
    )
    serve.add_argument("--no-token", action="store_true", help="no bearer token on HTTP")
    commands.add_parser("setup", help="find or install a browser", parents=settings)
    commands.add_parser("doctor", help="check this machine, with a fix for each finding", parents=settings)
    trust = commands.add_parser("trust", help="approve a repository's handhold.toml as it is now, or its build")
    trust.add_argument("file", nargs="?", help="default: handhold.toml of this folder; with --build, this folder")
    trust.add_argument("--build", metavar="COMMAND", help="approve that mm_build runs this command in the folder")
    trust.add_argument("--revoke", action="store_true", help="withdraw the approval")
    trust.add_argument("--list", action="store_true", dest="list_all", help="show what is approved")
    tools = commands.add_parser("tools", help="list the tools", parents=settings)
    tools.add_argument("--json", action="store_true", help="everything, argument and result schemas included")
    call = commands.add_parser("call", help="call one tool and print its answer", parents=settings)
    call.add_argument("tool", help="name of the tool, such as nav_goto")
    call.add_argument("arguments", nargs="?", default="{}", help="its arguments as JSON, or - for standard input")
    call.add_argument("--connect", metavar="URL", help="call a running server, such as http://127.0.0.1:8931/mcp")
    config = commands.add_parser("config", help="show the settings and where they come from", parents=settings)
    config.add_argument("action", choices=["show"])
    _add_knowledge(commands.add_parser("knowledge", help="search and look after the recorded steps"), settings)
    add_test_commands(commands.add_parser("test", help="run saved tests and look at their history"), settings)
    log = commands.add_parser("log", help="one line for each call of an agent", parents=settings)
    log.add_argument("--follow", action="store_true", help="go on with calls as they are made")
    log.add_argument("-n", type=_count_or_none, default=20, metavar="COUNT", help="calls to begin with; default 20")
    commands.add_parser("version", help="print the version")
    return parser


def _add_knowledge(parser: argparse.ArgumentParser, settings: list[argparse.ArgumentParser]) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    which = argparse.ArgumentParser(add_help=False)
    which.add_argument("--limit", type=_count, default=20, metavar="COUNT", help="how many; default 20")
    which.add_argument("--flow-tag", metavar="TAG", help="of sessions with this flow tag")
    which.add_argument("--tag", metavar="TAG", help="of sessions with this tag")
    which.add_argument("--screen", metavar="NAME", help="of steps on this screen")
    which.add_argument("--since-hours", type=_count, metavar="HOURS", help="of sessions begun in the last hours")
    steps = argparse.ArgumentParser(add_help=False)
    steps.add_argument("--session", metavar="ID", help="of one session; default: all")
    steps.add_argument("--json", action="store_true", help="one JSON object a line")
    search = actions.add_parser("search", help="steps by words", parents=[which, steps, *settings])
    search.add_argument("words", nargs="+", help="what to look for")
    actions.add_parser("last", help="the latest steps", parents=[which, steps, *settings])
    sessions = actions.add_parser("sessions", help="the sessions", parents=[which, *settings])
    sessions.add_argument("--json", action="store_true", help="one JSON object a line")
    show = actions.add_parser("show", help="one step, whole", parents=settings)
    show.add_argument("step", help="its time as `last` tells it, SESSION/NUMBER as `recipe` does, or its file")
    recipe = actions.add_parser("recipe", help="a session as a recipe", parents=settings)
    recipe.add_argument("session", nargs="?", help="its id; default: the last one")
    actions.add_parser("reindex", help="make the index anew", parents=settings)
    prune = actions.add_parser("prune", help="remove what is old, set aside what is no step", parents=settings)
    prune.add_argument("--dry-run", action="store_true", help="only say what would be done")
    export = actions.add_parser("export", help="records, one a line", parents=settings)
    export.add_argument("sessions", nargs="*", help="ids of sessions; default: all")
    export.add_argument("--output", metavar="FILE", help="default: standard output")


def _count(text: str, *, least: int = 1) -> int:
    if not text.removeprefix("-").isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}")
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"must be at least {least}")
    return number


def _count_or_none(text: str) -> int:
    return _count(text, least=0)


def _settings_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    group = parser.add_argument_group("settings")
    for name, field in Settings.model_fields.items():
        flag, text = f"--{name.replace('_', '-')}", SHOWN.get(name, argparse.SUPPRESS)
        if field.annotation is bool:
            group.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction, default=None, help=text)
        else:
            group.add_argument(flag, dest=name, metavar="VALUE", help=text)
    return parser


def flags_of(options: argparse.Namespace) -> dict[str, Any]:
    """The settings that were given on the command line."""
    given = vars(options)
    return {name: given[name] for name in Settings.model_fields if given.get(name) is not None}
