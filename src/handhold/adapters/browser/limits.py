"""Time limits that callers outside the browser have to know; importing them loads no browser."""

from typing import Final

LAUNCH_SECONDS: Final = 30.0
