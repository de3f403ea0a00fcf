"""Names of players, as they are compared."""

from __future__ import annotations

import re
import unicodedata


def folded(name: str) -> str:
    """What names have in common that are the same in capitals and in small letters."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def plain(name: str) -> str:
    """What names have in common that differ in accents, spaces or points as well."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return re.sub(r"[\W_]", "", "".join(each for each in letters if not unicodedata.combining(each))) or folded(name)
