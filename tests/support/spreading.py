"""How tests are spread over the processors: a file stays together, and the long ones begin first."""

from __future__ import annotations

from typing import Final

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

FOLDERS: Final = ("tests/browser/", "tests/e2e/", "tests/faults/", "tests/unit/", "tests/architecture/")
"""Short time limits stretch with the load, which is known once others have run; short files fill up the end."""


class Spreading(LoadFileScheduling):
    """A file goes to a worker that is free: of those that wait, one from the first folder with the most tests in it."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(min(self.workqueue, key=self._rank), last=False)
        super()._assign_work_unit(node)

    def _rank(self, scope: str) -> tuple[int, int]:
        folder = next((place for place, name in enumerate(FOLDERS) if scope.startswith(name)), len(FOLDERS))
        return folder, -len(self.workqueue[scope])
