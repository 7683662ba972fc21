"""Which listening nodes are brought over: all of a few, samples of many, never the root of a framework."""

from __future__ import annotations

from handhold.adapters.browser.listening import Listener, plan


def listener(node: int, kind: str = "click", *, line: int = 1) -> Listener:
    return {"type": kind, "scriptId": "7", "lineNumber": line, "columnNumber": 0, "backendNodeId": node}


def test_few_nodes_are_all_brought_over_once() -> None:
    found = [listener(1), listener(1, "pointerdown"), listener(2), listener(3, "mouseover")]

    first = plan(found, heard=frozenset())
    again = plan(found, heard=first.heard)

    assert first.single == [1, 2]
    assert first.samples == []
    assert again.single == []


def test_a_node_that_listens_for_everything_is_the_root_of_a_framework() -> None:
    found = [listener(1, f"kind{number}") for number in range(20)] + [listener(1), listener(2)]

    assert plan(found, heard=frozenset()).single == [2]


def test_many_nodes_of_one_script_are_stood_for_by_a_sample_from_first_to_last() -> None:
    found = [listener(node) for node in range(5_000)] + [listener(node, line=2) for node in range(9_000, 9_005)]

    chosen = plan(found, heard=frozenset())

    assert chosen.single == [9_000, 9_001, 9_002, 9_003, 9_004]
    [sample] = chosen.samples
    assert len(sample) <= 24
    assert (sample[0], sample[-1]) == (0, 4_999)
    assert len(chosen.heard) == 5_005


def test_the_work_is_bounded_whatever_the_page_does() -> None:
    found = [listener(node, line=node % 500) for node in range(15_000)]

    chosen = plan(found, heard=frozenset())

    assert len(chosen.single) + sum(len(sample) for sample in chosen.samples) <= 400
