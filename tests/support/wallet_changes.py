"""Changes to the test wallet as it is built: harmless ones, and real regressions."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tests.support.site_changes import Change, Edit, harmless, regression

WALLET_CHANGES: Final = (
    harmless(
        "test ids have other names",
        Edit("ui/home.js", '"eth-overview-send"', '"coin-overview-send"'),
        Edit("ui/screens.js", '"currency-input"', '"amount-input"'),
    ),
    harmless(
        "everything is in wrappers",
        Edit(
            "ui/dom.js",
            'return element("form", { onSubmit: submit }, ...children, alert);',
            'return element("div", { className: "shell" }, '
            'element("form", { onSubmit: submit }, element("div", {}, ...children), alert));',
        ),
    ),
    harmless(
        "a banner stands above home",
        Edit(
            "ui/home.js",
            "    header(view),",
            '    element("p", { role: "note" }, "Never share your words. ", button("tip-close", "Got it", () => 0)),\n'
            "    header(view),",
        ),
    ),
    harmless(
        "actions are in another order",
        Edit(
            "ui/home.js",
            '      button("eth-overview-send", "Send", () => go("send")),\n'
            '      button("eth-overview-swap", "Swap", () => go("cross-chain/swaps/prepare-bridge-page")),\n',
            '      button("eth-overview-swap", "Swap", () => go("cross-chain/swaps/prepare-bridge-page")),\n'
            '      button("eth-overview-send", "Send", () => go("send")),\n',
        ),
    ),
    harmless(
        "words have more space around them",
        Edit("ui/home.js", '"eth-overview-send", "Send"', '"eth-overview-send", "\\n  Send  "'),
    ),
    regression(
        "the balance is wrong",
        Edit(
            "ui/home.js",
            '"eth-overview__primary-currency" }, balance',
            '"eth-overview__primary-currency" }, balance.replace("25", "52")',
        ),
    ),
    regression(
        "the network is another one",
        Edit("ui/home.js", '"network-display" }, network.name', '"network-display" }, "Mainnet"'),
    ),
    regression("a button does nothing", Edit("ui/home.js", '"Send", () => go("send")', '"Send", () => undefined')),
    regression(
        "the amount to confirm is wrong",
        Edit(
            "ui/confirmations.js",
            "`${ether(asked.value)} ${network.symbol}`",
            "`1${ether(asked.value)} ${network.symbol}`",
        ),
    ),
    regression(
        "to confirm is to refuse",
        Edit("ui/confirmations.js", "form([footer], () => decide(true))", "form([footer], () => decide(false))"),
    ),
    regression("what was sent is not listed", Edit("ui/home.js", "...activity.map(activityRow)", "...[]")),
)
"""In each, the files are those of the built extension."""


def change_build(built: Path, original: Path, change: Change | None) -> None:
    """Make the build the original again, and then another one."""
    shutil.rmtree(built)
    shutil.copytree(original, built)
    for edit in change.edits if change is not None else ():
        file = built / edit.file
        file.write_text(edit.applied(file.read_text("utf-8")), "utf-8")
