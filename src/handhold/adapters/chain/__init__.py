"""A local chain: anvil as a process of the session, and JSON-RPC to it."""

from handhold.adapters.chain.anvil import DEFAULT_FUNDS, Anvil, Funds
from handhold.adapters.chain.discovery import find_anvil
from handhold.adapters.chain.rpc import ChainError, ChainGone, RpcRefused

__all__ = ["DEFAULT_FUNDS", "Anvil", "ChainError", "ChainGone", "Funds", "RpcRefused", "find_anvil"]
