"""The next sheet of a title: other categories, and another way to work out who won. All else stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from rulesets.kit.sheets import Category, Refining, Sheets
from rulesets.scoresheet.components import load
from rulesets.scoresheet.results import result
from rulesets.scoresheet.schema import Category as Scored
from rulesets.scoresheet.schema import Document
from rulesets.scoresheet.titles import SCORINGS, id_of, scoring_of, title_of, way_of, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.scoresheet.components import Components

WAYS = {
    **{name: SCORINGS[name] for name in ("highest", "lowest")},
    "noted": "Points are counted, and the winners are noted",
    **{name: SCORINGS[name] for name in ("win", "together")},
}
"""How winners are worked out, in words."""
USUAL = msgspec.to_builtins(Scored(id="", name=""))
"""What a category has if its sheet does not say so."""


def categories_of(components: Components) -> tuple[Category, ...]:
    """The categories of a sheet, without their units."""
    return tuple(Category(each.id, each.name, each.least, each.most, each.step) for each in components.sheet.categories)


def refine(document: str, way: str, categories: Sequence[Category]) -> str:
    """The file of a sheet that differs from another one in these. Without a difference, it has the same hash.

    Raises BadComponentSet.
    """
    sheet: dict[str, Any] = msgspec.json.decode(document)
    changed = sheet | _winners(sheet, way) | {"categories": [*_written(sheet.get("categories", []), categories)]}
    ordered = {field: changed[field] for field in Document.__struct_fields__ if changed.get(field) not in (None, [])}
    text = yaml.safe_dump(ordered, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)
    load(text)
    return text


def _winners(sheet: Mapping[str, Any], way: str) -> dict[str, str | None]:
    """The parts of a sheet that say who wins; None for what is left out."""
    together = sheet.get("sides") == "together"
    if way == ("together" if together else sheet.get("scoring", "highest")):
        return {}
    if way == "together":
        return {"sides": "together", "scoring": None}
    return {"scoring": way} | ({"sides": None} if together else {})


def _written(before: Sequence[dict[str, Any]], categories: Sequence[Category]) -> Iterator[dict[str, Any]]:
    """Categories as a sheet has them; what a form does not have, such as the unit, stays."""
    known = {each["id"]: each for each in before}
    taken = {each.id for each in categories}
    for each in categories:
        id_ = each.id or _free_id(each.name, taken)
        taken.add(id_)
        old = known.get(id_, {"id": id_})
        new = {"name": each.name, "least": each.least, "most": each.most, "step": each.step}
        yield old | {field: value for field, value in new.items() if old.get(field, USUAL.get(field)) != value}


def _free_id(name: str, taken: set[str]) -> str:
    base = id_of(name)[:36].strip("-")
    numbered = (f"{base}-{number}" if number > 1 else base for number in range(1, len(taken) + 2))
    return next(id_ for id_ in numbered if id_ not in taken)


SHEETS = Sheets(title_of, SCORINGS, write, scoring_of, result, Refining(WAYS, way_of, categories_of, refine))
