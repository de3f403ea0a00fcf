"""Text as the pages show it."""

from __future__ import annotations

import re

from markupsafe import Markup, escape


def code(text: str) -> Markup:
    """Text, escaped, with its `words` set as code."""
    return Markup(re.sub("`(.+?)`", r"<code>\1</code>", str(escape(text))))
