"""What controls are for that show a sign and say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

# Signs, what they mean, and what they may mean besides; words between bars are other words for the same.
_MEANINGS: Final = (
    ("✖ ✕ ✗ ✘ × ⨯ ❌ x", "close", "remove|delete|clear"),
    ("🗑 🚮", "delete|remove|trash", ""),
    ("+ ＋ ➕ ✚", "add|plus", "expand|new"),
    ("- − – ➖", "minus", "remove|collapse"),
    ("✎ ✏ 🖉 🖊 📝", "edit", ""),
    ("⋮ ⋯ … ... ••• ··· ︙", "more|more options", "menu|actions"),
    ("☰ ≡ 𝌆", "menu|navigation", ""),
    ("⚙ 🛠 🔧", "settings", ""),
    ("🔍 🔎 ⌕", "search", ""),
    ("↻ ⟳ 🔄 ↺", "refresh|reload", ""),
    ("← ‹ « ◀ ⬅", "", "back|previous"),
    ("→ › » ▶ ➡", "", "next|play"),
    ("⏸", "pause", ""),
    ("✓ ✔ ✅", "", "confirm|done|ok"),
    ("🛒", "cart", ""),
    ("🔔", "notifications", ""),
    ("🏠", "home", ""),
    ("👤", "account|profile", ""),
    ("❓ ?", "help", ""),
    ("🖨", "print", ""),
    ("📎", "attach", ""),
    ("⭐ ★ ☆", "", "favorite|favourite"),
    ("❤ ♥ ♡", "", "like|favorite|favourite"),
)
_PICTURE: Final = "\ufe0f"  # asks for a coloured picture of the sign before it


def meant_by(label: str) -> tuple[str, ...]:
    """What the sign is for; nothing for a label that is no sign."""
    return _table().get(_bare(label), ((), ()))[0]


def maybe_meant_by(label: str) -> tuple[str, ...]:
    """What the sign is for on some pages."""
    return _table().get(_bare(label), ((), ()))[1]


def signs_for(word: str) -> tuple[str, ...]:
    """The signs that mean the word, or may."""
    return tuple(sign for sign, (sure, maybe) in _table().items() if word in sure + maybe and not sign.isalnum())


def _bare(label: str) -> str:
    return label.replace(_PICTURE, "").strip().lower() if len(label) <= 4 else ""


@cache
def _table() -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {
        sign: (tuple(filter(None, sure.split("|"))), tuple(filter(None, maybe.split("|"))))
        for signs, sure, maybe in _MEANINGS
        for sign in signs.split()
    }
