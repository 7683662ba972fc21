"""How a tool is told which of the recorded sessions and steps are meant."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handhold.contract.models import Args
from handhold.services.knowledge.sessions import Filters, Scope

Tag = Annotated[str, Field(min_length=1, max_length=100)]


class OneSession(Args):
    session_id: Annotated[str, Field(min_length=4, max_length=100)]
    """Id of a recorded session"""


class SessionFilters(Args):
    flow_tag: Tag | None = None
    """Flow tag of the session"""
    tag: Tag | None = None
    """Tag of the session"""
    screen: Annotated[str, Field(min_length=1, max_length=300)] | None = None
    """Screen of the step"""
    since_hours: Annotated[int, Field(ge=1, le=720)] | None = None
    """Sessions begun in the last hours"""


ScopeArg = Literal["current", "all"] | OneSession


def scope_of(scope: ScopeArg) -> Scope:
    return scope.session_id if isinstance(scope, OneSession) else scope


def filters_of(given: SessionFilters | None) -> Filters:
    if given is None:
        return Filters()
    return Filters(flow_tag=given.flow_tag, tag=given.tag, screen=given.screen, since_hours=given.since_hours)
