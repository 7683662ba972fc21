"""The knowledge store on disk: step files, and an index over them that can always be made anew."""

from handhold.adapters.knowledge.folder import FileSeen, KnowledgeFolder, file_stamp

__all__ = ["FileSeen", "KnowledgeFolder", "file_stamp"]
