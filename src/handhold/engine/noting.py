"""Calls as a recording of a test keeps them: what the recording middleware offers while `record_test` is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from handhold.contract import Call, PageArgs
from handhold.engine.egress import Scrubber
from handhold.engine.inputs import masked
from handhold.engine.outcome import Outcome
from handhold.services.testing.recording import Desk, Recordings

if TYPE_CHECKING:
    # Imported with the first call that is noted: a server that is only asked for its tools notes nothing.
    from handhold.services.perception import PerceptionMemory
    from handhold.services.perception.handles import Handle
    from handhold.services.sessions import LiveSession
    from handhold.services.testing.recording.recordings import Recording
    from handhold.services.testing.recording.taken import Element, TabPlace, Taken, Walked
    from handhold.services.testing.recording.volatile import Said

SECRET: Final = "secret://"
TYPED: Final = {"action_set_state": "state", "mm_type": "text", "flow_answer_dialog": "text", "action_press": "keys"}
"""Where tools are given what is typed."""
LAUNCH: Final = "mm_launch"
WAIT: Final = "ui_wait_for"
MOST_SAID: Final = 6
"""Messages of one answer that are looked for."""
SAID_SECONDS: Final = 0.5
ACTED_ON: Final = ("handle", "target", "elementId", "promotedHandleId")
"""Where a call or its answer names what was acted on; what was given comes first."""


def desk_of(call: Call, recordings: Recordings, *, root: Path, mask: Scrubber) -> Desk:
    """The recording of the session that a call names, whether that session runs or not."""
    session = call.args.session if isinstance(call.args, PageArgs) else None
    return Desk(recordings, (call.caller.key, session), begun_at=_address(call.live), root=root, mask=mask.text)


def begins(call: Call, recordings: Recordings) -> None:
    """The call is about to run: what it takes in hand from now on is its own."""
    recording = recordings.find(call.caller.key, call.live.name) if call.live is not None else None
    if call.live is not None and recording is not None:
        call.live.memory.handles.found.clear()
        call.live.memory.walked = ()
        recording.tabs, recording.began = _open_tabs(call.live), call.live.browser.current


async def note(call: Call, outcome: Outcome, recordings: Recordings, *, mask: Scrubber) -> None:
    """Offer a finished call to the recording of its session, if one is on."""
    recording = recordings.find(call.caller.key, call.live.name) if call.live is not None else None
    if recording is None:
        return
    if outcome.ok:
        said = await _said(call, outcome)
        recording.take(_taken(call, outcome, mask, recording=recording, said=said))
    else:
        recording.failed += 1
    if call.live is not None:
        recording.current = call.live.browser.current


def _taken(call: Call, outcome: Outcome, mask: Scrubber, *, recording: Recording, said: tuple[Said, ...]) -> Taken:
    from handhold.services.testing.recording.drafting import is_step
    from handhold.services.testing.recording.taken import Taken, members

    assert call.live is not None, "only calls of a session are noted"
    result = members(outcome.result)
    if not is_step(call.tool.name):
        changes = {"changes": result.get("changes")}
        return Taken(
            tool=call.tool.name,
            result=changes,
            others=_others(call.live, result),
            said=said,
            fell_back=_fell_back(recording),
            landed=_landed(call.live, recording),
        )
    args, secret = _arguments(call, mask)
    app = call.live.app
    return Taken(
        tool=call.tool.name,
        args=args,
        result=result,
        element=_element(call.live, {name: args.get(name) for name in ACTED_ON}, result, args),
        within=_referred(call.live.memory, members(args.get("within"))),
        others=_others(call.live, result),
        walked=_walked(call.live.memory),
        secret=secret,
        said=said,
        tab=_place(recording.tabs, args.get("tab")),
        fell_back=_fell_back(recording),
        landed=_landed(call.live, recording),
        profile=app.profile.name if app is not None else "",
        output=app.profile.output if app is not None else "",
    )


async def _said(call: Call, outcome: Outcome) -> tuple[Said, ...]:
    """What came up on the page and stands there now, in one place only: what a test can look for."""
    from handhold.adapters.browser.saying import says_once
    from handhold.services.testing.recording.taken import items, members
    from handhold.services.testing.recording.volatile import Said, stable

    assert call.live is not None, "only calls of a session are noted"
    browser = call.live.browser
    tab = browser.tabs.get(browser.current) if browser.current is not None else None
    changes = members(members(outcome.result).get("changes"))
    told = [*items(changes.get("messages")), *items(members(changes.get("since")).get("messages"))]
    found = [said for text in told[:MOST_SAID] if (said := stable(str(text))) is not None]
    if call.tool.name == WAIT and isinstance(call.raw.get("text"), str):
        found.append(Said(text=call.raw["text"], source=call.raw["text"], is_whole=False))
    if tab is None or browser.dialogs.is_waiting:
        return ()
    return tuple([said for said in found if await says_once(tab, said.text, exact=said.is_whole, seconds=SAID_SECONDS)])


def _arguments(call: Call, mask: Scrubber) -> tuple[dict[str, Any], str | None]:
    """The arguments without the value of a secret, and that secret's name."""
    given = dict(call.raw) if call.tool.name == LAUNCH else dict(masked(call.raw))
    given.pop("session", None)
    name = TYPED.get(call.tool.name)
    typed = list(_texts(given.get(name))) if name is not None else []
    named = next((text.removeprefix(SECRET) for text in typed if text.startswith(SECRET)), None)
    if name is None or not (named or call.typed_secret or any(mask.text(text) != text for text in typed)):
        return given, None
    return {**given, name: None}, named or ""


def _element(
    live: LiveSession, given: Mapping[str, Any], result: Mapping[str, Any], args: Mapping[str, Any]
) -> Element | None:
    """What the call acted on, as it was when it was taken in hand."""
    referred = _referred(live.memory, args)
    told = [given[name] for name in ACTED_ON] + [result.get(name) for name in ACTED_ON]
    told += [cast("Mapping[str, Any]", each).get("handle") for each in told if isinstance(each, Mapping)]
    found = [_known(live.memory, each) for each in told if isinstance(each, str)]
    certain = [each for each in (*found, referred) if each is not None]
    return next((each for each in certain if each.fingerprint is not None), next(iter(certain), None))


def _known(memory: PerceptionMemory, handle_id: str) -> Element | None:
    """The element of a handle; of what only was seen the one that explains it, else what was seen."""
    from handhold.services.testing.recording.taken import Element

    seen = memory.sight.handles.find(handle_id)
    wanted = (seen.promoted or "") if seen is not None else handle_id
    handle = next((each for each in memory.handles.found if each.id == wanted), None) or memory.handles.find(wanted)
    if handle is not None:
        return _of(handle)
    if seen is None:
        return None
    return Element(role=seen.kind, label=seen.text or seen.caption, seen=seen.text or seen.caption)


def _referred(memory: PerceptionMemory, args: Mapping[str, Any]) -> Element | None:
    """What a ref of a snapshot means."""
    from handhold.services.testing.recording.taken import Element

    ref_id = args.get("a11yRef")
    ref = memory.refs.find(ref_id) if isinstance(ref_id, str) else None
    if ref is None:
        return None
    handle = memory.handles.find(ref.handle) if ref.handle is not None else None
    return _of(handle) if handle is not None else Element(role=ref.role, label=ref.name)


def _of(handle: Handle) -> Element:
    from handhold.services.testing.recording.taken import Element

    return Element(role=handle.role, label=handle.label, fingerprint=handle.fingerprint)


def _others(live: LiveSession, result: Mapping[str, Any]) -> dict[str, Element]:
    """Elements that the answer names, as they are now."""
    named = set(_handles(result.get("changes"))) | set(_handles(result.get("fields")))
    found = {each: live.memory.handles.find(each) for each in named}
    return {each: _of(handle) for each, handle in found.items() if handle is not None}


def _handles(value: object) -> Iterator[str]:
    from handhold.services.testing.recording.taken import items, members

    told = members(value)
    if isinstance(told.get("elementId"), str):
        yield str(told["elementId"])
    for each in (*told.values(), *items(value)):
        yield from _handles(each)


def _walked(memory: PerceptionMemory) -> tuple[Walked, ...]:
    from handhold.services.testing.recording.taken import Walked

    return tuple(Walked(_of(each.handle), each.how) for each in memory.walked)


def _open_tabs(live: LiveSession) -> dict[int, str]:
    """URLs by the numbers of their tabs, in the order of opening."""
    return {number: tab.page.url for number, tab in sorted(live.browser.tabs.items())}


def _place(tabs: Mapping[int, str], named: object) -> TabPlace | None:
    from handhold.services.testing.recording.taken import TabPlace

    place = next((place for place, number in enumerate(tabs) if f"t{number}" == named), None)
    return None if place is None else TabPlace(place, tuple(tabs.values()))


def _fell_back(recording: Recording) -> TabPlace | None:
    """Where the session was when the call began, if the tab of the call before had closed by then."""
    if recording.current is None or recording.current in recording.tabs:
        return None
    return _place(recording.tabs, f"t{recording.began}")


def _landed(live: LiveSession, recording: Recording) -> TabPlace | None:
    """Where the session is now, if the tab the call began in has closed."""
    tabs = _open_tabs(live)
    if recording.began is None or recording.began in tabs:
        return None
    return _place(tabs, f"t{live.browser.current}")


def _address(live: LiveSession | None) -> str:
    """The URL of the page that is open; empty when none is."""
    if live is None or live.browser.current is None or live.browser.current not in live.browser.tabs:
        return ""
    url = live.browser.tabs[live.browser.current].page.url
    return "" if url == "about:blank" else url


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
    else:
        from handhold.services.testing.recording.taken import items, members

        for each in (*members(value).values(), *items(value)):
            yield from _texts(each)
