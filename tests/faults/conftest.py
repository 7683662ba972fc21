"""The site and the servers that fault tests share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from tests.support.health import Health
from tests.support.processes import alive_in
from tests.support.server_process import ServerProcess
from tests.support.server_process import serving as serving_stdio
from tests.support.site import Site
from tests.support.site import serving as serving_site


@pytest.fixture(scope="session")
def site() -> Generator[Site]:
    with serving_site("faults") as site:
        yield site


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    """One server for a module: every test leaves it healthy."""
    with serving_stdio(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def health_oracle(server: ServerProcess, site: Site) -> Iterator[Health]:
    """Checked after the test, whatever the fault was."""
    health = Health.of(server, site)
    yield health
    health.check()


@pytest.fixture
def orphans() -> Callable[[Path], list[str]]:
    """What still runs out of a server's folders, by name."""
    return lambda state: [process.name() for process in alive_in(state)]
