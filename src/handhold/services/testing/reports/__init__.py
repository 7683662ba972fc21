"""What came of running tests, and the forms in which others read it."""

from handhold.services.testing.reports.junit import junit_xml
from handhold.services.testing.reports.results import FailedAttempt, Outcome, SuiteOutcome, Summary, summary_of

__all__ = ["FailedAttempt", "Outcome", "SuiteOutcome", "Summary", "junit_xml", "summary_of"]
