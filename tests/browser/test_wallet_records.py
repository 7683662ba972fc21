"""Every call of the wallet's page tools leaves a record that is valid, and none holds what was typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.wallet_page import done, on_screen, records, ref_of

from handhold.services.knowledge.records import step_schema

PASSWORD = "correct-horse-battery"
PHRASE = "test walk nut penalty hip pave soap entry language right filter choice"


@pytest.mark.rows("R194", "R195", "R196", "R197", "R198", "R199", "R201")
async def test_each_call_is_recorded_whether_it_went_well_or_not(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await on_screen(own, pages)
    calls: list[tuple[str, dict[str, Any], bool]] = [
        ("mm_describe_screen", {}, True),
        ("mm_list_testids", {"limit": 5}, True),
        ("mm_accessibility_snapshot", {}, True),
        ("mm_click", {"testId": "send"}, True),
        ("mm_click", {"testId": "nowhere", "timeoutMs": 0}, False),
        ("mm_type", {"testId": "recipient", "text": "0xabc"}, True),
        ("mm_wait_for", {"selector": "[data-testid=said]"}, True),
        ("mm_screenshot", {"name": "as it is"}, True),
    ]

    for tool, arguments, goes_well in calls:
        assert (await own(tool, arguments)).ok is goes_well, tool

    for tool in {tool for tool, _arguments, _goes_well in calls}:
        told = records(tmp_path, tool)
        assert [step["outcome"]["ok"] for step in told] == [well for each, _given, well in calls if each == tool]
        for step in told:
            jsonschema.validate(step, step_schema(), cls=jsonschema.Draft7Validator)
            assert step["observation"]["state"]["currentUrl"].partition("?")[0].endswith("screen.html")
    shot = records(tmp_path, "mm_screenshot")[0]
    folder, picture = tmp_path / "test-artifacts/llm-knowledge" / shot["sessionId"], shot["artifacts"]["screenshot"]
    assert (folder / picture["path"]).is_file() and picture["width"] > 0 and picture["height"] > 0
    assert records(tmp_path, "mm_click")[0]["tool"]["target"]["testId"] == "send"
    assert records(tmp_path, "mm_click")[1]["outcome"]["error"]["code"] == "MM_TARGET_NOT_FOUND"


@pytest.mark.rows("R202", "R203", "R204")
async def test_what_is_typed_is_recorded_by_its_length_only(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await on_screen(own, pages)
    recipient = await ref_of(own, "To", "textbox")

    await done(own, "mm_type", testId="unlock-password", text=PASSWORD)
    await done(own, "mm_type", selector="textarea", text=PHRASE)
    await done(own, "mm_type", a11yRef=recipient, text="to nobody else")

    told = [step["tool"] for step in records(tmp_path, "mm_type")]
    assert [step["textRedacted"] for step in told] == [True, True, True]
    assert [step["textLength"] for step in told] == [len(PASSWORD), len(PHRASE), len("to nobody else")]
    kept = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*.json"))
    assert not any(typed in kept for typed in (PASSWORD, PHRASE, "walk nut", "to nobody else"))
