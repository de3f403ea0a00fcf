"""Triggers: which abilities an event sets off, in which order they are performed, and which may be declined."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.ids import card_of
from rulesets.heroes_of_the_campaign.phases import Fired, Running, Triggering, beneath
from rulesets.heroes_of_the_campaign.rules.reading import Speaker, holds, matches
from rulesets.heroes_of_the_campaign.rules.values import values
from rulesets.heroes_of_the_campaign.schema import Trigger
from rulesets.kit.cards import Answers, Asking
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.board import Board, Hero
    from rulesets.heroes_of_the_campaign.components import Listener
    from rulesets.heroes_of_the_campaign.ids import Address, HeroName
    from rulesets.heroes_of_the_campaign.words.terms import Moment
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.structs import Effect

NO, YES = "no", "yes"
"""Answers to "use it?"."""


class Happening(NamedTuple):
    """Something that abilities listen to."""

    moments: tuple[Moment, ...]
    seat: Seat
    """Whose turn, copper, card or hero it is; for an attack the attacker's."""
    subject: HeroName | None = None
    other: HeroName | None = None
    left: str = ""
    """The place that the subject left for the infirmary."""
    law: str = ""
    """The law that was broken."""


def happening(effect: Effect[Board]) -> Happening | None:
    """What abilities can listen to in an effect; nothing where nothing was moved."""
    match effect:
        case e.HeroWounded(hero, _, taken, by):
            return Happening(("wounded",), _seat(hero), hero, by) if taken else None
        case e.HeroHealed(hero, _, healed, by):
            return Happening(("healed",), _seat(hero), hero, by) if healed else None
        case e.HeroLeftInfirmary(hero, _, by):
            return Happening(("left_infirmary", "healed"), _seat(hero), hero, by)
        case e.HeroSentToInfirmary(hero, _, left, by):
            return Happening(("sent_to_infirmary",), _seat(hero), hero, by, left=left)
        case e.HeroSentToLocation(hero, _):
            return Happening(("sent_to_location",), _seat(hero), hero)
        case e.AttackDeclared(attacker, defender, _):
            return Happening(("attack_declared",), _seat(attacker), attacker, defender)
        case e.AttackMade(attacker, defender, _, _):
            return Happening(("attack_made",), _seat(attacker), attacker, defender)
        case e.TaskStarted(hero, _, _):
            return Happening(("task_started",), _seat(hero), hero)
        case e.TaskEnded(hero, _):
            return Happening(("task_finished",), _seat(hero), hero)
        case _:
            return _of_player(effect)


def _of_player(effect: Effect[Board]) -> Happening | None:
    match effect:
        case e.CopperEarned(seat, amount):
            return Happening(("copper_earned",), seat) if amount else None
        case e.CopperTaken(seat, _, taken):
            return Happening(("copper_taken",), seat) if taken else None
        case e.EventUsed(seat, _):
            return Happening(("event_used",), seat)
        case e.LawEnacted(seat, _):
            return Happening(("law_enacted",), seat)
        case e.LawBroken(seat, card, by):
            return Happening(("law_broken",), seat, by, law=card)
        case e.ManeuverLearned(seat, _, hero):
            return Happening(("maneuver_learned",), seat, hero)
        case e.SupportDeployed(seat, card):
            return Happening(("support_deployed",), seat, f"{seat}.{card}")
        case e.TurnStarted(seat):
            return Happening(("turn_started",), seat)
        case e.TurnEnded(seat):
            return Happening(("turn_ended",), seat)
        case e.RoundStarted(_, seat):
            return Happening(("round_started",), seat)
        case _:
            return None


def _seat(hero: HeroName) -> Seat:
    return int(hero[0])


HEARD = frozenset(
    (
        e.HeroWounded,
        e.HeroHealed,
        e.HeroLeftInfirmary,
        e.HeroSentToInfirmary,
        e.HeroSentToLocation,
        e.AttackDeclared,
        e.AttackMade,
        e.TaskStarted,
        e.TaskEnded,
        e.CopperEarned,
        e.CopperTaken,
        e.EventUsed,
        e.LawEnacted,
        e.LawBroken,
        e.ManeuverLearned,
        e.SupportDeployed,
        e.TurnStarted,
        e.TurnEnded,
        e.RoundStarted,
    )
)
"""The types of effects that `happening` reads; all others are passed over at once."""


def fire(play: Play[Board], since: int) -> None:
    """Set off what listens to the effects from the `since`-th on; what some card looks back at is counted."""
    components = play.board.components
    queue: list[Fired] = []
    for effect in play.effects[since:]:
        if type(effect) not in HEARD or (heard := happening(effect)) is None:
            continue
        for moment in heard.moments:
            if moment in components.looked_at:
                seat = _seat(heard.subject) if heard.subject else heard.seat
                play.emit(e.Noted(moment, seat, heard.subject or ""))
            for listener in components.listeners.get(moment, ()):
                queue += (
                    fired for fired in _holders(play.board, listener, heard) if _answers(play.board, fired, heard)
                )
    if queue:
        turn = play.board.seat
        play.emit(e.TriggersSet(tuple(sorted(queue, key=lambda fired: fired.seat != turn))))  # HOC-VOC-04


def _holders(board: Board, listener: Listener, heard: Happening) -> Iterator[Fired]:
    """Everybody who has the ability, once for each (HOC-VOC-08), as far as it is active."""
    card, at, trigger = listener
    for hero in board.heroes:
        if has_card(hero, card):
            if trigger.active == "always" or hero.at_side == (trigger.active == "side"):
                yield Fired(at, hero.seat, hero.name, heard.subject, heard.other)
            elif _just_fell(hero, heard):
                yield Fired(at, hero.seat, hero.name, heard.subject, heard.other, gone=True)
        elif heard.left[2:] == card and _just_fell(hero, heard) and trigger.active != "infirmary":
            yield Fired(at, hero.seat, hero.name, heard.subject, heard.other, gone=True)
    for seat, side in enumerate(board.sides, 1):
        if card in side.laws:
            yield Fired(at, seat, None, heard.subject, heard.other)
        elif heard.law == card and heard.seat == seat:
            yield Fired(at, seat, None, heard.subject, heard.other, gone=True)


def has_card(hero: Hero, card: str) -> bool:
    """Whether a card's abilities are a hero's: its own, a maneuver's, its location's."""
    return card == hero.card or card in hero.learned or card == hero.location


def _just_fell(hero: Hero, heard: Happening) -> bool:
    """HOC-VOC-16."""
    return bool(heard.left) and heard.subject == hero.name


def _answers(board: Board, fired: Fired, heard: Happening) -> bool:
    """Whether an ability listens to just this, and is not at work already."""
    trigger = _trigger(board, fired.ability)
    if trigger.player != "either" and (heard.seat == fired.seat) != (trigger.player == "you"):
        return False
    speaker = Speaker(board, values(board), fired.seat, fired.me, fired.subject, fired.other)
    for word, name in ((trigger.subject, fired.subject), (trigger.other, fired.other)):
        if word is not None and (name is None or not matches(speaker, word, board.hero(name), "anywhere")):
            return False
    if trigger.if_ is not None and not holds(speaker, trigger.if_):
        return False
    return not _used_up(board, fired, trigger) and not _at_work(board, fired)


def _used_up(board: Board, fired: Fired, trigger: Trigger) -> bool:
    """Whether an ability was set off already in the turn, round or game that it is for once."""
    if trigger.once_per is None:
        return False
    key = (fired.ability, fired.seat, fired.me or "")
    return any(
        getattr(count, trigger.once_per) for count in board.tally if (count.moment, count.seat, count.hero) == key
    )


def _at_work(board: Board, fired: Fired) -> bool:
    """HOC-VOC-09: nothing is set off again while what it set off is performed, or waits itself (HOC-AMB-32)."""
    who = (fired.ability, fired.seat, fired.me)
    for pending in beneath(board.pending):
        if isinstance(pending, Running) and (pending.home, pending.seat, pending.me) == who:
            return True
        if isinstance(pending, Triggering) and any((f.ability, f.seat, f.me) == who for f in pending.queue):
            return True
    return False


def _trigger(board: Board, ability: Address) -> Trigger:
    trigger = board.components.abilities[ability]
    assert isinstance(trigger, Trigger)
    return trigger


# --- performing what was set off


@automatic(Triggering)
def answer(play: Play[Board]) -> None:
    """The next ability of the queue: dropped if it is inactive by now, chosen and perhaps declined, then performed."""
    board, waiting = play.board, Triggering.of(play.board)
    for fired in waiting.queue:
        if not _still_works(board, fired):
            return play.emit(e.TriggerDropped(fired))
    try:
        fired, used = _choose(board, waiting)
    except Asking as asking:
        return play.emit(e.ChoiceAsked(asking.seat, asking.kind, asking.among, asking.low, asking.high))
    if not used:
        return play.emit(e.TriggerDeclined(fired))
    play.emit(e.TriggerStarted(fired))
    if _trigger(board, fired.ability).once_per:
        play.emit(e.Noted(fired.ability, fired.seat, fired.me or ""))
    return None


def _still_works(board: Board, fired: Fired) -> bool:
    """Whether an ability that waited is still active, and not used up meanwhile."""
    trigger = _trigger(board, fired.ability)
    if _used_up(board, fired, trigger):
        return False
    if fired.gone:
        return True
    card = card_of(fired.ability)
    if fired.me is None:
        return card in board.side(fired.seat).laws
    hero = board.hero(fired.me)
    there = trigger.active == "always" or hero.at_side == (trigger.active == "side")
    return there and has_card(hero, card)


def _choose(board: Board, waiting: Triggering) -> tuple[Fired, bool]:
    """Which ability its player takes first, and whether it is used. Raises Asking."""
    answers, seat = Answers(waiting.answers), waiting.queue[0].seat
    (number,) = answers.choose(seat, "trigger", different(waiting.queue))
    fired = waiting.queue[int(number)]
    if not _trigger(board, fired.ability).optional:
        return fired, True
    (word,) = answers.choose(seat, "use", (NO, YES))
    return fired, word == YES


def different(queue: Iterable[Fired]) -> tuple[str, ...]:
    """The numbers in the queue of what its first player can take next: of each ability of each hero the first."""
    first: dict[tuple[Address, HeroName | None], str] = {}
    turn: Seat | None = None
    for number, fired in enumerate(queue):
        turn = turn or fired.seat
        if fired.seat == turn:
            first.setdefault((fired.ability, fired.me), str(number))
    return tuple(sorted(first.values()))
