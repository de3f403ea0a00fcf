"""Attacks: who can be attacked, the choice of the defender, the wounds, and the win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.evaluation import Speaker, matches, select
from rulesets.heroes_of_the_campaign.phases import Fighting, watchers
from rulesets.heroes_of_the_campaign.rules.doing import Speaking, verb
from rulesets.heroes_of_the_campaign.rules.infirmary import cascade, taken
from rulesets.heroes_of_the_campaign.rules.rights import permitted
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.derived import Values
    from rulesets.heroes_of_the_campaign.ids import Address
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.heroes_of_the_campaign.words.reading import Modifier
    from rulesets.kit.play import Play


def attackable(
    board: Board, attacker: Hero, home: Address | None = None, modifiers: Iterable[Modifier] = ()
) -> list[Hero]:
    """Whom a hero can attack (HOC-CMB-02 to 04, HOC-END-08).

    `home` is the task or card that lets it attack; `modifiers` are those of this very attack.
    """
    found = values(board)
    given = {modifier.allow for modifier in modifiers} - found.heroes[attacker.name].forbid
    own = "attack_own" in given or permitted(board, attacker, "attack_own", home)
    untouchable = "attack_untouchable" in given or permitted(board, attacker, "attack_untouchable", home)
    return [
        hero
        for hero in board.heroes
        if hero.at_side
        and (hero.seat != attacker.seat or (own and hero.name != attacker.name))
        and (untouchable or not _is_untouchable(board, found, hero, attacker))
    ]


def _is_untouchable(board: Board, found: Values, hero: Hero, attacker: Hero) -> bool:
    """For everybody, or for such attackers (HOC-VOC-14)."""
    derived = found.heroes[hero.name]
    return "untouchable" in derived.flags or any(
        matches(Speaker(board, found, seat, me), word, attacker, "anywhere")
        for seat, me, word in derived.untouchable_by
    )


@verb(do.Attack)
def attack(doing: Speaking, word: do.Attack) -> None:
    """The verb: it wins, is skipped, or declares an attack (HOC-CMB-01, 10, HOC-END-01, HOC-VOC-14, 15)."""
    names = doing.targets(word.with_)
    if not names:
        return doing.skip()
    attacker, found = doing.board.hero(names[0]), doing.speaker.values
    if not attacker.at_side:
        return doing.skip("HOC-VOC-15", names)
    if by := found.heroes[attacker.name].givers_of("cannot_attack"):
        return doing.skip("HOC-TSK-11", names, by)
    open_to_attack = attackable(doing.board, attacker, doing.run.home, word.modifiers)
    if not any(hero.seat != attacker.seat for hero in open_to_attack):
        return doing.emit(e.GameWon(attacker.seat, attacker.name))
    among = select(doing.speaker, word.against, among=open_to_attack)
    among = [hero for hero in among if "draws_attacks" in found.heroes[hero.name].flags] or among
    if not among:
        return doing.skip("HOC-CMB-10")
    (defender,) = doing.choose(doing.seat_of(word.chosen_by), "defender", doing.names(among))
    return doing.emit(e.AttackDeclared(attacker.name, defender, doing.run.at if word.modifiers else None))


@automatic(Fighting)
def fight(play: Play[Board]) -> None:
    """Once everybody let it pass, the wounds are dealt (HOC-CMB-05, 06, 08, 13)."""
    board, pending, since = play.board, Fighting.of(play.board), len(play.effects)
    attacker, defender = board.hero(pending.attacker), board.hero(pending.defender)
    struck = attacker.at_side and defender.at_side
    if struck and watchers(board):
        return  # HOC-ANY-06
    moved = _strike(play, attacker, defender, pending.then.home) if struck else 0
    play.emit(e.CombatEnded(struck))
    assert pending.then.at is not None
    play.emit(e.ActionEnded(board.components.steps[pending.then.at].after, (defender.name,), moved))
    follow(play, since)


def _strike(play: Play[Board], attacker: Hero, defender: Hero, home: Address) -> int:
    """Wounds at the same time, or one's first (HOC-VOC-14). How many the defender takes."""
    board, derived = play.board, values(play.board).heroes
    attack, defence = derived[attacker.name].attack, derived[defender.name].attack
    play.emit(e.AttackMade(attacker.name, defender.name, attack, defence))
    first = permitted(board, attacker, "strike_first", home)
    second = permitted(board, defender, "strike_first")
    moved = taken(board, defender, attack, home)
    blows = [
        e.HeroWounded(defender.name, attack, moved, attacker.name),
        e.HeroWounded(attacker.name, defence, taken(board, attacker, defence, home), defender.name),
    ]
    if first == second:
        for blow in blows:
            play.emit(blow)
        return moved
    one, two = blows if first else reversed(blows)
    since = len(play.effects)
    play.emit(one)
    cascade(play, since)
    if play.board.hero(one.hero).at_side:
        play.emit(two)
    return moved if first or play.effects[-1] is two else 0
