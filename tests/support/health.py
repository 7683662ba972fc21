"""What must hold after every fault: same server, quick answers, a fresh page opens, nothing stray, nothing leaked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import psutil

from tests.support.processes import alive_in, holds
from tests.support.promises import promised
from tests.support.server_process import ServerProcess
from tests.support.site import Site

GROWTH = 2
"""Descriptors and threads that may come or go by chance."""

CRASH_HANDLERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The server as it was before the fault."""

    server: ServerProcess
    site: Site
    names: count[int]
    descriptors: int
    threads: int

    @classmethod
    def of(cls, server: ServerProcess, site: Site) -> Health:
        """Take the measure of a server; opens its browser."""
        names = count(1)
        opened = server.goto(site / "plain.html", session="health-0")
        assert opened["ok"], opened
        process = psutil.Process(server.process.pid)
        # The index of what was recorded is opened behind the first answer, and then stays open.
        assert holds(lambda: any("index.sqlite" in file.path for file in process.open_files()), within=promised(5))
        return cls(
            server=server,
            site=site,
            names=names,
            descriptors=process.num_fds(),
            threads=process.num_threads(),
        )

    def check(self) -> None:
        """The health oracle of every fault row."""
        process = psutil.Process(self.server.process.pid)
        assert self.server.process.poll() is None
        assert self.server.request("tools/list").answer.result(promised(1))["result"]["tools"]

        opened = self.server.call(
            "nav_goto",
            {"url": self.site / "plain.html", "session": f"health-{next(self.names)}"},
            within=promised(10),
        )

        assert opened["ok"], opened
        assert opened["result"]["title"] == "Plain"
        assert holds(lambda: not self._strays(), within=5), self._strays()
        assert holds(lambda: process.num_fds() - self.descriptors <= GROWTH, within=2), process.num_fds()
        # The loop's default executor keeps its threads; it makes no more than its limit.
        assert process.num_threads() - self.threads <= GROWTH
        assert "Traceback" not in self.server.log, self.server.log
        assert "never retrieved" not in self.server.log, self.server.log

    def _strays(self) -> list[psutil.Process]:
        """What works in the server's folders and does not descend from it."""
        own = set(psutil.Process(self.server.process.pid).children(recursive=True))
        others = [process for process in alive_in(self.server.state) if process not in own]
        # Chromium detaches its two crash handlers; they end with it.
        handlers = [process for process in others if process.name().startswith("chrome_crashpad")]
        return others if len(handlers) > CRASH_HANDLERS else [process for process in others if process not in handlers]
