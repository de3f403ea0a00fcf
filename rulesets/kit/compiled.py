"""Templates that are compiled once for all processes: this saves half a second at every start."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.metadata import version
from typing import TYPE_CHECKING

from jinja2 import FileSystemBytecodeCache

if TYPE_CHECKING:
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
