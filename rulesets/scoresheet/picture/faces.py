"""The parts of a sheet, each by itself: for people who look through it before they play."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kit.faces import CardFace
from rulesets.kit.svg import Box, Label, Template, label, legible, name_label
from rulesets.kit.words import counted, joined
from rulesets.scoresheet.names import amount, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.scoresheet.components import Components
    from rulesets.scoresheet.schema import Category, Counter, Die, Move, Part, Pile

TEMPLATE = Template(Path(__file__).parent, "face.svg.jinja")
BOX = Box(0, 0, 180, 64)
ROOM = 156


class FacePart(Struct, frozen=True, gc=False):
    """A part of a sheet as a card."""

    name: Label
    line: Label


def cards(components: Components) -> tuple[CardFace, ...]:
    """All parts of a sheet, kind by kind."""
    sheet = components.sheet
    return tuple(
        chain(
            map(_category, sheet.categories),
            map(_counter, sheet.counters),
            map(_die, sheet.dice),
            map(_pile, sheet.piles),
            map(_move, sheet.moves),
            _named(sheet.roles, "Roles", "A role, which one seat plays."),
            _named(sheet.teams, "Teams", "A team, whose seats score together."),
            _named(sheet.difficulties, "Difficulties", "How hard the game is."),
        )
    )


def _face(part: Part, kind: str, *text: str) -> CardFace:
    drawn = FacePart(name_label(part.name, ROOM, 16, 15, 14), label(legible(text[0]), ROOM, 14, 13))
    picture = TEMPLATE.draw_piece("face", drawn, BOX, legible(part.name))
    return CardFace(id=f"{kind.lower()}-{part.id}", name=part.name, kind=kind, text=text, picture=picture)


def _category(category: Category) -> CardFace:
    limits = f"{number(category.least)} to {amount(category, category.most)}"
    steps = f", in steps of {category.step}" if category.step > 1 else ""
    when = "In each round." if category.when == "round" else "Once, at the end of the game."
    return _face(category, "Categories", f"{limits}{steps}.", when)


def _counter(counter: Counter) -> CardFace:
    whose = "Of each seat." if counter.of == "seat" else "Of the whole table."
    limits = f"{number(counter.least)} to {number(counter.most)}, from {number(counter.start)}."
    return _face(counter, "Counters", limits, whose)


def _die(die: Die) -> CardFace:
    return _face(die, "Dice", f"Shows {joined(map(str, die.faces))}.")


def _pile(pile: Pile) -> CardFace:
    count = counted(sum(card.copies for card in pile.cards), "card")
    back = "What is drawn goes back." if pile.put_back else "What is drawn is gone."
    return _face(pile, "Piles", f"{count}: {joined(card.name for card in pile.cards)}.", back)


def _move(move: Move) -> CardFace:
    things = joined(part.name for part in move.objects)
    places = joined(part.name for part in move.places)
    target = {"none": "", "seat": f" {move.to} another seat", "place": f" {move.to} {places}"}[move.target]
    return _face(move, "Moves", f"{move.name}{f' {things}' if things else ''}{target}.")


def _named(parts: tuple[Part, ...], kind: str, text: str) -> Iterator[CardFace]:
    return (_face(part, kind, text) for part in parts)
