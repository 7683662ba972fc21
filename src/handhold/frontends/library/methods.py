"""Every tool as a typed method. Written by scripts/generate.py; do not edit."""

from handhold.frontends.library.core_methods import CoreMethods
from handhold.frontends.library.knowledge_methods import KnowledgeMethods
from handhold.frontends.library.tests_methods import TestsMethods
from handhold.frontends.library.wallet_methods import WalletMethods


class Methods(CoreMethods, WalletMethods, KnowledgeMethods, TestsMethods):
    """Each tool of Handhold."""
