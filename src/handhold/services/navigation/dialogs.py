"""Answer the dialog that waits, when dialogs are set to `ask`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from handhold.errors import InvalidInput
from handhold.services.perception.page_text import clean
from handhold.services.sessions import running

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredDialog:
    """`message` is page text."""

    kind: str
    message: str
    answer: Literal["accepted", "dismissed"]


class DialogAnswers:
    def __init__(self, browser: BrowserSession | None) -> None:
        self._browser = browser

    async def answer(self, *, accept: bool, text: str | None) -> AnsweredDialog:
        browser = running(self._browser)
        seen = await browser.dialogs.answer(accept=accept, text=text)
        if seen is None:
            raise InvalidInput(
                "no dialog is waiting for an answer",
                hint="Dialogs wait only with the setting dialogs = ask; otherwise they were answered already.",
            )
        await browser.await_next_dialog()
        return AnsweredDialog(
            kind=seen.kind,
            message=clean(seen.message, limit=200),
            answer="accepted" if accept else "dismissed",
        )
