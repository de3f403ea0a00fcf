"""Whose a hero is; what cards permit and forbid (the Golden Rule): a prohibition beats a permission (HOC-GLD-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.values import values
from rulesets.kit.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.derived import Limit, Values
    from rulesets.heroes_of_the_campaign.ids import Address, HeroName
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.heroes_of_the_campaign.schema import StrategyCard
    from rulesets.heroes_of_the_campaign.words.terms import HeroPermission, PlayerPermission, PlayerProhibition
    from rulesets.kit.phases import Seat


def need_own_hero(board: Board, seat: Seat, name: HeroName, rule: str) -> Hero:
    """The hero of that name, which is the seat's; refused by `rule` if there is none."""
    for hero in board.heroes:
        if hero.name == name and hero.seat == seat:
            return hero
    raise Refused(rule)


def permitted(board: Board, hero: Hero, word: HeroPermission, home: Address | None = None) -> bool:
    """Whether a hero has a permission, by itself or by the task or card `home` that is being used (HOC-VOC-13)."""
    return values(board).heroes[hero.name].permits(word, () if home is None else _allows(board, home))


def _allows(board: Board, home: Address) -> Iterable[str]:
    found = board.components.tasks.get(home) or board.components.strategies.get(home)
    return found.allows if found else ()


def allowed(found: Values, seat: Seat, word: PlayerPermission, card: StrategyCard, printed: bool = False) -> bool:
    """Whether a player has a permission for a card, by other cards or by the card's own print."""
    by_itself = printed or word in card.allows
    return (by_itself or _covered(found.allowed, seat, word, card)) and not _covered(found.forbidden, seat, word, card)


def forbidden(found: Values, seat: Seat, word: PlayerProhibition, card: StrategyCard | None = None) -> bool:
    """Whether a player is forbidden something, with a card if it is about one."""
    return _covered(found.forbidden, seat, word, card)


def forbidders(found: Values, seat: Seat, word: PlayerProhibition, card: StrategyCard | None = None) -> tuple[str, ...]:
    """The cards and named statuses that forbid it, each once."""
    return tuple(dict.fromkeys(limit.giver for limit in _covering(found.forbidden, seat, word, card)))


def _covered(limits: Sequence[Limit], seat: Seat, word: str, card: StrategyCard | None) -> bool:
    return bool(limits) and any(_covering(limits, seat, word, card))  # mostly there are none


def _covering(limits: Iterable[Limit], seat: Seat, word: str, card: StrategyCard | None) -> Iterator[Limit]:
    return (
        limit
        for limit in limits
        if limit.seat == seat and limit.word == word
        if limit.cards is None or (card is not None and limit.cards in (card.id, card.__struct_config__.tag))
    )
