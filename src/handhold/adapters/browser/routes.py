"""Requests of a session that are answered in the server's place."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import BrowserContext, Request, Route

EVERYTHING: Final = "**/*"
CORS: Final = {"access-control-allow-origin": "*"}
PREFLIGHT: Final = {
    **CORS,
    "access-control-allow-methods": "*",
    "access-control-allow-headers": "*",
    "access-control-max-age": "600",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`fits` judges a URL. Without a status the request fails."""

    fits: Callable[[str], bool]
    method: str | None = None
    status: int | None = None
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay: float = 0.0


class Routes:
    """The first rule that fits a request answers it; others go to their servers."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._rules: list[Rule] = []

    async def add(self, rule: Rule) -> None:
        self._rules.append(rule)
        if len(self._rules) == 1:
            await self._context.route(EVERYTHING, self._answer)

    async def add_recorded(self, file: str, *, glob: str) -> None:
        """Answers that a HAR file holds; what it does not hold goes on."""
        await self._context.route_from_har(file, url=glob, not_found="fallback")

    async def _answer(self, route: Route, request: Request) -> None:
        rule = next((each for each in self._rules if _is_meant(each, request)), None)
        if rule is None:
            await route.fallback()
            return
        if rule.delay:
            await asyncio.sleep(rule.delay)
        if rule.status is None:
            await route.abort()
        elif request.method == "OPTIONS" and rule.method != "OPTIONS":
            await route.fulfill(status=204, headers=PREFLIGHT)
        else:
            body, kind = _written(rule.body)
            headers = {"content-type": kind, **CORS, **{name.lower(): each for name, each in rule.headers.items()}}
            await route.fulfill(status=rule.status, headers=headers, body=body)


def _is_meant(rule: Rule, request: Request) -> bool:
    is_method = rule.method is None or request.method in {rule.method, "OPTIONS"}
    return is_method and rule.fits(request.url)


def _written(body: Any) -> tuple[str, str]:
    if isinstance(body, str):
        return body, "text/html" if body.lstrip().startswith("<") else "text/plain"
    return ("", "text/plain") if body is None else (json.dumps(body, ensure_ascii=False), "application/json")
