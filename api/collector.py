"""Python's garbage collector is paused while a process starts.

Nearly all that a start makes stays to the end: modules, types, rulesets. To look through it again and again takes a
tenth of the start.
"""

from __future__ import annotations

import gc


def pause() -> None:
    """Collect nothing until `resume`."""
    gc.disable()


def resume() -> None:
    """Collect again, but nothing that there is by now; this changes nothing where the collector is not paused."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
