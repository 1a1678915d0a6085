"""An independent reader of the keyed archive format, version 1, written from
Spec/archive-format.md alone. Section and rule numbers in comments refer to it."""

from .archive import Archive, read_archive
from .dictionary import Dictionary
from .dump import dump_archive, json_text
from .primitives import ArchiveError, Limits

__all__ = ["Archive", "ArchiveError", "Dictionary", "Limits", "dump_archive", "json_text", "read_archive"]
