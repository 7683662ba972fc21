"""A query finds what the agent means: its words, other words for it, and words typed wrongly."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.promises import promised

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.page_words import words_for_page
from handhold.services.perception.query import Query, is_a_guess, match
from handhold.services.perception.wording import distance, likeness


def control(name: str, *, role: str = "button", **facts: object) -> Candidate:
    return Candidate.from_record({"k": 1, "role": role, "name": name, "fp": facts}, frame=0)


def score(text: str, candidate: Candidate) -> float:
    return match(Query.parse(text), candidate)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Add to Basket", ("add", "basket")),
        ("addToCart", ("add", "cart")),
        ("add-to-cart", ("add", "cart")),
        ("iPhone 15", ("iphone", "15")),
        ("e-mail", ("email",)),
        ("to the", ("to", "the")),
        ("Crème Brûlée", ("creme", "brulee")),
        ("STRASSE straße", ("strasse",)),
        ("click the login button", ("login",)),
        ("log in", ("log", "in")),
        ("", ()),
        ("!?", ()),
    ],
)
def test_a_query_is_its_words(text: str, words: tuple[str, ...]) -> None:
    assert Query.parse(text).words == words


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ('"Sign in" button', ("sign in",)),
        ("'To do' list", ("to do",)),
        ("don't stop", ()),
        ("„Jetzt kaufen“", ("jetzt kaufen",)),
        ("«Acheter» now", ("acheter",)),
        ('an "unfinished phrase', ()),
    ],
)
def test_quoted_words_are_a_phrase(text: str, phrases: tuple[str, ...]) -> None:
    assert Query.parse(text).phrases == phrases


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("the save button", "button"),
        ("all links", "link"),
        ("email field", "textbox"),
        ("terms checkboxes", "checkbox"),
        ("radio button small", "radio"),
        ("country dropdown", "combobox"),
        ("Suche Schaltfläche", "button"),
        ("кнопка Сохранить", "button"),
        ("volume slider", "slider"),
    ],
)
def test_words_for_kinds_of_control_are_roles(text: str, role: str) -> None:
    assert role in Query.parse(text).roles


@pytest.mark.rows("R358")
def test_the_ways_of_matching_are_ordered() -> None:
    ladder = [
        score("delete", control("Delete")),
        score("delete", control("Delete this account for ever")),
        score("dele", control("Delete this account for ever")),
        score("delte", control("Delete this account for ever")),
        score("remove", control("Delete this account for ever")),
        score("delete", control("Yes", near="Delete this account for ever")),
        score("delete", control("Yes")),
    ]

    assert ladder == sorted(ladder, reverse=True)
    assert len(set(ladder)) == len(ladder)
    assert (ladder[0], ladder[-1]) == (1, 0)


@pytest.mark.parametrize(
    ("text", "better", "worse"),
    [
        ("save", control("Save"), control("Save and continue")),
        ("save", control("Save and go"), control("Save and continue with the payment")),
        ("login button", control("Login"), control("Login", role="link")),
        ("login link", control("Login", role="link"), control("Login")),
        ("email field", control("", role="textbox", placeholder="E-mail"), control("Email us", role="link")),
        ("delete Alice", control("Delete", near="Alice Adams"), control("Delete", near="Bob Brown")),
        ('"Sign in"', control("Sign in now"), control("Login")),
        ("sign in", control("Log in"), control("Sign up")),
        ("switch account", control("Switch account"), control("Account", role="switch")),
        ("menu", control("Menu"), control("Columns")),
        ("検索", control("サイト内検索"), control("カート")),
        ("item 12", control("Item 12"), control("Item 13")),
        ("item12", control("Item 12"), control("Items")),
        ("addToCart", control("", testId="add-to-cart"), control("", testId="remove-from-cart")),
        ("youtube", control("YouTube"), control("You")),
        ("checkboxes", control("Terms", role="checkbox"), control("Terms")),
    ],
)
def test_the_better_answer_scores_higher(text: str, better: Candidate, worse: Candidate) -> None:
    assert score(text, better) > score(text, worse)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("log in", "Sign in"), ("login", "Sign in"), ("sign in", "Login"), ("basket", "Cart"), ("bag", "Basket"),
        ("find", "Search"), ("search", "Suche"), ("remove", "Delete"), ("submit", "Save"), ("apply", "Save"),
        ("continue", "Next"), ("dismiss", "Close"), ("cancel", "Close"), ("mail", "E-mail"), ("email", "E-mail"),
        ("telephone", "Phone"), ("preferences", "Settings"), ("options", "Settings"),
    ],
)  # fmt: skip
def test_other_words_for_the_same_thing_are_found(one: str, other: str) -> None:
    assert score(one, control(other)) >= 0.5
    assert score(other, control(one)) >= 0.5


@pytest.mark.parametrize(
    ("typed", "name", "is_found"),
    [
        ("serach", "Search", True),
        ("setings", "Settings", True),
        ("prefrencs", "Preferences", True),
        ("cat", "Car", False),
        ("page2", "page3", False),
        ("page2", "page", False),
        ("page2", "Page 2", True),
        ("save", "Wave goodbye", True),
        ("account", "Address", False),
        ("republish", "Unpublish", False),
        ("increasing", "Decreasing", False),
        ("recieve", "Receive", True),
    ],
)
def test_typing_errors_are_forgiven_in_long_words(typed: str, name: str, is_found: bool) -> None:
    assert (score(typed, control(name)) > 0) == is_found


@pytest.mark.parametrize(
    ("hint", "name", "is_guess"),
    [
        ("Close", "Cancel subscription", True),
        ("Submit", "Save draft", True),
        ("Close", "Cancel", False),
        ("log in", "Sign in", False),
        ("Close", "Close the account", False),
        ("Basket", "Cart", False),
        ("the button", "Anything", False),
    ],
)
def test_another_word_in_a_longer_name_is_a_guess(hint: str, name: str, is_guess: bool) -> None:
    assert is_a_guess(Query.parse(hint), control(name)) is is_guess


def test_a_missing_phrase_nearly_rules_a_control_out() -> None:
    assert score('"Sign in" now', control("Now")) < 0.2


def test_the_page_gets_words_as_written_and_their_synonyms() -> None:
    words = words_for_page(Query.parse("Straße suchen Button"))

    assert words[:2] == ["straße", "suchen"]
    assert {"strasse", "search", "find"} <= set(words)
    assert words_for_page(Query.parse("to the")) == ["to", "the"]


@pytest.mark.parametrize(("text", "word"), [("Item 3", "3"), ("Size L", "l"), ("Plan A", "a")])
def test_the_page_gets_single_letters_and_digits_too(text: str, word: str) -> None:
    assert word in words_for_page(Query.parse(text))


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [("Size L", "Size L", "Size M"), ("Size", "Size", "Size L"), ("La Paz", "La Paz", "Paz")],
)
def test_letters_and_articles_of_names_are_looked_for(text: str, right: str, wrong: str) -> None:
    assert score(text, control(right)) > score(text, control(wrong))


IN_ROW = "Ann | Edit | Delete"


@pytest.mark.parametrize(
    ("text", "better", "worse"),
    [
        ("delete Ann", control("Delete", row="Ann | Edit"), control("Ann", role="link", row=IN_ROW)),
        ("delete Ann", control("Delete", row="Ann | Edit"), control("Ann", role="checkbox", row=IN_ROW)),
        ("remove Ann", control("Delete", row="Ann | Edit"), control("Ann", role="checkbox", row=IN_ROW)),
        ("delete Ann", control("Delete", row="Ann"), control("Ann Delete", role="gridcell")),
        ("delete Ann", control("🗑", row="Ann"), control("Ann", role="link", row="Ann")),
        ("models", control("Our models"), control("Dark mode")),
        ("models", control("Model list"), control("Dark mode")),
        ("dark theme", control("Dark mode"), control("Theme park")),
        ("add row", control("Insert row"), control("Remove row")),
        ("submit", control("Go", type="submit"), control("Go", type="button")),
        ("close", control("Close"), control("×")),
        ("close", control("×"), control("Cancel")),
        ("delete", control("🗑️"), control("×")),
        ("delete", control("×"), control("+")),
    ],
)
def test_what_does_it_comes_before_what_it_is_done_to(text: str, better: Candidate, worse: Candidate) -> None:
    assert score(text, better) > score(text, worse)


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("close", "✖"), ("close", "×"), ("delete", "🗑"), ("add", "+"), ("more", "⋮"), ("edit", "✎"), ("edit", "✏️"),
        ("settings", "⚙"), ("search", "🔍"), ("menu", "☰"),
    ],
)  # fmt: skip
def test_a_sign_is_found_by_what_it_means(text: str, sign: str) -> None:
    assert score(text, control(sign)) >= 0.5
    assert score(text, control(sign, title="Something else")) < 0.5 or text == "menu"
    assert sign.removesuffix("\ufe0f") in words_for_page(Query.parse(text))


@given(st.text(st.characters(codec=None), max_size=600), st.text(max_size=80))
def test_any_text_is_a_query(text: str, name: str) -> None:
    query = Query.parse(text)

    assert 0 <= match(query, control(name)) <= 1
    assert match(query, control(name)) == match(Query.parse(text), control(name))
    assert len(words_for_page(query)) <= 40
    assert all(word == word.lower() for word in words_for_page(query))


@given(st.text(alphabet="abcdefgh", min_size=1, max_size=40))
def test_a_name_said_in_full_is_an_exact_match(name: str) -> None:
    assert score(name, control(name)) == 1


def test_two_hundred_candidates_are_matched_quickly() -> None:
    query = Query.parse("delete the acount of Alice Adams in settings please")
    page = [
        control(f"Remove user {n}", near="Alice Adams Admin active since", id=f"remove-user-{n}") for n in range(200)
    ]

    started = time.perf_counter()
    scores = [match(query, each) for each in page]

    assert len(scores) == 200
    assert time.perf_counter() - started < promised(1)


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("", "", 0),
        ("save", "save", 0),
        ("save", "svae", 1),
        ("save", "sav", 1),
        ("ca", "abc", 3),
        ("kitten", "sitting", 3),
    ],
)
def test_distance_counts_edits(one: str, other: str, edits: int) -> None:
    assert distance(one, other, most=5) == edits


@given(st.text(max_size=12), st.text(max_size=12), st.integers(0, 4))
def test_distance_is_symmetric_and_bounded(one: str, other: str, most: int) -> None:
    assert distance(one, other, most=most) == distance(other, one, most=most)
    assert distance(one, other, most=most) == min(distance(one, other, most=99), most + 1)


def test_long_texts_are_compared_by_their_words() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"

    assert likeness(text, " ".join(reversed(text.split()))) == 1
    assert likeness("", "") == 0
