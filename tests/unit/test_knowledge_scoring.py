"""Words and points: what a question consists of, and what each find is worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.steps import NOW, a_session, a_step

from handhold.adapters.knowledge.vocabulary import Vocabulary
from handhold.services.knowledge.records import SessionRecord, StepRecord, Target
from handhold.services.knowledge.scoring import SessionWords, StepWords, matched_fields, score
from handhold.services.knowledge.telling import durable_target, notes, recipe, snippet, summary
from handhold.services.knowledge.words import Question, expand, tokenize, tokenize_identifier, words_in


def points(question: str, step: StepRecord, session: SessionRecord | None = None, *, now: float = NOW) -> int:
    return score(StepWords.of(step), SessionWords.of(session), Question.of(question), now=now)


@pytest.mark.rows("R267")
def test_a_question_is_its_words_each_once_without_stop_words() -> None:
    assert tokenize("The Send-flow, to SEND x 0x12 on mm_click!") == ("send", "0x12", "click")
    assert tokenize("is it the test?") == ()
    assert tokenize("Größe 注文を確定") == ("größe", "注文を確定")


@pytest.mark.rows("R282", "R437")
def test_an_identifier_is_split_at_capitals_hyphens_and_underscores() -> None:
    assert tokenize_identifier("confirmFooterButton") == ("confirmfooterbutton", "confirm", "footer", "button")
    assert tokenize_identifier("srp-input-import__srp-note") == ("srp", "input", "import", "note")
    assert tokenize_identifier("parseHTMLFile to") == ("parsehtmlfile", "to", "parse", "html", "file")


@pytest.mark.rows("R268")
def test_words_are_looked_for_with_their_synonyms_in_both_directions() -> None:
    assert expand(["send"]) == ("send", "transfer", "pay")
    assert set(expand(["pay"])) == {"pay", "send", "transfer"}
    assert set(expand(["deny"])) == {"deny", "reject", "cancel", "decline"}
    assert expand(["tea"]) == ("tea",)


@pytest.mark.rows("R260", "R261", "R262", "R263", "R287")
@pytest.mark.parametrize(
    ("question", "step", "worth"),
    [
        ("execute", a_step("action_execute"), 10 + 5),
        ("cart", a_step("x", screen="web:shop.example/cart"), 8 + 5),
        ("car", a_step("x", screen="web:shop.example/cart"), 8 + 5),
        ("amount", a_step("x", screen="s", target=Target(test_id="amountInput")), 6 + 5),
        ("amo", a_step("x", screen="s", target=Target(test_id="amountInput")), 0),
        ("recovery", a_step("x", screen="s", labels=["error-recovery", "recovery"]), 5 + 5),
        ("footer", a_step("x", screen="s", ids=["page-footer", "footer-2"]), 3 + 5),
        ("basket", a_step("x", screen="s", nodes=[("button", "Add to basket"), ("link", "Basket")]), 2 + 5),
        ("button", a_step("x", screen="s", nodes=[("button", "")]), 2 + 5),
        ("basket cart", a_step("x", screen="cart"), 8 + 2),
        ("nothing", a_step("x", screen="s", nodes=[("button", "Pay")]), 0),
    ],
)
def test_each_find_has_its_points_once_and_the_share_of_words_adds_to_it(
    question: str, step: StepRecord, worth: int
) -> None:
    assert points(question, step) == worth


def test_a_session_is_found_by_its_flow_its_goal_and_its_tags() -> None:
    old = NOW - 100 * 3600
    step = a_step("x", screen="s")

    assert points("checkout", step, a_session(at=old, flow_tags=("checkout",))) == 12
    assert points("tea", step, a_session(at=old, goal="buy tea")) == 6
    assert points("te", step, a_session(at=old, goal="buy tea")) == 0
    assert points("smoke", step, a_session(at=old, tags=("smoke-tests",))) == 4


def test_how_recent_a_session_is_adds_to_a_find_and_is_none_by_itself() -> None:
    step = a_step("action_execute", screen="s")

    assert points("execute", step, a_session(at=NOW - 3600)) == 15 + 3
    assert points("execute", step, a_session(at=NOW - 48 * 3600)) == 15 + 1
    assert points("execute", step, a_session(at=NOW - 96 * 3600)) == 15
    assert points("nothing", step, a_session(at=NOW - 3600)) == 0


@pytest.mark.rows("R269")
def test_a_match_says_where_its_words_were_found() -> None:
    step = a_step(
        "mm_click",
        screen="confirm-transaction",
        target=Target(test_id="confirmButton"),
        labels=["confirmation"],
        ids=["confirm-footer", "other"],
        nodes=[("button", "Confirm"), ("button", "Reject")],
    )

    assert matched_fields(step, Question.of("confirm")) == [
        "screen:confirm-transaction",
        "testId:confirmButton",
        "label:confirmation",
        "testId:confirm-footer",
        'a11y:button:"Confirm"',
    ]
    assert matched_fields(step, Question.of("click button"))[:2] == ["tool:mm_click", "testId:confirmButton"]
    assert "a11y:button" in matched_fields(step, Question.of("button"))


@pytest.mark.rows("R257")
def test_a_snippet_says_what_on_what_kind_where_and_how_it_failed() -> None:
    step = a_step("mm_click", screen="home", target=Target(test_id="send"), labels=["interaction"], error="MM_X")

    assert snippet(step, ["tool:mm_click"]) == (
        "match: tool:mm_click, testId: send, labels: interaction, screen: home, error: MM_X"
    )
    assert snippet(a_step(screen="home", target=Target(a11y_ref="e3"))) == "ref: e3, screen: home"
    assert snippet(a_step(screen="home", target=Target(selector="#a" * 40))).startswith(f"selector: {'#a' * 15}, ")
    assert len(snippet(a_step(screen="x" * 5_000, labels=["y" * 5_000])).encode()) <= 240
    assert summary(a_step(screen="home"), goal="buy tea").session_goal == "buy tea"


@pytest.mark.rows("R265")
def test_a_recipe_tells_targets_that_mean_something_in_another_session() -> None:
    fingerprint = {"v": 1, "role": "button", "label": "Add to basket"}
    ref = Target(a11y_ref="e1")

    assert durable_target(a_step(target=Target(test_id="add", element_id="h3"))) == '[data-testid="add"]'
    assert durable_target(a_step(target=Target(element_id="h3", fingerprint=fingerprint))) == 'button "Add to basket"'
    assert durable_target(a_step(target=ref, nodes=[("button", "Pay")])) == 'e1 (button "Pay")'
    assert notes(a_step(screen="home", error="MM_X")) == "on screen: home; FAILED: it failed"
    assert notes(a_step(screen="unknown")) == "executed"
    assert [line.number for line in recipe([a_step(), a_step()])] == [1, 2]


WORDS = st.text(alphabet="abcé0_- ", max_size=20)


@given(texts=st.lists(WORDS, max_size=20), piece=st.text(alphabet="abcé0", min_size=1, max_size=4))
def test_a_piece_lies_in_a_text_exactly_when_it_lies_in_one_of_its_words(texts: list[str], piece: str) -> None:
    known = Vocabulary()
    for text in texts:
        known.add(words_in(text))

    found = known.containing(piece, limit=1_000)

    assert set(found) == {word for text in texts for word in words_in(text) if piece in word}
    assert bool(found) == any(piece in text for text in texts)


def test_a_vocabulary_stops_at_its_limit_and_has_the_word_itself_first() -> None:
    known = Vocabulary()
    known.add(f"pay{number}" for number in range(2_000))
    known.add(["pay"])

    assert known.containing("pay", limit=300)[0] == "pay"
    assert len(known.containing("pay", limit=300)) == 300
