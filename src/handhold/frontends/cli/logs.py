"""Log lines on stderr: one JSON object a line, so that nothing a page says can forge one."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

EXTRA: Final = ("tool", "requestId", "durationMs", "summary")
OTHERS: Final = ("mcp", "uvicorn", "asyncio", "opentelemetry")
"""Other people's loggers: only what is worth an operator's time."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        line |= {name: record.__dict__[name] for name in EXTRA if name in record.__dict__}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_to_stderr(level: str, warnings: Iterable[str] = ()) -> None:
    """Set logging up, and begin with what the settings had to say."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("handhold").setLevel(level.upper())
    for name in OTHERS:
        logging.getLogger(name).setLevel(logging.ERROR)
    for warning in warnings:
        logging.getLogger("handhold").warning("%s", warning)
