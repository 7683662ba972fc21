"""Who is here and what they carry: the signed-in user and the cart."""

from __future__ import annotations

import re
from typing import Final

from handhold.services.state.evidence import Clue, Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.reading import Finding, Found, Missing

COUNT: Final = re.compile(r"(?<![\d.,])(\d{1,4})(?![\d.,]*\d)")
GREETING: Final = re.compile(
    r"^(?:hello|hi|hey|welcome(?: back)?|signed in as|logged in as|hallo|willkommen|angemeldet als|bonjour|bienvenue|"
    r"connecté en tant que|hola|bienvenido|ciao|benvenuto|olá|hej|witaj|cześć|привет|добро пожаловать)[,:!\s]+",
    re.IGNORECASE,
)
NO_NAME: Final = re.compile(
    r"\b(?:sign|log|in|out|up|login|logout|register|account|profile|users?|menu|settings|my|guest|home|edit|change|"
    r"online|admin|administrator|owner|password|avatar|photo|team|members?|help|to|the|your|anmelden|konto|profil|"
    r"compte|connexion|cuenta|perfil)\b",
    re.IGNORECASE,
)


def cart_count(evidence: Evidence) -> Finding:
    """The number on or beside what leads to the cart."""
    clues = evidence.of("carts")
    if not clues:
        return Missing("no cart on the page")
    counted = [(clue, number) for clue in clues if (number := _count(clue)) is not None]
    if not counted:
        return Missing("a cart without a number")
    numbers = {number for _clue, number in counted}
    clue, number = counted[0]
    if len(numbers) > 1:
        return Found(value=number, confidence=0.55, node=clue.node)
    return Found(value=number, confidence=0.94 if clue.text("by") == "name" else 0.82, node=clue.node)


def _count(clue: Clue) -> int | None:
    for text in (clue.text("text"), clue.text("name")):
        found = COUNT.findall(text)
        if len(found) == 1 and "%" not in text:
            return int(found[0])
    return None


def user(evidence: Evidence) -> Finding:
    """A name where pages show who is signed in."""
    names = [(name, clue) for clue in evidence.of("people") if (name := _person(clue))]
    if not names:
        return Missing("no signed-in user is shown")
    greeted = [(name, clue) for name, clue in names if clue.text("by") == "greeting"]
    name, clue = (greeted or names)[0]
    confidence = 0.85 if greeted else 0.7
    if evidence.can_sign_out:
        confidence += 0.1
    if len({other for other, _clue in (greeted or names)}) > 1:
        confidence = 0.6
    return Found(value=name, confidence=min(confidence, 0.93), node=clue.node)


def _person(clue: Clue) -> str:
    text = clue.text("text", limit=60)
    name = GREETING.sub("", text).strip(" !,.") if clue.text("by") == "greeting" else text
    words = name.split()
    if len(name) < 2 or not 1 <= len(words) <= 4 or NO_NAME.search(name) or any(char.isdigit() for char in name):
        return ""
    if "@" in name:
        return name if len(words) == 1 else ""
    return name if all(word[0].isupper() or not word[0].isascii() for word in words) else ""


PEOPLE = (
    Extractor(field="cartCount", read=cart_count, families=("carts",)),
    Extractor(field="user", read=user, families=("people",)),
)
