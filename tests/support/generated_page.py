"""Pages made from a seed: many kinds of controls in many kinds of places, and what of them a user can reach."""

from __future__ import annotations

import html
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

WORDS: Final = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "glade",
    "haven",
    "inlet",
    "jetty",
    "knoll",
    "ledge",
    "marsh",
    "north",
    "ocean",
    "prairie",
    "quarry",
    "ridge",
    "shoal",
    "tundra",
    "upland",
    "valley",
    "willow",
    "yonder",
    "zephyr",
]
STYLE: Final = (
    "<style>body{margin:12px;font:14px sans-serif}button,a,input,select,textarea,summary,.c{display:inline-block;"
    "min-width:40px;min-height:20px;margin:3px}.scroll{height:90px;overflow:auto}.veiled{position:relative}"
    ".veil{position:absolute;inset:0;background:#eee}iframe{width:500px;height:160px}.gone{display:none}</style>"
)
CONTROLS: Final[tuple[str, ...]] = (
    "<button>{label}</button>",
    "<button><i></i><span>{label}</span></button>",
    '<a href="/go/{number}">{label}</a>',
    '<a href="/pic/{number}"><img alt="{label}" width="30" height="20"></a>',
    '<input aria-label="{label}">',
    '<input type="submit" value="{label}">',
    '<label class="c">{label} <input type="checkbox"></label>',
    '<input type="radio" id="r{number}"><label for="r{number}">{label}</label>',
    '<select aria-label="{label}"><option>One</option><option>Two</option></select>',
    '<textarea aria-label="{label}"></textarea>',
    '<input type="range" aria-label="{label}">',
    '<div class="c" role="button" tabindex="0">{label}</div>',
    '<div class="c" role="switch" aria-checked="true" aria-label="{label}">on</div>',
    '<div class="c" onclick="void 0">{label}</div>',
    '<span class="c" style="cursor:pointer">{label}</span>',
    '<div class="c" contenteditable="true" aria-label="{label}">text</div>',
    '<svg width="60" height="24"><g role="button" aria-label="{label}"><rect width="50" height="20"/></g></svg>',
    '<button title="{label}"><svg width="16" height="16"><path d="M0 0h9v9z"/></svg></button>',
    '<details class="c"><summary>{label}</summary>folded</details>',
    "<button data-testid='t{number}'>{label}</button>",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedPage:
    """`reachable` are labels of what can be seen and used, maybe after scrolling; of what is hidden none is told."""

    html: str
    reachable: frozenset[str]
    covered: frozenset[str]
    disabled: frozenset[str]


@dataclass(slots=True)
class Maker:
    """Grows one page. Every control gets a label of its own."""

    random: random.Random
    elsewhere: Callable[[str], str]
    """Puts a text on another origin and says where."""
    labels: int = 0
    reachable: set[str] = field(default_factory=set[str])
    covered: set[str] = field(default_factory=set[str])
    disabled: set[str] = field(default_factory=set[str])

    def page(self) -> GeneratedPage:
        parts = [self.place(depth=0) for _ in range(self.random.randint(2, 6))]
        text = f"<!doctype html><title>Made</title>{STYLE}<body>{''.join(parts)}"
        return GeneratedPage(
            html=text,
            reachable=frozenset(self.reachable),
            covered=frozenset(self.covered),
            disabled=frozenset(self.disabled),
        )

    def place(self, *, depth: int, is_hidden: bool = False) -> str:
        if depth >= 4 or self.random.random() < 0.35:
            return self.controls(self.random.randint(1, 3), is_hidden=is_hidden)
        return self.random.choice(PLACES)(self, depth, is_hidden)

    def inside(self, depth: int, is_hidden: bool) -> str:
        return "".join(self.place(depth=depth + 1, is_hidden=is_hidden) for _ in range(self.random.randint(1, 3)))

    def controls(self, count: int, *, is_hidden: bool) -> str:
        return "".join(self.control(is_hidden=is_hidden) for _ in range(count))

    def control(self, *, is_hidden: bool) -> str:
        template = self.random.choice(CONTROLS)
        label = self.label() if is_hidden else self.noted(self.reachable, "")
        return template.format(label=label, number=self.labels)

    def noted(self, labels: set[str], prefix: str) -> str:
        """A new label among those."""
        label = prefix + self.label()
        labels.add(label)
        return label

    def label(self) -> str:
        self.labels += 1
        return f"{self.random.choice(WORDS).title()} {self.random.choice(WORDS)} {self.labels}"


def generate(seed: int, *, elsewhere: Callable[[str], str]) -> GeneratedPage:
    return Maker(random.Random(seed), elsewhere).page()


def _landmark(maker: Maker, depth: int, is_hidden: bool) -> str:
    tag = maker.random.choice(["main", "nav", "header", "footer", "aside", "section", "form", "article", "div"])
    heading = f"<h2>{maker.random.choice(WORDS).title()}</h2>" if maker.random.random() < 0.5 else ""
    return f"<{tag}>{heading}{maker.inside(depth, is_hidden)}</{tag}>"


def _fieldset(maker: Maker, depth: int, is_hidden: bool) -> str:
    return f"<fieldset><legend>Choices</legend>{maker.inside(depth, is_hidden)}</fieldset>"


def _table(maker: Maker, depth: int, is_hidden: bool) -> str:
    first, second = maker.random.sample(CONTROLS[:6], 2)
    rows: list[str] = []
    for row in range(maker.random.randint(2, 14)):
        cells = "".join(f"<td>{_filled(maker, template, is_hidden)}</td>" for template in (first, second))
        rows.append(f"<tr><td>Row {row}</td>{cells}</tr>")
    return f"<table><caption>Things</caption>{''.join(rows)}</table>"


def _cards(maker: Maker, depth: int, is_hidden: bool) -> str:
    template = maker.random.choice(CONTROLS)
    count = maker.random.randint(2, 13)
    return "<ul>" + "".join(f"<li>Card {n} {_filled(maker, template, is_hidden)}</li>" for n in range(count)) + "</ul>"


def _filled(maker: Maker, template: str, is_hidden: bool) -> str:
    label = maker.label() if is_hidden else maker.noted(maker.reachable, "")
    return template.format(label=label, number=maker.labels)


def _shadow(maker: Maker, depth: int, is_hidden: bool) -> str:
    mode = maker.random.choice(["open", "closed"])
    inner = maker.inside(depth, is_hidden)
    slotted = maker.control(is_hidden=is_hidden)
    content = f'<template shadowrootmode="{mode}">{STYLE}{inner}<slot></slot></template>{slotted}'
    return f"<div>{content}</div>"


def _frame(maker: Maker, depth: int, is_hidden: bool) -> str:
    text = f"<!doctype html>{STYLE}<body>{maker.inside(max(depth, 2), is_hidden)}"
    if maker.random.random() < 0.3:
        return f'<iframe src="{maker.elsewhere(text)}"></iframe>'
    return f'<iframe srcdoc="{html.escape(text)}"></iframe>'


def _hidden(maker: Maker, depth: int, is_hidden: bool) -> str:
    opening, closing = maker.random.choice(
        [
            ('<div class="gone">', "</div>"),
            ('<div style="visibility:hidden">', "</div>"),
            ("<details><summary style='display:none'></summary>", "</details>"),
            ("<dialog>", "</dialog>"),
            ("<div hidden>", "</div>"),
            ('<div style="height:0;overflow:hidden">', "</div>"),
        ]
    )
    return opening + maker.controls(2, is_hidden=True) + closing


def _disabled(maker: Maker, depth: int, is_hidden: bool) -> str:
    label = f"Never {maker.label()}" if is_hidden else maker.noted(maker.disabled, "Never ")
    return f"<fieldset disabled><legend>Not now</legend><button>{label}</button></fieldset>"


def _covered(maker: Maker, depth: int, is_hidden: bool) -> str:
    label = f"Under {maker.label()}" if is_hidden else maker.noted(maker.covered, "Under ")
    return f'<div class="veiled"><button>{label}</button><div class="veil"></div></div>'


def _scrolled(maker: Maker, depth: int, is_hidden: bool) -> str:
    return f'<div class="scroll">{maker.inside(depth, is_hidden)}<p style="height:200px"></p></div>'


def _far_down(maker: Maker, depth: int, is_hidden: bool) -> str:
    return f'<p style="height:900px">Words.</p>{maker.controls(2, is_hidden=is_hidden)}'


PLACES: Final[tuple[Callable[[Maker, int, bool], str], ...]] = (
    _landmark,
    _landmark,
    _landmark,
    _fieldset,
    _table,
    _cards,
    _shadow,
    _frame,
    _hidden,
    _disabled,
    _covered,
    _scrolled,
    _far_down,
)
