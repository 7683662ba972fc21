"""Every tool as a typed method. Written by scripts/generate.py; do not edit."""

from handhold.frontends.library.core_waiting_methods import CoreWaitingMethods
from handhold.frontends.library.knowledge_waiting_methods import KnowledgeWaitingMethods
from handhold.frontends.library.tests_waiting_methods import TestsWaitingMethods
from handhold.frontends.library.wallet_waiting_methods import WalletWaitingMethods


class WaitingMethods(CoreWaitingMethods, WalletWaitingMethods, KnowledgeWaitingMethods, TestsWaitingMethods):
    """Each tool of Handhold."""
