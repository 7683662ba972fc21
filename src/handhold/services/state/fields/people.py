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
    r"connecté en tant que|hola|bienvenido|ciao|benvenuto|olá|hej|witaj|cześć|привет|добро пожаловать|こんにちは|"
    r"ようこそ|eingeloggt als|sesión iniciada como|ingelogd als|inloggad som|zalogowany jako)[,:!、，！\s]+",
    re.IGNORECASE,
)
LEAVING: Final = re.compile(
    r"[\s.,·|•(\[–—-]*\b(?:log ?out|sign ?out|abmelden|ausloggen|déconnexion|se déconnecter|cerrar sesión|esci|sair|"
    r"uitloggen|logga ut|wyloguj|выйти)\b.*$|[\s.,·|•(\[–—-]*(?:ログアウト|退出).*$",
    re.IGNORECASE,
)
"""The way out that stands after a name."""
JAPANESE: Final = re.compile(r"^(?:こんにちは|ようこそ)")
HANDLE: Final = re.compile(r"[a-z][\w.-]{2,29}")
NO_NAME: Final = re.compile(
    r"\b(?:sign|log|in|out|up|login|logout|register|account|profile|users?|menu|settings|my|guest|home|edit|change|"
    r"online|admin|administrator|owner|password|avatar|photo|team|members?|help|to|the|your|anmelden|konto|profil|"
    r"compte|connexion|cuenta|perfil)\b|ゲスト|お客様",
    re.IGNORECASE,
)


def cart_count(evidence: Evidence) -> Finding:
    """The number on or beside what leads to the cart."""
    clues = evidence.of("carts")
    if not clues:
        return Missing("no cart on the page")
    counted = [(clue, number) for clue in clues if (number := _count(clue)) is not None]
    counted = [each for each in counted if each[0].text("by") != "words"] or counted
    if not counted:
        return Missing("a cart without a number")
    numbers = {number for _clue, number in counted}
    clue, number = counted[0]
    if len(numbers) > 1:
        return Found(value=number, confidence=0.55, node=clue.node)
    sureness = {"name": 0.94, "words": 0.78}.get(clue.text("by"), 0.82)
    return Found(value=number, confidence=sureness, node=clue.node)


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
    # "Hello, World" greets nobody; who can sign out is somebody.
    confidence = (0.93 if greeted else 0.8) if evidence.can_sign_out else (0.8 if greeted else 0.7)
    if len({other for other, _clue in (greeted or names)}) > 1:
        confidence = 0.6
    return Found(value=name, confidence=confidence, node=clue.node)


def _person(clue: Clue) -> str:
    text = clue.text("text", limit=60)
    greeted = GREETING.sub("", text) if clue.text("by") == "greeting" else text
    name = LEAVING.sub("", greeted).strip(" !,.") if clue.text("by") == "greeting" else text
    if JAPANESE.search(text) and not name.endswith(("さん", "様", "さま")):
        return ""
    words = name.split()
    if len(name) < 2 or not 1 <= len(words) <= 4 or NO_NAME.search(name) or any(char.isdigit() for char in name):
        return ""
    if "@" in name:
        return name if len(words) == 1 else ""
    if LEAVING.search(greeted) and HANDLE.fullmatch(name):
        return name
    return name if all(word[0].isupper() or not word[0].isascii() for word in words) else ""


PEOPLE = (
    Extractor(field="cartCount", read=cart_count, families=("carts",)),
    Extractor(field="user", read=user, families=("people",)),
)
