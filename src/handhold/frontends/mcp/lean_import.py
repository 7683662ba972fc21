"""Import of the MCP SDK's server without what `handhold serve` never uses: a client waits for us meanwhile.

Three things make the plain import slow (measured: 0.63 s, against 0.38 s this way):

* `mcp/__init__.py` and `mcp/server/__init__.py` re-export the SDK's client, its OAuth half and its high-level server.
  Here both packages are put in place unexecuted; each runs its `__init__.py` when somebody asks it for a name it does
  not have yet, so `from mcp import Client` works as ever, at its usual price.
* pydantic builds validators for the hundreds of models of `mcp_types` as they are defined. Here they are defined with
  pydantic's own `defer_build`, which builds each one when it is first used.
* `sse_starlette` hooks into the web server where there is one. On stdio there is none, so it is not found.

Nothing is changed in the SDK, and when a future layout of it does not go along, the plain import takes over.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from types import ModuleType
from typing import Any, Final, cast

from pydantic import BaseModel

WANTED: Final = "mcp.server.lowlevel.server"
HOLLOW: Final = ("mcp", "mcp.server")
WEB_SERVER: Final = "uvicorn.main"


class _Unexecuted(ModuleType):
    """A package whose `__init__.py` runs on the first use of a name it would define."""

    def __getattr__(self, name: str) -> Any:
        # A plain module from here on: its own imports may ask for names too, and must not start this again.
        ModuleType.__setattr__(self, "__class__", ModuleType)
        spec = self.__spec__
        assert spec is not None and spec.loader is not None, "_place made this module from a spec with a loader"
        spec.loader.exec_module(self)
        return getattr(self, name)


def import_sdk(*, for_http: bool) -> None:
    """Import what serving needs of the SDK. Does nothing where the SDK is imported already."""
    if "mcp" in sys.modules or "mcp_types" in sys.modules:
        return
    try:
        with _deferred_models(), nullcontext() if for_http else _hidden(WEB_SERVER):
            for name in HOLLOW:
                _place(name)
            importlib.import_module(WANTED)
    except ImportError:
        # A package that needs its own `__init__.py` to have run: not the layout this is made for.
        _forget("mcp")
        importlib.import_module(WANTED)


@contextmanager
def _deferred_models() -> Generator[None]:
    """Models defined inside are built on their first use."""
    before = BaseModel.model_config.copy()
    BaseModel.model_config["defer_build"] = True
    try:
        yield
    finally:
        BaseModel.model_config = before


@contextmanager
def _hidden(name: str) -> Generator[None]:
    """Importing this module fails inside, as if it were not installed."""
    if name in sys.modules:
        yield
        return
    # None is how `sys.modules` says: not to be found.
    cast(dict[str, ModuleType | None], sys.modules)[name] = None
    try:
        yield
    finally:
        del sys.modules[name]


def _place(name: str) -> None:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is not a package with a loader", name=name)
    module = importlib.util.module_from_spec(spec)
    module.__class__ = _Unexecuted
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)


def _forget(package: str) -> None:
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
