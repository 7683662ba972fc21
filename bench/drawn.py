"""Sheets of words drawn as pixels, which no document explains, and how many of the words were read right."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

SCRIPT: Final = Path(__file__).resolve().parent / "pages" / "drawn.js"
WIDTH, HEIGHT = 1280, 720
SANS, WIDE, SERIF, BOOK, MONO, NARROW = (
    "'Liberation Sans', Arial, sans-serif",
    "'DejaVu Sans', Verdana, sans-serif",
    "'Liberation Serif', 'Times New Roman', serif",
    "'DejaVu Serif', Georgia, serif",
    "'Liberation Mono', 'Courier New', monospace",
    "'Liberation Sans Narrow', 'Arial Narrow', sans-serif",
)
FONTS: Final = (SANS, WIDE, SERIF, BOOK, MONO, NARROW)
LIGHT: Final = (("#ffffff", "#202124"), ("#f4f4f6", "#5f6368"), ("#fffbea", "#1a3c8c"), ("#eef6ee", "#7a1f1f"))
DARK: Final = (("#121212", "#e8eaed"), ("#1e2430", "#9aa7bd"), ("#0b3d2e", "#f5f5dc"), ("#2b2b2b", "#ffb74d"))
PHOTOGRAPHS: Final = (
    (("#27496d", "#3c7a89", "#142850"), "#ffffff"),
    (("#f6e7c1", "#e8c39e", "#fff4dd"), "#2a1a0a"),
    (("#5b3a29", "#8a5a44", "#3b2417"), "#fff8e7"),
)
BUTTONS: Final = (
    ("#1a73e8", "#ffffff"), ("#188038", "#ffffff"), ("#d93025", "#ffffff"), ("#fbbc04", "#202124"),
    ("#e8eaed", "#3c4043"), ("#6a1b9a", "#ffffff"),
)  # fmt: skip
STRINGS: Final = (
    "Reserve seat", "Add to basket", "Check out now", "Continue as guest", "Forgot your password?", "Keep me signed in",
    "Delivery on Tuesday", "Free returns", "Only 3 left in stock", "Total 42.50", "Subtotal: $1,299.00", "Order #48213",
    "Gate B17, boarding 14:35", "Row 12, seat C", "Departure 09:05", "Arrives 23 March 2026", "Berlin to Lisbon",
    "One way", "Round trip", "2 adults, 1 child", "Save changes", "Discard draft", "Undo last step", "Rename file",
    "Move to folder", "Export as PDF", "Import data", "Print preview", "Zoom to 150%", "Show grid lines",
    "Snap to grid", "Layer 4 of 9", "Opacity 65%", "Stroke width", "Fill colour", "Border radius", "Align left",
    "Bring to front", "Group objects", "Flip horizontal", "Quarterly revenue", "Profit and loss", "Net income 2025",
    "Growth +12.4%", "Loss -3.7%", "Market share", "Units sold: 18,204", "Average rating 4.8", "Customers by region",
    "North America",
    "South East Asia", "Year over year", "Last 30 days", "Compare with previous", "Download report", "Refresh now",
    "Pause updates", "Live feed", "Buy 0.25 ETH", "Gas fee 21 gwei", "Confirm transfer", "Reject request",
    "Network: Mainnet", "Account 7", "Copy address", "Slippage 0.5%", "Swap tokens", "Connect wallet", "Sign message",
    "Level 8 complete", "High score 99,120", "Play again", "Main menu", "Sound off", "Full screen", "Next turn",
    "End mission", "Health 75 / 100", "Map of the valley", "Search this area", "Directions", "Open until 10 pm",
    "Nearby hotels", "Traffic: light", "Satellite view", "Invite people", "Mute microphone", "Share screen",
    "Raise hand", "Leave meeting", "Recording in progress", "New message", "Reply to all", "Mark as unread",
    "Archive thread", "Empty trash", "Attach file", "Schedule send", "Unsubscribe", "Privacy settings",
    "Two-step verification", "Backup codes", "Change language", "Dark theme", "Notifications", "Help centre",
    "Version 3.11.2", "Terms of service", "Report a problem", "Log out", "Room temperature 21.5", "Battery 88%",
    "Signal strength", "Uptime 14 days", "Queue length 127", "Error rate 0.03%", "Deploy to production", "Roll back",
    "Approve and merge", "Request changes", "Run all tests", "View raw logs", "Assign to me", "Due tomorrow",
)  # fmt: skip
"""What applications say: commands, prices, numbers, dates. Each string is drawn in several looks."""
UNUSUAL: Final = (
    "Größe ändern", "Prénom", "Straße 5", "Löschen", "Téléphone", "Añadir", "naïve café", "Zurück", "Menü öffnen",
    "Créer un compte", "X7K-92BQ", "DE89 3704 0044", "0x7f3A9c", "user@example.com", "v2.0.1-rc3", "#FF8800",
    "$9.99/mo", "A+", "(3)", "x2", "+1 555 0199", "NEXT >", "SALE -50%", "LOADING...", "TOP 10", "C",
    "Your session will end in 5 minutes", "Please try again in a moment", "All prices include VAT", "Top 1 to 9 of 36",
)  # fmt: skip
"""What a dictionary does not help with, and longer lines."""
FAINT: Final = (("#ffffff", "#a8a8a8"), ("#202020", "#6a6a6a"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Texts beside each other; `step` is from one to the next, without it `gap` (letter sizes) stands between them."""

    texts: Sequence[str]
    x: float
    middle: float
    size: int
    font: str
    ink: str
    step: float = 0
    gap: float = 1.1
    face: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    name: str
    ground: Sequence[str]
    lines: Sequence[Line]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def texts(self) -> list[str]:
        return [text for line in self.lines for text in line.texts]

    def html(self) -> str:
        drawn = json.dumps(asdict(self)).replace("<", "\\u003c")
        return (
            "<!doctype html><title>Drawn</title><style>body{margin:0}</style><canvas></canvas>"
            f'<script type="application/json" id="sheet">{drawn}</script><script src="drawn.js"></script>'
        )


@dataclass(frozen=True, slots=True)
class Score:
    """`right` of `words` were read; of the strings, `whole` came as a text of their own."""

    right: int = 0
    words: int = 0
    whole: int = 0
    strings: int = 0
    wrong: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        return self.right / self.words if self.words else 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.right + other.right,
            self.words + other.words,
            self.whole + other.whole,
            self.strings + other.strings,
            self.wrong + other.wrong,
        )


def write(folder: Path, sheets: Sequence[Sheet]) -> None:
    """A page for each sheet, and the script that draws them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCRIPT.name).write_text(SCRIPT.read_text("utf-8"), "utf-8")
    for sheet in sheets:
        (folder / f"{sheet.name}.html").write_text(sheet.html(), "utf-8")


def plain() -> list[Sheet]:
    """Every string, light and dark, in several fonts, each at several sizes."""
    sizes = (12, 14, 16, 18, 20, 24)
    looks = itertools.cycle(itertools.product(FONTS, sizes))
    return [
        _sheet(f"plain-{at}", ground, ink, texts, [next(looks) for _ in range(11)], columns=4)
        for at, (texts, (ground, ink)) in enumerate(
            zip(_shared_out(8 * 44, offset=0, each=44), (*LIGHT, *DARK), strict=False)
        )
    ]


def full(count: int, *, texts: int = 40) -> list[Sheet]:
    """Viewports with this many texts, each with its own, so that none has been read before."""
    looks = [(font, size) for font in (SANS, WIDE) for size in (14, 16, 13, 15, 18)]
    portions = _shared_out(count * texts, offset=3, each=texts)
    return [_sheet(f"full-{at}", *LIGHT[at % 2], each, looks, columns=4) for at, each in enumerate(portions)]


def hard() -> list[Sheet]:
    return [*neighbours(), *on_buttons(), *on_photographs(), *small(), *unusual()]


def neighbours() -> list[Sheet]:
    """Menus and tool bars: what stands on one line belongs to several things."""
    found: list[Sheet] = []
    for at, (ground, ink) in enumerate((LIGHT[0], DARK[0])):
        texts = iter(next(_shared_out(66, offset=20 + 40 * at, each=66)))
        fonts = zip(
            itertools.cycle((13, 14, 16)),
            itertools.cycle((SANS, WIDE, SERIF, NARROW, MONO)),
            itertools.cycle((1.1, 1.6)),
            strict=False,
        )
        lines = [
            Line(
                texts=list(itertools.islice(texts, 6)),
                x=24,
                middle=40 + 60 * row,
                size=size,
                font=f"{size}px {font}",
                ink=ink,
                gap=gap,
            )
            for row, (size, font, gap) in enumerate(itertools.islice(fonts, 11))
        ]
        found.append(Sheet(name=f"neighbours-{at}", ground=(ground,) * 2, lines=lines))
    return found


def on_buttons() -> list[Sheet]:
    texts = iter(next(_shared_out(48, offset=70, each=48)))
    lines = [
        Line(
            texts=list(itertools.islice(texts, 4)),
            x=40,
            middle=40 + 58 * row,
            size=size,
            font=f"{weight} {size}px {font}",
            ink=ink,
            face=face,
            step=310,
        )
        for row, (size, weight, font, (face, ink)) in enumerate(
            zip(
                (13, 14, 16, 18, 13, 14, 16, 18, 14, 16, 13, 14),
                itertools.cycle(("bold", "normal")),
                itertools.cycle(FONTS),
                itertools.cycle(BUTTONS),
                strict=False,
            )
        )
    ]
    return [Sheet(name="buttons", ground=("#ffffff",) * 2, lines=lines)]


def on_photographs() -> list[Sheet]:
    return [
        _sheet(
            f"photograph-{at}", tone, ink, texts, [(font, size) for font in FONTS[:4] for size in (16, 22)], columns=3
        )
        for at, (texts, (tone, ink)) in enumerate(zip(_shared_out(72, offset=5, each=24), PHOTOGRAPHS, strict=True))
    ]


def small() -> list[Sheet]:
    """The smallest letters that people are expected to read."""
    looks = [(font, 12) for font in itertools.islice(itertools.cycle(FONTS), 12)]
    grounds = (LIGHT[0], LIGHT[1], DARK[0], DARK[1])
    return [
        _sheet(f"small-{at}", ground, ink, texts, looks, columns=5)
        for at, (texts, (ground, ink)) in enumerate(zip(_shared_out(240, offset=11, each=60), grounds, strict=True))
    ]


def unusual() -> list[Sheet]:
    """Codes, accents and single letters, with little contrast."""
    looks = [(font, size) for font in FONTS[:4] for size in (13, 15, 18)]
    texts = list(itertools.islice(itertools.cycle(UNUSUAL), 48))
    return [_sheet(f"unusual-{at}", *look, texts, looks, columns=4) for at, look in enumerate(FAINT)]


def _sheet(
    name: str,
    ground: str | Sequence[str],
    ink: str,
    texts: Sequence[str],
    looks: Sequence[tuple[str, int]],
    *,
    columns: int,
) -> Sheet:
    """A row for every look."""
    left = iter(texts)
    step = (WIDTH - 40) / columns
    pitch = (HEIGHT - 40) / len(looks)
    lines = [
        Line(
            texts=list(itertools.islice(left, columns)),
            x=24,
            middle=20 + pitch * (row + 0.5),
            size=size,
            font=f"{size}px {font}",
            ink=ink,
            step=step,
        )
        for row, (font, size) in enumerate(looks)
    ]
    return Sheet(name=name, ground=(ground, ground) if isinstance(ground, str) else ground, lines=lines)


def _shared_out(count: int, *, offset: int, each: int) -> Iterator[Sequence[str]]:
    """So many strings in portions, beginning elsewhere in the list for each set."""
    chosen = [STRINGS[(offset + at * 7) % len(STRINGS)] for at in range(count)]
    return (chosen[at : at + each] for at in range(0, count, each))


def judged(sheet: Sheet, items: Sequence[Mapping[str, Any]]) -> Score:
    """How much of a sheet was read; `items` as visual_scan gives them. Words nobody drew count as wrong, too."""
    total = Score()
    for line in sheet.lines:
        own = [item for item in items if item.get("text") and abs(_middle(item) - line.middle) < line.size]
        own.sort(key=lambda item: item["bbox"]["x"])
        texts = [str(item["text"]) for item in own]
        wanted = " ".join(line.texts).split()
        got = " ".join(texts).split()
        same = sum(block.size for block in SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks())
        wrong = () if wanted == got else (f"{line.size}px {' '.join(wanted)!r} read as {' '.join(got)!r}",)
        whole = sum(text in texts for text in line.texts)
        total += Score(same, max(len(wanted), len(got)), whole, len(line.texts), wrong)
    return total


def _middle(item: Mapping[str, Any]) -> float:
    box = item["bbox"]
    return float(box["y"]) + float(box["height"]) / 2
