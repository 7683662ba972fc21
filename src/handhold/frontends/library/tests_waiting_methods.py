"""The tools of one set as typed methods. Written by scripts/generate.py; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handhold.frontends.library.calls import WaitingCalls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handhold.contract.running import SuiteRun
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
    from handhold.tools.tests.record_test import Recorded
    from handhold.tools.tests.run_test import TestResult


class TestsWaitingMethods(WaitingCalls):
    """Each of these tools."""

    def run_test(
        self,
        *,
        vars: dict[str, object] | None = None,
        evidence: Literal["none", "failure", "all"] | None = None,
        retries: int | None = None,
        base_url: str | None = None,
        port: int | None = None,
        test: dict[str, object] | str | None = None,
        test_id: str | None = None,
    ) -> TestResult:
        """Run a saved test, or one given here, in a fresh browser context; no model is needed."""
        return self.call_tool(
            "run_test",
            {},
            {
                "vars": vars,
                "evidence": evidence,
                "retries": retries,
                "base_url": base_url,
                "port": port,
                "test": test,
                "test_id": test_id,
            },
        )

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

    def run_suite(
        self,
        *,
        vars: dict[str, object] | None = None,
        evidence: Literal["none", "failure", "all"] | None = None,
        retries: int | None = None,
        base_url: str | None = None,
        port: int | None = None,
        suite_id: str | None = None,
        tag: str | None = None,
        test_ids: Sequence[str] | None = None,
        resume: str | None = None,
        stop_on_failure: bool | None = None,
    ) -> SuiteRun:
        """Run the tests of a suite, of a tag, or named ones."""
        return self.call_tool(
            "run_suite",
            {},
            {
                "vars": vars,
                "evidence": evidence,
                "retries": retries,
                "base_url": base_url,
                "port": port,
                "suite_id": suite_id,
                "tag": tag,
                "test_ids": test_ids,
                "resume": resume,
                "stop_on_failure": stop_on_failure,
            },
        )

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

    def record_test(
        self,
        action: Literal["start", "stop", "cancel", "status"],
        *,
        id: str | None = None,
        name: str | None = None,
        description: str | None = None,
        tags: Sequence[str] | None = None,
        assertions: Literal["proposed", "none"] | None = None,
        session: str | None = None,
    ) -> Recorded:
        """Make a test of what you do: start, act, stop."""
        return self.call_tool(
            "record_test",
            {"action": action},
            {
                "id": id,
                "name": name,
                "description": description,
                "tags": tags,
                "assertions": assertions,
                "session": session,
            },
        )
