"""Controls of real pages: which are found, how they look, and what the browser adds to what the script sees."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import cast

import pytest
from playwright.async_api import Browser, Frame, Page, async_playwright

from handhold.adapters.browser.looking import Looking
from handhold.adapters.browser.scripts import PageScripts

SITES = Path(__file__).parent.parent / "sites/see"
STRICT = "default-src 'none'; script-src 'none'; sandbox; require-trusted-types-for 'script'"
TYPED = ("typed-by-a-person", "hunter2", "zebra", "4111111111111111", "t0ken")
Record = dict[str, object]


class Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        if self.path.startswith("/csp"):
            self.send_header("Content-Security-Policy", STRICT)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        del format, args


class Eyes:
    """A tab and what can be seen in it."""

    def __init__(self, page: Page, scripts: PageScripts, port: int) -> None:
        self.page = page
        self.scripts = scripts
        self.looking = Looking(scripts)
        self._port = port

    async def open(self, path: str) -> None:
        path = path.replace("OTHER", f"http://localhost:{self._port}")
        await self.page.goto(f"http://127.0.0.1:{self._port}/{path}")
        assert await self.looking.prepare(timeout=20)

    async def controls(self, frame: Frame | None = None) -> list[Record]:
        answer = await self.scripts.call("controls", frame=frame, timeout=20)
        assert answer["ranOut"] is None
        return cast(list[Record], answer["records"])

    async def names(self, frame: Frame | None = None) -> list[object]:
        return [record["name"] for record in await self.controls(frame)]

    async def named(self, name: str) -> Record:
        [record] = [record for record in await self.controls() if record["name"] == name]
        return record

    def frame(self, name: str) -> Frame:
        frame = self.page.frame(name)
        assert frame is not None
        return frame


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=SITES))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--site-per-process"]
        )
        yield browser
        await browser.close()


@pytest.fixture
async def eyes(browser: Browser, port: int) -> AsyncIterator[Eyes]:
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    yield Eyes(page, await PageScripts.attach(page), port)
    await context.close()


async def test_native_controls_are_found_in_document_order(eyes: Eyes) -> None:
    await eyes.open("native.html")

    found = [(record["role"], record["name"]) for record in await eyes.controls()]

    assert found == [
        ("link", "Terms"),
        ("textbox", "Name"),
        ("textbox", "E-mail"),
        ("textbox", "Password"),
        ("textbox", "Recovery phrase"),
        ("textbox", "Card"),
        ("checkbox", "I agree"),
        ("radio", "Small"),
        ("radio", "Large"),
        ("combobox", "Country"),
        ("listbox", "Fruits"),
        ("option", "Apple"),
        ("option", "Pear"),
        ("option", "Plum"),
        ("textbox", "Note"),
        ("slider", "Volume"),
        ("spinbutton", "Amount"),
        ("button", "Photo"),
        ("button", "Frozen"),
        ("button", "Later"),
        ("button", "✉ Send order"),
        ("button", "Go"),
        ("button", "Pay"),
        ("button", "More"),
        ("button", "Open part"),
        ("link", "Inside open"),
        ("audio", "Song"),
        ("link", "Left half"),
        ("link", "Logo"),
        ("button", "Close it"),
    ]


async def test_states_are_told_where_they_hold(eyes: Eyes) -> None:
    await eyes.open("native.html")

    states = {record["name"]: record["st"] for record in await eyes.controls() if record["st"]}

    assert states == {
        "Name": ["required"],
        "E-mail": ["readonly"],
        "I agree": ["checked"],
        "Large": ["checked"],
        "Pear": ["selected"],
        "Frozen": ["disabled"],
        "Later": ["disabled"],
        "More": ["collapsed"],
        "Open part": ["expanded"],
    }


async def test_nothing_typed_leaves_the_page(eyes: Eyes) -> None:
    await eyes.open("widgets.html")
    edited = json.dumps(await eyes.controls())
    await eyes.open("native.html")

    answer = json.dumps(await eyes.controls())
    records = {record["name"]: record for record in await eyes.controls()}

    assert "typed" not in edited
    assert [secret for secret in TYPED if secret in answer] == []
    assert records["Name"]["filled"] is True
    assert records["E-mail"]["filled"] is False
    assert "filled" not in records["Password"]
    assert "filled" not in records["Recovery phrase"]


async def test_a_record_has_the_facts_to_find_the_control_again(eyes: Eyes) -> None:
    await eyes.open("native.html")

    send = await eyes.named("✉ Send order")
    terms = await eyes.named("Terms")

    assert send["testId"] == "send"
    assert send["s"] == "[data-testid=send]"
    facts = cast(Record, send["fp"])
    assert facts["cls"] == "btn primary"
    assert facts["path"] == "html>body>form>button:nth-of-type(2)"
    assert facts["ordinal"] == 0
    assert (facts["x"], facts["y"], facts["w"], facts["h"]) == (send["x"], send["y"], send["w"], send["h"])
    assert cast(Record, terms["fp"])["href"] == "/terms"


async def test_widgets_are_found_by_their_roles(eyes: Eyes) -> None:
    await eyes.open("widgets.html")

    found = [(record["role"], record["name"]) for record in await eyes.controls()]

    assert found == [
        ("button", "Bold"),
        ("checkbox", "Some of them"),
        ("tab", "First tab"),
        ("tab", "Second tab"),
        ("menuitem", "Copy"),
        ("menuitemcheckbox", "Wrap"),
        ("switch", "Dark mode"),
        ("combobox", ""),
        ("option", "One"),
        ("option", "Two"),
        ("slider", "Balance"),
        ("textbox", "Message"),
        ("textbox", "Free text"),
        ("link", "Fallback role"),
        ("gridcell", "Day 1"),
        ("separator", "Splitter"),
        ("button", "Link as button"),
        ("treeitem", "Folder"),
        ("link", "Here"),
        ("link", "Chart link"),
        ("button", "Slice"),
        ("generic", ""),
    ]


async def test_things_without_a_role_are_found_by_listeners_and_looks_once(eyes: Eyes) -> None:
    await eyes.open("soup.html")

    found = [(record["name"], record["ev"]) for record in await eyes.controls()]

    assert found == [
        ("Buy now", ["listener"]),
        ("Looks pressable", ["pointer"]),
        ("Delegated two", ["pointer"]),
        ("In the shell", ["tag"]),
        ("Card Details", ["listener", "pointer"]),
        ("Details", ["tag"]),
        ("Whole button", ["tag", "listener"]),
        ("Focus and key", ["listener", "tabindex"]),
        ("Inline handler", ["listener"]),
        ("Custom element", ["listener"]),
    ]


async def test_what_shares_a_listener_with_thousands_is_found_by_a_sample(eyes: Eyes) -> None:
    await eyes.open("many_listeners.html?n=1500")

    answer = await eyes.scripts.call("controls", {"first": 1}, timeout=10)

    assert answer["total"] == 1500


async def test_a_hidden_input_is_listed_once_with_the_box_of_its_label(eyes: Eyes) -> None:
    await eyes.open("custom_checkbox.html")

    records = await eyes.controls()
    label = await eyes.page.locator("label", has_text="One pixel").bounding_box()

    assert [(record["name"], record["tag"], "label" in cast(list[str], record["ev"])) for record in records] == [
        ("Display none", "input", True),
        ("Transparent", "input", True),
        ("One pixel", "input", True),
        ("Without label", "input", False),
        ("Ordinary", "input", False),
        ("Upload", "input", True),
    ]
    assert label is not None
    assert abs(cast(int, records[2]["w"]) - label["width"]) <= 1


async def test_shadow_roots_are_entered_open_and_closed_and_slotted_controls_stand_in_their_slots(eyes: Eyes) -> None:
    await eyes.open("shadow.html")

    first = await eyes.names()
    await eyes.page.evaluate("add()")
    opened = await eyes.looking.open_closed_roots(timeout=5)
    later = await eyes.names()

    assert first == [
        "Before",
        "In open",
        "Slotted",
        "Open link",
        "In closed",
        "Nested closed",
        "In custom closed",
        "After",
    ]
    assert opened == 1
    assert later == [*first, "Late closed"]


async def test_closed_roots_are_not_searched_again_when_nothing_is_hidden(eyes: Eyes) -> None:
    await eyes.open("shadow.html")

    assert await eyes.looking.open_closed_roots(timeout=5) == 0


@pytest.mark.parametrize(
    ("opened", "expected"),
    [
        ("", {"Under the dialog": [], "Inert button": ["inert"]}),
        (
            "first,second",
            {
                "Under the dialog": ["inert"],
                "Inert button": ["inert"],
                "In first dialog": ["inert"],
                "In second dialog": ["focused"],
            },
        ),
        (
            "second,first",
            {
                "Under the dialog": ["inert"],
                "Inert button": ["inert"],
                "In first dialog": ["focused"],
                "In second dialog": ["inert"],
            },
        ),
        ("pop", {"Under the dialog": [], "Inert button": ["inert"], "In popover": []}),
    ],
)
async def test_what_is_behind_a_modal_is_inert(eyes: Eyes, opened: str, expected: dict[str, list[str]]) -> None:
    await eyes.open(f"layers.html?open={opened}")

    assert {record["name"]: record["st"] for record in await eyes.controls()} == expected


async def test_only_what_can_be_seen_is_listed_and_the_unusual_is_said(eyes: Eyes) -> None:
    await eyes.open("hidden.html")

    states = {record["name"]: record["st"] for record in await eyes.controls()}

    assert states == {
        "Plain": [],
        "Visible again": [],
        "Auto content": [],
        "Transparent but pressable": [],
        "Half clipped, a long text here": [],
        "Escapes the clip": [],
        "In scroller": [],
        "Scrolled away": ["offscreen"],
        "Below the fold": ["offscreen"],
        "Zero with child": [],
        "Contents link": [],
        "Hidden to readers": ["hidden-to-at"],
        "Covered one": ["covered"],
        "Partly covered": [],
        "No pointer": ["covered"],
        "a link over two lines": [],
    }


async def test_what_covers_a_control_is_named(eyes: Eyes) -> None:
    await eyes.open("hidden.html")

    covered = await eyes.named("Covered one")

    assert cast(Record, covered["cov"])["name"] == "Veil"


async def test_a_canvas_that_listens_is_listed_once_as_a_canvas(eyes: Eyes) -> None:
    await eyes.open("canvas_slider.html")

    [canvas] = await eyes.controls()

    assert (canvas["kind"], canvas["name"], canvas["ev"]) == ("canvas", "Loudness", ["canvas", "listener"])


async def test_navigation_made_of_divs_is_found(eyes: Eyes) -> None:
    await eyes.open("div_navigation.html")

    assert await eyes.names() == ["Home", "Shop", "Help", "Order now"]


async def test_a_call_to_action_hidden_to_readers_is_found_and_says_so(eyes: Eyes) -> None:
    await eyes.open("aria_hidden_cta.html")

    [button] = await eyes.controls()

    assert (button["name"], button["st"]) == ("Subscribe", ["hidden-to-at"])


@pytest.mark.rows("A35")
async def test_a_page_that_patched_every_builtin_is_seen_as_it_is(eyes: Eyes) -> None:
    await eyes.open("patched.html")

    assert await eyes.names() == ["Child", "Attribute", "Has", "Parent", "Local", "All", "After the form"]


async def test_controls_are_found_under_the_strictest_policy(eyes: Eyes) -> None:
    await eyes.open("csp.html")

    assert await eyes.names() == ["Strict button", "Strict link"]


async def test_looking_changes_nothing_in_the_page(eyes: Eyes) -> None:
    await eyes.open("native.html")
    before = await eyes.page.content()

    keys = [cast(int, record["k"]) for record in await eyes.controls()]
    await eyes.looking.native(keys, timeout=5)

    assert await eyes.page.content() == before


async def test_keys_stay_with_their_elements_and_are_never_given_again(eyes: Eyes) -> None:
    await eyes.open("shadow.html")

    first = {record["name"]: record["k"] for record in await eyes.controls()}
    await eyes.page.evaluate("document.body.prepend(document.createElement('button'))")
    await eyes.page.evaluate("document.querySelector('body > button:last-of-type').remove()")
    second = {record["name"]: record["k"] for record in await eyes.controls()}

    assert {name: key for name, key in second.items() if name} == {
        name: key for name, key in first.items() if name != "After"
    }
    assert second[""] not in first.values()


async def test_frames_are_seen_whatever_their_process_and_their_place_is_known(eyes: Eyes) -> None:
    await eyes.open("frames.html?other=OTHER")

    names = {name: await eyes.names(eyes.frame(name)) for name in ("same", "other", "nested")}
    places = await eyes.scripts.places(timeout=5)
    boxes = {name: await eyes.looking.frame_box(eyes.frame(name), places, timeout=5) for name in names}
    offsets = {name: (box.x, box.y) for name, box in boxes.items()}
    main = await eyes.looking.frame_box(eyes.page.main_frame, places, timeout=5)

    assert await eyes.names() == ["Top button"]
    assert names == {name: ["Child button", "Child listener"] for name in names}
    assert offsets == {"same": (107, 57), "other": (457, 67), "nested": (482, 112)}
    assert (main.x, main.y) == (0, 0)


async def test_native_roles_and_names_come_from_the_browser_itself(eyes: Eyes) -> None:
    await eyes.open("native.html")
    keys = {cast(int, record["k"]): record["name"] for record in await eyes.controls()}

    native = await eyes.looking.native([*keys, 999_999], timeout=5)

    assert {
        keys[key]: (told.role, told.name) for key, told in native.items() if keys[key] in ("Name", "Go", "More")
    } == {
        "Name": ("textbox", "Name"),
        "Go": ("button", "Go"),
        "More": ("button", "More"),
    }
    # Chromium has no name for players, and we say what their author called them.
    assert {name for key, name in keys.items() if key in native and native[key].name != name} <= {"Song"}
    assert 999_999 not in native


@pytest.mark.parametrize(
    "path",
    ["native.html", "soup.html", "widgets.html", "custom_checkbox.html", "shadow.html", "layers.html", "hidden.html"],
)
async def test_our_own_roles_and_names_are_those_of_the_browser(eyes: Eyes, path: str) -> None:
    await eyes.open(path)
    records = {cast(int, record["k"]): record for record in await eyes.controls()}

    native = await eyes.looking.native(list(records), timeout=5)

    ours = {key: (records[key]["role"], records[key]["name"]) for key in native}
    theirs = {key: (told.role or ours[key][0], told.name or ours[key][1]) for key, told in native.items()}
    # A player, which Chromium has no name for, and shapes, which it has words of its own for.
    odd = {key for key in native if records[key]["tag"] in ("audio", "video", "rect", "circle", "path")}
    assert {key: ours[key] for key in ours if key not in odd} == {key: theirs[key] for key in ours if key not in odd}


async def test_native_names_follow_the_page(eyes: Eyes) -> None:
    await eyes.open("native.html")
    key = cast(int, (await eyes.named("Go"))["k"])

    before = await eyes.looking.native([key], timeout=5)
    await eyes.page.get_by_role("button", name="Go", exact=True).evaluate("button => button.ariaLabel = 'Leave'")
    await eyes.looking.prepare(timeout=5)
    after = await eyes.looking.native([key], timeout=5)

    assert (before[key].name, after[key].name) == ("Go", "Leave")


async def test_a_big_page_is_not_kept_waiting_for_native_names_and_has_them_a_little_later(eyes: Eyes) -> None:
    await eyes.open("many.html?rows=1000")
    keys = [cast(int, record["k"]) for record in await eyes.controls()][:3]

    first = await eyes.looking.native(keys, timeout=5)
    async with asyncio.timeout(10):
        while not (later := await eyes.looking.native(keys, timeout=5)):
            await eyes.scripts.call("documentFacts", timeout=5)

    assert first == {}
    assert list(later) == keys


async def test_listeners_and_closed_roots_that_come_without_any_change_are_noticed(eyes: Eyes) -> None:
    await eyes.open("div_navigation.html")
    await eyes.page.evaluate("window.extra = document.body.appendChild(document.createElement('section'))")
    await eyes.page.evaluate("window.plain = document.body.appendChild(document.createElement('p'))")
    await eyes.page.evaluate("plain.textContent = 'Only text so far'")
    await eyes.looking.prepare(timeout=5)
    before = await eyes.names()

    await eyes.page.evaluate("plain.addEventListener('click', () => {})")
    await eyes.page.evaluate("extra.attachShadow({ mode: 'closed' }).innerHTML = '<button>Out of the dark</button>'")
    await eyes.looking.prepare(timeout=5)
    after = await eyes.names()

    assert sorted(str(name) for name in set(after) - set(before)) == ["Only text so far", "Out of the dark"]


async def test_a_hundred_thousand_nodes_are_walked_within_the_budget(eyes: Eyes) -> None:
    await eyes.open("many.html?nodes=100000")

    answer = await eyes.scripts.call("controls", {"first": 1}, timeout=10)
    native = await eyes.looking.native([1], timeout=5)

    assert answer["total"] == 5000
    assert answer["ranOut"] is None
    assert native == {}


async def test_fifteen_thousand_controls_are_all_counted(eyes: Eyes) -> None:
    await eyes.open("many.html?rows=5000")

    answer = await eyes.scripts.call("controls", {"first": 200}, timeout=10)

    assert answer["total"] == 15_000
    assert len(cast(list[Record], answer["records"])) == 200


@pytest.mark.parametrize(
    ("path", "expected"),
    [("deep.html?levels=20000&hidden", ["Beside"]), ("deep.html?levels=2500", ["At the bottom", "Beside"])],
)
async def test_deep_pages_answer(eyes: Eyes, path: str, expected: list[str]) -> None:
    await eyes.open(path)

    names = await eyes.names()
    await eyes.looking.native([1], timeout=10)

    assert names == expected


async def test_asking_for_listeners_does_not_wear_the_page_out(eyes: Eyes) -> None:
    for _ in range(10):
        for path in ("soup.html", "widgets.html", "custom_checkbox.html", "shadow.html"):
            await eyes.open(path)

    assert "In closed" in await eyes.names()


async def test_a_component_is_not_listed_beside_the_control_it_is_made_of(eyes: Eyes) -> None:
    await eyes.open("shell.html")

    answer = await eyes.scripts.call("controls", {}, timeout=5)

    records = cast(list[dict[str, str]], answer["records"])
    assert [record["name"] or record["text"] for record in records] == ["Pay", "A card Like", "Like", "Your age"]
