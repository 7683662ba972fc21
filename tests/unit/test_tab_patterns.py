"""Expressions from outside either compile or say why not, and never take long."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ValidationError
from tests.support.promises import promised

from handhold.services.tabs import MAX_PATTERN, compile_pattern


@pytest.mark.rows("R395", "R400")
def test_matching_ignores_case_and_looks_anywhere() -> None:
    pattern = compile_pattern("hacker")

    assert pattern.matches("The Hacker News")
    assert compile_pattern("BÜCHER").matches("bücher")
    assert not pattern.matches("news")


def test_the_empty_expression_filters_nothing() -> None:
    pattern = compile_pattern("")

    assert pattern.matches("")
    assert pattern.matches("anything")


@pytest.mark.rows("R405")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(", "not a valid regular expression: missing \\)"),
        ("[a", "not a valid regular expression: missing \\]"),
        ("*", "no argument for repetition operator"),
        ("a**", "bad repetition operator"),
        ("\ud800", "lone surrogate"),
        ("a{1001}", "invalid repetition size"),
        (r"(\pL{100}){10}", "too large"),
        ("(.?){1000}!", "too large"),
    ],
)
def test_an_expression_that_cannot_be_used_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compile_pattern(text)


@pytest.mark.rows("R405")
@pytest.mark.parametrize("text", ["(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b"])
def test_look_around_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"look-around .* is not supported: matching must take time linear"):
        compile_pattern(text)


@pytest.mark.rows("R405")
@pytest.mark.parametrize("text", [r"(a)\1", "(?P<name>a)(?P=name)"])
def test_back_references_are_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"back-references .* not supported: matching must take time linear"):
        compile_pattern(text)


def test_an_expression_has_at_most_200_characters() -> None:
    assert compile_pattern("a" * MAX_PATTERN).matches("a" * MAX_PATTERN)

    with pytest.raises(ValueError, match="201 characters; at most 200"):
        compile_pattern("a" * (MAX_PATTERN + 1))


@pytest.mark.rows("R405")
def test_the_reason_reaches_the_caller_of_a_pydantic_model() -> None:
    def usable(text: str) -> str:
        return compile_pattern(text).text

    class Arguments(BaseModel):
        pattern: Annotated[str, AfterValidator(usable)]

    with pytest.raises(ValidationError, match="missing \\)"):
        Arguments(pattern="(")


@pytest.mark.rows("A22")
@pytest.mark.parametrize("text", ["(a+)+$", "(a|a)*$", "([a-z]+)*X", "(.?){300}!", "(a?){500}b{500}!"])
@pytest.mark.parametrize("candidate", ["a" * 9_999 + "!", "é" * 10_000])
def test_a_pathological_expression_ends_at_once(text: str, candidate: str) -> None:
    pattern = compile_pattern(text)

    started = time.perf_counter()
    pattern.matches(candidate)

    assert time.perf_counter() - started < promised(1)


@pytest.mark.rows("A22")
def test_only_the_first_10_000_characters_are_looked_at() -> None:
    pattern = compile_pattern("needle")

    assert pattern.matches("a" * 9_994 + "needle")
    assert not pattern.matches("a" * 9_995 + "needle")


def test_a_title_with_a_lone_surrogate_can_be_matched() -> None:
    assert compile_pattern("news").matches("\ud800 News")


def test_a_refused_expression_writes_nothing_to_stderr() -> None:
    program = (
        "from handhold.services.tabs import compile_pattern\n"
        "try:\n    compile_pattern('(')\nexcept ValueError:\n    print('refused')"
    )

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert (run.stdout, run.stderr) == ("refused\n", "")


def test_importing_the_tab_services_loads_no_expression_engine() -> None:
    program = "import sys, handhold.services.tabs; print('re2' in sys.modules, 'idna' in sys.modules)"

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert run.stdout == "False False\n"


@pytest.mark.rows("R405")
@given(
    st.one_of(st.text(), st.text(alphabet=r"ab()[]{}*+?|\.^$<>=!:P1,-"), st.text(st.characters(codec=None))),
    st.text(st.characters(codec=None)),
)
def test_any_text_either_compiles_or_gives_a_value_error(text: str, candidate: str) -> None:
    try:
        pattern = compile_pattern(text)
    except ValueError as error:
        assert str(error)
        return

    assert pattern.matches(candidate) in (True, False)
