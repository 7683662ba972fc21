"""Answer JavaScript dialogs so that nothing ever waits for one without knowing it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Literal, cast

from playwright.async_api import Dialog
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.events import DialogSeen, EventLog
from handhold.errors import DialogOpen
from handhold.settings import Settings

Kind = Literal["alert", "confirm", "prompt", "beforeunload"]
ANSWER_SECONDS = 3.0


class Dialogs:
    """Alerts and beforeunload are accepted; confirm and prompt follow the setting `dialogs`."""

    def __init__(self, settings: Settings, log: EventLog) -> None:
        self._policy = settings.dialogs
        self._patience = settings.dialog_timeout_ms / 1000
        self._log = log
        self._waiting: Dialog | None = None
        self._overdue: asyncio.TimerHandle | None = None
        self.opened = asyncio.Event()

    async def on_dialog(self, dialog: Dialog) -> None:
        """Playwright waits for whoever listens, so every path answers or remembers the dialog."""
        kind = cast(Kind, dialog.type)
        if kind in {"alert", "beforeunload"} or self._policy == "accept":
            self._note(dialog, "accepted")
            await _quietly_accept(dialog)
        elif self._policy == "dismiss":
            self._note(dialog, "dismissed")
            await _quietly_dismiss(dialog)
        else:
            self._keep(dialog)

    @property
    def is_waiting(self) -> bool:
        return self._waiting is not None

    def refuse_while_waiting(self) -> None:
        """Raise `DialogOpen` while a dialog blocks the page."""
        if self._waiting is not None:
            raise DialogOpen(
                f"a {self._waiting.type} dialog is open and blocks the page",
                hint="Answer it with flow_answer_dialog, then call again.",
                details={"kind": self._waiting.type, "pageText": self._waiting.message[:200]},
            )

    async def answer(self, *, accept: bool, text: str | None) -> DialogSeen | None:
        """Answer the waiting dialog. None when there is none."""
        dialog = self._release()
        if dialog is None:
            return None
        answering = (
            dialog.accept(text) if accept and text is not None else dialog.accept() if accept else dialog.dismiss()
        )
        with contextlib.suppress(PlaywrightError):
            await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(answering)), ANSWER_SECONDS)
        return DialogSeen(
            kind=cast(Kind, dialog.type), message=dialog.message, answer="accepted" if accept else "dismissed"
        )

    def _note(self, dialog: Dialog, answer: Literal["accepted", "dismissed", "waiting"]) -> None:
        seen = DialogSeen(kind=cast(Kind, dialog.type), message=dialog.message, answer=answer)
        self._log.pending.add_dialog(seen)

    def _keep(self, dialog: Dialog) -> None:
        self._note(dialog, "waiting")
        self._waiting = dialog
        self.opened.set()
        loop = asyncio.get_running_loop()
        self._overdue = loop.call_later(self._patience, lambda: loop.create_task(self._dismiss_overdue()))

    async def _dismiss_overdue(self) -> None:
        if (dialog := self._release()) is not None:
            self._note(dialog, "dismissed")
            await _quietly_dismiss(dialog)

    def _release(self) -> Dialog | None:
        dialog, self._waiting = self._waiting, None
        self.opened.clear()
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None
        return dialog

    def forget(self) -> None:
        """The page that showed it is gone."""
        self._release()


async def _quietly_accept(dialog: Dialog) -> None:
    with contextlib.suppress(PlaywrightError):  # its page may be gone already
        await dialog.accept()


async def _quietly_dismiss(dialog: Dialog) -> None:
    with contextlib.suppress(PlaywrightError):
        await dialog.dismiss()
