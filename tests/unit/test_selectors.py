"""Selectors come from what lasts, and never from what a tool generated or a person reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.services.perception.candidates import Candidate
from handhold.services.perception.selectors import Selector, css_of, escape, looks_generated, selectors_of


def control(*, role: str = "button", name: str = "", **facts: object) -> Candidate:
    return Candidate.from_record({"k": 1, "role": role, "name": name, "fp": facts}, frame=0)


def css(**facts: object) -> tuple[str, ...]:
    return css_of(Candidate.from_record({"fp": facts}, frame=0).fingerprint)


@pytest.mark.parametrize(
    "word",
    ["css-1x2y3z", "sc-bZkQxF", "sc-1a2b3c-0", "Button_primary__3xYz1", "_card_1x2y3_14", "svelte-1abc2de", "jss123",
     "jsx-2871293847", "emotion-0", "ember412", "mat-input-3", "mui-4821", ":r1:", "radix-:r3:", "«r4»", "bZkQxF",
     "550e8400-e29b-41d4-a716-446655440000", "field-a8f3e2c1", "input-42", "headlessui-menu-button-5", "ng-tns-c12-3",
     "_ngcontent-abc-c1", "id1699999999", "x7Gq2Zp", "12345", "gwt-uid-7", "ui-id-3", "select2-country-9k"],
)  # fmt: skip
def test_a_generated_word_is_recognised(word: str) -> None:
    assert looks_generated(word)


@pytest.mark.parametrize(
    "word",
    ["add", "addToCart", "add-to-cart", "btn", "btn-primary", "mt-4", "col-md-6", "h1", "address2", "step-1",
     "nav_main", "MuiButton-root", "is-active", "email", "user_name", "js-toggle", "product-card__title",
     "block--modifier", "facade", "decade", "loginForm", "XMLHttpRequest", "suche", "кнопка", "sc", "css", "", "iPhone",
     "pageHeaderTitle"],
)  # fmt: skip
def test_a_word_written_by_a_person_is_kept(word: str) -> None:
    assert not looks_generated(word)


def test_selectors_come_best_first() -> None:
    found = selectors_of(
        control(name="Add to basket", testId="add", tag="button", id="add", cls="btn primary", path="main>div>button")
    )

    assert found == (
        Selector("testId", "add"),
        Selector("role", 'button[name="Add to basket"]'),
        Selector("css", "#add"),
        Selector("css", "button.btn.primary"),
        Selector("css", "main > div > button"),
    )


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"tag": "input", "type": "email", "label": "E-mail"}, ('input[type="email"]',)),
        ({"tag": "button", "id": "field-a8f3e2c1"}, ()),
        ({"tag": "button", "cls": "css-1x2y3z btn"}, ("button.btn",)),
        ({"tag": "div", "id": "1st:a"}, ()),
        ({"tag": "div", "id": "a.b"}, ("#a\\.b",)),
        ({"path": "ul>li:nth-of-type(2)>a"}, ("ul > li:nth-of-type(2) > a",)),
        ({"path": "ul>x{}>a"}, ()),
        ({}, ()),
    ],
)
def test_css_uses_only_what_lasts(facts: dict[str, object], expected: tuple[str, ...]) -> None:
    assert css(**facts) == expected


def test_form_names_and_values_of_choices_are_used() -> None:
    radio = Candidate.from_record(
        {"k": 1, "fp": {"tag": "input", "type": "radio", "name": "size", "value": 'l"x'}}, frame=0
    )

    assert css_of(radio.fingerprint) == ('input[name="size"]', 'input[name="size"][value="l\\"x"]')


def test_an_accessible_name_is_never_in_css() -> None:
    words = "Secret words"
    named = {"ariaLabel": words, "title": words, "alt": words, "placeholder": words, "label": words, "text": words}
    submit = control(role="button", tag="input", type="submit", value=words, **named)

    assert all(words not in selector for selector in css_of(submit.fingerprint))


def test_a_name_that_was_cut_makes_no_selector() -> None:
    assert selectors_of(control(name="x" * 300)) == ()


def test_quotes_in_a_name_are_escaped() -> None:
    assert selectors_of(control(name='Say "hi"')) == (Selector("role", 'button[name="Say \\"hi\\""]'),)


@pytest.mark.parametrize(
    ("word", "escaped"),
    [("a", "a"), ("1a", "\\31 a"), ("-1", "-\\31 "), ("-", "\\-"), ("a b", "a\\ b"), ("é", "é"), ("a:b", "a\\:b"),
     ("\x01", "\\1 "), ("md:w-1/2", "md\\:w-1\\/2")],
)  # fmt: skip
def test_words_are_escaped_as_css_wants_it(word: str, escaped: str) -> None:
    assert escape(word) == escaped


@given(st.text(st.characters(codec=None)))
def test_any_word_is_judged_and_escaped(word: str) -> None:
    assert looks_generated(word) in (True, False)
    assert len(escape(word)) >= len(word)
