"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.contract.testing import (
        Deletion,
        LatestRun,
        RunList,
        Saved,
        SavedSuite,
        SavedTest,
        SuiteList,
        TestList,
    )
    from handhold.tools.tests.get_run import FoundRun
    from handhold.tools.tests.quarantine_test import QuarantinedTest


class TestsWaitingMethods(WaitingCalls):
    """Each of these tools."""

    def save_test(
        self,
        id: str,
        name: str,
        definition: dict[str, object] | str,
        *,
        description: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> SavedTest:
        """Save a test; over one of that id, a new revision."""
        return self.call_tool(
            "save_test", {"id": id, "name": name, "def": definition}, {"description": description, "tags": tags}
        )

    def get_test(self, id: str) -> Saved:
        """Show a saved test with its definition; null when there is none."""
        return self.call_tool("get_test", {"id": id}, {})

    def list_tests(self, *, tag: str | None = None, limit: int | None = None, cursor: str | None = None) -> TestList:
        """List saved tests by id."""
        return self.call_tool("list_tests", {}, {"tag": tag, "limit": limit, "cursor": cursor})

    def delete_test(self, id: str) -> Deletion:
        """Delete a saved test and its entries in suites; its runs stay."""
        return self.call_tool("delete_test", {"id": id}, {})

    def list_runs(
        self,
        test_id: str,
        *,
        status: Literal["running", "passed", "failed", "error", "timedOut", "skipped", "interrupted"] | None = None,
        flaky: bool | None = None,
        since_hours: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> RunList:
        """List runs of a test, newest first."""
        return self.call_tool(
            "list_runs",
            {"test_id": test_id},
            {"status": status, "flaky": flaky, "sinceHours": since_hours, "limit": limit, "cursor": cursor},
        )

    def get_latest_run(self, test_id: str) -> LatestRun:
        """Show the newest run of a saved test; null when it never ran."""
        return self.call_tool("get_latest_run", {"test_id": test_id}, {})

    def get_run(self, run_id: str) -> FoundRun:
        """Show a run with its attempts, steps and evidence; null when there is none."""
        return self.call_tool("get_run", {"run_id": run_id}, {})

    def save_suite(self, id: str, name: str, test_ids: Sequence[str]) -> SavedSuite:
        """Save a list of tests that run together."""
        return self.call_tool("save_suite", {"id": id, "name": name, "test_ids": test_ids}, {})

    def list_suites(self) -> SuiteList:
        """List saved suites with the ids of their tests."""
        return self.call_tool("list_suites", {}, {})

    def delete_suite(self, id: str) -> Deletion:
        """Delete a saved suite; its tests stay."""
        return self.call_tool("delete_suite", {"id": id}, {})

    def quarantine_test(self, test_id: str, *, on: bool | None = None, reason: str | None = None) -> QuarantinedTest:
        """Keep running a flaky test without letting it fail a suite."""
        return self.call_tool("quarantine_test", {"test_id": test_id}, {"on": on, "reason": reason})
