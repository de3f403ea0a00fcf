"""What can follow from an action: facts in the past tense, folded into the board.

Most changes are written out with `replace` at every level of the nesting: three to five dull lines, and three times as
fast as any helper that would hide them.
"""

from rulesets.heros_crossing_tactics.effects.attacks import (
    AttackDeclared,
    AttackEnded,
    MagicBlocked,
    MonarchDamaged,
    ReserveCommitted,
    ReserveDeclined,
    ReserveShown,
    ReservesRevealed,
    SoldierKilled,
)
from rulesets.heros_crossing_tactics.effects.cards import (
    CardShown,
    DrawingFinished,
    DrawingStarted,
    HeroDiscarded,
    HeroDrawn,
    PileRecreated,
)
from rulesets.heros_crossing_tactics.effects.fronts import (
    FlankStarted,
    HeroPlaced,
    HeroReplaced,
    SoldiersFlanked,
    SoldiersGained,
)
from rulesets.heros_crossing_tactics.effects.setup import (
    DraftCardPicked,
    DraftFinished,
    DraftHandDealt,
    DraftHandsPassed,
    FirstPlayerDetermined,
    HeroesPlaced,
    HeroFlipped,
    MonarchAssigned,
    RoundStarted,
    SetupDrawingStarted,
)
from rulesets.heros_crossing_tactics.effects.turns import FrontActivated, GameWon, RoundEnded, TurnEnded

__all__ = [
    "AttackDeclared",
    "AttackEnded",
    "CardShown",
    "DraftCardPicked",
    "DraftFinished",
    "DraftHandDealt",
    "DraftHandsPassed",
    "DrawingFinished",
    "DrawingStarted",
    "FirstPlayerDetermined",
    "FlankStarted",
    "FrontActivated",
    "GameWon",
    "HeroDiscarded",
    "HeroDrawn",
    "HeroFlipped",
    "HeroPlaced",
    "HeroReplaced",
    "HeroesPlaced",
    "MagicBlocked",
    "MonarchAssigned",
    "MonarchDamaged",
    "PileRecreated",
    "ReserveCommitted",
    "ReserveDeclined",
    "ReserveShown",
    "ReservesRevealed",
    "RoundEnded",
    "RoundStarted",
    "SetupDrawingStarted",
    "SoldierKilled",
    "SoldiersFlanked",
    "SoldiersGained",
    "TurnEnded",
]
