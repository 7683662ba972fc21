"""Limits the code keeps: sizes, one broad except, no scripts in strings, no drawers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src/handhold"
MODULES = sorted(PACKAGE.rglob("*.py"))
DRAWERS = {"utils", "helpers", "common", "core", "manager", "service", "misc"}

every_module = pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))


@pytest.mark.rows("R466")
@every_module
def test_a_module_is_one_thought_of_at_most_400_lines(file: Path) -> None:
    text = file.read_text("utf-8")

    assert text.count("\n") <= 400
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), "the first line says what the module is about"


@every_module
def test_no_function_is_longer_than_60_lines(file: Path) -> None:
    functions = [
        node
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]

    assert [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 60] == []


@pytest.mark.rows("R50")
@every_module
def test_there_is_no_drawer_for_odds_and_ends(file: Path) -> None:
    assert file.stem not in DRAWERS
    assert file.parent.name not in DRAWERS


@pytest.mark.rows("R44")
def test_there_is_one_broad_except_in_the_package() -> None:
    broad = [
        file.name
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (isinstance(node.type, ast.Name) and node.type.id in {"Exception", "BaseException"}))
    ]

    assert broad == ["errors.py"]


@pytest.mark.rows("A34")
def test_nothing_is_evaluated() -> None:
    forbidden = {"eval", "exec", "compile"}
    calls = [
        (file.name, node.func.id)
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in forbidden
    ]

    assert calls == []
