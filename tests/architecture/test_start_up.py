"""What a server that has only been asked for its tools has imported: nothing it does not need for the answer."""

import json
import os
import subprocess
import sys

import pytest

# Ends when its input ends, and then says what it has imported.
CHILD = """
import json, os, pathlib, sys
from handhold.__main__ import main
code = main()
pathlib.Path(os.environ["LISTING"]).write_text(json.dumps(sorted(sys.modules)))
sys.exit(code)
"""

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
REQUESTS = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)

BROWSER = ("playwright", "psutil")
PICTURES = ("PIL", "numpy", "cv2", "onnxruntime", "rapidocr")
STORES = ("sqlalchemy", "procrastinate")
WEB = ("uvicorn", "click", "httpx2", "rich")
SDK_EXTRAS = ("mcp.client", "mcp.server.mcpserver", "opentelemetry.metrics")
OURS = ("re2", "handhold.adapters.browser.host", "handhold.services.navigation", "handhold.services.tabs")


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules of a real server process that has answered `tools/list` on stdio."""
    folder = tmp_path_factory.mktemp("start-up")
    listing = folder / "modules.json"
    folders = {"HANDHOLD_CONFIG_DIR": str(folder), "HANDHOLD_STATE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, "serve"],
        input="".join(f"{json.dumps(request)}\n" for request in REQUESTS),
        capture_output=True,
        text=True,
        env={**os.environ, **folders, "LISTING": str(listing)},
        timeout=60,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[-1]["result"]["tools"], "the server has listed its tools"
    return frozenset(json.loads(listing.read_text("utf-8")))


@pytest.mark.parametrize("module", [*BROWSER, *PICTURES, *STORES, *WEB, *SDK_EXTRAS, *OURS])
def test_the_tool_list_needs_no(module: str, imported: frozenset[str]) -> None:
    assert module not in imported


def test_no_tool_is_imported_before_it_is_called(imported: frozenset[str]) -> None:
    tools = [name for name in imported if name.startswith("handhold.tools.")]

    assert tools == []
