"""Hero powers: when one may be used, what it is used on, and what joining heroes do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import cell_id, die_id, face_id, hero_id, seat_id
from rulesets.heros_crossing.names import LEFT_OUT, hero_name, target_name
from rulesets.heros_crossing.phases import Acting, Joining, Selling, Turn
from rulesets.heros_crossing.pieces import FACE, HeroId
from rulesets.heros_crossing.rules import verbs
from rulesets.heros_crossing.rules.numbers import evaluate
from rulesets.heros_crossing.rules.verbs import NOTHING, Target
from rulesets.heros_crossing.words.bends import Bend
from rulesets.heros_crossing.words.deeds import Deed
from rulesets.kit.chance import GivenChance
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.schema import PowerForm
    from rulesets.kit.phases import Seat

WINDOWS: dict[str, tuple[type, ...]] = {
    "own_turn": (Turn, Acting),
    "at_draft": (Turn,),
    "in_action": (Acting,),
    "resolution": (Selling,),
}
"""When an activated power is used."""


class UsePower(Action[Board], frozen=True):
    """Use the power of an own hero. `targets` names one thing for each deed that is done to something, in order.

    In facts `choice` is what they are, as ids.
    """

    title = "Use a hero's power"
    hero: HeroId
    targets: tuple[str, ...] = ()
    phase = (Turn, Acting, Selling, Joining)
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[UsePower]:
        for own in board.sides[seat - 1].heroes:
            if _refusal(board, seat, own.hero) is None:
                yield from (cls(own.hero, targets) for targets in uses(board, seat, own.hero))

    def check(self, board: Board, seat: Seat) -> None:
        refusal = _refusal(board, seat, self.hero)
        need(refusal is None, refusal or "")
        need(self.targets in uses(board, seat, self.hero), _misuse(board, seat, self))

    def perform(self, play: Play[Board]) -> None:
        """Pay, turn the card if it has the symbol, and do what it says, in order."""
        power = play.board.components.hero[self.hero].power
        _pay(play, play.seat, self.hero, power)
        targets = iter(self.targets)
        for at, word in enumerate(power.effects):
            _do(play, play.seat, self.hero, at, next(targets) if chooses(word) else NOTHING)

    def fact(self, board: Board, seat: Seat) -> Fact:
        chosen = " ".join(_target_id(board, seat, target) for target in self.targets)
        return Fact(card=hero_id(self.hero), source=hero_id(self.hero), choice=chosen or None)

    def label(self, board: Board, seat: Seat) -> str:
        named = ", ".join(target_name(board, seat, target) for target in self.targets if target not in UNNAMED)
        return f"Use the {hero_name(board, self.hero)}{f': {named}' if named else ''}"


UNNAMED = (NOTHING, LEFT_OUT)
"""Targets that a label need not name."""


def _target_id(board: Board, seat: Seat, target: str) -> str:
    """The id of a target in facts; of a die that is turned also what it then shows, `no` for what is left out."""
    if target in (NOTHING, LEFT_OUT):
        return "no"
    if face := face_id(board.components, target):
        return face
    if target in board.components.hero:
        return hero_id(target)
    owner, _, rest = target.partition(":")
    if rest:
        return cell_id(int(owner), rest)
    whose, *dice = target.split(".")
    if dice and dice[0] in FACE:
        return " ".join((die_id(int(whose), dice[0]), *dice[1:]))
    return cell_id(seat, target) if dice else seat_id(int(target))


def _refusal(board: Board, seat: Seat, hero: HeroId) -> str | None:
    """The rule against using a hero's power now, whatever it would be used on (HCX-POW-15)."""
    own = board.side(seat).owned(hero)
    if own is None:
        return "HCX-POW-01"
    power, pending = board.components.hero[hero].power, board.pending
    if isinstance(pending, Joining):
        return unmet(board, seat, power) if pending.hero == hero else "HCX-POW-17"
    if power.when != "activated" or own.joined >= board.round:
        return "HCX-POW-01"
    if not isinstance(pending, WINDOWS[power.window]):
        return "HCX-POW-03"
    if own.exhausted:
        return "HCX-POW-04"
    side = board.side(seat)
    if side.modifiers < power.cost.modifiers or side.vp < power.cost.vp:
        return "HCX-POW-15"
    return unmet(board, seat, power)


def unmet(board: Board, seat: Seat, power: PowerForm) -> str | None:
    """The rule against a power whose condition does not hold."""
    return None if power.if_ is None or evaluate(power.if_, board, seat) else "HCX-POW-15"


def _misuse(board: Board, seat: Seat, use: UsePower) -> str:
    """The rule against targets that a power cannot be used on."""
    if any("." in target and "-" in target and target.split(".")[-1] not in FACE for target in use.targets):
        return "HCX-POW-07"
    again = any(own.hero in use.targets and (own.exhausted or own.hero == use.hero) for own in board.side(seat).heroes)
    return "HCX-AMB-48" if again else "HCX-POW-15"


def uses(board: Board, seat: Seat, hero: HeroId) -> Iterator[tuple[str, ...]]:
    """All ways to carry out a power, as the targets of its deeds: each tried on the board that those before it leave.

    A power of which a part that is not optional cannot be done has none (HCX-POW-15).
    """
    power = board.components.hero[hero].power
    play = Play(board, seat, GivenChance())
    _pay(play, seat, hero, power)
    for targets in _combinations(play.board, seat, hero, power, 0):
        yield tuple(target for target, word in zip(targets, power.effects, strict=True) if chooses(word))


def chooses(word: object) -> bool:
    """Whether a word needs a target."""
    return isinstance(word, Deed) and (word.optional or verbs.targets[type(word)].__name__ not in UNTARGETED)


UNTARGETED = {"_always", "_extra", "_land_fits", "_by_hand"}
"""Deeds that are done to nothing in particular."""


def _combinations(board: Board, seat: Seat, hero: HeroId, power: PowerForm, at: int) -> Iterator[tuple[str, ...]]:
    if at == len(power.effects):
        yield ()
        return
    word = power.effects[at]
    if at + 1 == len(power.effects):  # nothing follows that its outcome could matter to
        yield from ((target,) for target in _targets(board, seat, hero, word))
        return
    for target in _targets(board, seat, hero, word):
        play = Play(board, seat, GivenChance())
        _do(play, seat, hero, at, target)
        yield from ((target, *rest) for rest in _combinations(play.board, seat, hero, power, at + 1))


def _targets(board: Board, seat: Seat, hero: HeroId, word: Bend | Deed) -> Iterator[str]:
    """What a word may be done to. No hero refreshes itself (HCX-AMB-48)."""
    if isinstance(word, Bend):
        yield NOTHING
        return
    yield from (target for target in verbs.targets[type(word)](board, seat, word) if target != hero)
    if word.optional:
        yield LEFT_OUT


def _pay(play: Play[Board], seat: Seat, hero: HeroId, power: PowerForm) -> None:
    play.emit(e.PowerUsed(seat, hero, power.cost.modifiers, power.cost.vp))
    if power.exhaust:
        play.emit(e.HeroExhausted(seat, hero))


def _do(play: Play[Board], seat: Seat, hero: HeroId, at: int, target: str) -> None:
    word = play.board.components.hero[hero].power.effects[at]
    if isinstance(word, Bend):
        play.emit(e.PowerCalledUp(seat, f"{hero}.{at}"))
    elif target != LEFT_OUT:
        verbs.verb[type(word)](play, word, Target(seat, hero, target))
