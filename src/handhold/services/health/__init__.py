"""Is this machine ready: browser, versions, permissions, port, disk, folders."""

from handhold.services.health.checks import SECTIONS
from handhold.services.health.findings import Examined, Finding, Level, Section, Subject, examine
from handhold.services.health.preparation import Prepared, prepare_browser, prepare_driver

__all__ = [
    "SECTIONS",
    "Examined",
    "Finding",
    "Level",
    "Prepared",
    "Section",
    "Subject",
    "examine",
    "prepare_browser",
    "prepare_driver",
]
