"""What an attempt at a saved test leaves behind: as much as its level says, whole, and without secrets."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
import pytest_asyncio
from playwright.async_api import async_playwright
from tests.support.acting import hosting
from tests.support.pages import Pages

from handhold.adapters.browser.host import BrowserHost
from handhold.adapters.browser.seeking import Seeking
from handhold.adapters.browser.seen import Rect
from handhold.adapters.browser.session import BrowserSession
from handhold.engine.egress import Scrubber
from handhold.services.testing.running.evidence import Evidence, Level
from handhold.services.testing.runs import Artefact
from handhold.settings import Settings

PAGE: Final = "testing/evidence.html"
CANARY: Final = "tangerine-4711-lighthouse"
PHRASE: Final = "spread raise short crane omit tent fringe mandate neglect detail suspect cradle"
TYPED: Final = "Ada Lovelace of Ulm"
LIMIT_SECONDS: Final = 60.0
GREY: Final = (128, 128, 128)
T = TypeVar("T")


class Attempt:
    """An attempt in a session of its own, as the runner makes one."""

    def __init__(self, host: BrowserHost, root: Path, level: Level, *, secrets: tuple[str, ...] = ()) -> None:
        settings = Settings(root=root)
        self.root = root
        self.folder = root / ".handhold/artifacts/runs/r1/1"
        self.browser = BrowserSession("attempt", host=host, settings=settings, downloads=lambda: None)
        self.evidence = Evidence(self.folder, root, level, scrub=Scrubber(secrets).text)

    async def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async def prepare() -> None:
            await self.browser.ensure_open()

        return await self.browser.actor.run(work, limit=LIMIT_SECONDS, prepare=prepare)

    async def open(self, url: str) -> None:
        async def work() -> None:
            tab = await self.browser.current_tab()
            await self.evidence.begin(self.browser)
            await self.evidence.step_begins(0, "open the page")
            await tab.page.goto(url)
            await self.evidence.step_ended(0, failed=False)

        await self.run(work)

    async def press(self, number: int, selector: str, *, text: str = "", failed: bool = False) -> None:
        async def work() -> None:
            tab = await self.browser.current_tab()
            await self.evidence.step_begins(number, f"press {selector}")
            found = await Seeking(tab, ends=asyncio.get_running_loop().time() + 5).element({"selector": selector}, None)
            assert found.first is not None
            hands = await tab.hands()
            await hands.press(await hands.aim(found.first.node, grace=3))
            if text:
                await hands.type_text(text)
            await self.evidence.step_ended(number, failed=failed)

        await self.run(work)

    async def end(self, *, failed: bool, typed_secret: bool = False) -> dict[str, Artefact]:
        """What is kept, by the names of the files."""
        kept: tuple[Artefact, ...] = await self.run(lambda: self.evidence.end(failed=failed, typed_secret=typed_secret))
        return {Path(each.path).name: each for each in kept}

    async def has_requested(self, path: str) -> None:
        """Return when the page's request has failed, which it does beside the steps."""
        async with asyncio.timeout(10):
            while not any(path in each.url and each.has_failed for each in self.browser.records.requests):
                await asyncio.sleep(0.02)

    def files(self) -> list[Path]:
        return sorted(file for file in self.folder.rglob("*") if file.is_file()) if self.folder.exists() else []


Begin = Callable[..., Attempt]


@pytest_asyncio.fixture(scope="module")
async def host(environ: Mapping[str, str]) -> AsyncGenerator[BrowserHost]:
    async with hosting(Settings(), environ) as opened:
        yield opened


@pytest_asyncio.fixture
async def begin(host: BrowserHost, tmp_path: Path) -> AsyncGenerator[Begin]:
    attempts: list[Attempt] = []

    def make(level: Level, *, root: Path = tmp_path, secrets: tuple[str, ...] = ()) -> Attempt:
        attempts.append(Attempt(host, root, level, secrets=secrets))
        return attempts[-1]

    yield make
    for attempt in attempts:
        await attempt.browser.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Path]:
    """A disk of 64 KiB."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True, text=True, check=False
    )
    assert mounted.returncode == 0, f"a small disk cannot be mounted here, which takes root: {mounted.stderr}"
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def read(kept: Artefact, root: Path) -> bytes:
    """The file, which is the one that was told."""
    data = (root / kept.path).read_bytes()
    assert (len(data), hashlib.sha256(data).hexdigest()) == (kept.size, kept.sha256)
    return data


def members(trace: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(trace) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def events(trace: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in members(trace)["trace.trace"].splitlines()]


def everything(files: list[Path]) -> dict[str, bytes]:
    """Every byte that is kept, those in archives unpacked."""
    told = {file.name: file.read_bytes() for file in files}
    for file in files:
        if file.suffix == ".zip":
            told |= {f"{file.name}/{name}": data for name, data in members(file).items()}
    return told


def shown_by_playwright(trace: Path, folder: Path) -> str:
    """What Playwright's own reader of traces lists; the viewer reads them by the same code."""
    told = ""
    for command in (["open", str(trace)], ["actions"], ["close"]):
        ran = subprocess.run(
            [sys.executable, "-m", "playwright", "trace", *command],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        told += ran.stdout
    return told


async def failing(attempt: Attempt, pages: Pages) -> dict[str, Artefact]:
    """Three steps, the last of which fails."""
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#name", text=TYPED)
    await attempt.press(2, "#save", failed=True)
    await attempt.has_requested("/testing/no-such-file")
    return await attempt.end(failed=True)


@pytest.mark.parametrize("failed", [False, True])
async def test_at_level_none_nothing_is_written(begin: Begin, pages: Pages, failed: bool) -> None:
    attempt = begin("none")
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#save", failed=failed)
    asked = await attempt.run(lambda: attempt.evidence.screenshot("asked", step=2))

    kept = await attempt.end(failed=failed)

    assert (kept, asked, attempt.evidence.missing) == ({}, None, ())
    assert not (attempt.root / ".handhold").exists()


async def test_at_level_failure_a_test_that_passes_leaves_only_what_it_asked_for(begin: Begin, pages: Pages) -> None:
    attempt = begin("failure")
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#save")
    await attempt.run(lambda: attempt.evidence.screenshot("asked", step=2))

    kept = await attempt.end(failed=False)

    assert list(kept) == ["step-002-asked.png"]
    assert [file.name for file in attempt.files()] == ["step-002-asked.png"]
    assert attempt.evidence.missing == ()


async def test_at_level_failure_a_test_that_fails_leaves_everything_about_it(begin: Begin, pages: Pages) -> None:
    attempt = begin("failure")

    kept = await failing(attempt, pages)

    assert sorted(kept) == ["console.json", "requests.json", "step-002-failed.png", "trace.zip"]
    assert [kept[name].kind for name in sorted(kept)] == ["console", "requests", "screenshot", "trace"]
    assert kept["step-002-failed.png"].step == 2
    console = json.loads(read(kept["console.json"], attempt.root))["messages"]
    assert [(each["level"], each["text"]) for each in console if each["level"] == "warning"] == [("warning", "saved 1")]
    requests = json.loads(read(kept["requests.json"], attempt.root))["failed"]
    assert [(each["status"], each["url"].rpartition("/")[2]) for each in requests] == [(404, "no-such-file")]
    assert read(kept["step-002-failed.png"], attempt.root).startswith(b"\x89PNG")
    assert attempt.evidence.missing == ()
    assert (attempt.root / ".handhold/.gitignore").read_text("utf-8") == "*\n"


async def test_a_trace_of_a_failure_opens_and_has_a_group_for_each_step(
    begin: Begin, pages: Pages, tmp_path: Path
) -> None:
    attempt = begin("failure")

    await failing(attempt, pages)

    trace = attempt.folder / "trace.zip"
    told = events(trace)
    groups = [each["title"] for each in told if each.get("method") == "tracingGroup"]
    assert groups == ["0 open the page", "1 press #name", "2 press #save"]
    looked = {each["snapshot"]["callId"]: each["snapshot"] for each in told if each["type"] == "frame-snapshot"}
    failed = next(each["callId"] for each in told if each.get("title") == "2 press #save")
    within = {each["callId"] for each in told if each["type"] == "before" and each.get("parentId") == failed}
    assert within & looked.keys(), "the document as it was when the step failed"
    assert [json.loads(line)["type"] for line in members(trace)["trace.network"].splitlines()]
    assert not [name for name in members(trace) if name.startswith("screencast/")]
    listed = shown_by_playwright(trace, tmp_path)
    assert all(group in listed for group in groups), listed


async def test_at_level_all_every_step_that_acts_has_a_picture_and_a_look_in_the_trace(
    begin: Begin, pages: Pages, tmp_path: Path
) -> None:
    attempt = begin("all")
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#name", text=TYPED)
    await attempt.press(2, "#save")
    await attempt.run(lambda: attempt.evidence.step_begins(3, "assert"))
    await attempt.run(lambda: attempt.evidence.step_ended(3, failed=False, acted=False))

    kept = await attempt.end(failed=False)

    pictures = [name for name in sorted(kept) if name.endswith(".png")]
    assert pictures == ["step-000.png", "step-001.png", "step-002.png"]
    assert {"console.json", "requests.json", "trace.zip"} <= kept.keys()
    told = events(attempt.folder / "trace.zip")
    groups = {each["callId"]: each["title"] for each in told if each.get("method") == "tracingGroup"}
    looked = {each["snapshot"]["callId"] for each in told if each["type"] == "frame-snapshot"}
    seen = {groups[each["parentId"]] for each in told if each["type"] == "before" and each["callId"] in looked}
    assert seen == {"0 open the page", "1 press #name", "2 press #save"}
    assert [name for name in members(attempt.folder / "trace.zip") if name.startswith("screencast/")]
    assert "2 press #save" in shown_by_playwright(attempt.folder / "trace.zip", tmp_path)


async def test_the_viewer_of_playwright_shows_the_steps(begin: Begin, pages: Pages, environ: Mapping[str, str]) -> None:
    attempt = begin("failure")
    await failing(attempt, pages)

    viewer = subprocess.Popen(
        [sys.executable, "-m", "playwright", "show-trace", "--port", "0", str(attempt.folder / "trace.zip")],
        stdout=subprocess.PIPE,
        text=True,
        env={**environ, "BROWSER": "true"},
    )
    try:
        assert viewer.stdout is not None
        address = None
        while address is None:
            line = await asyncio.to_thread(viewer.stdout.readline)
            assert line, "the viewer ended before it said where it is"
            address = re.search(r"http://\S+", line)
        text = await _shown(address[0], until="press #save")
    finally:
        viewer.kill()
        viewer.wait()

    assert "open the page" in text and "press #save" in text


async def _shown(url: str, *, until: str) -> str:
    from handhold.adapters.browser.discovery import find_browser

    found = find_browser(Settings(), os.environ)
    assert found is not None
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(found.path), args=["--no-sandbox"])
        page = await browser.new_page()
        await page.goto(url)
        await page.get_by_text(until).first.wait_for(timeout=20_000)
        text = await page.locator("body").inner_text()
        await browser.close()
    return text


async def test_what_was_typed_is_in_no_file(begin: Begin, pages: Pages) -> None:
    attempt = begin("all")

    await failing(attempt, pages)

    kept = everything(attempt.files())
    assert "trace.zip/trace.trace" in kept
    assert [name for name, data in kept.items() if TYPED.encode() in data] == []
    assert b"(19 characters)" in kept["trace.zip/trace.trace"]


async def test_a_secret_that_the_page_shows_is_in_no_file_and_in_no_picture(begin: Begin, pages: Pages) -> None:
    attempt = begin("all", secrets=(CANARY,))
    await attempt.open(f"{pages / PAGE}?show={CANARY}")
    await attempt.press(1, "#save", failed=True)

    await attempt.end(failed=True)

    kept = everything(attempt.files())
    assert sorted(name for name in kept if "/" not in name) == ["console.json", "requests.json", "trace.zip"]
    assert [name for name, data in kept.items() if CANARY.encode() in data] == []
    assert b"[REDACTED]" in kept["trace.zip/trace.trace"]
    assert not [name for name in kept if "screencast/" in name], "pixels cannot be scrubbed"
    assert "step-001-failed.png: the page shows a secret" in attempt.evidence.missing


async def test_words_of_a_phrase_in_cells_of_their_own_are_a_secret_too(begin: Begin, pages: Pages) -> None:
    attempt = begin("failure", secrets=(PHRASE,))
    await attempt.open(f"{pages / PAGE}?cells={PHRASE.replace(' ', '+')}")
    await attempt.press(1, "#save", failed=True)

    await attempt.end(failed=True)

    kept = everything(attempt.files())
    assert sorted(kept) == ["console.json", "requests.json"]
    assert attempt.evidence.missing == (
        "step-001-failed.png: the page shows a secret",
        "trace.zip: the page shows a secret",
    )


async def test_of_a_test_that_typed_a_secret_no_trace_is_kept_and_its_picture_shows_dots(
    begin: Begin, pages: Pages
) -> None:
    attempt = begin("all", secrets=(CANARY,))
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#password", text=CANARY)

    kept = await attempt.end(failed=True, typed_secret=True)

    assert sorted(kept) == ["console.json", "requests.json", "step-000.png", "step-001.png"]
    assert attempt.evidence.missing == ("trace.zip: a secret was typed",)
    assert [name for name, data in everything(attempt.files()).items() if CANARY.encode() in data] == []


async def test_a_secret_in_an_ordinary_field_is_not_photographed(begin: Begin, pages: Pages) -> None:
    attempt = begin("failure", secrets=(CANARY,))
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#name", text=CANARY, failed=True)

    kept = await attempt.end(failed=True, typed_secret=True)

    assert sorted(kept) == ["console.json", "requests.json"]
    assert "step-001-failed.png: the page shows a secret" in attempt.evidence.missing


async def test_a_picture_of_an_element_has_its_size_and_masks_are_painted_over(begin: Begin, pages: Pages) -> None:
    attempt = begin("failure")
    await attempt.open(pages / PAGE)

    async def take() -> tuple[Artefact | None, ...]:
        evidence, box = attempt.evidence, Rect(20, 400, 200, 100)
        part = await evidence.screenshot("part", step=1, box=box, masks=[Rect(30, 410, 20, 10)])
        page = await evidence.screenshot("page", step=2, masks=[Rect(0, 0, 1280, 50)])
        whole = await evidence.screenshot("whole", step=3, full_page=True)
        return part, page, whole

    part, page, whole = [read(each, attempt.root) for each in await attempt.run(take) if each is not None]

    assert struct.unpack(">II", part[16:24]) == (200, 100)
    assert struct.unpack(">II", page[16:24]) == (1280, 720)
    assert struct.unpack(">II", whole[16:24])[1] > 1500
    assert (pixel(part, 15, 15), pixel(part, 100, 50), pixel(part, 5, 5)) == (GREY, (255, 0, 0), (255, 0, 0))
    assert pixel(page, 640, 25) == GREY != pixel(page, 640, 60)


def pixel(png: bytes, x: int, y: int) -> tuple[int, ...]:
    """One pixel; of a picture that was not painted over, only one whose lines are stored as they are."""
    from handhold.adapters.browser.painting import painted_over

    plain = painted_over(png, [])
    width, colour = struct.unpack(">I", plain[16:20])[0], plain[25]
    size = {2: 3, 6: 4}[colour]
    length = struct.unpack(">I", plain[33:37])[0]
    raw = zlib.decompress(plain[41 : 41 + length])
    at = y * (width * size + 1) + 1 + x * size
    return tuple(raw[at : at + 3])


@pytest.mark.rows("F37")
async def test_a_full_disk_costs_the_artefacts_and_not_the_test(begin: Begin, pages: Pages, small_disk: Path) -> None:
    attempt = begin("failure", root=small_disk)
    (small_disk / ".handhold").mkdir()
    (small_disk / ".handhold/.gitignore").write_text("*\n", "utf-8")
    (small_disk / "filling").write_bytes(b"x" * (os.statvfs(small_disk).f_bavail - 2) * 4096)

    kept = await failing(attempt, pages)

    assert "step-002-failed.png" not in kept
    assert "step-002-failed.png: disk full" in attempt.evidence.missing
    assert all((small_disk / each.path).stat().st_size == each.size for each in kept.values())
    assert [file.name for file in attempt.files()] == sorted(kept), "no half of a file is left"


async def test_a_folder_that_cannot_be_made_is_told(begin: Begin, pages: Pages, tmp_path: Path) -> None:
    attempt = begin("failure")
    (tmp_path / ".handhold").write_text("a file in the way", "utf-8")

    kept = await failing(attempt, pages)

    assert kept == {}
    assert [each.partition(":")[0] for each in attempt.evidence.missing] == [
        "step-002-failed.png",
        "trace.zip",
        "console.json",
        "requests.json",
    ]


async def test_a_browser_that_died_leaves_console_and_requests(begin: Begin, pages: Pages, host: BrowserHost) -> None:
    attempt = begin("failure")
    await attempt.open(pages / PAGE)
    await attempt.press(1, "#save")
    await attempt.browser.close_context()

    ended = await attempt.evidence.end(failed=True, typed_secret=False)

    assert [each.kind for each in ended] == ["console", "requests"]
    assert [each.partition(":")[0] for each in attempt.evidence.missing] == ["trace.zip"]
