"""`python -m handhold` and the console command: read the line, run one command."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from typing import Final

FAILED: Final = 1
WRONG_USAGE: Final = 2


def main() -> int:
    """Exit codes: 0 done, 1 failed, 2 wrong usage or configuration."""
    # Start-up makes hundreds of thousands of objects that live to the end; looking for garbage among them costs a
    # tenth of the time until the first answer.
    gc.disable()
    from handhold.errors import HandholdError, InvalidConfig, InvalidInput
    from handhold.frontends.cli.parser import build_parser

    options = build_parser().parse_args()
    try:
        return _run(options)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except HandholdError as error:
        sys.stderr.write(f"handhold: {error.message}\n{error.hint}\n" if error.hint else f"handhold: {error.message}\n")
        return WRONG_USAGE if isinstance(error, InvalidConfig | InvalidInput) else FAILED


def _run(options: argparse.Namespace) -> int:
    if options.command == "serve":
        return _serve(options)
    from handhold.frontends.cli.commands import run_command

    if getattr(options, "connect", None):
        from handhold.frontends.mcp.remote import call_remote

        return run_command(options, call_remote=call_remote)
    return run_command(options)


def _serve(options: argparse.Namespace) -> int:
    from handhold.app import load_settings
    from handhold.frontends.cli.logs import log_to_stderr
    from handhold.frontends.cli.parser import flags_of
    from handhold.frontends.mcp.lean_import import import_sdk

    # First of all that needs the SDK: afterwards it is too late to save anything.
    import_sdk(for_http=options.http is not None)
    from handhold.frontends.mcp.serve import serve_http, serve_stdio

    loaded = load_settings(flags_of(options))
    log_to_stderr(loaded.settings.log_level, loaded.warnings)
    gc.freeze()
    gc.enable()
    if options.http is None:
        return serve_stdio(loaded)
    return serve_http(loaded, address=options.http, with_token=not options.no_token)


if __name__ == "__main__":
    sys.exit(main())
