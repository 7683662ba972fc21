"""Notice that the client of one HTTP request went away, without taking a message from the app that serves it.

The SDK's transport of the handshake era keeps a tool running after its client has left, and in its JSON mode nobody
even listens. Here the first to see the end of the request body starts one task that waits for what comes next; the app
and we share what it finds.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Final, Self

from starlette.types import Message, Receive, Send

DISCONNECTED: Final = "handhold.disconnected"
"""Key in `scope["state"]` of the event that is set when the client left before its answer was complete."""


class DisconnectWatch:
    """`receive` and `send` of one request, and whether its client has left."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.disconnected = asyncio.Event()
        self._receive = receive
        self._send = send
        self._is_answered = False
        self._waiting: asyncio.Task[Message] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Also when the app fails: nobody will ask for its messages any more.
        if self._waiting is not None:
            self._waiting.cancel()

    async def receive(self) -> Message:
        """The next message for the app."""
        if self._waiting is not None:
            # Shielded: an app that stops listening must not stop us from listening.
            return await asyncio.shield(self._waiting)
        message = await self._receive()
        self._note(message)
        if message["type"] == "http.request" and not message.get("more_body", False):
            self._waiting = asyncio.create_task(self._wait_for_disconnect())
        return message

    async def send(self, message: Message) -> None:
        """Pass on a part of the answer."""
        # Noted before it is sent: servers report a complete answer as a disconnect, too.
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self._is_answered = True
        try:
            await self._send(message)
        except OSError:
            self.disconnected.set()
            raise

    async def _wait_for_disconnect(self) -> Message:
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                self._note(message)
                return message

    def _note(self, message: Message) -> None:
        if message["type"] == "http.disconnect" and not self._is_answered:
            self.disconnected.set()
