"""state_read of long pages that others wrote says what the browser says is there, word for word."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from tests.support.foreign import foreign_pages
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person
from tests.support.reading import read_all, visible_words

from handhold.contract import Reply
from handhold.settings import Settings

FOREIGN: Final = (
    "foreign/admin-lte/pages/widgets.html",
    "foreign/admin-lte/pages/UI/general.html",
    "foreign/material-design-lite/dist/faq/index.html",
    "foreign/spectre.css/docs/elements/forms.html",
    "foreign/mako/doc/changelog.html",
    "foreign/sqlalchemy/doc/core/connections.html",
    "foreign/docutils/test/functional/expected/standalone_rst_html5.html",
    "foreign/docutils/test/functional/expected/mathematics_mathml.html",
    "foreign/ply/doc/ply.html",
    "reading/swagger.html",
    "reading/docsify.html",
)


@pytest_asyncio.fixture(scope="module")
async def shared(environ: Mapping[str, str], root: Path, pages: Pages) -> AsyncGenerator[OpenApp]:
    pages.folders["foreign"] = foreign_pages()
    app = OpenApp(Settings(root=root), environ=environ)
    yield app
    await app.close()


@pytest.mark.parametrize("path", FOREIGN)
async def test_a_long_page_is_read_word_for_word(person: Person, pages: Pages, path: str) -> None:
    await person.ask("nav_goto", url=pages / path, waitFor="quiet")

    async def ask(tool: str, arguments: dict[str, Any]) -> Reply:
        return await person.ask(tool, **arguments)

    markdown = await read_all(ask, region="page", format="markdown")
    read = await read_all(ask, region="page")
    expected = await visible_words(await person.page())

    assert len(expected) > 400, "the page is too short to prove anything"
    assert first_difference(read.words, expected) is None
    assert holds_in_order(markdown.text, read.text)
    assert all(not piece.get("cut") for piece in read.pieces)


def holds_in_order(longer: str, shorter: str) -> bool:
    """Whether every letter of the one comes in the other, in order; marks, links and pictures may stand between."""
    letters = iter(filter(str.isalnum, longer))
    return all(letter in letters for letter in filter(str.isalnum, shorter))


def first_difference(read: list[str], expected: list[str]) -> str | None:
    """Where two lists of words part, with what stands around it."""
    if read == expected:
        return None
    at = next((at for at, pair in enumerate(zip(read, expected, strict=False)) if pair[0] != pair[1]), 0)
    around = slice(max(0, at - 5), at + 8)
    return json.dumps({"at": at, "read": read[around], "expected": expected[around]}, ensure_ascii=False)
