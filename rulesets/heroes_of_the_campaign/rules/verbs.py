"""What each verb of the card language does, but attacks (`combat`) and extra tasks (`tasks`)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.evaluation import holds, seats_meant
from rulesets.heroes_of_the_campaign.pieces import Held
from rulesets.heroes_of_the_campaign.rules.doing import NO_TARGET, PROHIBITED, Speaking, verb
from rulesets.heroes_of_the_campaign.rules.infirmary import taken
from rulesets.heroes_of_the_campaign.rules.locations import all_places, barred
from rulesets.heroes_of_the_campaign.rules.rights import forbidders
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.cards import first

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.ids import HeroName, Place
    from rulesets.heroes_of_the_campaign.pieces import Hero


# --- copper


@verb(do.EarnCopper)
def earn_copper(doing: Speaking, word: do.EarnCopper) -> None:
    """HOC-COP-04."""
    seat = doing.seat_of(word.player)
    if by := forbidders(doing.speaker.values, seat, "earn_copper"):
        return doing.skip(PROHIBITED, by=by)
    earned = doing.number(word.amount)
    doing.emit(e.CopperEarned(seat, earned))
    doing.done(moved=earned)


@verb(do.LoseCopper)
def lose_copper(doing: Speaking, word: do.LoseCopper) -> None:
    """As much as there is (HOC-COP-01)."""
    seat = doing.seat_of(word.player)
    if by := forbidders(doing.speaker.values, seat, "lose_copper"):
        return doing.skip(PROHIBITED, by=by)
    lost = min(doing.number(word.amount), doing.board.side(seat).copper)
    doing.emit(e.CopperLost(seat, lost))
    doing.done(moved=lost)


@verb(do.TakeCopper)
def take_copper(doing: Speaking, word: do.TakeCopper) -> None:
    """HOC-TAK-01, 02."""
    foe = doing.seat_of("opponent")
    if by := forbidders(doing.speaker.values, foe, "lose_copper"):
        return doing.skip(PROHIBITED, by=by)
    asked = doing.number(word.amount)
    moved = min(asked, doing.board.side(foe).copper)
    doing.emit(e.CopperTaken(doing.run.seat, asked, moved))
    doing.done(moved=moved)


# --- wounds


@verb(do.Heal)
def heal(doing: Speaking, word: do.Heal) -> None:
    """HOC-HEA-01 to 04, HOC-INF-06."""
    names = doing.targets(word.target, "anywhere")
    if not names:
        return doing.skip()
    moved = sum(_heal(doing, doing.board.hero(name), word) for name in names)
    doing.done(names, moved)


def _heal(doing: Speaking, hero: Hero, word: do.Heal) -> int:
    derived, asked, by = doing.speaker.values.heroes[hero.name], doing.number(word.amount, hero), doing.run.me
    healed = 0 if "cannot_be_healed" in derived.flags else min(asked, hero.wounds)
    if healed and not hero.at_side:
        doing.emit(e.HeroLeftInfirmary(hero.name, hero.wounds - healed, by))
    else:
        doing.emit(e.HeroHealed(hero.name, asked, healed, by))
    return healed


@verb(do.Wound)
def wound(doing: Speaking, word: do.Wound) -> None:
    """Wounds by effects; `self` wounds the performer."""
    names = doing.targets(word.target)
    if not names:
        return doing.skip()
    board, moved = doing.board, 0
    for hero in map(board.hero, names):
        dealt = doing.number(word.amount, hero)
        takes = taken(board, hero, dealt, doing.run.home)
        doing.emit(e.HeroWounded(hero.name, dealt, takes, doing.run.me))
        moved += takes
    doing.done(names, moved)


# --- laws


@verb(do.BreakLaw)
def break_law(doing: Speaking, word: do.BreakLaw) -> None:
    """HOC-LAW-03 to 06: any enacted law, own or opposing, and one must be if there is one."""
    seats = [
        seat for seat in sorted(seats_meant(doing.board, doing.run.seat, word.whose)) if doing.board.side(seat).laws
    ]
    if not seats:
        return doing.skip("HOC-LAW-06")
    bans = {seat: forbidders(doing.speaker.values, seat, "break_law") for seat in seats}
    laws = tuple(f"{seat}.{card}" for seat in seats if not bans[seat] for card in sorted(doing.board.side(seat).laws))
    if not laws:
        return doing.skip(PROHIBITED, by=tuple(dict.fromkeys(chain.from_iterable(bans.values()))))
    (law,) = doing.choose(doing.run.seat, "law", laws)
    doing.emit(e.LawBroken(int(law[0]), law[2:], doing.run.me))
    doing.done()


# --- statuses


@verb(do.AddStatus)
def add_status(doing: Speaking, word: do.AddStatus) -> None:
    """A named status, or an inline one, which is named by its step."""
    names = doing.targets(word.target)
    if not names:
        return doing.skip()
    run = doing.run
    assert run.at is not None
    name = run.at if isinstance(word.status, do.Inline) else word.status
    for hero in names:
        doing.emit(e.StatusApplied(hero, Held(name, run.seat, run.home, run.me, word.until)))
    doing.done(names)


@verb(do.RemoveStatus)
def remove_status(doing: Speaking, word: do.RemoveStatus) -> None:
    """What was put on heroes ends; what their own cards give them stays."""
    names = doing.targets(word.target)
    if not names:
        return doing.skip()
    for hero in map(doing.board.hero, names):
        for index in reversed(range(len(hero.held))):
            if word.status in ("any", hero.held[index].name):
                doing.emit(e.StatusEnded(hero.name, hero.held[index].name, index))
    doing.done(names)


# --- places


@verb(do.Send)
def send(doing: Speaking, word: do.Send) -> None:
    """Without travel cost; all else that a location asks for holds (HOC-AMB-48), and the infirmary is not left."""
    names = doing.targets(word.target)
    if word.to == INFIRMARY:
        return _send_to_infirmary(doing, names)
    movable = tuple(name for name in names if doing.board.hero(name).at_side)
    if not movable:
        return doing.skip()
    if word.to == CAMP:
        return _send_to_camp(doing, movable)
    named = [place for place in all_places(doing.board) if word.to in ("chosen_location", place[2:])]
    rules = {place: _barred(doing, movable, place) for place in named}
    places = tuple(place for place, found in rules.items() if "" in found and "HOC-LOC-04" not in found)
    if not places:
        banned = [place for place, found in rules.items() if PROHIBITED in found]
        return doing.skip(PROHIBITED if banned else NO_TARGET, movable, _banning(doing, movable, banned))
    (place,) = doing.choose(doing.run.seat, "place", places)
    for name in movable:
        if not _barred(doing, (name,), place)[0]:
            doing.emit(e.HeroSentToLocation(name, place))
    return doing.done(names)


def _barred(doing: Speaking, names: tuple[HeroName, ...], place: Place) -> list[str]:
    """What keeps each hero from being sent to a place, as things stand by now."""
    board, run = doing.board, doing.run
    return [barred(board, board.hero(name), place, run.seat, run.home) for name in names]


def _banning(doing: Speaking, names: tuple[HeroName, ...], places: list[Place]) -> tuple[str, ...]:
    """The cards and named statuses that forbid to send these heroes, or anybody, to the places."""
    found, strategies = doing.speaker.values, doing.board.components.strategies
    heroes = [found.heroes[name].givers_of("be_sent") for name in names if places]
    seat = [forbidders(found, doing.run.seat, "send_to_location", strategies[place[2:]]) for place in places]
    return tuple(dict.fromkeys(chain.from_iterable((*heroes, *seat))))


def _send_to_infirmary(doing: Speaking, names: tuple[HeroName, ...]) -> None:
    """Being sent is no wound, so nothing protects from it (HOC-AMB-04)."""
    if not names:
        return doing.skip()
    for hero in map(doing.board.hero, names):
        if hero.at_side:
            resistance = doing.speaker.values.heroes[hero.name].resistance
            doing.emit(e.HeroSentToInfirmary(hero.name, resistance, hero.place, doing.run.me))
    doing.done(names)


def _send_to_camp(doing: Speaking, names: tuple[HeroName, ...]) -> None:
    for name in names:
        if doing.board.hero(name).location:
            doing.emit(e.HeroSentToCamp(name))
    doing.done(names)


# --- branches


@verb(do.Choose)
def choose(doing: Speaking, word: do.Choose) -> None:
    """One option is gone into."""
    assert doing.run.at is not None
    options = tuple(str(number) for number in range(len(word.options)))
    (option,) = doing.choose(doing.seat_of(word.by), "option", options)
    doing.emit(e.BranchTaken(first(doing.board.components.steps, f"{doing.run.at}.{option}", doing.step.after)))


@verb(do.If)
def branch(doing: Speaking, word: do.If) -> None:
    """One list, or the other."""
    key = "then" if holds(doing.speaker, word.cond) else "else"
    doing.emit(e.BranchTaken(first(doing.board.components.steps, f"{doing.run.at}.{key}", doing.step.after)))


# --- by hand


@verb(do.ByHand)
def by_hand(doing: Speaking, word: do.ByHand) -> None:
    """HOC-GLD-01: the table enters what happens; where the service rolls nobody can (HOC-AMB-33)."""
    if doing.board.chance == "server":
        return doing.skip("KIT-HAND-01")
    doing.emit(e.EnteringStarted())
