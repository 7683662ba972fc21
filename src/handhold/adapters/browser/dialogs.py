"""Answer JavaScript dialogs so that nothing ever waits for one without knowing it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, TypeVar, cast

from playwright.async_api import Dialog, Page

from handhold.adapters.browser.bounded import bounded, retrieve
from handhold.adapters.browser.events import DialogSeen, EventLog
from handhold.errors import DialogOpen
from handhold.settings import Settings

T = TypeVar("T")
Kind = Literal["alert", "confirm", "prompt", "beforeunload"]
ANSWER_SECONDS = 3.0


class DialogInterrupted(Exception):
    """A dialog that waits for its answer holds the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    dialog: Dialog
    seen: DialogSeen
    overdue: asyncio.TimerHandle


class Dialogs:
    """Alerts and beforeunload are accepted; confirm and prompt follow the setting `dialogs`."""

    def __init__(self, settings: Settings, log: EventLog) -> None:
        self._policy = settings.dialogs
        self._patience = settings.dialog_timeout_ms / 1000
        self._log = log
        self._waiting: list[_Waiting] = []
        self._prepared: deque[tuple[bool, str | None]] = deque()
        self._opened = asyncio.Event()
        self._dismissals: set[asyncio.Task[bool]] = set()

    async def on_dialog(self, dialog: Dialog) -> None:
        """Playwright waits for whoever listens, so every path answers or remembers the dialog."""
        if self._prepared and dialog.type != "beforeunload":
            accept, text = self._prepared.popleft()
            self._note(dialog, "accepted" if accept else "dismissed")
            await bounded(_answering(dialog, accept=accept, text=text), ANSWER_SECONDS)
        elif dialog.type in {"alert", "beforeunload"} or self._policy == "accept":
            self._note(dialog, "accepted")
            await bounded(_answering(dialog, accept=True, text=None), ANSWER_SECONDS)  # its page may be gone already
        elif self._policy == "dismiss":
            self._note(dialog, "dismissed")
            await bounded(dialog.dismiss(), ANSWER_SECONDS)
        else:
            self._keep(dialog)

    def prepare(self, *, accept: bool, text: str | None) -> None:
        """Answer the next dialog like this, whatever the setting says."""
        self._prepared.append((accept, text))

    @property
    def is_waiting(self) -> bool:
        """Whether a dialog holds a page until somebody answers it."""
        return bool(self._waiting)

    def refuse_while_waiting(self) -> None:
        """Raise `DialogOpen` while a dialog blocks the page."""
        if self._waiting:
            dialog = self._waiting[0].dialog
            raise DialogOpen(
                f"a {dialog.type} dialog is open and blocks the page",
                hint="Answer it with flow_answer_dialog, then call again.",
                details={"kind": dialog.type, "pageText": dialog.message[:200]},
            )

    async def outrun(self, task: asyncio.Future[T]) -> T:
        """The task's result. Raises `DialogInterrupted` if a dialog waits for its answer first; the task goes on."""
        task.add_done_callback(retrieve)
        opened = asyncio.ensure_future(self._opened.wait())
        try:
            await asyncio.wait({task, opened}, return_when="FIRST_COMPLETED")
        finally:
            opened.cancel()
        if not task.done():
            raise DialogInterrupted
        return task.result()

    async def let(self, work: Awaitable[T]) -> T:
        """What the work gives. Raises `DialogOpen`, and ends it, when a dialog holds the page meanwhile."""
        working = asyncio.ensure_future(work)
        try:
            while True:
                try:
                    return await self.outrun(working)
                except DialogInterrupted:
                    self.refuse_while_waiting()
        finally:
            working.cancel()

    async def answer(self, *, accept: bool, text: str | None) -> DialogSeen | None:
        """Answer the dialog that has waited longest. None when there is none."""
        if not self._waiting:
            return None
        waiting = self._waiting[0]
        self._release(waiting)
        self._log.pending.forget_dialog(waiting.seen)  # whoever answers it knows of it
        dialog = waiting.dialog
        await bounded(_answering(dialog, accept=accept, text=text), ANSWER_SECONDS)
        return DialogSeen(kind=_kind(dialog), message=dialog.message, answer="accepted" if accept else "dismissed")

    def forget(self, page: Page | None = None) -> None:
        """The page that showed them is gone; without a page, all of them."""
        for waiting in list(self._waiting):
            if page is None or waiting.dialog.page is page:
                self._release(waiting)

    def _note(self, dialog: Dialog, answer: Literal["accepted", "dismissed", "waiting"]) -> DialogSeen:
        seen = DialogSeen(kind=_kind(dialog), message=dialog.message, answer=answer)
        self._log.pending.add_dialog(seen)
        return seen

    def _keep(self, dialog: Dialog) -> None:
        overdue = asyncio.get_running_loop().call_later(self._patience, self._dismiss_overdue, dialog)
        self._waiting.append(_Waiting(dialog=dialog, seen=self._note(dialog, "waiting"), overdue=overdue))
        self._opened.set()

    def _dismiss_overdue(self, dialog: Dialog) -> None:
        for waiting in [waiting for waiting in self._waiting if waiting.dialog is dialog]:
            self._release(waiting)
            self._note(dialog, "dismissed")
            dismissal = asyncio.create_task(bounded(dialog.dismiss(), ANSWER_SECONDS))
            self._dismissals.add(dismissal)
            dismissal.add_done_callback(self._dismissals.discard)

    def _release(self, waiting: _Waiting) -> None:
        waiting.overdue.cancel()
        self._waiting.remove(waiting)
        if not self._waiting:
            self._opened.clear()


def _kind(dialog: Dialog) -> Kind:
    return cast(Kind, dialog.type)


async def _answering(dialog: Dialog, *, accept: bool, text: str | None) -> None:
    if accept:
        # OK on a prompt that nobody typed into gives what it was preset to; Playwright would send an empty text.
        await dialog.accept(dialog.default_value if text is None else text)
    else:
        await dialog.dismiss()
