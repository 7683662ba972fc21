"""Our own files: approvals, artifacts, secrets."""

from handhold.adapters.files.approvals import Approvals
from handhold.adapters.files.artifacts import Artifacts
from handhold.adapters.files.secrets import read_secrets

__all__ = ["Approvals", "Artifacts", "read_secrets"]
