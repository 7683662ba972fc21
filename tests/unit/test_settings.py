"""Settings: who wins, what is refused, what a repository may not decide."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from handhold.adapters.files import Approvals
from handhold.errors import InvalidConfig
from handhold.settings import GUARDED, Loaded, Settings, find_root, load


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "config").mkdir()
    (tmp_path / "repo").mkdir()
    return tmp_path


def read(home: Path, *, flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Loaded:
    config = home / "config"
    return load(
        flags=flags or {},
        environ={"HANDHOLD_CONFIG_DIR": str(config), **(environ or {})},
        cwd=home / "repo",
        is_approved=Approvals(config).is_approved,
    )


def test_flags_win_over_environment_over_repository_over_user(home: Path) -> None:
    (home / "config/config.toml").write_text('viewport = "10x10"\nlocale = "de-DE"\nmax_tabs = 3\nidle_minutes = 9')
    (home / "repo/handhold.toml").write_text('viewport = "20x20"\nlocale = "fr-FR"\nmax_tabs = 4')

    loaded = read(home, flags={"viewport": "40x40"}, environ={"HANDHOLD_LOCALE": "it-IT", "HANDHOLD_VIEWPORT": "30x30"})

    assert loaded.settings.viewport_size == (40, 40)
    assert loaded.settings.locale == "it-IT"
    assert loaded.settings.max_tabs == 4
    assert loaded.settings.idle_minutes == 9
    assert loaded.origins["viewport"] == "command line"
    assert loaded.origins["locale"] == "environment"
    assert loaded.origins["max_tabs"].endswith("handhold.toml")
    assert loaded.origins["headed"] == "default"


def test_lists_and_headers_can_be_given_as_text(home: Path) -> None:
    environ = {"HANDHOLD_TOOLSETS": "core, tests", "HANDHOLD_EXTRA_HEADERS": '{"X-Team": "tea"}'}

    settings = read(home, environ=environ).settings

    assert settings.toolsets == ("core", "tests")
    assert settings.extra_headers == {"X-Team": "tea"}


@pytest.mark.rows("R88")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('viewprot = "1x1"', "unknown setting 'viewprot'"),
        ('viewport = "big"', "setting viewport"),
        ("max_tabs = 0", "setting max_tabs"),
        ("max_tabs = [", "cannot read"),
    ],
)
def test_a_wrong_setting_is_named_with_its_place(home: Path, text: str, told: str) -> None:
    (home / "config/config.toml").write_text(text)

    with pytest.raises(InvalidConfig, match=told) as caught:
        read(home)

    assert "config.toml" in caught.value.message


def test_a_misspelt_setting_is_met_with_the_right_one(home: Path) -> None:
    with pytest.raises(InvalidConfig) as caught:
        read(home, flags={"viewprot": "1x1"})

    assert "'viewport'" in caught.value.hint


@pytest.mark.rows("A48", "A47")
@pytest.mark.parametrize("name", sorted(GUARDED - {"root"}))
def test_a_repository_cannot_decide_what_is_the_users_to_decide(home: Path, name: str) -> None:
    values = {
        "extra_headers": '{A = "b"}',
        "ignore_https_errors": "true",
        "allowed_schemes": '["file"]',
        "dialogs": '"accept"',
        "tabs_source": '"applescript"',
    }
    file = home / "repo/handhold.toml"
    value = values.get(name, '"x"')
    file.write_text(f"{name} = {value}")

    ignored = read(home)
    Approvals(home / "config").approve(file)
    approved = read(home)
    file.write_text(file.read_text() + "\n# one more byte")
    changed = read(home)

    default = Settings.model_fields[name].get_default(call_default_factory=True)
    assert getattr(ignored.settings, name) == default
    assert "handhold trust" in ignored.warnings[0]
    assert getattr(approved.settings, name) != default
    assert getattr(changed.settings, name) == default


def test_the_root_is_the_git_top_level_else_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a/.git").mkdir(parents=True)
    (tmp_path / "a/b/c").mkdir(parents=True)

    assert find_root(tmp_path / "a/b/c") == tmp_path / "a"


def test_contradicting_ways_to_a_browser_are_refused(home: Path) -> None:
    with pytest.raises(InvalidConfig, match="exclude each other"):
        read(home, flags={"cdp_url": "http://127.0.0.1:9222", "ws_url": "ws://127.0.0.1:1"})
