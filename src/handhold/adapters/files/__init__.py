"""Files of this machine: approvals, artifacts, unpacked extensions, secrets, and what may be uploaded."""

from handhold.adapters.files.approvals import Approvals
from handhold.adapters.files.artifacts import Artifacts
from handhold.adapters.files.manifest import Manifest, read_manifest
from handhold.adapters.files.secrets import read_secrets
from handhold.adapters.files.uploads import Uploads

__all__ = ["Approvals", "Artifacts", "Manifest", "Uploads", "read_manifest", "read_secrets"]
