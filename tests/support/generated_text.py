"""Pages of text made from a seed, with the words that a person sees on them, in reading order.

Every word is given out once, so that a lost, doubled or misplaced one is seen at once. What is expected is known from
how the page is made, not from reading it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

HIDING: Final = (
    '<div style="display:none">{}</div>',
    '<span style="visibility:hidden">{}</span>',
    "<div hidden>{}</div>",
    "<details><summary></summary>{}<p>{}</p></details>",
    "<template>{}</template>",
    "<script type=text/plain>{}</script>",
    "<noscript>{}</noscript>",
    "<textarea>{}</textarea>",
    '<input value="{}">',
    '<input type=password value="{}">',
    "<div contenteditable>{}</div>",
    '<div style="content-visibility:hidden">{}</div>',
    "<canvas>{}</canvas>",
    "<dialog>{}</dialog>",
    "<div popover>{}</div>",
    "<select><option selected><option>{}</select>",
    "<datalist><option>{}</datalist>",
    "<video>{}</video>",
    '<img alt="" title="{}">',
    "<!-- {} -->",
)
AROUND: Final = (
    "<p>{}</p>",
    "<div>{}</div>",
    "<b>{}</b> ",
    "<em> {} </em>",
    "<span>{}</span> ",
    '<a href="/somewhere">{}</a> ',
    "<h2>{}</h2>",
    "<blockquote>{}</blockquote>",
    "<pre>{}</pre>",
    "<code>{}</code> ",
    "<button>{}</button>",
    "<li>{}</li>",
    "<ul><li>{}</li></ul>",
    "<ol><li>{}</li></ol>",
    "<section inert>{}</section>",
    '<div aria-hidden="true">{}</div>',
    "<details open><summary>{}</summary></details>",
    '<div style="display:flex">{}</div>',
    '<div style="display:contents">{}</div>',
    '<span style="display:inline-block;padding:2px">{}</span>',
    '<div style="opacity:0">{}</div>',
    '<div style="white-space:pre-line">{}</div>',
    '<div style="content-visibility:auto">{}</div>',
    '<div style="visibility:hidden"><div style="visibility:visible">{}</div></div>',
    '<div style="float:right">{}</div>',
    '<div style="height:20px;overflow:auto">{}</div>',
    "<fieldset><legend>{}</legend></fieldset>",
    "<figure><figcaption>{}</figcaption></figure>",
    "<dl><dt>{}</dt></dl>",
    "<dialog open>{}</dialog>",
)
Framed = Callable[[str, bool], str]
"""Serves a document, on another host when asked to; its URL."""


@dataclass(slots=True)
class TextPage:
    html: str = ""
    words: list[str] = field(default_factory=list[str])
    hidden: list[str] = field(default_factory=list[str])


class Writer:
    """Writes one page."""

    def __init__(self, seed: int, framed: Framed) -> None:
        self._dice = random.Random(seed)
        self._framed = framed
        self._given = 0
        self.page = TextPage()

    def write(self) -> TextPage:
        body = "".join(self._part(depth=0) for _ in range(self._dice.randint(15, 40)))
        self.page.html = f"<!doctype html><meta charset=utf-8><title>made</title><body>{body}</body>"
        return self.page

    def _part(self, *, depth: int) -> str:
        kinds: Sequence[Callable[[int], str]] = (
            self._words,
            self._words,
            self._nested,
            self._nested,
            self._hidden,
            self._table,
            self._shadow,
            self._field,
        )
        if depth > 4:
            return self._words(depth)
        if depth < 2 and self._dice.random() < 0.06:
            return self._frame(depth)
        return self._dice.choice(kinds)(depth)

    def _words(self, _depth: int) -> str:
        return " ".join(self._word() for _ in range(self._dice.randint(1, 12))) + self._dice.choice(" \n\t") + "<br>"

    def _nested(self, depth: int) -> str:
        inside = "".join(self._part(depth=depth + 1) for _ in range(self._dice.randint(1, 3)))
        return self._dice.choice(AROUND).replace("{}", inside)

    def _hidden(self, _depth: int) -> str:
        word = f"h{self._number()}h"
        self.page.hidden.append(word)
        return self._dice.choice(HIDING).replace("{}", word)

    def _field(self, _depth: int) -> str:
        shown, not_shown = self._word(), f"h{self._number()}h"
        self.page.hidden.append(not_shown)
        return f"<select><option>{not_shown}<option selected>{shown}</select>"

    def _table(self, _depth: int) -> str:
        rows = range(self._dice.randint(1, 3))
        cells = range(self._dice.randint(1, 4))
        lines = ("<tr>" + "".join(f"<td>{self._word()}" for _ in cells) for _ in rows)
        return f"<table>{''.join(lines)}</table>"

    def _shadow(self, depth: int) -> str:
        """Slots come in another order than what is put into them."""
        mode = self._dice.choice(("open", "closed"))
        # A closed root has to be made by the parser, so that nobody keeps hold of it.
        first, second = self._word(), self._part(depth=depth + 1)
        named, rest, last = self._word(), self._word(), self._word()
        unslotted = f"h{self._number()}h"
        self.page.hidden.append(unslotted)
        root = f"{first} {second}<p><slot name=a></slot></p><slot></slot> {last} "
        light = f"{rest} <i slot=a>{named}</i><i slot=nowhere>{unslotted}</i>"
        return f"<div><template shadowrootmode={mode}>{root}</template>{light}</div>"

    def _frame(self, depth: int) -> str:
        inside = "".join(self._part(depth=depth + 1) for _ in range(self._dice.randint(1, 3)))
        url = self._framed(f"<!doctype html><meta charset=utf-8><body>{inside}</body>", self._dice.random() < 0.5)
        return f'<iframe src="{url}"></iframe>'

    def _word(self) -> str:
        word = f"w{self._number()}w"
        self.page.words.append(word)
        return word

    def _number(self) -> int:
        self._given += 1
        return self._given
