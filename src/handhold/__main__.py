"""`python -m handhold` and the console command."""

from __future__ import annotations

import gc
import sys

EXIT_USAGE = 2
EXIT_FAILED = 1


def main() -> int:
    """Run one command. Exit codes: 0 done, 1 failed, 2 wrong usage or configuration."""
    # Start-up creates hundreds of thousands of objects that all live to the end; looking for garbage among them costs
    # a tenth of the time until the first answer.
    gc.disable()
    from handhold.errors import HandholdError, InvalidConfig, InvalidInput
    from handhold.frontends.cli.parser import build_parser

    options = build_parser().parse_args()
    try:
        return _run(options)
    except HandholdError as error:
        print(f"handhold: {error.message}", file=sys.stderr)
        if error.hint:
            print(error.hint, file=sys.stderr)
        return EXIT_USAGE if isinstance(error, InvalidConfig | InvalidInput) else EXIT_FAILED


if __name__ == "__main__":
    sys.exit(main())
