"""A phrase is masked as a whole and in parts; what has nothing to mask is passed on as it is."""

from __future__ import annotations

from handhold.engine.egress import MASK, Scrubber

PHRASE = "orbit maple tunnel frost velvet anchor pepper lantern mimic harvest zebra canyon"


def test_every_run_of_three_words_of_a_phrase_is_masked() -> None:
    scrubber = Scrubber([PHRASE])

    cut = scrubber.text(f"Wrong phrase: {PHRASE[:40]}…")

    assert "tunnel" not in cut
    assert cut.startswith(f"Wrong phrase: {MASK}")


def test_single_words_of_a_phrase_stay_ordinary_words() -> None:
    scrubber = Scrubber([PHRASE])

    assert scrubber.text("Frost is expected, and an anchor was lost") == "Frost is expected, and an anchor was lost"


def test_a_password_of_several_words_is_no_phrase() -> None:
    scrubber = Scrubber(["correct horse battery staple"])

    assert scrubber.text("correct horse battery") == "correct horse battery"


def test_what_is_clean_is_passed_on_and_what_is_not_is_scrubbed_wherever_it_stands() -> None:
    scrubber = Scrubber(["hunter22"])
    clean = {"a": ["b", {"c": "line\none"}], "n": 1}

    scrubbed = scrubber.value({"x": ["HUNTER22", {"hunter22": "bell\x07", "tail\x9f": "half\ud800"}]})

    assert scrubber.value(clean) is clean
    assert scrubbed == {"x": [MASK, {MASK: "bell", "tail": "half"}]}
