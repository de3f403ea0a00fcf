"""Templates and component sets that are compiled once for all processes: this saves most of the time of a start."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import FileSystemBytecodeCache

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket


NAMED = f"tabletale-jinja-{version('jinja2')}-%s.cache"
"""Files of one version of Jinja: another would compile the same text differently."""


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder of temporary files that is the user's own.

    What cannot be written or read there is compiled anew.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # Python does not say what a file raises that holds something else
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_templates() -> BytecodeCache | None:
    """Where templates are kept compiled; None where there is no folder for them, or Python keeps nothing compiled."""
    if sys.dont_write_bytecode:
        return None
    try:
        return Compiled(pattern=NAMED)
    except (OSError, RuntimeError):
        return None


def compiled_document(text: str, compiler: str, compile: Callable[[], str]) -> str:
    """What `compile` makes of a text, kept in the same folder for the next process.

    That process must have the same text and the same `compiler`, the file that says how it is compiled; a document that
    was cut off is compiled anew.
    """
    kept = compiled_templates()
    if not isinstance(kept, Compiled):
        return compile()
    key = hashlib.sha256(b"\0".join((text.encode(), Path(compiler).read_bytes()))).hexdigest()
    file = Path(kept.directory) / f"tabletale-{key}.json"
    with suppress(OSError, ValueError):
        digest, _, document = file.read_text(encoding="utf-8").partition("\n")
        if digest == _digest(document):
            return document
    document = compile()
    with suppress(OSError):
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_text(f"{_digest(document)}\n{document}", encoding="utf-8")
        unfinished.replace(file)
    return document


def _digest(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()
