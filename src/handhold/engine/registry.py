"""The tools by name and alias, known from the catalogue, imported when they are first called."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal

from handhold.contract.tool import Tool, ToolSpec
from handhold.errors import UnknownTool

SHOWN_NAME = 64


class Registry:
    """The tools this server offers. The set is complete at the start and never changes."""

    def __init__(
        self,
        specs: Iterable[ToolSpec],
        *,
        load: Callable[[str], Tool],
        toolsets: Collection[str],
        names: Literal["snake", "dotted"] = "snake",
    ) -> None:
        self.specs = tuple(spec for spec in specs if spec.toolset in toolsets)
        self._load = load
        self._names = names
        self._by_name: Mapping[str, ToolSpec] = {
            name: spec for spec in self.specs for name in (*spec.aliases, spec.name)
        }
        self._loaded: dict[str, Tool] = {}

    def listed_name(self, spec: ToolSpec) -> str:
        """The name as the tool list shows it."""
        return spec.title if self._names == "dotted" else spec.name

    def find(self, name: str) -> Tool:
        """The tool behind a name or alias. Raises `UnknownTool` naming the closest one."""
        spec = self._by_name.get(name)
        if spec is None:
            raise self._unknown(name)
        if spec.name not in self._loaded:
            self._loaded[spec.name] = self._load(spec.name)
        return self._loaded[spec.name]

    def _unknown(self, name: str) -> UnknownTool:
        shown = "".join(char for char in name[:SHOWN_NAME] if char.isprintable())
        closest = difflib.get_close_matches(shown, self._by_name, n=1)
        hint = f"Did you mean {self._by_name[closest[0]].name}?" if closest else None
        return UnknownTool(f"Unknown tool: {shown}", hint=hint)


def spec_from_catalogue(entry: Mapping[str, Any]) -> ToolSpec:
    """One entry of the generated catalogue."""
    return ToolSpec(
        name=entry["name"],
        title=entry["title"],
        family=entry["family"],
        toolset=entry["toolset"],
        description=entry["description"],
        input_schema=entry["inputSchema"],
        annotations=entry["annotations"],
        deprecated=entry.get("deprecated", False),
    )
