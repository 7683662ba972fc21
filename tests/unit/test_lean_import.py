"""The lean import of the SDK, each time in a fresh interpreter, because an import happens once."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

REVISION = "io.modelcontextprotocol/protocolVersion"
CLIENT = "io.modelcontextprotocol/clientInfo"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
INFO = {"name": "test", "version": "1"}


def run(code: str, *, first_on_path: Path | None = None) -> Any:
    """Run `code` after the lean import and give back what it prints as JSON."""
    lines = ["import json, sys", "from handhold.frontends.mcp.lean_import import import_sdk", textwrap.dedent(code)]
    paths = [str(first_on_path or ""), os.environ.get("PYTHONPATH", "")]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, env=environ, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_leaves_out_the_client_and_the_high_level_server() -> None:
    modules = run("import_sdk(for_http=False); print(json.dumps(sorted(sys.modules)))")

    assert "mcp.server.lowlevel.server" in modules
    assert not {"mcp.client", "mcp.server.mcpserver", "uvicorn", "httpx2"} & set(modules)


def test_what_was_left_out_can_be_imported_later() -> None:
    names = run("""
        import_sdk(for_http=False)
        import mcp, mcp.client.stdio, uvicorn
        from mcp import ClientSession, types
        from mcp.server import MCPServer, Server
        from mcp.server.lowlevel.server import Server as lowlevel
        print(json.dumps([ClientSession.__name__, MCPServer.__name__, Server is lowlevel, type(mcp).__name__,
            mcp.stdio_server.__name__, types.Tool.__name__, uvicorn.Server.__name__]))
    """)

    assert names == ["ClientSession", "MCPServer", True, "module", "stdio_server", "Tool", "Server"]


def test_a_name_the_package_does_not_have_is_an_attribute_error() -> None:
    answer = run("""
        import_sdk(for_http=False)
        import mcp
        print(json.dumps(hasattr(mcp, "no_such_name")))
    """)

    assert answer is False


def test_every_model_can_be_built_when_it_is_used() -> None:
    counts = run("""
        import_sdk(for_http=False)
        import mcp_types, mcp_types._v2025_11_25, mcp_types._v2026_07_28
        from pydantic import BaseModel
        modules = (mcp_types, mcp_types._v2025_11_25, mcp_types._v2026_07_28)
        models = {value for module in modules for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, BaseModel)}
        waiting = [model for model in models if not model.__pydantic_complete__]
        for model in waiting:
            model.model_json_schema()
        print(json.dumps([len(models), len(waiting), sum(not model.__pydantic_complete__ for model in models)]))
    """)

    models, waiting, incomplete = counts
    assert models > 300
    assert waiting > 200
    assert incomplete == 0


def test_models_defined_afterwards_are_built_at_once() -> None:
    answer = run("""
        import_sdk(for_http=False)
        from pydantic import BaseModel
        class Later(BaseModel):
            name: str
        print(json.dumps([Later.__pydantic_complete__, dict(BaseModel.model_config)]))
    """)

    assert answer == [True, {}]


def test_messages_validate_as_ever() -> None:
    kinds = run("""
        import_sdk(for_http=False)
        from mcp_types import jsonrpc_message_adapter
        lines = ('{"jsonrpc":"2.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","method":"notifications/initialized"}',
            '{"jsonrpc":"2.0","id":1,"result":{}}', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}')
        print(json.dumps([type(jsonrpc_message_adapter.validate_json(line)).__name__ for line in lines]))
    """)

    assert kinds == ["JSONRPCRequest", "JSONRPCNotification", "JSONRPCResponse", "JSONRPCError"]


def test_an_sdk_that_is_imported_already_is_left_alone() -> None:
    answer = run("""
        import mcp
        before = dict(sys.modules)
        import_sdk(for_http=False)
        print(json.dumps(before == sys.modules))
    """)

    assert answer is True


def test_over_http_the_web_server_is_found() -> None:
    modules = run("import_sdk(for_http=True); print(json.dumps(sorted(sys.modules)))")

    assert "uvicorn.main" in modules
    assert "mcp.client" not in modules


def test_a_layout_that_needs_its_packages_executed_is_imported_plainly(tmp_path: Path) -> None:
    lowlevel = tmp_path / "mcp" / "server" / "lowlevel"
    lowlevel.mkdir(parents=True)
    (tmp_path / "mcp/__init__.py").write_text("")
    (tmp_path / "mcp/server/__init__.py").write_text("READY = True\nfrom mcp.server.lowlevel.server import Server\n")
    (lowlevel / "__init__.py").write_text("")
    (lowlevel / "server.py").write_text("from mcp.server import READY\nclass Server: ready = READY\n")

    answer = run(
        """
        import_sdk(for_http=False)
        import mcp.server
        print(json.dumps([mcp.server.Server.ready, type(mcp).__name__, "uvicorn.main" in sys.modules]))
        """,
        first_on_path=tmp_path,
    )

    assert answer == [True, "module", False]


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_the_revisions_with_a_handshake_are_served(revision: str, tmp_path: Path) -> None:
    hello = {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO}

    answers = serve(
        tmp_path,
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "list_tabs", "arguments": {}}},
    )

    assert answers[1]["protocolVersion"] == revision
    assert any(tool["name"] == "nav_goto" for tool in answers[2]["tools"])
    assert answers[3]["content"][0]["type"] == "text"


def test_the_revision_without_a_handshake_is_served(tmp_path: Path) -> None:
    meta = {"_meta": {REVISION: "2026-07-28", CLIENT: INFO, CAPABILITIES: {}}}

    answers = serve(
        tmp_path,
        {"id": 1, "method": "server/discover", "params": meta},
        {"id": 2, "method": "tools/list", "params": meta},
        {"id": 3, "method": "tools/call", "params": {"name": "list_tabs", "arguments": {}, **meta}},
    )

    assert "2026-07-28" in answers[1]["supportedVersions"]
    assert any(tool["name"] == "nav_goto" for tool in answers[2]["tools"])
    assert answers[3]["content"][0]["type"] == "text"


def serve(folder: Path, *requests: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The results by id of a real server, one request after the other."""
    environ = {**os.environ, "HANDHOLD_CONFIG_DIR": str(folder), "HANDHOLD_STATE_DIR": str(folder)}
    process = subprocess.Popen(
        [sys.executable, "-m", "handhold", "serve", "--log-level", "error"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environ,
    )
    assert process.stdin is not None and process.stdout is not None
    answers: dict[int, dict[str, Any]] = {}
    with process:
        for request in requests:
            process.stdin.write(f"{json.dumps({'jsonrpc': '2.0', **request})}\n")
            process.stdin.flush()
            if "id" in request:
                message = json.loads(process.stdout.readline())
                answers[message["id"]] = message.get("result", message)
        process.stdin.close()
    return answers
