"""MetaMask: its build, its processes, its routes and the test ids its screens are known by."""

from __future__ import annotations

from typing import Final

from handhold.services.apps.presets import presets
from handhold.services.apps.profile import HOME, NOTIFICATION, SETTINGS, Building, Profile, Reads

METAMASK: Final = Profile(
    name="metamask",
    manifest_names=("MetaMask", "MetaMask Flask", "MetaMask Beta", "MetaMask Main"),
    output="dist/chrome",
    build=Building(
        command="yarn build:test",
        sources=("app", "ui", "shared", "builds.yml", "package.json"),
        needs=("yarn", "node_modules/"),
    ),
    pages={HOME: "home.html", SETTINGS: "home.html#settings", NOTIFICATION: "notification.html"},
    routes=(
        ("#send", "send"),
        ("#cross-chain/swaps", "swap"),
        ("#swaps", "swap"),
        ("#prepare-swap-page", "swap"),
        ("#confirm-signature", "confirm-signature"),
        ("#confirm-transaction/*/signature-request", "confirm-signature"),
        ("#confirm-transaction", "confirm-transaction"),
        ("#confirmation", "confirmation"),
        ("#connect", "connect"),
        ("#settings", "settings"),
        ("#unlock", "unlock"),
        ("notification.html", "notification"),
    ),
    shown=(
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
    ),
    unlocked_by="account-menu-icon",
    reads=Reads(
        account=("account-address", "app-header-copy-button", "address-copy-button-text"),
        network=("network-display", "sort-by-networks"),
        balance=("eth-overview__primary-currency", "account-value-and-suffix", "coin-overview__primary-currency"),
    ),
    has_chain=True,
    chain_port=8545,
    chain_id=1337,
    has_fixtures=True,
    fixture_port=12345,
    presets=presets,
)

EXTENSION: Final = Profile(
    name="extension",
    pages={HOME: "", SETTINGS: "", NOTIFICATION: "notification.html"},
    routes=(("notification.html", "notification"),),
)
"""Any other extension; handhold.toml says more about it."""
