"""Reading words on a board: which heroes a filter means, what an amount comes to, whether a condition holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.phases import combat
from rulesets.heroes_of_the_campaign.pieces import REGULAR
from rulesets.heroes_of_the_campaign.words.terms import FLAGS, INFIRMARY
from rulesets.kit.cards import COMPARE, clamped
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.derived import Values
    from rulesets.heroes_of_the_campaign.ids import HeroName
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.heroes_of_the_campaign.words.reading import Amount, AmountOf, Condition, Filter
    from rulesets.heroes_of_the_campaign.words.terms import Stat
    from rulesets.kit.phases import Seat


class Speaker:
    """Who speaks on a board: what "you", "self", "subject" and "last" mean there."""

    __slots__ = ("_fight", "board", "last", "me", "moved", "other", "printed", "seat", "subject", "values")

    def __init__(
        self,
        board: Board,
        values: Values,
        seat: Seat,
        me: HeroName | None = None,
        subject: HeroName | None = None,
        other: HeroName | None = None,
        last: tuple[HeroName, ...] = (),
        moved: int = 0,
        printed: bool = False,
    ) -> None:
        self.board = board
        self.values = values
        self.seat = seat
        self.me = me
        self.subject = subject
        self.other = other
        self.last = last
        self.moved = moved
        self.printed = printed
        """While values are worked out: wounds in the infirmary count as the printed resistance (HOC-AMB-31)."""
        self._fight: tuple[HeroName, ...] | None = None

    @property
    def fight(self) -> tuple[HeroName, ...]:
        """Attacker and defender of the combat under way, or nobody."""
        if self._fight is None:
            fight = combat(self.board.pending)
            self._fight = (fight.attacker, fight.defender) if fight else ()
        return self._fight

    def referred(self, word: str) -> tuple[HeroName, ...]:
        """The heroes that `self`, `subject`, `other` or `last` stands for; nobody where there is none."""
        if word == "last":
            return self.last
        name = self.me if word == "self" else self.subject if word == "subject" else self.other
        return (name,) if name else ()


def matches(speaker: Speaker, word: Filter, hero: Hero, at: str = "side") -> bool:
    """Whether a hero passes all fields of a filter; `at` is where it must be unless the filter says."""
    if word.extreme:
        return hero in select(speaker, word, at)
    return _passes(speaker, word, hero, at)


def _passes(speaker: Speaker, word: Filter, hero: Hero, at: str) -> bool:
    """All fields but `extreme`, which is not asked of one hero alone."""
    at = word.at or at
    if at != "anywhere" and (hero.place == INFIRMARY) != (at == "infirmary"):
        return False
    if word.side != "any" and (hero.seat == speaker.seat) != (word.side == "own"):
        return False
    if word.self_ != "include" and (hero.name == speaker.me) != (word.self_ == "only"):
        return False
    if not _is_like(speaker, word, hero):
        return False
    if (word.ref or word.place or word.role) and not _is_in(speaker, word, hero):
        return False
    is_simple = word.where is None and word.any is None and word.not_ is None
    return is_simple or _combined(speaker, word, hero, at)


def _is_like(speaker: Speaker, word: Filter, hero: Hero) -> bool:
    """What the hero is and has."""
    derived = speaker.values.heroes[hero.name]
    if word.card and hero.card != word.card:
        return False
    if word.class_ and word.class_ not in derived.classes:
        return False
    if word.status and not has_status(hero, derived.flags, word.status):
        return False
    if word.not_status and has_status(hero, derived.flags, word.not_status):
        return False
    if word.maneuver and not _has_learned(hero, word.maneuver):
        return False
    if word.kind and (word.kind == "support") != hero.support:
        return False
    if word.wounded is not None and (hero.wounds > 0) != word.wounded:
        return False
    return word.task_used is None or (REGULAR in hero.used) == word.task_used


def _is_in(speaker: Speaker, word: Filter, hero: Hero) -> bool:
    """Where the hero is, and which part it has in what goes on."""
    if word.ref and hero.name not in speaker.referred(word.ref):
        return False
    if word.place and not _is_at(hero, word.place):
        return False
    if word.role:
        fight = speaker.fight
        roles = fight if word.role == "in_combat" else fight[:1] if word.role == "attacker" else fight[1:]
        return hero.name in roles
    return True


def _combined(speaker: Speaker, word: Filter, hero: Hero, at: str) -> bool:
    if word.where and not COMPARE[word.where.op](
        stat(speaker, word.where.stat, hero), amount(speaker, word.where.value, hero)
    ):
        return False
    if word.any is not None and not any(matches(speaker, inner, hero, at) for inner in word.any):
        return False
    return word.not_ is None or not matches(speaker, word.not_, hero, at)


def has_status(hero: Hero, flags: frozenset[str], status: str) -> bool:
    """A named status, or a flag however the hero got it."""
    return status in flags or (status not in FLAGS and status in {held.name for held in hero.held})


def _has_learned(hero: Hero, maneuver: str) -> bool:
    if maneuver == "none":
        return not hero.learned
    return bool(hero.learned) if maneuver == "any" else maneuver in hero.learned


def _is_at(hero: Hero, place: str) -> bool:
    return hero.place == place or (place == "any_location" and hero.location is not None) or hero.location == place


def stat(speaker: Speaker, name: Stat, hero: Hero) -> int:
    """A hero's number as it now is."""
    derived = speaker.values.heroes[hero.name]
    if name == "attack":
        return derived.attack
    if name == "resistance":
        return derived.resistance
    if speaker.printed and hero.place == INFIRMARY:
        return speaker.board.components.fighters[hero.card].resistance
    return hero.wounds


def select(speaker: Speaker, word: Filter, at: str = "side", among: Sequence[Hero] | None = None) -> list[Hero]:
    """The heroes (of `among`, if given) that a filter means, in the order in which they came."""
    heroes = speaker.board.heroes if among is None else among
    found = [hero for hero in heroes if _passes(speaker, word, hero, at)]
    if word.extreme and found:
        numbers = [stat(speaker, word.extreme.stat, hero) for hero in found]
        best = max(numbers) if word.extreme.of == "highest" else min(numbers)
        found = [hero for hero, number in zip(found, numbers, strict=True) if number == best]
    return found


def amount(speaker: Speaker, word: Amount, target: Hero | None = None) -> int:
    """What an amount comes to, for each hero aimed at; never beyond `LARGEST` either way (HOC-AMB-40)."""
    if isinstance(word, int):
        return word
    if isinstance(word, str):
        return speaker.board.round if word == "round" else speaker.moved
    return clamped(_worked_out(speaker, word, target))


def _worked_out(speaker: Speaker, word: AmountOf, target: Hero | None) -> int:
    if word.count is not None:
        return len(select(speaker, word.count))
    if word.copper is not None:
        return speaker.board.side(speaker.seat if word.copper == "you" else 3 - speaker.seat).copper
    if word.laws is not None:
        return sum(len(speaker.board.side(seat).laws) for seat in seats_meant(speaker.board, speaker.seat, word.laws))
    if word.stat is not None:
        return _stat_of(speaker, word.stat, word.of, target)
    for parts, total in ((word.sum, sum), (word.min, min), (word.max, max)):
        if parts is not None:
            return total(amount(speaker, part, target) for part in parts)
    product = 1
    for part in word.times or ():
        product *= amount(speaker, part, target)
    return product


def _stat_of(speaker: Speaker, name: Stat, of: str, target: Hero | None) -> int:
    if of == "target":
        return stat(speaker, name, target) if target else 0
    return sum(stat(speaker, name, speaker.board.hero(hero)) for hero in speaker.referred(of))


def seats_meant(board: Board, seat: Seat, word: str) -> tuple[Seat, ...]:
    """The seats that `own`, `opposing`, `any` or `both` means to a seat."""
    return (seat,) if word == "own" else (3 - seat,) if word == "opposing" else seats_of(board)


def holds(speaker: Speaker, word: Condition) -> bool:
    """Whether a condition holds."""
    if word.exists is not None:
        return _exist(speaker, word.exists, word.at_least)
    if word.compare is not None:
        left, op, right = word.compare
        return COMPARE[op](amount(speaker, left), amount(speaker, right))
    if word.turn is not None:
        return (speaker.board.seat == speaker.seat) == (word.turn == "own")
    if word.law is not None:
        return _is_enacted(speaker, word.law)
    if word.happened is not None:
        return _count(speaker, word) >= word.at_least
    if word.all is not None:
        return hold(speaker, word.all)
    if word.any is not None:
        return any(holds(speaker, part) for part in word.any)
    assert word.not_ is not None
    return not holds(speaker, word.not_)


def hold(speaker: Speaker, words: Sequence[Condition]) -> bool:
    """Whether all conditions hold."""
    for word in words:  # noqa: SIM110 - mostly there is one, and a generator takes as long as a condition
        if not holds(speaker, word):
            return False
    return True


def _exist(speaker: Speaker, word: Filter, at_least: int) -> bool:
    """Whether there are so many heroes that a filter means."""
    if word.extreme:
        return len(select(speaker, word)) >= at_least
    missing = at_least
    for hero in speaker.board.heroes:
        if _passes(speaker, word, hero, "side"):
            missing -= 1
            if not missing:
                return True
    return False


def _is_enacted(speaker: Speaker, law: str) -> bool:
    if law in ("any", "own", "opposing"):
        return any(speaker.board.side(seat).laws for seat in seats_meant(speaker.board, speaker.seat, law))
    return any(law in side.laws for side in speaker.board.sides)


def _count(speaker: Speaker, word: Condition) -> int:
    """How often a moment happened in the turn, round or game."""
    seats = seats_meant(speaker.board, speaker.seat, word.side)
    return sum(
        getattr(count, word.in_)
        for count in speaker.board.tally
        if count.moment == word.happened and count.seat in seats and (not word.self_ or count.hero == speaker.me)
    )
