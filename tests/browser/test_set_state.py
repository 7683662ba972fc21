"""action_set_state on real pages: every kind of field is set, read back and set back."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person

from handhold.contract import Reply
from handhold.settings import Settings

CANARY = "canary-7f3a9"
Told = dict[str, Any]


@pytest_asyncio.fixture(scope="module")
async def shared(environ: Mapping[str, str], root: Path) -> AsyncGenerator[OpenApp]:
    own = OpenApp(Settings(root=root, act_grace_ms=200), environ={**environ, "HANDHOLD_SECRET_LOGIN": "correct-horse"})
    yield own
    await own.close()


async def handle(person: Person, name: str, role: str = "") -> str:
    hint = {"name": name, "region": "page", **({"role": role} if role else {})}
    reply = await person.ask("ui_pick", hint=hint)
    assert reply.ok, reply.text
    return str(reply.envelope["result"]["elementId"])


async def set_state(person: Person, name: str, state: object, role: str = "") -> Reply:
    return await person.ask("action_set_state", handle=await handle(person, name, role), state=state)


async def truth(person: Person, script: str) -> Any:
    return await (await person.page()).evaluate(script)


def result(reply: Reply) -> Told:
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    return reply.envelope["result"]


def error(reply: Reply) -> Told:
    assert not reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    return reply.envelope["error"]


@dataclass(frozen=True, slots=True)
class Other:
    """What leads back where the widget itself does not."""

    name: str


Row = tuple[str, str, object, Any, str, Any]
"""Name, role, state to set, state to set back, what to ask the page, what it must answer in between."""

NATIVE: list[Row] = [
    ("Name", "", "Ada", "old", "document.getElementById('name').value", "Ada"),
    ("Notes", "", "a\nb", "first", "notes.value", "a\nb"),
    ("Amount", "", 2.5, None, "amount.value", "2.5"),
    ("Day", "", "2026-02-28", "", "day.value", "2026-02-28"),
    ("Clock", "", "10:30", "", "clock.value", "10:30"),
    ("Moment", "", "2026-02-28T10:30", "", "moment.value", "2026-02-28T10:30"),
    ("Month", "", "2026-11", "", "month.value", "2026-11"),
    ("Week", "", "2026-W08", "", "week.value", "2026-W08"),
    ("Shade", "", "#f0a", "#000000", "shade.value", "#ff00aa"),
    ("Volume", "", 55, 20, "volume.value", "55"),
    ("Agree", "checkbox", True, False, "agree.checked", True),
    ("Tidy", "checkbox", True, False, "tidy.checked", True),
    ("Small", "radio", True, "Large", "document.querySelector('[name=size]:checked').value", "s"),
    ("Colour", "combobox", "Green", None, "colour.value", "g"),
    (
        "Extras",
        "listbox",
        ["Milk", "Ice"],
        ["Sugar"],
        "[...extras.selectedOptions].map(o => o.text).join()",
        "Milk,Ice",
    ),
    ("Town", "", "Basel", "", "town.value", "Basel"),
    ("More", "", True, False, "more.open", True),
    ("Essay", "textbox", "new words", "old text", "essay.innerText", "new words"),
]
ARIA: list[Row] = [
    ("News", "checkbox", True, False, "check.ariaChecked", "true"),
    ("Dark mode", "switch", True, False, "document.getElementById('switch').ariaChecked", "true"),
    ("Bold", "button", True, False, "bold.ariaPressed", "true"),
    ("Thick", "radio", True, "Thin", "radios.querySelector('[aria-checked=true]').textContent", "Thick"),
    ("Planet", "listbox", "Venus", "Mars", "one.querySelector('[aria-selected=true]').textContent", "Venus"),
    (
        "Toppings",
        "listbox",
        ["Olives", "Ham"],
        ["Corn"],
        "[...many.querySelectorAll('[aria-selected=true]')].map(o => o.textContent).join()",
        "Olives,Ham",
    ),
    (
        "Files",
        "listbox",
        ["a.txt", "c.txt"],
        ["b.txt"],
        "[...replacing.querySelectorAll('[aria-selected=true]')].map(o => o.textContent).join()",
        "a.txt,c.txt",
    ),
    ("Fruit", "combobox", "cherry", "Apple", "document.getElementById('fruit').textContent", "Cherry"),
    ("Country", "button", "Spain", "France", "document.getElementById('country').textContent", "Spain"),
    ("City", "combobox", "Bern", "", "document.getElementById('city').value", "Bern"),
    ("Year", "combobox", "1899", "2026", "document.getElementById('year').textContent", "1899"),
    ("Loudness", "slider", 74, 20, "slider.ariaValueNow", "74"),
    ("Balance", "slider", 80, 50, "drag.ariaValueNow", "80"),
    ("Nights", "spinbutton", 5, 2, "spin.ariaValueNow", "5"),
    ("Guests", "spinbutton", 3, 1, "document.getElementById('spin-field').value", "3"),
    ("Second", "tab", True, Other("First"), "tabs.querySelector('[aria-selected=true]').textContent", "Second"),
    ("Shipping", "button", True, False, "!panel.hidden", True),
    ("Docs", "treeitem", {"expanded": True}, {"expanded": False}, "branch.ariaExpanded", "true"),
    ("Ada", "row", True, False, "grid.querySelectorAll('[aria-selected=true]').length", 2),
    (
        "Grid lines",
        "menuitemcheckbox",
        True,
        False,
        "document.querySelector('[role=menuitemcheckbox]').ariaChecked",
        "true",
    ),
    (
        "Zoom 200",
        "menuitemradio",
        True,
        "Zoom 100",
        "document.querySelector('[role=menu] [aria-checked=true]').textContent",
        "Zoom 200",
    ),
]


@pytest.mark.rows("R335", "R366")
@pytest.mark.parametrize("row", NATIVE, ids=lambda row: row[0])
async def test_a_native_field_is_set_read_back_and_set_back(person: Person, pages: Pages, row: Row) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    await _there_and_back(person, row)


@pytest.mark.rows("R335")
@pytest.mark.parametrize("row", ARIA, ids=lambda row: row[0])
async def test_an_aria_widget_is_set_read_back_and_set_back(person: Person, pages: Pages, row: Row) -> None:
    await person.ask("nav_goto", url=pages / "fields/aria.html")

    await _there_and_back(person, row)


async def _there_and_back(person: Person, row: Row) -> None:
    name, role, state, back, script, expected = row
    before = await truth(person, script)
    one = await handle(person, name, role)

    done = result(await person.ask("action_set_state", handle=one, state=state))

    assert await truth(person, script) == expected
    assert done["elementId"] == one and done["strategy"] != "none"
    # What cannot be unselected is set back by selecting another.
    other = await handle(person, back.name, role) if isinstance(back, Other) else one
    value = True if isinstance(back, Other) else back

    again = result(await person.ask("action_set_state", handle=other, state=value))

    assert await truth(person, script) == before
    assert again["strategy"] != "none"


REFUSED: list[tuple[str, str, object, str]] = [
    ("Amount", "", CANARY, "not a number"),
    ("Amount", "", 11, "above"),
    ("Amount", "", 1.3, "between two steps"),
    ("Day", "", "2027-01-01", "above"),
    ("Day", "", CANARY, "YYYY-MM-DD"),
    ("Shade", "", CANARY, "#rrggbb"),
    ("Volume", "", 53, "between two steps"),
    ("Short", "", CANARY, "at most 3"),
    ("Name", "", f"{CANARY}\n", "one line"),
    ("Locked", "", CANARY, "read-only"),
    ("Colour", "combobox", CANARY, "no such option"),
    ("Colour", "combobox", "Blue", "disabled"),
    ("Colour", "combobox", ["Red", "Green"], "only one"),
    ("Large", "radio", False, "cannot be unchecked"),
    ("A link", "link", CANARY, "no state"),
    ("Name", "", {"files": [CANARY]}, "takes no 'files'"),
    ("Agree", "checkbox", CANARY, "on or off"),
]


@pytest.mark.rows("R335", "A53")
async def test_what_cannot_be_is_refused_before_the_page_is_touched(
    person: Person, pages: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    errors = [(row, error(await set_state(person, row[0], row[2], row[1]))) for row in REFUSED]

    for row, told in errors:
        assert told["code"] == "MM_STATE_REFUSED", (row, told)
        assert row[3] in told["message"], (row, told)
        assert CANARY not in str(told), row
    assert CANARY not in caplog.text
    assert await truth(person, "document.querySelectorAll('[data-heard]').length") == 0
    assert await truth(person, "document.activeElement === document.body") is True


async def test_a_refused_option_comes_with_those_that_are_there(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    told = error(await set_state(person, "Colour", "Gren", "combobox"))

    assert told["details"]["allowed"] == ["Choose…", "Red", "Green", "Blue (disabled)"]
    assert told["details"]["closest"] == ["Green"]


async def test_an_option_that_is_not_in_a_list_that_opens_is_refused_and_the_list_closed(
    person: Person, pages: Pages
) -> None:
    await person.ask("nav_goto", url=pages / "fields/aria.html")

    told = error(await set_state(person, "Fruit", "Durian", "combobox"))

    assert told["details"]["allowed"] == ["Apple", "Banana", "Cherry"]
    assert await truth(person, "portal.hidden") is True


async def test_a_disabled_field_says_so_after_its_grace_time(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    told = error(await set_state(person, "Off", "Ada"))

    assert (told["code"], told["details"]["reason"]) == ("MM_TARGET_BLOCKED", "disabled")


async def test_what_is_in_the_wanted_state_is_not_touched(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    done = [
        result(await set_state(person, name, state, role))
        for name, state, role in (
            ("Agree", False, "checkbox"),
            ("Colour", None, "combobox"),
            ("Name", "old", ""),
            ("Volume", 20, ""),
        )
    ]

    assert [each["strategy"] for each in done] == ["none"] * 4
    assert done[0]["state"] == {"before": False, "after": False}
    assert await truth(person, "document.querySelectorAll('[data-heard]').length") == 0


async def test_the_answer_tells_before_and_after_but_of_text_only_the_length(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    states = {
        name: result(await set_state(person, name, state, role))["state"]
        for name, state, role in (
            ("Name", CANARY, ""),
            ("Agree", True, "checkbox"),
            ("Day", "2026-02-28", ""),
            ("Colour", "red", "combobox"),
            ("Extras", ["Milk"], "listbox"),
        )
    }

    assert states == {
        "Name": {"length": len(CANARY), "reformatted": False},
        "Agree": {"before": False, "after": True},
        "Day": {"before": "", "after": "2026-02-28"},
        "Colour": {"before": "Choose…", "after": "Red"},
        "Extras": {"before": ["Sugar"], "after": ["Milk"]},
    }


async def test_pages_hear_what_a_person_would_make_them_hear(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    for name, state, role in (("Name", "Ada", ""), ("Day", "2026-02-28", ""), ("Agree", True, "checkbox")):
        result(await set_state(person, name, state, role))
    result(await set_state(person, "Colour", "Red", "combobox"))

    heard = "id => document.getElementById(id).dataset.heard"
    page = await person.page()
    assert [await page.evaluate(heard, field) for field in ("name", "day", "agree", "colour")] == [
        # Told when the typing is over, and by the browser once more when the keyboard leaves.
        "click input change change",
        "input change",
        "click input change",
        "input change",
    ]


TEXTS: list[tuple[str, str, dict[str, Any]]] = [
    ("Price", "1000", {"length": 5, "reformatted": True}),
    ("Phone", "5551234567", {"length": 14, "reformatted": True}),
    ("Capitals", "abc", {"length": 3, "reformatted": True}),
    ("Late", "12", {"length": 5, "reformatted": True}),
    ("Keys only", "abc", {"length": 3, "reformatted": False}),
    ("Controlled", "abc", {"length": 3, "reformatted": False}),
    ("Shadowed", "abc", {"length": 3, "reformatted": False}),
    ("Poem", "abc", {"length": 3, "reformatted": False}),
    ("Enclosed", "abc", {"length": 3, "reformatted": False}),
]


async def test_fields_with_a_mind_of_their_own_are_told_as_they_are(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/text.html")

    told = [result(await set_state(person, name, text, "textbox"))["state"] for name, text, _state in TEXTS]

    assert told == [state for _name, _text, state in TEXTS]
    assert await truth(person, "document.getElementById('controlled-state').textContent") == "told 3"


@pytest.mark.rows("A53")
async def test_a_field_that_does_not_take_the_text_is_an_error_without_it(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/text.html")

    stubborn, half = [error(await set_state(person, name, CANARY, "textbox")) for name in ("Stubborn", "Half")]

    assert (stubborn["code"], stubborn["details"]["cause"]) == ("MM_TYPE_FAILED", "unchanged")
    assert (half["code"], half["details"]["cause"], half["details"]["length"]) == ("MM_TYPE_FAILED", "cut", 2)
    assert CANARY not in f"{stubborn}{half}"


async def test_a_field_that_goes_away_while_it_is_typed_into_is_told(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/text.html")

    told = error(await set_state(person, "Vanishing", "abc", "textbox"))

    assert told["code"] == "MM_TARGET_STALE"


async def test_a_switch_that_does_not_switch_is_an_error(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/aria.html")

    told = error(await set_state(person, "Dead switch", True, "switch"))

    assert told["code"] == "MM_CLICK_FAILED"


async def test_a_slider_between_two_steps_is_refused_and_left_as_it_was(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/aria.html")

    told = error(await set_state(person, "Loudness", 33, "slider"))

    assert told["code"] == "MM_STATE_REFUSED"
    assert told["details"]["allowed"]["nearest"] == ["32", "34"]
    assert await truth(person, "slider.ariaValueNow") == "20"


@pytest.mark.rows("A52", "A53")
async def test_a_secret_is_typed_by_name_and_masked_wherever_the_page_shows_it(
    person: Person, pages: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    reply = await set_state(person, "Password", "secret://LOGIN")
    await truth(person, "plain.textContent = password.value")
    seen = await person.ask("ui_scan", region="page", query="button")

    assert result(reply)["state"] == {"length": 13, "reformatted": False}
    assert await truth(person, "password.value") == "correct-horse"
    assert "correct-horse" not in reply.text + seen.text + caplog.text
    assert "[REDACTED]" in seen.text


@pytest.mark.rows("A52", "A53")
async def test_what_is_typed_into_a_secret_field_is_masked_from_then_on(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    result(await set_state(person, "Card PIN", "8842197"))
    await truth(person, "plain.textContent = pin.value")
    seen = await person.ask("ui_scan", region="page", query="button")

    assert "8842197" not in seen.text


CODES = {"Verification code": "verificationCode", "SMS code": "smsCode", "Digits": "security-code"}


@pytest.mark.rows("A52", "A53")
@pytest.mark.parametrize("label", CODES)
async def test_a_code_that_proves_who_somebody_is_leaves_in_no_address(
    person: Person, pages: Pages, root: Path, label: str
) -> None:
    form = f"<form><label>{label} <input name={CODES[label]}></label><button>Send</button></form>"
    await person.ask("nav_goto", url=pages.make(form))

    typed = await set_state(person, label, "8842197")
    sent = await person.ask("action_execute", handle=await handle(person, "Send"))
    tabs = await person.ask("list_tabs")

    assert typed.ok
    assert sent.ok
    assert "8842197" in await truth(person, "location.search")
    assert "8842197" not in typed.text + sent.text + tabs.text
    assert not [path for path in root.rglob("*") if path.is_file() and b"8842197" in path.read_bytes()]


@pytest.mark.rows("A52")
async def test_a_code_of_a_place_is_no_secret(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages.make("<label>Postal code <input name=postalCode></label><p id=said></p>"))

    result(await set_state(person, "Postal code", "8049715"))
    await truth(person, "said.textContent = document.querySelector('input').value")
    read = await person.ask("state_read", region="page")

    assert "8049715" in read.text


@pytest.mark.rows("A52")
async def test_an_unknown_secret_names_those_that_are_known(person: Person, pages: Pages) -> None:
    await person.ask("nav_goto", url=pages / "fields/native.html")

    told = error(await set_state(person, "Password", "secret://LOGON"))

    assert told["code"] == "MM_INVALID_INPUT"
    assert told["details"]["known"] == ["LOGIN"]


@pytest.mark.rows("A53")
@pytest.mark.parametrize(
    "state", [{CANARY: 1}, {"text": {"a": CANARY}}, [CANARY, 1], {"text": CANARY, "value": CANARY}]
)
async def test_a_state_that_is_none_is_refused_without_its_text(person: Person, pages: Pages, state: object) -> None:
    reply = await person.ask("action_set_state", handle="h1", state=state)

    assert error(reply)["code"] == "MM_INVALID_INPUT"
    assert CANARY not in reply.text


async def test_files_are_uploaded_from_allowed_folders_only(
    person: Person, pages: Pages, root: Path, tmp_path: Path
) -> None:
    (root / "a.txt").write_text("a")
    (root / "b.txt").write_text("b")
    (tmp_path / "secret.txt").write_text("s")
    (root / "link.txt").unlink(missing_ok=True)
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    await person.ask("nav_goto", url=pages / "fields/native.html")

    one = result(await set_state(person, "Papers", "a.txt"))
    several = result(await set_state(person, "Photos", ["a.txt", str(root / "b.txt")]))
    outside = [
        error(await set_state(person, "Papers", path)) for path in (str(tmp_path / "secret.txt"), "link.txt", "../x")
    ]
    missing = error(await set_state(person, "Papers", "none.txt"))

    assert one["state"] == {"before": [], "after": ["a.txt"]}
    assert several["state"]["after"] == ["a.txt", "b.txt"]
    assert [each["code"] for each in outside] == ["MM_BLOCKED"] * 3
    assert missing["code"] == "MM_INVALID_INPUT"
    assert await truth(person, "papers.files[0].name") == "a.txt"


async def test_a_button_that_opens_a_file_chooser_takes_files_too(person: Person, pages: Pages, root: Path) -> None:
    (root / "a.txt").write_text("a")
    await person.ask("nav_goto", url=pages / "fields/aria.html")

    done = result(await set_state(person, "Attach a file", {"files": "a.txt"}, "button"))

    assert done["state"]["after"] == ["a.txt"]
    assert await truth(person, "attached.files.length") == 1
