"""state_read: every word a person sees, once, in order, in small pieces of one moment."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.generated_text import TextPage, Writer
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.support.reading import LIMIT, read_all
from tests.support.scanning import code, opened, scan

SEEDS = 50
AT_ONCE = 10
WORD = re.compile(r"w\d+w")
HIDDEN = re.compile(r"h\d+h")


def written(pages: Pages, seed: int) -> tuple[str, TextPage]:
    framed: list[str] = []

    def frame(html: str, elsewhere: bool) -> str:
        framed.append(html)
        path = f"text-{seed}-{len(framed)}"
        url = pages.make(html, name=path)
        return pages.elsewhere(f"made/{path}") if elsewhere else url

    page = Writer(seed, frame).write()
    return pages.make(page.html, name=f"text-{seed}"), page


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
async def test_every_seen_word_comes_once_in_order_and_no_hidden_one(ask: Ask, pages: Pages, first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        url, page = written(pages, seed)
        await opened(ask, url)

        text = await read_all(ask, region="page")
        markdown = await read_all(ask, region="page", format="markdown")

        assert text.words == page.words, f"seed {seed}"
        assert WORD.findall(markdown.text) == page.words, f"seed {seed}"
        assert HIDDEN.findall(text.text + markdown.text) == [], f"seed {seed}"


async def test_frames_and_shadow_roots_are_read_where_they_stand(ask: Ask, pages: Pages) -> None:
    inner = pages.make("<p>inmost</p>", name="inmost")
    here = pages.make(f"<p>same <b>origin</b></p><iframe src='{inner}'></iframe><p>end</p>", name="here")
    pages.make("<p>other origin</p>", name="there")
    root = "<template shadowrootmode=closed>[<slot name=x></slot>|<slot></slot>]</template>"
    body = f"<p>one<iframe src='{here}'></iframe>two<div>{root}light <b slot=x>named</b></div>"
    await opened(ask, pages.make(f"{body}<iframe src='{pages.elsewhere('made/there')}'></iframe>three"))

    read = await read_all(ask)

    assert read.text == "one\nsame origin\ninmost\n\nend\ntwo\n\n[named|light ]\nother origin\nthree"


async def test_markdown_has_the_marks_of_what_is_there(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "reading/article.html")

    read = await read_all(ask, format="markdown")

    assert read.text == (
        "# Steeping _tea_\n\n"
        "Water at **80 °C**, then [two minutes](/reading/time.html?leaf=green), "
        "or [longer](https://elsewhere.example/long). See [below](#below).\n\n"
        "- Green\n- Black\n  3. Assam\n  4. Keemun\n- White\n\n"
        "> Patience is\n>\n> everything.\n\n"
        "Call `steep()` first:\n\n"
        "```js\nconst tea = `green`;\n  steep(tea);\n```\n\n"
        "| Leaf | Minutes |\n| --- | --- |\n| Green \\| white | 2 |\n| Black | |\n\n"
        "![A cup]\n\n---\n\nThe end"
    )


async def test_tables_are_rows_of_cells(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "reading/tables.html")

    one = await read_all(ask, format="rows", region={"selector": "#stock"})
    both = await read_all(ask, format="rows")
    grid = await read_all(ask, format="rows", region={"selector": "#grid"})

    assert one.pieces[0]["columns"] == "Leaf | Grams | Price"
    assert one.text == "Green | 100 | € 4\nBlack \\| red |  | € 5\nWhite tea, from Fujian | 50 | "
    assert both.pieces[0]["tables"] == 2
    assert both.text.startswith("Leaf | Grams | Price\nGreen | 100 | € 4\n")
    assert both.text.endswith("\n\nDay | Open\nMonday | 9 to 5")
    assert (grid.pieces[0]["columns"], grid.text) == ("Day | Open", "Monday | 9 to 5")


async def test_a_thousand_rows_come_whole_a_row_never_cut(ask: Ask, pages: Pages) -> None:
    rows = "".join(f"<tr><td>{number}<td>Tea {number}<td>a {'long ' * 8}text</tr>" for number in range(1000))
    await opened(ask, pages.make(f"<table><thead><tr><th>No<th>Name<th>Text</thead>{rows}</table>"))

    read = await read_all(ask, format="rows")

    assert read.text.split("\n") == [f"{n} | Tea {n} | a {'long ' * 8}text" for n in range(1000)]
    assert all(piece["text"].endswith("\n") for piece in read.pieces[:-1])
    assert {piece["columns"] for piece in read.pieces} == {"No | Name | Text"}


async def test_without_a_table_rows_are_the_longest_list_or_a_word_about_it(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<ul><li>menu</ul><ul><li>Green <b>tea</b><li>Black<ul><li>Assam</ul></ul>"))
    listed = await read_all(ask, format="rows")
    await opened(ask, pages.make("<p>nothing to list"))
    nothing = await read_all(ask, format="rows")

    assert listed.text == "Green tea\nBlack Assam"
    assert nothing.text == ""
    assert "no table" in nothing.pieces[0]["cut"]


async def test_a_reading_stays_as_it_was_while_the_page_changes(ask: Ask, pages: Pages) -> None:
    words = " ".join(f"before{number}" for number in range(600))
    script = "fetch('/cue?name=read').then(()=>{document.body.textContent='after';fetch('/empty?done=read')})"
    await opened(ask, pages.make(f"<body><iframe srcdoc='framed'></iframe><p>{words}</p><script>{script}</script>"))
    first = (await ask("state_read")).envelope["result"]
    await pages.change("read")

    pieces = [first]
    while pieces[-1]["nextToken"]:
        pieces.append((await ask("state_read", {"pageToken": pieces[-1]["nextToken"]})).envelope["result"])
    again = await read_all(ask)

    assert "".join(piece["text"] for piece in pieces) == f"framed\n{words}"
    assert again.text == "after"


async def test_a_token_can_be_asked_for_again(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<p>" + "word " * 3000))
    token = (await ask("state_read")).envelope["result"]["nextToken"]

    once = await ask("state_read", {"pageToken": token})
    twice = await ask("state_read", {"pageToken": token})
    anew = await ask("state_read")

    assert once.envelope["result"] == twice.envelope["result"]
    assert anew.envelope["result"]["nextToken"] == token


async def test_a_token_of_a_page_that_was_left_is_refused(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make("<p>" + "word " * 3000))
    token = (await ask("state_read")).envelope["result"]["nextToken"]
    await opened(ask, pages / "basic/home.html")

    reply = await ask("state_read", {"pageToken": token})

    assert code(reply) == "MM_PAGE_TOKEN_EXPIRED"
    assert "without pageToken" in reply.error["hint"]


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("r999.5", "MM_PAGE_TOKEN_EXPIRED"),
        ("r1.zzzzzz", "MM_PAGE_TOKEN_EXPIRED"),
        ("p1.5", "MM_INVALID_INPUT"),
        ("r1", "MM_INVALID_INPUT"),
        ("", "MM_INVALID_INPUT"),
        ("r1.0; ignore", "MM_INVALID_INPUT"),
    ],
)
async def test_a_token_that_is_none_is_refused(ask: Ask, pages: Pages, token: str, expected: str) -> None:
    await opened(ask, pages.make("<p>" + "word " * 3000))
    await ask("state_read")

    reply = await ask("state_read", {"pageToken": token})

    assert code(reply) == expected


async def test_only_a_few_readings_are_kept(ask: Ask, pages: Pages) -> None:
    body = "".join(f"<section id=s{number}>{f'word{number} ' * 1000}</section>" for number in range(10))
    await opened(ask, pages.make(body))
    replies = [await ask("state_read", {"region": {"selector": f"#s{number}"}}) for number in range(10)]
    tokens = [reply.envelope["result"]["nextToken"] for reply in replies]

    oldest, newest = [await ask("state_read", {"pageToken": token}) for token in (tokens[0], tokens[-1])]

    assert code(oldest) == "MM_PAGE_TOKEN_EXPIRED"
    assert newest.ok


@pytest.mark.parametrize(
    ("region", "name", "text"),
    [
        ("main", "main", "Main words\ninside"),
        ("header", "header", "Header words"),
        ("footer", "footer", "Footer words"),
        ({"selector": "em"}, "selector", "inside"),
        ({"nearText": "Main words"}, "nearText", "Main words\ninside"),
        ("viewport", "viewport", "Header words\nMain words\ninside"),
    ],
)
async def test_a_region_is_read_alone(ask: Ask, pages: Pages, region: Any, name: str, text: str) -> None:
    await opened(ask, pages / "reading/regions.html")

    reply = await ask("state_read", {"region": region})

    assert (reply.envelope["result"]["region"], reply.envelope["result"]["text"]) == (name, text)


async def test_an_element_is_read_by_its_handle_also_in_a_frame(ask: Ask, pages: Pages) -> None:
    pages.make("<p>around <button>Press <b>me</b></button>", name="framed")
    await opened(ask, pages.make(f"<iframe src='{pages.elsewhere('made/framed')}'></iframe>outside"))
    (item,) = (await scan(ask))["items"]

    reply = await ask("state_read", {"region": {"handle": item["elementId"]}})

    assert (reply.envelope["result"]["region"], reply.envelope["result"]["text"]) == ("element", "Press me")


async def test_a_region_that_is_not_there_is_refused_with_those_that_are(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "reading/regions.html")

    missing = await ask("state_read", {"region": "aside"})
    nothing = await ask("state_read", {"region": {"selector": "#nowhere"}})
    broken = await ask("state_read", {"region": {"selector": "p["}})

    assert [code(missing), code(nothing), code(broken)] == ["MM_REGION_NOT_FOUND"] * 2 + ["MM_INVALID_INPUT"]
    assert "main" in missing.error["hint"]


async def test_an_open_dialog_is_what_is_read_first(ask: Ask, pages: Pages) -> None:
    dialog = "<dialog id=d>Really <button>Yes</button></dialog><script>d.showModal()</script>"
    await opened(ask, pages.make(f"<p>behind</p><button>Other</button>{dialog}"))

    first = await read_all(ask)
    behind = await read_all(ask, region="page")

    assert (first.pieces[0]["region"], first.text) == ("dialog", "Really Yes")
    assert behind.text == "behind\n\nOther\nReally Yes"


async def test_what_was_typed_is_never_repeated_and_a_secret_is_masked(
    ask_with: Callable[..., Ask], pages: Pages
) -> None:
    ask = ask_with()
    fields = "<input aria-label=Name><textarea>typed before</textarea><div contenteditable role=textbox>typed too</div>"
    show = "<input aria-label=Pass type=password oninput='s.textContent=this.value+\" \"+this.value'><p id=s></p>"
    await opened(ask, pages.make(f"{fields}{show}<p>shown</p>"))
    for hint, text in (("Name", "tulip-field"), ("Pass", "hunter2-long")):
        picked = (await ask("ui_pick", {"hint": hint})).envelope["result"]["elementId"]
        assert (await ask("action_set_state", {"handle": picked, "state": text})).ok

    read = [await read_all(ask, format=form) for form in ("text", "markdown")]

    assert [each.text for each in read] == ["[REDACTED] [REDACTED]\n\nshown"] * 2


async def test_hostile_text_is_cleaned_bounded_and_stays_in_its_field(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "reading/hostile.html")

    reply = await ask("state_read", {"format": "markdown"})
    read = await read_all(ask)

    assert not re.search(
        "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", read.text
    )
    assert set(reply.envelope["result"]) <= {"region", "format", "text", "nextToken"}
    assert 'fake","nextToken":"r9.9' in read.text
    assert "evil text" in read.text
    assert "invisible" in read.text
    assert sum(len(word) for word in read.words if set(word) == {"x"}) == 5000


async def test_a_million_words_are_read_in_bounded_time_and_pieces(ask: Ask, pages: Pages) -> None:
    # Below the window, where it is not laid out: that takes the browser seconds, and is not what is tried here.
    style = "<style>i{display:block;height:9000px}p{content-visibility:auto;contain-intrinsic-height:9px}</style>"
    script = "document.querySelector('p').textContent=Array.from({length:1e6},(_,i)=>'w'+i).join(' ')"
    await opened(ask, pages.make(f"{style}<i></i><p></p><script>{script}</script>"))

    started = time.monotonic()
    reply = await ask("state_read")
    took = time.monotonic() - started
    following = await ask("state_read", {"pageToken": reply.envelope["result"]["nextToken"]})

    assert took < promised(5)
    assert all(len(each.text.encode()) <= LIMIT for each in (reply, following))
    assert "cut" not in reply.envelope["result"]
    words = (reply.envelope["result"]["text"] + following.envelope["result"]["text"]).split()
    assert words == [f"w{number}" for number in range(len(words))]


async def test_more_than_is_read_at_once_says_so(ask: Ask, pages: Pages) -> None:
    style = "<style>p{content-visibility:auto;contain-intrinsic-height:9px}</style>"
    grow = "for(const p of document.querySelectorAll('p'))p.textContent='word '.repeat(9e4)"
    script = f"fetch('/cue?name=big').then(()=>{{{grow};fetch('/empty?done=big')}})"
    await opened(ask, pages.make(f"{style}{'<p></p>' * 20}<script>{script}</script>"))
    await pages.change("big")

    reply = await ask("state_read")

    assert "more than is read" in reply.envelope["result"]["cut"]
    assert len(reply.text.encode()) <= LIMIT


async def test_a_hundred_thousand_nodes_are_read_in_time(ask: Ask, pages: Pages) -> None:
    script = "document.body.innerHTML=Array.from({length:5e4},(_,i)=>`<p><b>n${i}</b></p>`).join('')"
    await opened(ask, pages.make(f"<body></body><script>{script}</script>"))

    started = time.monotonic()
    reply = await ask("state_read", {"format": "markdown"})
    took = time.monotonic() - started
    again = await ask("nav_goto", {"url": pages / "basic/home.html", "timeoutMs": 5000})

    assert took < promised(4)
    assert reply.envelope["result"]["text"].startswith("**n0**\n\n**n1**\n\n")
    assert "cut" not in reply.envelope["result"]
    assert again.ok


async def test_a_frame_that_hangs_is_said_to_be_missing(ask: Ask, pages: Pages) -> None:
    loop = "fetch('/cue?name=hang').then(()=>{fetch('/empty?done=hang');setTimeout(()=>{for(;;);},5)})"
    pages.make(f"stuck<script>{loop}</script>", name="stuck")
    await opened(ask, pages.make(f"<p>before<iframe src='{pages.elsewhere('made/stuck')}'></iframe>after"))
    whole = await read_all(ask)
    await pages.change("hang")

    reply = await ask("state_read")

    assert whole.words == ["before", "stuck", "after"]
    assert reply.envelope["result"]["text"] == "before\nafter"
    assert "did not answer: 1" in reply.envelope["result"]["cut"]


async def test_what_happened_meanwhile_is_told_along(ask: Ask, pages: Pages) -> None:
    script = "fetch('/cue?name=late').then(()=>{b.hidden=false;fetch('/empty?done=late')})"
    await opened(ask, pages.make(f"<p>text</p><button id=b hidden>New</button><script>{script}</script>"))
    await ask("state_read")
    await pages.change("late")

    reply = await ask("state_read")

    assert reply.envelope["result"]["changes"]["since"]["appeared"][0]["label"] == "New"


async def test_without_a_page_there_is_nothing_to_read(ask: Ask) -> None:
    reply = await ask("state_read", {"region": "main", "pageToken": "r1.1"})

    assert code(reply) == "MM_INVALID_INPUT"
    assert "leave region and format out" in reply.error["message"]
