"""Going somewhere: pages, history and tabs as steps."""

from __future__ import annotations

from typing import Any

from handhold.services.testing.recording.addresses import glob, part
from handhold.services.testing.recording.builder import PATIENCE_MS, Builder
from handhold.services.testing.recording.taken import TabPlace, Taken, members


def goto(builder: Builder, taken: Taken) -> None:
    url = str(taken.args.get("url", ""))
    is_first = not builder.steps and builder.url is None and builder.app is None
    waits = taken.args.get("waitFor", "load")
    if is_first:
        builder.begin_on(url)
    else:
        until = waits if isinstance(waits, str) and waits != "load" else None
        builder.add("goto", url=builder.address(url), waitUntil=until)
    appears = members(waits)
    if "text" in appears:
        wait_for_text(builder, str(appears["text"]), timeout_ms=PATIENCE_MS, is_one=False)
    elif "selector" in appears:
        builder.add("waitFor", target={"by": [{"css": str(appears["selector"])}]}, timeoutMs=PATIENCE_MS)
    expected = members(taken.args.get("assert"))
    for name, get in (("urlIncludes", "url"), ("titleIncludes", "title")):
        if expected.get(name):
            builder.add("assert", get=get, operator="contains", expected=expected[name])


def history(builder: Builder, taken: Taken) -> None:
    builder.add(str(taken.args["direction"]))


def open_tab(builder: Builder, taken: Taken) -> None:
    url = taken.args.get("url")
    builder.add("newTab", url=builder.address(str(url)) if url else None)


def go_on_in(builder: Builder, tab: TabPlace | None) -> None:
    """A tab closed by itself, and the session went on in another one: a test says in which."""
    if tab is not None:
        builder.add("switchTab", "Go on where the closed tab left off", **_tab(tab))


def switch_tab(builder: Builder, taken: Taken) -> None:
    if taken.tab is None:
        builder.skip("tabs_switch was left out: nothing tells its tab from others")
    else:
        builder.add("switchTab", **_tab(taken.tab))


def close_tab(builder: Builder, taken: Taken) -> None:
    if taken.tab is None:
        builder.skip("tabs_close was left out: nothing tells its tab from others")
    else:
        builder.add("closeTab", **_tab(taken.tab))


def wait_for_text(builder: Builder, text: str, *, timeout_ms: int, is_one: bool) -> None:
    """`is_one`: it stood in one place only; elsewhere one of several will do."""
    target = {"by": [{"text": builder.names.referring(text), "exact": False}]}
    asked = {"get": "visible", "expected": True} if is_one else {"get": "count", "operator": ">=", "expected": 1}
    builder.add("assert", f'Wait for "{text}"', target=target, timeoutMs=timeout_ms, **asked)


def wait_for_url(builder: Builder, text: str, timeout_ms: int) -> None:
    plain = text.removeprefix(builder.base) if builder.base is not None else text
    pattern = part(plain)
    if not plain:
        builder.skip()
    elif pattern is None:
        builder.add("assert", get="url", operator="contains", expected=plain, timeoutMs=timeout_ms)
    else:
        builder.add("waitForUrl", url=pattern, timeoutMs=timeout_ms)


def _tab(tab: TabPlace) -> dict[str, Any]:
    """A tab by its URL where that tells it from the others, else by its place; never by its id."""
    pattern = glob(tab.urls[tab.place])
    others = [url for place, url in enumerate(tab.urls) if place != tab.place]
    if pattern is not None and not any(pattern.strip("*") in url for url in others):
        return {"url": pattern}
    return {"index": tab.place}
