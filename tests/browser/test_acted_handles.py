"""The handle of what was acted on: kept through what the action did around it, and never moved to another item."""

from __future__ import annotations

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import code, everything, labelled, opened

SECTIONS = """<!doctype html><title>Operations</title><h2>pets</h2>
<div class=list>{}</div>
<script>
  for (const button of document.querySelectorAll("button"))
    button.onclick = () => {{
      const isOpen = button.ariaExpanded === "true";
      button.ariaExpanded = String(!isOpen);
      location.hash = isOpen ? "" : `/pets/${{button.id}}`;
      if (isOpen) button.parentElement.querySelector("section").remove();
      else button.insertAdjacentHTML("afterend", "<section><h4>Parameters</h4><a href=#x>Try it out</a></section>");
    }};
</script>"""
OPERATION = "<span><div class=op><button aria-expanded=false>{}</button></div></span>"
BOARD = """<!doctype html><title>Board</title><ul></ul><script>
  let rows = ["Ada", "Bob", "Cyd"];
  const row = "<li><b></b> <button>Delete</button></li>";
  const draw = () => {
    const list = document.querySelector("ul");
    while (list.children.length > rows.length) list.lastChild.remove();
    while (list.children.length < rows.length) list.insertAdjacentHTML("beforeend", row);
    rows.forEach((name, at) => {
      list.children[at].querySelector("b").textContent = name;
      list.children[at].querySelector("button").onclick = () => { rows.splice(at, 1); draw(); };
    });
  };
  draw();
</script>"""


@pytest.mark.rows("R346", "R447")
async def test_a_handle_survives_what_its_own_press_did_to_the_page_around_it(ask: Ask, pages: Pages) -> None:
    names = ("GET /pets List pets", "POST /pets Add a pet", "DELETE /pets Remove a pet")
    url = pages.make(SECTIONS.format("".join(OPERATION.format(name) for name in names)), name="operations")
    await opened(ask, url)
    handle = labelled(await everything(ask, collapse=False), names[1])["elementId"]

    first = await ask("action_execute", {"handle": handle})
    second = await ask("action_execute", {"handle": handle})

    assert first.ok, first.text
    assert first.envelope["result"]["changes"]["changed"][0]["elementId"] == handle
    assert second.ok, second.text
    assert second.envelope["result"]["changes"]["changed"][0]["to"] == "collapsed"


@pytest.mark.rows("R346", "R447")
async def test_a_handle_is_not_kept_when_its_node_went_to_the_next_item(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(BOARD, name="board"))
    first = (await everything(ask, collapse=False))[0]["elementId"]

    pressed = await ask("action_execute", {"handle": first})
    again = await ask("action_execute", {"handle": first})

    assert pressed.ok, pressed.text
    assert code(again) in {"MM_TARGET_STALE", "MM_TARGET_AMBIGUOUS"}, again.text
