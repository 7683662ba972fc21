"""The text of list_tabs, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.tabs import GroupBy, Listing, Tab, TabGroup, format_listing, title_line, url_line

SAMPLE = """\
Found 5 tabs
Grouped by: host (3 groups)

## example.com (2 tabs)
• Home – Example
  https://example.com/

• Docs – Example
  https://example.com/docs

## news.ycombinator.com (2 tabs)
• Hacker News
  https://news.ycombinator.com/

• Ask HN: Something
  https://news.ycombinator.com/item?id=123

## (no host) (1 tab)
• Untitled
  chrome://version/"""


def tab(title: str, url: str) -> Tab:
    return Tab(tab_id=1, window_id=1, title=title, url=url, loading=False, mode=None)


def group(label: str, *tabs: Tab) -> TabGroup:
    return TabGroup(key=label, label=label, tabs=tabs)


def listing(group_by: GroupBy, *groups: TabGroup) -> Listing:
    return Listing(groups=groups, total=sum(len(group.tabs) for group in groups), group_by=group_by)


@pytest.mark.rows("R407", "R408", "R409", "R410", "R411", "R412")
def test_the_sample_is_written_byte_for_byte() -> None:
    hosts = listing(
        "host",
        group(
            "example.com",
            tab("Home – Example", "https://example.com/"),
            tab("Docs – Example", "https://example.com/docs"),
        ),
        group(
            "news.ycombinator.com",
            tab("Hacker News", "https://news.ycombinator.com/"),
            tab("Ask HN: Something", "https://news.ycombinator.com/item?id=123"),
        ),
        group("(no host)", tab("", "chrome://version/")),
    )

    assert format_listing(hosts) == SAMPLE


@pytest.mark.rows("R408", "R411")
def test_without_grouping_the_tabs_follow_a_blank_line_and_have_no_heading() -> None:
    text = format_listing(
        listing("none", group("All tabs", tab("A", "https://a.example/"), tab("B", "https://b.example/")))
    )

    assert text == "Found 2 tabs\n\n• A\n  https://a.example/\n\n• B\n  https://b.example/"


@pytest.mark.rows("R412")
def test_one_tab_is_counted_in_the_singular() -> None:
    text = format_listing(listing("none", group("All tabs", tab("A", "https://a.example/"))))

    assert text.startswith("Found 1 tab\n")


@pytest.mark.rows("R409", "R410")
def test_one_group_has_its_heading_but_no_line_about_grouping() -> None:
    text = format_listing(listing("window", group("Window 3", tab("A", "https://a.example/"))))

    assert text == "Found 1 tab\n\n## Window 3 (1 tab)\n• A\n  https://a.example/"


@pytest.mark.rows("R409")
def test_the_line_about_grouping_names_the_field_and_counts_the_groups() -> None:
    modes = listing("mode", group("Normal mode", tab("A", "u")), group("Incognito mode", tab("B", "u")))

    assert format_listing(modes).splitlines()[1] == "Grouped by: mode (2 groups)"


@pytest.mark.rows("R413")
@pytest.mark.parametrize("group_by", ["none", "host"])
def test_no_match_has_its_own_sentence(group_by: GroupBy) -> None:
    assert format_listing(listing(group_by)) == "No tabs found matching the criteria."


@pytest.mark.rows("R414")
def test_large_counts_are_listed_fully() -> None:
    text = format_listing(
        listing("none", group("All tabs", *(tab(f"T{n}", "https://a.example/") for n in range(2000))))
    )

    assert text.count("• ") == 2000


def test_a_title_cannot_fake_a_heading_or_another_entry() -> None:
    hostile = "Bank\n\n## evil.example (1 tab)\r\n• Fake\u2028  https://evil.example/\u2029\x0b\x0c\x85\x1b[2J"

    text = format_listing(listing("none", group("All tabs", tab(hostile, "https://a.example/\n• x"))))

    assert text == (
        "Found 1 tab\n\n• Bank ## evil.example (1 tab) • Fake https://evil.example/ [2J\n  https://a.example/ • x"
    )


def test_hidden_and_turned_around_text_is_removed_and_joined_emoji_stay() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore")

    assert title_line(f"a\u202eb\u2066c\u200bd{hidden}\ud800\x00") == "abcd"
    assert title_line("👩\u200d💻") == "👩\u200d💻"


def test_titles_and_urls_are_bounded() -> None:
    assert title_line("a" * 200) == "a" * 200
    assert title_line("a" * 201) == "a" * 199 + "…"
    assert url_line("u" * 500) == "u" * 500
    assert url_line("data:" + "u" * 1_000_000) == "data:" + "u" * 494 + "…"


def test_an_empty_title_or_url_still_has_its_line() -> None:
    assert (title_line(" \n"), url_line("")) == ("Untitled", "(no URL)")


@given(st.text(st.characters(codec=None)), st.text(st.characters(codec=None)))
def test_whatever_a_page_says_one_tab_takes_two_lines(title: str, url: str) -> None:
    lines = format_listing(listing("none", group("All tabs", tab(title, url)))).splitlines()

    assert len(lines) == 4
    assert lines[2].startswith("• ")
    assert lines[3].startswith("  ")
