"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from handhold.frontends.library.shapes import OneSession, SessionFilters
    from handhold.tools.knowledge.mm_knowledge_last import KnowledgeLast
    from handhold.tools.knowledge.mm_knowledge_search import KnowledgeFound
    from handhold.tools.knowledge.mm_knowledge_sessions import KnowledgeSessions
    from handhold.tools.knowledge.mm_knowledge_summarize import SessionRecipe


class KnowledgeWaitingMethods(WaitingCalls):
    """Each of these tools."""

    def mm_knowledge_search(
        self,
        query: str,
        *,
        limit: int | None = None,
        scope: Literal["current", "all"] | OneSession | None = None,
        filters: SessionFilters | None = None,
    ) -> KnowledgeFound:
        """Find what was done before: steps by tool, screen, test id, control."""
        return self.call_tool(
            "mm_knowledge_search", {"query": query}, {"limit": limit, "scope": scope, "filters": filters}
        )

    def mm_knowledge_last(
        self,
        *,
        n: int | None = None,
        scope: Literal["current", "all"] | OneSession | None = None,
        filters: SessionFilters | None = None,
    ) -> KnowledgeLast:
        """Tell the latest steps, latest first."""
        return self.call_tool("mm_knowledge_last", {}, {"n": n, "scope": scope, "filters": filters})

    def mm_knowledge_summarize(
        self, *, scope: Literal["current", "all"] | OneSession | None = None, session_id: str | None = None
    ) -> SessionRecipe:
        """Tell a session as a recipe: its steps with targets that last."""
        return self.call_tool("mm_knowledge_summarize", {}, {"scope": scope, "sessionId": session_id})

    def mm_knowledge_sessions(
        self, *, limit: int | None = None, filters: SessionFilters | None = None
    ) -> KnowledgeSessions:
        """List recorded sessions, newest first."""
        return self.call_tool("mm_knowledge_sessions", {}, {"limit": limit, "filters": filters})
