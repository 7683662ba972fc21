"""A test: where it begins, what it does, what it needs, and how long it may take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from handhold.services.testing.definition.parts import Json, Name, Part, Pixels, RepositoryPath, Tag, Url
from handhold.services.testing.definition.steps import MaybeSteps, Path, Step, Steps, walk

Evidences = Literal["none", "failure", "all"]
Lists = tuple[tuple[str, tuple[Step, ...]], ...]


class Viewport(Part):
    width: Pixels
    """CSS pixels"""
    height: Pixels
    """CSS pixels"""


class AppUnderTest(Part):
    """An extension that is launched for the test, in a browser of its own."""

    profile: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
    """Name of the profile"""
    launch: dict[str, Json] = Field(default_factory=dict)
    """Arguments of the launch"""


class Input(Part):
    """A variable that whoever runs the test gives."""

    name: Name
    """Read as ${vars.NAME}"""
    description: Annotated[str, Field(max_length=500)] | None = None
    """What to give"""
    default: Json = None
    """Its value when none is given"""
    required: bool = True
    """Whether a run without it is refused, when it has no default"""


class Case(Part):
    """One row of data; reported as a result of its own, `test[case]`."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")]
    """Names the row in results"""
    vars: dict[Name, Json]
    """Its values"""


class TestDef(Part):
    """A test in the one form that is stored and run."""

    __test__: ClassVar[bool] = False  # for pytest, which takes any class of such a name for one of its own

    url: Url | None = None
    """Page it begins on; may be relative to the base URL"""
    base_url: Url | None = None
    """What relative URLs begin with"""
    app: AppUnderTest | None = None
    """Extension to launch instead of a plain browser"""
    viewport: Viewport | None = None
    """Size of the page"""
    storage_state: RepositoryPath | None = None
    """File with cookies and local storage to begin with"""
    vars: dict[Name, Json] = Field(default_factory=dict)
    """Variables, read as ${vars.NAME}"""
    env: dict[Name, str | None] = Field(default_factory=dict)
    """Values read as ${env.NAME}; null takes the environment's"""
    inputs: Annotated[tuple[Input, ...], Field(max_length=100)] = ()
    """Variables that whoever runs the test gives"""
    secrets: Annotated[tuple[Name, ...], Field(max_length=100)] = ()
    """Names of secrets, read as ${secrets.NAME}; values are never stored"""
    cases: Annotated[tuple[Case, ...], Field(max_length=10_000)] = ()
    """Rows of data; the test runs once for each"""
    cases_file: RepositoryPath | None = None
    """CSV or JSON file with rows of data"""
    setup: MaybeSteps = ()
    """Steps before the page is opened, such as routes"""
    steps: Steps
    """What the test does"""
    teardown: MaybeSteps = ()
    """Steps that always run at the end"""
    timeout_ms: Annotated[int, Field(ge=1, le=3_600_000)] = 30_000
    """Time limit of the whole test"""
    step_timeout_ms: Annotated[int, Field(ge=0, le=600_000)] = 5_000
    """Time limit of a step that has none of its own"""
    retries: Annotated[int, Field(ge=0, le=10)] = 0
    """How often a failed test is tried again"""
    tags: Annotated[tuple[Tag, ...], Field(max_length=50)] = ()
    """Words to choose tests by"""
    locks: Annotated[tuple[Tag, ...], Field(max_length=20)] = ()
    """Tests that share one never run at the same time"""
    evidence: Evidences | None = None
    """How much is kept of a run; what the run asks for without it"""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.cases and self.cases_file:
            raise ValueError("takes cases or casesFile, not both")
        _distinct("cases", [case.id for case in self.cases])
        _distinct("inputs", [each.name for each in self.inputs])
        return self

    @property
    def lists(self) -> Lists:
        """Its lists of steps in the order of running."""
        return (("setup", self.setup), ("steps", self.steps), ("teardown", self.teardown))

    def every_step(self) -> Iterator[tuple[Path, Step]]:
        """Every step, nested ones too, with its path."""
        for name, steps in self.lists:
            yield from walk(steps, (name,))


def _distinct(what: str, names: list[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"two {what} are called {name!r}")
        seen.add(name)
