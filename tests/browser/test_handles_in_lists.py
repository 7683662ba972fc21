"""Handles of things that come in numbers: the next item in the same node is another one, the same one edited is not."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.support.pages import Pages
from tests.support.person import Person

REFUSED = {"MM_TARGET_STALE", "MM_TARGET_AMBIGUOUS"}
ICON = "<svg width=16 height=16></svg>"
PEOPLE = ["Ada Lovelace", "Bob Marley", "Cyd Charisse"]
DIALOG = """<dialog id=d><p id=m></p><button onclick='d.close()'>Cancel</button>
<button>Yes, delete</button></dialog>
<script>function ask(name) { m.textContent = `Delete ${name}?`; d.showModal() }</script>"""
MENU = """<table>{rows}</table><div id=menus></div><script>
function menu(at) {{
  const openers = document.querySelectorAll('[aria-haspopup]');
  openers.forEach((button, one) => button.setAttribute('aria-expanded', one === at));
  menus.innerHTML = '<div role=menu><button role=menuitem>Rename</button><button role=menuitem>Delete</button></div>';
}}</script>"""

MANY = 300
ONE_MENU = """<div><div><button aria-haspopup=menu aria-expanded=false>Actions</button></div></div>
<div style="position: absolute" role=menu id=menu><button role=menuitem>Delete</button></div>
<script>
function put(left) {
  document.querySelector('[aria-haspopup]').setAttribute('aria-expanded', true);
  menu.style.left = `${left}px`;
}</script>"""
FIELDS = """<ul id=q></ul><script>
q.innerHTML = Array.from({ length: COUNT }, (_, at) =>
  `<li><input aria-label=Name value="name ${at}"> <button>Delete</button></li>`).join('');
function removeFirst() {
  const inputs = [...document.querySelectorAll('input')];
  inputs.forEach((input, at) => { input.value = inputs[at + 1]?.value ?? '' });
  q.lastChild.remove();
}</script>"""


class Case(NamedTuple):
    html: str
    label: str
    number: int
    """Which of those with that label."""
    change: str
    before: str = ""


def items(template: str) -> str:
    return "".join(template.format(name=name, at=at) for at, name in enumerate(PEOPLE))


MOVED = {
    "icons, the first one gone": Case(
        "<ul>" + items("<li><button aria-label='Delete {name}'><svg width=16 height=16></svg></button></li>") + "</ul>",
        "Delete Bob Marley",
        0,
        "() => { const all = [...document.querySelectorAll('button')]; all.forEach((one, at) =>"
        " all[at + 1] ? one.ariaLabel = all[at + 1].ariaLabel : one.parentNode.remove()) }",
    ),
    "links beside a sign, one more before them": Case(
        f"<ul>{items('<li><span>✉</span> <a href=#>{name}</a></li>')}</ul>",
        "Bob Marley",
        0,
        "() => { const all = [...document.querySelectorAll('a')].reverse(); all.forEach((one, at) =>"
        " one.textContent = all[at + 1]?.textContent ?? 'Eve') }",
    ),
    "long names that are alike": Case(
        f"<div>{items('<button>Download the invoice for {name}</button>')}</div>",
        "Download the invoice for Bob Marley",
        0,
        "() => { const all = [...document.querySelectorAll('button')]; all.forEach((one, at) =>"
        " all[at + 1] ? one.textContent = all[at + 1].textContent : one.remove()) }",
    ),
}
OTHERS = {
    "one of two by now": Case(
        "<div id=q><div class=al><span>Disk full</span> <button>Dismiss</button></div></div>",
        "Dismiss",
        0,
        "() => { const first = q.firstChild; q.append(first.cloneNode(true));"
        " first.firstChild.textContent = 'CPU hot' }",
    ),
    "the hours of another day": Case(
        "<div><button>09:00 – 09:30</button><button>10:00 – 10:30</button></div>",
        "09:00 – 09:30",
        0,
        "() => ['14:00 – 14:30', '15:00 – 15:30'].forEach((hour, at) =>"
        " document.querySelectorAll('button')[at].textContent = hour)",
    ),
    "the next record at its own address": Case(
        "<main><h1>Ada</h1><p>Member since 2020</p><button>Delete user</button></main>",
        "Delete user",
        0,
        "() => { history.pushState(0, '', '/users/2'); document.querySelector('h1').textContent = 'Bob' }",
    ),
    "the next record at the same address": Case(
        "<main><h1>Ticket #1001</h1><p>Open</p><button id=close>Resolve</button></main>",
        "Resolve",
        0,
        "() => { document.querySelector('h1').textContent = 'Ticket #1002' }",
    ),
    "a dialog about somebody else": Case(
        DIALOG, "Yes, delete", 0, "() => { d.close(); ask('Bob') }", before="() => ask('Ada')"
    ),
    "the menu of another row": Case(
        MENU.format(rows=items("<tr><td>{name}</td><td><button aria-haspopup=menu>More</button></td></tr>")),
        "Delete",
        0,
        "() => menu(1)",
        before="() => menu(0)",
    ),
    "a dialog about the next number": Case(
        DIALOG, "Yes, delete", 0, "() => { d.close(); ask('invoice 18') }", before="() => ask('invoice 17')"
    ),
    "a heading that shares words with the next": Case(
        "<main><h1>Invoice for ACME Ltd</h1><p>Open</p><button id=pay>Pay</button></main>",
        "Pay",
        0,
        "() => { document.querySelector('h1').textContent = 'Invoice for EVIL Ltd' }",
    ),
    "what is filled in another of many rows": Case(
        FIELDS.replace("COUNT", str(MANY)), "Delete", 0, "() => removeFirst()"
    ),
    "a row that holds what nobody has seen": Case(
        FIELDS.replace("COUNT", "40"), "Delete", 0, "() => { removeFirst() }"
    ),
    "a button made anew that says the opposite": Case(
        "<main><h1>Bitcoin</h1><form id=f><p>30 000 €</p><button id=order>Buy BTC</button></form></main>",
        "Buy BTC",
        0,
        "() => { f.innerHTML = f.innerHTML.replace('Buy', 'Sell') }",
    ),
    "a box of the same value in the next row": Case(
        "<ul><li>Ada <label><input type=checkbox name=s value=yes> Select</label></li></ul>",
        "Select",
        0,
        "() => { document.querySelector('li').firstChild.data = 'Bob ' }",
    ),
    "the next request of a queue": Case(
        "<h1>Requests</h1><div id=q><div class=req><span>Ada wants 3 days</span> <button>Approve</button></div></div>",
        "Approve",
        0,
        "() => { q.innerHTML = q.innerHTML.replace('Ada wants 3 days', 'Bob wants 900 days') }",
    ),
    "the seats of another coach": Case(
        "<h2>Coach 1</h2><div><button>A1</button><button>A2</button></div>",
        "A1",
        0,
        "() => { document.querySelector('h2').textContent = 'Coach 2' }",
    ),
    "a job that has the status of another": Case(
        "<table>"
        + "".join(
            f"<tr><td>Build</td><td>{status}</td><td><button>Cancel</button></td></tr>"
            for status in ("queued", "running", "done")
        )
        + "</table>",
        "Cancel",
        1,
        "() => { const cells = document.querySelectorAll('td:nth-child(2)');"
        " cells[0].textContent = 'running'; cells[1].textContent = 'done' }",
    ),
    "a guest that is counted anew": Case(
        "<div id=q>"
        + "".join(
            f"<div class=r><label>Guest {at} <input value='{name}'></label>"
            f"<button aria-label='Delete guest {at}'>x</button></div>"
            for at, name in enumerate(PEOPLE, 1)
        )
        + "</div>",
        "Delete guest 1",
        0,
        "() => { q.firstChild.remove(); [...q.children].forEach((row, at) => {"
        " row.querySelector('button').ariaLabel = `Delete guest ${at + 1}`;"
        " row.querySelector('label').firstChild.textContent = `Guest ${at + 1} ` }) }",
    ),
}
SAME = {
    "a stepper": Case(
        "<main>"
        + items(
            "<div class=g><span>{name}</span><button aria-label=Less>-</button><span class=n>1</span>"
            "<button aria-label=More>+</button></div>"
        )
        + "</main>",
        "More",
        1,
        "() => { document.querySelectorAll('.n')[1].textContent = '2' }",
    ),
    "the line of a cart": Case(
        "<main>"
        + items(
            "<div class=line><h3>{name}</h3><span>4 € each</span> <button>−</button> <span class=n>1</span>"
            " <button>+</button> <span class=s>4 €</span> <button>Remove</button></div>"
        )
        + "</main>",
        "Remove",
        0,
        "() => { document.querySelector('.n').textContent = '2'; document.querySelector('.s').textContent = '8 €' }",
    ),
    "a time that passes": Case(
        items("<article><h2>{name}</h2><time>1 minutes ago</time><button>Edit</button></article>"),
        "Edit",
        2,
        "() => document.querySelectorAll('time').forEach((time) => { time.textContent = '2 minutes ago' })",
    ),
    "a row that adds up what is filled in": Case(
        "<main>" + items("<div class=r><input><input><span>0 €</span><button>Delete</button></div>") + "</main>",
        "Delete",
        1,
        "() => { document.querySelectorAll('input').forEach((input) => { input.value = '8' });"
        " document.querySelectorAll('span').forEach((sum) => { sum.textContent = '64 €' }) }",
    ),
    "a card whose neighbour went to another column": Case(
        "<section><h2>To do</h2><div class=card><span>Ada</span><button>Open</button></div>"
        "<div class=card><span>Bob</span><button>Open</button></div></section>"
        "<section id=doing><h2>Doing</h2><div class=card><span>Cyd</span><button>Open</button></div></section>",
        "Open",
        1,
        "() => doing.append(document.querySelector('.card'))",
    ),
    "a record that got its number": Case(
        "<ul>" + items("<li>{name} <button id=del-tmp{at} data-testid=del-tmp{at}>Delete</button></li>") + "</ul>",
        "Delete",
        1,
        "() => { const one = document.querySelectorAll('button')[1];"
        " one.id = 'del-b81c'; one.dataset.testid = 'del-b81c' }",
    ),
    "a pair of words on an icon": Case(
        f"<div><button aria-label=Play>{ICON}</button><button aria-label=Mute>{ICON}</button></div>",
        "Play",
        0,
        "() => { document.querySelector('button').ariaLabel = 'Pause' }",
    ),
    "likes that are counted": Case(
        "<main>"
        + items("<article><b>{name}</b><p>Hello</p><button>♥ 3</button><button>Share</button></article>")
        + "</main>",
        "♥ 3",
        1,
        "() => { document.querySelectorAll('button')[2].textContent = '♥ 4' }",
    ),
    "a dialog that counts down": Case(
        "<dialog open><h2>Are you still there?</h2><p>You will be signed out in <b id=n>29</b> s.</p>"
        "<div>This closes in <i id=m>0:29</i></div><button>Stay</button></dialog>",
        "Stay",
        0,
        "() => { n.textContent = '9'; m.textContent = '0:09' }",
    ),
    "a dialog that complains": Case(
        "<dialog open><h2>Rename Ada</h2><div id=f><p>New name</p><input><p>At most 20 letters</p></div>"
        "<button>Rename</button></dialog>",
        "Rename",
        0,
        "() => f.insertAdjacentHTML('afterbegin', '<p>That name is taken by somebody else already</p>')",
    ),
    "headings that count": Case(
        "<main><h1>Cart (3)</h1><p>Total: 30 €</p><button>Pay</button></main>",
        "Pay",
        0,
        "() => { document.querySelector('h1').textContent = 'Cart (4)';"
        " document.querySelector('p').textContent = 'Total: 40 €' }",
    ),
    "an inbox that fills": Case(
        "<main><h1>Inbox 12</h1>" + items("<article><b>{name}</b> <button>Archive</button></article>") + "</main>",
        "Archive",
        1,
        "() => { document.querySelector('h1').textContent = 'Inbox 13' }",
    ),
    "a clock that begins its row": Case(
        "<ul>" + items("<li><span>{at} min ago</span> <span>{name} wrote</span> <button>Reply</button></li>") + "</ul>",
        "Reply",
        1,
        "() => document.querySelectorAll('li span:first-child').forEach((clock) => {"
        " clock.textContent = `${parseInt(clock.textContent) + 1} min ago` })",
    ),
    "a menu that is put elsewhere": Case(ONE_MENU, "Delete", 0, "() => put(200)", before="() => put(10)"),
    "a record that is drawn anew": Case(
        "<ul>" + items("<li data-id={at} data-timestamp=17{at}>{name} <button>Delete</button></li>") + "</ul>",
        "Delete",
        1,
        "() => document.querySelectorAll('li').forEach((row) => { row.dataset.timestamp = '1800' })",
    ),
    "a button that is turned round": Case(
        "<main><h1>Alarm</h1><form><p>Seven o'clock</p><button>Enable alarm</button></form></main>",
        "Enable alarm",
        0,
        "() => { document.querySelector('button').textContent = 'Disable alarm' }",
    ),
    "the display of a calculator": Case(
        "<h1>0</h1><div><button>7</button><button>8</button><button>=</button></div>",
        "=",
        0,
        "() => { document.querySelector('h1').textContent = '7' }",
    ),
}


async def after(person: Person, pages: Pages, case: Case) -> dict[str, Any]:
    """What is answered when the handle is picked again after the change."""
    await person.ask("nav_goto", url=pages.make(f"<title>Things</title>{case.html}"))
    page = await person.page()
    if case.before:
        await page.evaluate(case.before)
    scanned = (await person.ask("ui_scan", collapse=False)).envelope["result"]["items"]
    handles = [item["elementId"] for item in scanned if item["label"] == case.label]
    assert len(handles) > case.number, scanned
    await page.evaluate(case.change)
    return dict((await person.ask("ui_pick", elementId=handles[case.number])).envelope)


@pytest.mark.rows("R349", "R350")
@pytest.mark.parametrize("kind", MOVED)
async def test_what_moved_to_another_node_is_found_there(person: Person, pages: Pages, kind: str) -> None:
    envelope = await after(person, pages, MOVED[kind])

    assert envelope["ok"], envelope
    assert envelope["result"]["label"] == MOVED[kind].label
    assert envelope["result"]["verificationEvidence"]["match"] == "fingerprint"


@pytest.mark.rows("R349", "R350")
@pytest.mark.parametrize("kind", OTHERS)
async def test_what_has_become_another_thing_is_refused(person: Person, pages: Pages, kind: str) -> None:
    envelope = await after(person, pages, OTHERS[kind])

    assert not envelope["ok"], envelope
    assert envelope["error"]["code"] in REFUSED


@pytest.mark.rows("R349", "R350")
@pytest.mark.parametrize("kind", SAME)
async def test_what_was_only_edited_keeps_its_handle(person: Person, pages: Pages, kind: str) -> None:
    envelope = await after(person, pages, SAME[kind])

    assert envelope["ok"], envelope
    assert envelope["result"]["verificationEvidence"]["match"] == "node"


@pytest.mark.rows("R350")
async def test_an_entry_of_the_menu_of_another_button_in_a_bar_is_refused(person: Person, pages: Pages) -> None:
    bar = "<button aria-haspopup=menu>File</button><button aria-haspopup=menu>Edit</button>"
    case = Case(MENU.format(rows=f"<caption>{bar}</caption>"), "Delete", 0, "() => menu(1)", before="() => menu(0)")

    envelope = await after(person, pages, case)

    assert not envelope["ok"], envelope


@pytest.mark.rows("R350", "R352")
async def test_what_is_refused_comes_with_a_handle_of_what_stands_there(person: Person, pages: Pages) -> None:
    envelope = await after(person, pages, OTHERS["the next record at the same address"])

    (there,) = envelope["error"]["details"]["candidates"]
    assert there["label"] == "Resolve"
    assert there["elementId"] in envelope["error"]["hint"]
    assert (await person.ask("ui_pick", elementId=there["elementId"])).envelope["ok"]


@pytest.mark.rows("R350", "R352")
async def test_the_node_itself_is_among_those_to_choose_from(person: Person, pages: Pages) -> None:
    envelope = await after(person, pages, OTHERS["a job that has the status of another"])

    assert "Build | done" in [each["nearText"] for each in envelope["error"]["details"]["candidates"]]


@pytest.mark.rows("R350", "R352")
async def test_what_is_gone_comes_with_handles_of_what_is_called_the_same(person: Person, pages: Pages) -> None:
    envelope = await after(person, pages, OTHERS["the next request of a queue"])

    assert envelope["error"]["code"] == "MM_TARGET_STALE"
    (namesake,) = envelope["error"]["details"]["candidates"]
    assert namesake["label"] == "Approve"
    assert (await person.ask("ui_pick", elementId=namesake["elementId"])).envelope["ok"]
