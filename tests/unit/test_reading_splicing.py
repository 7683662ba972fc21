"""What documents and frames say, put together."""

from __future__ import annotations

from handhold.adapters.browser.reading import DocumentText
from handhold.services.reading.splicing import Table, line_of, lines_of, tables_of, text_of, unread_frames


def document(*texts: str, frames: tuple[DocumentText | None, ...] = ()) -> DocumentText:
    return DocumentText(document="d", answer={"texts": list(texts)}, frames=frames)


def test_a_frame_stands_on_lines_of_its_own_where_it_was_met() -> None:
    read = document("before", "\nafter", frames=(document("inside"),))

    assert text_of(read) == "before\ninside\nafter"


def test_a_frame_at_an_edge_or_without_words_leaves_no_empty_line() -> None:
    first = document("", "after", frames=(document("inside"),))
    silent = document("before", "\nafter", frames=(document(""),))
    last = document("before", "", frames=(document("inside"),))

    assert [text_of(each) for each in (first, silent, last)] == ["inside\nafter", "before\nafter", "before\ninside"]


def test_a_frame_that_did_not_answer_is_counted() -> None:
    read = document("a", "\nb", "\nc", frames=(None, document("x", "y", frames=(None,))))

    assert text_of(read) == "a\nb\nxy\nc"
    assert unread_frames(read) == 2


def test_a_bar_in_a_cell_is_no_bar_between_cells() -> None:
    assert line_of(["a|b", "c\\", ""]) == "a\\|b | c\\\\ | "


def test_one_table_has_its_columns_beside_it_and_several_have_them_above() -> None:
    one = Table(columns=("A", "B"), rows=(("1", "2"),))
    bare = Table(columns=(), rows=(("3",),))

    assert lines_of([one]) == ("A | B", "1 | 2")
    assert lines_of([one, bare]) == ("", "A | B\n1 | 2\n\n3")
    assert lines_of([]) == ("", "")


def test_columns_too_long_to_repeat_are_the_first_line() -> None:
    long = Table(columns=("A" * 400, "B"), rows=(("1", "2"),))

    assert lines_of([long]) == ("", f"{'A' * 400} | B\n1 | 2")


def test_tables_of_frames_come_where_the_frame_stands() -> None:
    def told(*tables: str | None, frames: tuple[DocumentText | None, ...] = ()) -> DocumentText:
        found = [None if name is None else {"columns": [], "rows": [[name]]} for name in tables]
        return DocumentText(document="d", answer={"tables": [*found, {"columns": [], "rows": []}]}, frames=frames)

    read = told("one", None, "three", None, frames=(told("two"), None))

    assert [table.rows[0][0] for table in tables_of(read)] == ["one", "two", "three"]
