"""All settings in one frozen model: flags over environment over the repository's file over the user's over defaults.

Every setting has one name in four spellings: `--max-tabs` on the command line, `HANDHOLD_MAX_TABS` in the environment,
`max_tabs` in `handhold.toml` and in the user's `config.toml`. The text below each field is its documentation.
"""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from handhold.errors import InvalidConfig

ENVIRONMENT_PREFIX: Final = "HANDHOLD_"
REPOSITORY_FILE: Final = "handhold.toml"
USER_FILE: Final = "config.toml"
TOOLSETS: Final = ("core", "tests", "wallet", "knowledge")

ToolSet = Literal["core", "tests", "wallet", "knowledge"]
Milliseconds = Annotated[int, Field(ge=1)]


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    root: Path = Path()
    """Folder under work; files are written below it. Default: the git top level, else the working folder."""
    toolsets: tuple[ToolSet, ...] = TOOLSETS
    """Tool sets to offer, from core, tests, wallet and knowledge."""
    tool_names: Literal["snake", "dotted"] = "snake"
    """How tools are listed: nav_goto or nav.goto. Calls accept both, and navGoto."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level of the log lines on stderr."""

    browser: str = ""
    """Path of the Chromium-family browser to start. Default: the first one `handhold setup` would find."""
    headed: bool = False
    """Show the browser window; needs a display."""
    cdp_url: str = ""
    """Attach to a running browser's DevTools endpoint (http://127.0.0.1:9222) instead of starting one."""
    ws_url: str = ""
    """Connect to a Playwright server (ws://…) instead of starting a browser."""
    profile: str = Field(default="", pattern=r"^([a-z0-9][a-z0-9-]{0,31})?$")
    """Name of a persistent profile that keeps cookies and logins between runs. Default: a fresh one every time."""
    storage_state: str = ""
    """File with cookies and local storage (Playwright's storage state) that sessions start from."""
    viewport: str = Field(default="1280x720", pattern=r"^\d{2,5}x\d{2,5}$")
    """Size of the page in CSS pixels."""
    device_scale: float = Field(default=1.0, gt=0, le=4)
    """Device pixels per CSS pixel."""
    locale: str = ""
    """Language of the browser, such as de-DE."""
    timezone: str = ""
    """Time zone of the browser, such as Europe/Berlin."""
    color_scheme: Literal["light", "dark", "no-preference"] = "light"
    """What prefers-color-scheme answers."""
    user_agent: str = ""
    """User agent to send instead of the browser's own."""
    proxy: str = ""
    """Proxy server of the browser, such as http://127.0.0.1:3128."""
    extra_headers: dict[str, str] = Field(default_factory=dict)
    """Headers sent with every request; on the command line and in the environment as JSON."""
    ignore_https_errors: bool = False
    """Accept self-signed and expired certificates."""
    allowed_schemes: tuple[str, ...] = ("http", "https")
    """URL schemes nav_goto may open, besides about:blank."""

    dialogs: Literal["dismiss", "accept", "ask"] = "dismiss"
    """What happens to confirm and prompt dialogs. With ask, flow_answer_dialog answers."""
    dialog_timeout_ms: Milliseconds = 60_000
    """How long a dialog may wait for its answer under ask, before it is dismissed."""
    max_sessions: int = Field(default=4, ge=1, le=64)
    """Browser sessions that may run at once."""
    max_tabs: int = Field(default=20, ge=1, le=200)
    """Tabs of a session that are kept; surplus popups are closed and reported."""
    idle_minutes: float = Field(default=30, gt=0)
    """Minutes without a call after which a session is closed."""
    log_entries: int = Field(default=500, ge=10, le=10_000)
    """Console messages, requests and downloads of a session that state_log can look back at, of each."""
    secrets_file: str = ""
    """A dotenv file whose values are secrets: typed by name as secret://NAME, and masked in every answer."""
    upload_folders: tuple[str, ...] = ()
    """Folders whose files may be uploaded. Default: the root folder."""

    act_grace_ms: Annotated[int, Field(ge=0, le=10_000)] = 1_000
    """How long an element may take to become ready before an action on it is refused."""
    refind_after_navigation: bool = True
    """Whether a handle may be found again on a fresh load of the same page, when the same element is there."""

    vision_timeout_ms: Annotated[int, Field(ge=500, le=60_000)] = 10_000
    """How long reading one picture may take."""
    vision_idle_s: Annotated[float, Field(gt=0)] = 120
    """Seconds after which the process that reads pictures, about 600 MB of memory, is ended when nobody asks."""

    visual_promote_confidence: Annotated[float, Field(ge=0.5, le=1)] = 0.85
    """How sure a finding in a picture must be to be tied to the one element that explains it."""
    visual_least_confidence: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Findings less sure than this are neither listed nor acted on."""
    visual_match: Annotated[float, Field(ge=0.5, le=1)] = 0.9
    """How alike a place must look to be taken for what was seen there before."""

    look_ahead: bool = True
    """Whether the page is looked at between two calls, so that the next look at it is answered sooner."""

    knowledge_record: bool = True
    """Whether the steps of sessions are recorded below test-artifacts/llm-knowledge."""
    knowledge_index: Literal["disk", "memory", "off"] = "disk"
    """How recorded steps are found: by an index on disk, by one in memory, or by reading the newest files."""
    knowledge_fsync: bool = False
    """Whether a step is forced to the disk before its call is answered; otherwise a power failure may lose the last."""
    knowledge_suggest: bool = True
    """Whether ui_scan says what worked and what failed on the screen in earlier sessions."""
    knowledge_rank: bool = True
    """Whether what worked on the screen in earlier sessions ranks higher in ui_scan and ui_pick."""
    knowledge_window_hours: int = Field(default=48, ge=1, le=720)
    """Hours for which steps of earlier sessions are prior knowledge; older ones are only found by searching."""
    knowledge_keep_days: int = Field(default=180, ge=0)
    """Sessions without a step for so many days are removed, daily when a session begins, or by prune; 0 keeps them."""
    knowledge_keep_mb: int = Field(default=1_000, ge=0)
    """Megabytes of recorded sessions beyond which the oldest are removed, daily or by prune; 0 keeps them all."""
    goal: str = Field(default="", max_length=500)
    """What the sessions of this server are for; kept with their steps and found by searches."""
    flow_tags: tuple[str, ...] = ()
    """Flows the sessions belong to, such as checkout,signup."""
    tags: tuple[str, ...] = ()
    """Other words to find the sessions by."""

    app: str = "metamask"
    """Profile of mm_build, and of mm_launch unless it names one or gives an extensionPath."""
    app_mode: Literal["auto", "headed", "headless"] = "auto"
    """How mm_launch shows the browser: auto is headed on a display, real or virtual, else headless."""
    extension_folders: tuple[str, ...] = ()
    """Folders beside the root whose unpacked extensions mm_launch may be given as extensionPath."""
    apps: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Profiles of further extensions, by name; docs/guides/wallet.md says what one holds."""

    tests_folder: str = Field(
        default="handhold", pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,5}$"
    )
    """Folder below the root with the saved tests and suites."""
    run_patience_ms: int = Field(default=50_000, ge=100, le=3_600_000)
    """How long run_test and run_suite keep a client waiting that asked for no progress; the run goes on by itself."""

    tabs_source: Literal["session", "applescript"] = "session"
    """Where list_tabs looks: the live session, or (macOS, while no session runs) a browser the user started."""
    applescript_app: str = "Google Chrome"
    """Application list_tabs asks over AppleScript."""
    applescript_timeout_ms: Milliseconds = 60_000
    """Time limit of one AppleScript run."""

    @field_validator(
        "toolsets", "allowed_schemes", "upload_folders", "extension_folders", "flow_tags", "tags", mode="before"
    )
    @classmethod
    def _split_commas(cls, value: object) -> object:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator("extra_headers", "apps", mode="before")
    @classmethod
    def _parse_json(cls, value: object) -> object:
        return json.loads(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one_way_to_a_browser(self) -> Self:
        if self.cdp_url and self.ws_url:
            raise ValueError("cdp_url and ws_url exclude each other")
        if self.profile and self.storage_state:
            raise ValueError("profile and storage_state exclude each other")
        return self

    @property
    def viewport_size(self) -> tuple[int, int]:
        width, height = self.viewport.split("x")
        return int(width), int(height)


# A repository is other people's text: without approval it may not choose programs, reach other browsers, widen what may
# be opened, or read files. Everything else it may set.
GUARDED: Final = frozenset(
    {
        "root",
        "browser",
        "cdp_url",
        "ws_url",
        "profile",
        "storage_state",
        "proxy",
        "extra_headers",
        "ignore_https_errors",
        "allowed_schemes",
        "secrets_file",
        "upload_folders",
        "extension_folders",
        "applescript_app",
        "tabs_source",
        "dialogs",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The settings, where each value came from, and what was left out."""

    settings: Settings
    origins: Mapping[str, str]
    warnings: tuple[str, ...] = ()


def config_folder(environ: Mapping[str, str]) -> Path:
    """The user's own folder: token, approvals, `config.toml`."""
    if chosen := environ.get("HANDHOLD_CONFIG_DIR"):
        return Path(chosen)
    base = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME", "~")).expanduser() / ".config")
    return Path(base) / "handhold"


def state_folder(environ: Mapping[str, str]) -> Path:
    """Where running browsers keep their temporary files and named profiles live."""
    if chosen := environ.get("HANDHOLD_STATE_DIR"):
        return Path(chosen)
    base = environ.get("XDG_STATE_HOME") or str(Path(environ.get("HOME", "~")).expanduser() / ".local" / "state")
    return Path(base) / "handhold"


def find_root(start: Path) -> Path:
    """The git top level above `start`, else `start` itself."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), start)


def load(
    *,
    flags: Mapping[str, Any],
    environ: Mapping[str, str] = os.environ,
    cwd: Path,
    is_approved: Callable[[Path], bool],
) -> Loaded:
    """Read every source once. Raises `InvalidConfig` naming the setting and the source."""
    root = Path(flags.get("root") or environ.get("HANDHOLD_ROOT") or find_root(cwd)).resolve()
    user_file = config_folder(environ) / USER_FILE
    repository_file = root / REPOSITORY_FILE
    repository, warnings = _guard(_read(repository_file), repository_file, is_approved)
    values: dict[str, Any] = {"root": root}
    origins = dict.fromkeys(Settings.model_fields, "default")
    origins["root"] = "found"
    for origin, source in (
        (str(user_file), _read(user_file)),
        (str(repository_file), repository),
        ("environment", _from_environment(environ)),
        ("command line", {name: value for name, value in flags.items() if value is not None}),
    ):
        _refuse_unknown(source, origin)
        values |= source
        origins |= dict.fromkeys(source, origin)
    values["root"] = root
    try:
        settings = Settings.model_validate(values)
    except (ValidationError, json.JSONDecodeError) as error:
        raise _explained(error, origins) from None
    return Loaded(settings=settings, origins=origins, warnings=warnings)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidConfig(f"cannot read {str(file)!r}: {error}") from error


def _guard(
    values: dict[str, Any], file: Path, is_approved: Callable[[Path], bool]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    guarded = sorted(GUARDED & values.keys())
    if not guarded or is_approved(file):
        return values, ()
    kept = {name: value for name, value in values.items() if name not in GUARDED}
    warning = f"{file} sets {', '.join(guarded)}, which needs your approval: run `handhold trust {file}`"
    return kept, (warning,)


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    names = {ENVIRONMENT_PREFIX + name.upper(): name for name in Settings.model_fields}
    return {names[key]: value for key, value in environ.items() if key in names and value != ""}


def _refuse_unknown(source: Mapping[str, Any], origin: str) -> None:
    for name in source.keys() - Settings.model_fields.keys():
        closest = difflib.get_close_matches(name, Settings.model_fields, n=1)
        hint = f"Did you mean {closest[0]!r}?" if closest else None
        raise InvalidConfig(f"unknown setting {name!r} in {origin}", hint=hint)


def _explained(error: ValidationError | json.JSONDecodeError, origins: Mapping[str, str]) -> InvalidConfig:
    if isinstance(error, json.JSONDecodeError):
        return InvalidConfig(f"extra_headers is not JSON: {error.msg}")
    first = error.errors(include_url=False, include_input=False)[0]
    location = first["loc"]
    name = str(location[0]) if location else ""
    where = f" (from {origins[name]})" if name in origins else ""
    return InvalidConfig(f"setting {name or 'combination'}{where}: {first['msg']}")
