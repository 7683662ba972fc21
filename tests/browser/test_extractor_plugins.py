"""Fields of installed plug-ins: found by their entry point, read like stock ones, and never able to break a call."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, opened

PLUGIN = """
from handhold.services.state import Evidence, Extractor, Finding, Found, Hint, Missing


def read_order(evidence: Evidence) -> Finding:
    clues = evidence.hinted["orderNumber"].clues
    if not clues:
        return Missing("no order number is shown")
    return Found(value=clues[0].text("text"), confidence=0.9, node=clues[0].node)


def read_headings(evidence: Evidence) -> Finding:
    return Found(value=len(evidence.of("headings")), confidence=0.99)


def fail(evidence: Evidence) -> Finding:
    raise KeyError("a plug-in has its faults")


order = Extractor(field="orderNumber", read=read_order, hint=Hint(text_includes="Order number"))
headings = Extractor(field="headingCount", read=read_headings, families=("headings",))
faulty = Extractor(field="faulty", read=fail)
taken = Extractor(field="price", read=fail)
unknown = Extractor(field="unknownFamily", read=fail, families=("nonsense",))
other = "not an extractor"
"""
ENTRIES = """[handhold.extractors]
order = tea_extractors:order
headings = tea_extractors:headings
faulty = tea_extractors:faulty
taken = tea_extractors:taken
unknown = tea_extractors:unknown
other = tea_extractors:other
missing = tea_extractors:missing
gone = no_such_module:thing
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution with extractors, installed by pip into a folder of its own."""
    wheel = tmp_path / "tea_extractors-1.0-py3-none-any.whl"
    info = "tea_extractors-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tea_extractors.py", PLUGIN)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tea-extractors\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", ENTRIES)
        archive.writestr(f"{info}/RECORD", "")
    folder = tmp_path / "installed"
    command = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile", "--target", str(folder)]
    subprocess.run([sys.executable, *command, str(wheel)], check=True, timeout=60, capture_output=True)
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])


@pytest.mark.rows("R357", "R449")
async def test_fields_of_a_plugin_are_read_like_stock_ones(
    plugin: None, ask_with: Callable[..., Ask], pages: Pages
) -> None:
    ask = ask_with()
    await opened(ask, pages / "state/product.html")

    reply = await ask("state_snapshot", {"fields": ["orderNumber", "headingCount", "price"]})

    fields = reply.envelope["result"]["fields"]
    assert fields["orderNumber"]["value"] == "LC-2041"
    assert fields["orderNumber"]["elementId"].startswith("h")
    assert fields["headingCount"] == {"value": 1, "confidence": 0.99}
    assert fields["price"]["value"] == "€ 12.40"


@pytest.mark.rows("R357")
async def test_what_is_wrong_with_a_plugin_is_a_warning_once_and_never_a_failure(
    plugin: None, ask_with: Callable[..., Ask], pages: Pages
) -> None:
    ask = ask_with()
    await opened(ask, pages / "state/product.html")

    first = await ask("state_snapshot", {"fields": ["faulty", "price"]})
    second = await ask("state_snapshot", {"fields": ["price"]})
    unknown = await ask("state_snapshot", {"fields": ["unknownFamily"]})

    warnings = " ".join(first.envelope["meta"]["warnings"])
    assert all(name in warnings for name in ("'taken'", "'unknown'", "'other'", "'missing'", "'gone'", "'faulty'"))
    assert first.envelope["result"]["fields"]["faulty"] == {"value": None, "reason": "its extractor failed"}
    assert first.envelope["result"]["fields"]["price"]["value"] == "€ 12.40"
    assert "warnings" not in second.envelope["meta"]
    assert code(unknown) == "MM_INVALID_INPUT"
    assert "orderNumber" in unknown.error["hint"]
