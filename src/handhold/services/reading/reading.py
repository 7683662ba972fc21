"""Read a region once, keep what it said, and give it out piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import InvalidInput, PageTokenExpired, RegionNotFound
from handhold.services.perception.page_text import many_lines
from handhold.services.perception.paging import size_of
from handhold.services.perception.readings import ReadFormat, Reading
from handhold.services.reading.pieces import ReadToken, piece_end
from handhold.services.reading.splicing import documents_of, lines_of, tables_of, text_of, unread_frames
from handhold.services.sessions import no_page

if TYPE_CHECKING:
    from handhold.adapters.browser.reading import DocumentText, TabReader
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab
    from handhold.services.perception import Perception, PerceptionMemory, Region

LIMIT: Final = 8_000_000
"""Characters of one reading: a million words, and some."""
LONGEST_TOKEN: Final = "r999999999.zzzzzz"
TOO_LONG: Final = "The page says more than is read at once; name a smaller region for the rest."
UNREAD: Final = "Frames that did not answer: {}."
NO_ROWS: Final = "There is no table and no list here; read it as text."


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """One piece of a reading."""

    region: str
    format: ReadFormat
    text: str
    columns: str
    tables: int
    cut: str
    next_token: str | None


class Reads:
    """What the page of one call's session says."""

    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        perception: Perception,
        *,
        mask: Callable[[str], str],
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._perception = perception
        self._mask = mask
        self._count = count

    async def begin(self, *, region: Region, format: ReadFormat, budget: int) -> ReadPage:
        """Read the region as it is now, and its first piece. Raises `RegionNotFound` with the regions there are."""
        browser, memory = self._session()
        asked: object = region
        if isinstance(region, dict) and "handle" in region:
            asked = (await self._perception.resolve(region["handle"])).handle.node
        tab = await browser.shown_tab()
        reading = await self._read(tab, asked, format)
        self._count(f"handhold.read.format.{format}")
        return _page(reading, ReadToken(memory.readings.keep(reading), 0), budget=budget)

    async def go_on(self, token: str, *, budget: int) -> ReadPage:
        """The piece a token names. Raises `PageTokenExpired` when its page has gone."""
        browser, memory = self._session()
        at = _parsed(token)
        tab = await browser.shown_tab()
        reading = memory.readings.get(at.reading)
        if reading is None or reading.tab != tab.number or at.position >= len(reading.text):
            raise PageTokenExpired(
                "the token belongs to no reading of this tab", hint="Call state_read without pageToken to begin anew."
            )
        if await (await tab.eyes()).main_document() != reading.main_document:
            raise PageTokenExpired(
                "the page the token belongs to has gone", hint="Call state_read without pageToken to read this page."
            )
        self._count("handhold.read.pages")
        return _page(reading, at, budget=budget)

    async def _read(self, tab: Tab, region: object, format: ReadFormat) -> Reading:
        from handhold.adapters.browser.reading import TabReader

        reader = TabReader(await tab.scripts(), await tab.eyes())
        read, columns, text, tables = await _asked(reader, region, format)
        answers = [document.answer for document in documents_of(read)]
        is_cut = len(text) > LIMIT or any(answer["isCut"] for answer in answers)
        frames = unread_frames(read)
        cut = [TOO_LONG] if is_cut else []
        cut += [UNREAD.format(frames)] if frames else []
        cut += [NO_ROWS] if format == "rows" and not tables else []
        return Reading(
            tab=tab.number,
            main_document=await _main_document(tab, read, region),
            region=str(read.answer["region"]),
            format=format,
            # Masked as a whole: a secret that is shown must not slip through where two pieces meet.
            text=self._mask(many_lines(text[:LIMIT])),
            columns=self._mask(many_lines(columns)),
            tables=tables,
            cut=" ".join(cut),
        )

    def _session(self) -> tuple[BrowserSession, PerceptionMemory]:
        if self._browser is None or self._memory is None:
            raise no_page("read")
        return self._browser, self._memory


async def _asked(reader: TabReader, region: object, format: ReadFormat) -> tuple[DocumentText, str, str, int]:
    """What was read, with columns, text and the number of tables."""
    read = await reader.read(region, format=format, limit=LIMIT)
    _refuse_no_region(read)
    if format != "rows":
        return read, "", text_of(read), 0
    tables = list(tables_of(read))
    if not tables:
        # Where nothing is a table, a list is rows of one cell.
        read = await reader.read(region, format="items", limit=LIMIT)
        _refuse_no_region(read)
        tables = sorted(tables_of(read), key=lambda table: len(table.rows))[-1:]
    return read, *lines_of(tables), len(tables)


async def _main_document(tab: Tab, read: DocumentText, region: object) -> str:
    """The document the tab shows: the one that was read, unless that is in a frame."""
    return await (await tab.eyes()).main_document() if isinstance(region, NodeRef) else read.document


def _parsed(token: str) -> ReadToken:
    try:
        return ReadToken.parse(token)
    except ValueError:
        raise InvalidInput(
            "pageToken is not a token of state_read", hint="Pass nextToken of the answer before, or leave it out."
        ) from None


def _refuse_no_region(read: DocumentText) -> None:
    error = read.answer.get("error")
    if error is None:
        return
    if error == "bad-selector":
        raise InvalidInput("region.selector is not a CSS selector", hint="Write CSS, such as #cart or form.login.")
    names = ", ".join(cast(list[str], read.answer["names"]))
    raise RegionNotFound("the page has no such region", hint=f"Regions here: {names}.")


def _page(reading: Reading, at: ReadToken, *, budget: int) -> ReadPage:
    around = {"region": reading.region, "format": reading.format, "text": "", "nextToken": LONGEST_TOKEN}
    extra = {"columns": reading.columns, "tables": reading.tables, "cut": reading.cut}
    room = budget - size_of({**around, **extra})
    end = piece_end(reading.text, at.position, room=room)
    more = end < len(reading.text)
    return ReadPage(
        region=reading.region,
        format=reading.format,
        text=reading.text[at.position : end],
        columns=reading.columns,
        tables=reading.tables,
        cut=reading.cut,
        next_token=ReadToken(at.reading, end).encode() if more else None,
    )
