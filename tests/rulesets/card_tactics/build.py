"""Boards of Card Tactics for tests: a small set of plain cards, and tables laid out in one line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import CLASSES, DEPTHS, Board
from rulesets.card_tactics.components import Components
from rulesets.card_tactics.parts import NONE, Item, Tokens, Unit
from rulesets.card_tactics.phases import CAMP, ORDERING
from rulesets.kit.chance import Told
from rulesets.kit.play import Play
from rulesets.kit.scenario import Scenario, given
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.card_tactics.phases import Pending
    from rulesets.kit.chance import Outcome

CARDS = Path(__file__).with_name("cards.yaml").read_text(encoding="utf-8")
SET: Components = RULESET.load(CARDS)  # type: ignore[assignment]


def unit(card: str, health: int | None = None, *, exhausted: bool = False, **tokens: int) -> Unit:
    """A unit with its printed health, unless told."""
    return Unit(
        card, SET.unit[card].health if health is None else health, exhausted, Tokens(**tokens) if tokens else NONE
    )


def table(
    heroes: Sequence[Unit | str] = ("plain", "archer", "mender"),
    enemies: Sequence[Unit | str] = (),
    *,
    pool: Sequence[Item | str] = (),
    aside: tuple[str, ...] = (),
    pending: Pending | None = None,
    seats: int = 1,
    bosses: tuple[str, ...] = (),
    revealed: int = 3,
    rerolls: str = "ask",
    components: Components = SET,
    **parts: object,
) -> Board:
    """A board in round 1 of combat 1, or in Camp where there are no enemies. H1 and E1 come first."""
    start = Start(seats, components.hash, "table", "free")
    board = RULESET.blank(start, components)
    line = tuple(unit(one) if isinstance(one, str) else one for one in heroes)
    foes = tuple(unit(one) if isinstance(one, str) else one for one in enemies)
    owners = (*(one.card for one in line), *aside)
    items = tuple(sorted((Item(one) if isinstance(one, str) else one for one in pool), key=lambda item: item.card))
    return replace(
        board,
        pending=pending or (ORDERING if foes else CAMP),
        controllers=tuple((card, 1 + index % seats) for index, card in enumerate(owners)),
        heroes=line,
        enemies=foes,
        aside=aside,
        pool=items,
        stacks=tuple(
            replace(
                pile,
                size=pile.size - sum(item.card in pile.unseen for item in items),
                unseen=tuple(card for card in pile.unseen if card not in {item.card for item in items}),
            )
            for pile in board.stacks
        ),
        challenge=tuple(
            replace(
                pile,
                size=pile.size - DEPTHS[:revealed].count(kind),
                unseen=tuple(card for card in pile.unseen if card not in {foe.card for foe in foes}),
            )
            for kind, pile in zip(CLASSES, board.challenge, strict=True)
        ),
        revealed=revealed if foes else 0,
        combat=1 if foes else 0,
        fighting=bool(foes),
        bosses=bosses,
        combat_round=1 if foes else 0,
        rerolls=rerolls,
        round=1 if foes else 0,
        **parts,
    )


def at(board: Board, outcomes: Sequence[Outcome] = ()) -> Scenario[Board]:
    """A scenario that starts on the board, once everything that follows by itself has followed."""
    play = Play(board, 0, Told(outcomes))
    RULESET.settle(play)
    return Scenario(RULESET, play.board, play.effects)


__all__ = ["SET", "at", "given", "table", "unit"]
