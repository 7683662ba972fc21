"""What profiles say: screens from addresses and test ids, states from presets, tables from the settings."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.extensions import tiny_extension

from handhold.adapters.files import read_manifest
from handhold.errors import InvalidConfig
from handhold.services.apps.configured import profiles_of
from handhold.services.apps.fixtures import state_of
from handhold.services.apps.metamask import EXTENSION, METAMASK
from handhold.services.apps.presets import presets
from handhold.services.apps.reading import app_state
from handhold.services.apps.screens import address_in, is_at, role_of, screen_of

ID = "abcdefghijklmnopabcdefghijklmnop"
HOME = f"chrome-extension://{ID}/home.html"


@pytest.mark.rows("R128", "R239")
@pytest.mark.parametrize(
    ("address", "screen"),
    [
        ("home.html#send", "send"),
        ("home.html#send/asset", "send"),
        ("home.html#cross-chain/swaps/prepare-bridge-page", "swap"),
        ("home.html#confirm-transaction/17/signature-request", "confirm-signature"),
        ("notification.html#confirm-transaction/17", "confirm-transaction"),
        ("notification.html#confirmation/9", "confirmation"),
        ("home.html#connect/3", "connect"),
        ("home.html#settings/general", "settings"),
        ("home.html#unlock", "unlock"),
        ("notification.html", "notification"),
        ("home.html#sender", "unknown"),
        ("home.html", "unknown"),
    ],
)
def test_a_route_names_the_screen(address: str, screen: str) -> None:
    assert screen_of(METAMASK, address, {}) == screen


@pytest.mark.rows("R135", "R136", "R137", "R138", "R139", "R140", "R141", "R142", "R143", "R144", "R145")
@pytest.mark.parametrize(
    ("test_id", "screen"),
    [
        ("unlock-password", "unlock"),
        ("account-menu-icon", "home"),
        ("get-started", "onboarding-welcome"),
        ("onboarding-import-wallet", "onboarding-import"),
        ("onboarding-create-wallet", "onboarding-create"),
        ("srp-input-import__srp-note", "onboarding-srp"),
        ("create-password-new-input", "onboarding-password"),
        ("onboarding-complete-done", "onboarding-complete"),
        ("metametrics-i-agree", "onboarding-metametrics"),
        ("settings-page", "settings"),
        ("something-else", "unknown"),
    ],
)
def test_what_is_visible_names_the_screen_where_no_route_does(test_id: str, screen: str) -> None:
    assert screen_of(METAMASK, "home.html#onboarding/x", {test_id: ""}) == screen


@pytest.mark.rows("R127", "R129", "R130", "R131", "R132", "R134")
def test_account_network_and_balance_are_told_on_the_unlocked_home_only() -> None:
    shown = {"account-menu-icon": "Account 1", "account-address": "0xabc", "network-display": "Local"}
    state = partial(app_state, METAMASK, url=HOME, extension_id=ID, chain_id=1337)

    home = state(address="home.html", shown=shown)
    send = state(address="home.html#send", shown=shown)
    locked = state(address="home.html", shown={"unlock-password": ""})

    assert (home.account_address, home.network_name, home.chain_id, home.balance) == ("0xabc", "Local", 1337, None)
    assert (send.is_unlocked, send.account_address, send.chain_id) == (True, None, 1337)
    assert (locked.is_unlocked, locked.account_address, locked.network_name, locked.chain_id) == (
        False,
        None,
        None,
        None,
    )


def test_a_tab_has_its_role_by_its_address() -> None:
    roles = [
        role_of(url, extension_id=ID, profile=METAMASK)
        for url in (
            HOME,
            f"chrome-extension://{ID}/notification.html#connect/1",
            "http://127.0.0.1:8080/",
            "about:blank",
            "chrome-extension://another/home.html",
        )
    ]

    assert roles == ["extension", "notification", "dapp", "other", "other"]


@given(st.text(max_size=40))
def test_no_url_breaks_the_reading_of_an_address(rest: str) -> None:
    address = address_in(f"chrome-extension://{ID}/{rest}", ID)

    assert address is None or isinstance(is_at(address, "#send"), bool)


@pytest.mark.rows("R112", "R113", "R114")
def test_every_preset_of_the_facts_makes_a_state() -> None:
    names = [
        "default",
        "onboarding",
        "withMultipleAccounts",
        "withERC20Tokens",
        "withConnectedDapp",
        "withPopularNetworks",
        "withMainnet",
        "withNFTs",
        "withFiatDisabled",
        "withHSTToken",
    ]

    states = {name: state_of(METAMASK, mode="custom", preset=name, fixture=None, chain_port=9999) for name in names}

    assert set(presets()) == set(names)
    assert all(states[name]["data"]["OnboardingController"]["completedOnboarding"] for name in names[2:])
    assert len(states["withMultipleAccounts"]["data"]["AccountsController"]["internalAccounts"]["accounts"]) == 2
    assert "http://localhost:9999" in json.dumps(states["default"])
    assert "${" not in json.dumps(states)


@pytest.mark.rows("R88", "R112", "R113", "R114", "R120")
@pytest.mark.parametrize(
    "wish",
    [
        {"mode": "custom", "preset": None, "fixture": None},
        {"mode": "custom", "preset": "nonsense", "fixture": None},
        {"mode": "default", "preset": None, "fixture": {"data": {}}},
        {"mode": "custom", "preset": "default", "fixture": {"data": {}}},
        {"mode": "onboarding", "preset": "withNFTs", "fixture": None},
    ],
)
def test_a_state_that_cannot_be_meant_is_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig) as refusal:
        state_of(METAMASK, chain_port=None, **wish)

    assert refusal.value.hint


def test_a_table_extends_a_profile_and_keeps_what_it_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text('{"over": "default", "data": {"Mine": {"is": "here"}}}', "utf-8")
    table = {
        "extends": "metamask",
        "output": "build/mine",
        "routes": {"#mine": "mine"},
        "screens": {"my-button": "my-screen"},
        "pages": {"settings": "options.html"},
        "chain": False,
        "presets": {"mine": "state.json"},
        "build": {"command": "make", "minutes": 2},
    }

    mine = profiles_of({"mine": table}, root=tmp_path)["mine"]

    state = state_of(mine, mode="custom", preset="mine", fixture=None, chain_port=None)
    assert (mine.name, mine.output, mine.has_chain, mine.has_fixtures) == ("mine", "build/mine", False, True)
    assert mine.build is not None and mine.build.minutes == 2
    assert screen_of(mine, "home.html#mine", {}) == "mine"
    assert screen_of(mine, "home.html", {"my-button": ""}) == "my-screen"
    assert screen_of(mine, "home.html#send", {}) == "send"
    assert dict(mine.pages) == {"home": "home.html", "settings": "options.html", "notification": "notification.html"}
    assert state["data"]["Mine"] == {"is": "here"} and "KeyringController" in state["data"]


@pytest.mark.rows("R88")
@pytest.mark.parametrize(
    "table",
    [
        {"extends": "chrome"},
        {"colour": "red"},
        {"chain_port": 70_000},
        {"build": {}},
        {"output": "../elsewhere"},
        {"build": {"command": "make", "folder": "/"}},
        {"presets": {"mine": "../../secrets.json"}},
    ],
)
def test_a_table_that_cannot_be_meant_is_refused(table: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="the profile 'mine'"):
        profiles_of({"mine": table}, root=tmp_path)


def test_the_generic_profile_asks_for_no_processes() -> None:
    assert not EXTENSION.has_chain and not EXTENSION.has_fixtures


def test_an_extension_with_a_key_has_the_id_of_its_key(tmp_path: Path) -> None:
    key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA"

    one = read_manifest(tiny_extension(tmp_path / "one", key=key))
    other = read_manifest(tiny_extension(tmp_path / "other", key=key))
    unnamed = read_manifest(tiny_extension(tmp_path / "third"))

    assert one.extension_id == other.extension_id != unnamed.extension_id
    assert len(one.extension_id) == 32 and set(one.extension_id) <= set("abcdefghijklmnop")


def test_a_name_in_the_messages_of_the_extension_is_read_there(tmp_path: Path) -> None:
    folder = tiny_extension(tmp_path / "one", name="__MSG_appName__", default_locale="en")
    (folder / "_locales/en").mkdir(parents=True)
    (folder / "_locales/en/messages.json").write_text('{"appName": {"message": "MetaMask"}}', "utf-8")

    assert read_manifest(folder).name == "MetaMask"


@pytest.mark.rows("R88", "R117", "R120")
@pytest.mark.parametrize("manifest", ["", "[]", "{", '{"manifest_version": 2}'])
def test_a_folder_without_an_extension_that_chromium_could_load_is_refused(manifest: str, tmp_path: Path) -> None:
    if manifest:
        (tmp_path / "manifest.json").write_text(manifest, "utf-8")

    with pytest.raises(InvalidConfig):
        read_manifest(tmp_path)
