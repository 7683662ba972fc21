"""What is kept of a step and of a session: the models of `StepRecord.v1.schema.json` and `session.json`.

Written exactly as the schema says, read with tolerance: members a later version may have added are skipped. All names,
texts and URLs in an observation are page text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

SCHEMA_FILE: Final = "StepRecord.v1.schema.json"
UNKNOWN: Final = "unknown"
"""The screen of a step of which nothing is known."""

Ref = Annotated[str, Field(pattern=r"^e[0-9]+$")]
Count = Annotated[int, Field(ge=0)]


class Stored(BaseModel):
    """Anything that is read from or written to a file of the store."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel, validate_by_name=True)

    def to_json(self) -> str:
        """Compact JSON; what is not known is left out."""
        return self.model_dump_json(by_alias=True, exclude_none=True)


class State(Stored):
    """Where the page was. Of an ordinary web page there is no extension and nothing to unlock."""

    is_loaded: bool = True
    current_url: str = ""
    extension_id: str = ""
    is_unlocked: bool = False
    current_screen: str = UNKNOWN
    account_address: str | None = None
    network_name: str | None = None
    chain_id: int | None = None
    balance: str | None = None


class TestIdItem(Stored):
    __test__ = False

    test_id: str
    tag: str
    visible: bool
    text: str | None = None


class Node(Stored):
    """One node of a trimmed accessibility snapshot. `ref` is good for that one snapshot only."""

    ref: Ref
    role: str
    name: str
    path: tuple[str, ...] = ()
    disabled: bool | None = None
    checked: bool | None = None
    expanded: bool | None = None


class Nodes(Stored):
    nodes: tuple[Node, ...] = ()


class Observation(Stored):
    state: State
    test_ids: tuple[TestIdItem, ...]
    a11y: Annotated[Nodes, Field(alias="a11y")]

    @property
    def screen(self) -> str:
        return self.state.current_screen


class Target(Stored):
    """The element a step was about. `element_id` and `a11y_ref` mean nothing in another session."""

    selector: str | None = None
    test_id: str | None = None
    a11y_ref: Annotated[Ref | None, Field(alias="a11yRef")] = None
    element_id: str | None = None
    fingerprint: dict[str, Any] | None = None


class ToolUse(Stored):
    name: Annotated[str, Field(min_length=1)]
    input: dict[str, Any] | None = None
    target: Target | None = None
    text_redacted: bool | None = None
    text_length: Count | None = None


class Failure(Stored):
    code: str | None = None
    message: str | None = None
    details: dict[str, Any] | None = None


class StepOutcome(Stored):
    ok: bool
    error: Failure | None = None


class Environment(Stored):
    platform: str | None = None
    python_version: str | None = None
    node_version: str | None = None
    yarn_version: str | None = None


class Git(Stored):
    branch: str | None = None
    commit: str | None = None
    dirty: bool | None = None


class Build(Stored):
    build_type: str | None = None
    extension_path_resolved: str | None = None


class Timing(Stored):
    duration_ms: Count | None = None


class Screenshot(Stored):
    path: str | None = None
    width: Annotated[int, Field(ge=1)] | None = None
    height: Annotated[int, Field(ge=1)] | None = None


class StepArtifacts(Stored):
    screenshot: Screenshot | None = None


class StepRecord(Stored):
    """One step: what was asked for, on what, what came of it, and what the page then showed."""

    schema_version: Literal[1] = 1
    timestamp: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")]
    session_id: Annotated[str, Field(min_length=4)]
    environment: Environment | None = None
    git: Git | None = None
    build: Build | None = None
    tool: ToolUse
    timing: Timing | None = None
    outcome: StepOutcome
    observation: Observation
    artifacts: StepArtifacts | None = None
    labels: tuple[str, ...] | None = None

    @property
    def screen(self) -> str:
        return self.observation.state.current_screen

    @property
    def error_code(self) -> str | None:
        return self.outcome.error.code if self.outcome.error else None


class Ports(Stored):
    anvil: int | None = None
    fixture_server: int | None = None


class Launch(Stored):
    state_mode: str = "default"
    fixture_preset: str | None = None
    extension_path: str | None = None
    ports: Ports | None = None


class SessionRecord(Stored):
    """`session.json`: what a session was for. Categories are kept here and never in names of folders."""

    schema_version: Literal[1] = 1
    session_id: Annotated[str, Field(min_length=4)]
    created_at: str
    goal: str | None = None
    flow_tags: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    git: Git | None = None
    build: Build | None = None
    launch: Launch = Launch()

    def to_json(self) -> str:
        """As the others, but a preset that was not chosen is told as null."""
        told = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        launch = {"stateMode": self.launch.state_mode, "fixturePreset": self.launch.fixture_preset, **told["launch"]}
        return json.dumps({**told, "launch": launch}, ensure_ascii=False, separators=(",", ":"))


def default_observation(
    state: State | None = None, test_ids: Sequence[TestIdItem] = (), nodes: Sequence[Node] = ()
) -> Observation:
    """A whole observation of whatever is known; valid also of nothing."""
    return Observation(state=state or State(), test_ids=tuple(test_ids), a11y=Nodes(nodes=tuple(nodes)))


def step_schema() -> Mapping[str, Any]:
    """The JSON schema every record keeps, as it is shipped."""
    schema: dict[str, Any] = json.loads(
        resources.files("handhold.services.knowledge").joinpath(SCHEMA_FILE).read_text("utf-8")
    )
    return schema
