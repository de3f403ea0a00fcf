"""Triggers: which abilities an event sets off, in which order they are performed, and which may be declined."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.effects.common import OfCard, OfHero, OfSeat
from rulesets.heroes_of_the_campaign.evaluation import Speaker, holds, matches
from rulesets.heroes_of_the_campaign.phases import Fired, GameOver, Running, Triggering, beneath, different
from rulesets.heroes_of_the_campaign.pieces import counted
from rulesets.heroes_of_the_campaign.rules.infirmary import cascade, is_active
from rulesets.heroes_of_the_campaign.schema import Trigger
from rulesets.heroes_of_the_campaign.values import values
from rulesets.kit.cards import Answers, asks
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.derived import Listener
    from rulesets.heroes_of_the_campaign.ids import Address, HeroName
    from rulesets.heroes_of_the_campaign.words.terms import Moment
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.structs import Effect

    Listening = Mapping[Moment, Sequence[Listener]]

NO, YES = "no", "yes"
"""Answers to "use it?"."""


class Happening(NamedTuple):
    """Something that abilities listen to."""

    seat: Seat
    """Whose turn, copper, card or hero it is; for an attack the attacker's."""
    subject: HeroName | None = None
    other: HeroName | None = None
    left: str = ""
    """The place that the subject left for the infirmary."""
    law: str = ""
    """The law that was broken."""


MOMENTS: dict[type[Effect[Board]], tuple[Moment, ...]] = {
    e.HeroWounded: ("wounded",),
    e.HeroHealed: ("healed",),
    e.HeroLeftInfirmary: ("left_infirmary", "healed"),
    e.HeroSentToInfirmary: ("sent_to_infirmary",),
    e.HeroSentToLocation: ("sent_to_location",),
    e.AttackDeclared: ("attack_declared",),
    e.AttackMade: ("attack_made",),
    e.TaskStarted: ("task_started",),
    e.TaskEnded: ("task_finished",),
    e.CopperEarned: ("copper_earned",),
    e.CopperTaken: ("copper_taken",),
    e.EventUsed: ("event_used",),
    e.LawEnacted: ("law_enacted",),
    e.LawBroken: ("law_broken",),
    e.ManeuverLearned: ("maneuver_learned",),
    e.SupportDeployed: ("support_deployed",),
    e.TurnStarted: ("turn_started",),
    e.TurnEnded: ("turn_ended",),
    e.RoundStarted: ("round_started",),
}
"""What abilities can listen to, by the effect that it happens with."""

TAKING_AWAY = (e.HeroSentToInfirmary, e.LawBroken)
"""Effects that make a card inactive whose own abilities hear of it still (HOC-VOC-16)."""


def happening(effect: Effect[Board]) -> Happening | None:
    """What abilities can listen to in an effect of `MOMENTS`; nothing where nothing was moved."""
    match effect:
        case e.HeroWounded(value=0) | e.HeroHealed(value=0) | e.CopperEarned(value=0) | e.CopperTaken(value=0):
            return None
        case e.AttackDeclared(attacker, defender) | e.AttackMade(attacker, defender):
            return Happening(_seat(attacker), attacker, defender)
        case e.HeroSentToInfirmary(hero, _, left, by):
            return Happening(_seat(hero), hero, by, left=left)
        case OfHero(hero):
            return Happening(_seat(hero), hero, getattr(effect, "by", None))
        case e.LawBroken(seat, card, by):
            return Happening(seat, by, law=card)
        case e.ManeuverLearned(seat, _, hero):
            return Happening(seat, hero)
        case e.SupportDeployed(seat, card):
            return Happening(seat, f"{seat}.{card}")
        case OfSeat(seat) | OfCard(seat) | e.RoundStarted(_, seat):
            return Happening(seat)
        case _:
            return None


def _seat(hero: HeroName) -> Seat:
    return int(hero[0])


def follow(play: Play[Board], since: int = 0) -> None:
    """HOC-INF-10: after every action the infirmary, then triggers, of all effects from the `since`-th on."""
    if not isinstance(play.board.pending, GameOver):
        cascade(play, since)
        fire(play, since)


def fire(play: Play[Board], since: int) -> None:
    """Set off what listens to the effects from the `since`-th on; what some card looks back at is counted."""
    components, found = play.board.components, values(play.board)
    queue: list[Fired] = []
    for effect in play.effects[since:]:
        moments = MOMENTS.get(type(effect), ())
        if found.heard.isdisjoint(moments) and not isinstance(effect, TAKING_AWAY):
            continue
        if (heard := happening(effect)) is None:
            continue
        for moment in moments:
            if moment in components.looked_at:
                seat = _seat(heard.subject) if heard.subject else heard.seat
                play.emit(e.Noted(moment, seat, heard.subject or ""))
            for listener in _listeners(components, found.listening, moment, heard):
                queue += (
                    fired for fired in _holders(play.board, listener, heard) if _answers(play.board, fired, heard)
                )
    if queue:
        turn = play.board.seat
        play.emit(e.TriggersSet(tuple(sorted(queue, key=lambda fired: fired.seat != turn))))  # HOC-VOC-04


def _listeners(components: Components, listening: Listening, moment: Moment, heard: Happening) -> Iterable[Listener]:
    """What may listen to a moment: the triggers in play, and those of what was just taken away."""
    if heard.left or heard.law:
        return (listener for listener in components.listeners if listener.trigger.on == moment)
    return listening.get(moment, ())


def _holders(board: Board, listener: Listener, heard: Happening) -> Iterator[Fired]:
    """Everybody who has the ability, once for each (HOC-VOC-08), as far as it is active."""
    card, at, trigger = listener
    fell = heard.subject if heard.left else None
    left = heard.left[2:] == card and trigger.active != "infirmary"
    for hero in board.heroes:
        has = hero.has(card)
        if not has and not left:
            continue
        active = has and (trigger.active == "always" or hero.at_side == (trigger.active == "side"))
        if active or hero.name == fell:  # HOC-VOC-16
            yield Fired(at, hero.seat, hero.name, heard.subject, heard.other, gone=not active)
    for seat, side in enumerate(board.sides, 1):
        enacted = card in side.laws
        if enacted or (heard.law == card and heard.seat == seat):
            yield Fired(at, seat, None, heard.subject, heard.other, gone=not enacted)


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
    count = counted(board.tally, fired.key)
    return count is not None and getattr(count, trigger.once_per) > 0


def _at_work(board: Board, fired: Fired) -> bool:
    """HOC-VOC-09: nothing is set off again while what it set off is performed, or waits itself (HOC-AMB-32)."""
    for pending in beneath(board.pending):
        if isinstance(pending, Running) and (pending.home, pending.seat, pending.me or "") == fired.key:
            return True
        if isinstance(pending, Triggering) and any(waiting.key == fired.key for waiting in pending.queue):
            return True
    return False


def _trigger(board: Board, ability: Address) -> Trigger:
    trigger = board.components.abilities[ability]
    assert isinstance(trigger, Trigger)
    return trigger


# --- performing what was set off


@automatic(Triggering)
@asks(e.ChoiceAsked)
def answer(play: Play[Board]) -> None:
    """The next ability waiting: dropped if inactive or used up by now, else chosen, perhaps declined, performed."""
    board, waiting = play.board, Triggering.of(play.board)
    for fired in waiting.queue:
        active = fired.gone or is_active(board, fired.ability, fired.seat, fired.me)
        if not active or _used_up(board, fired, _trigger(board, fired.ability)):
            return play.emit(e.TriggerDropped(fired))
    fired, used = _choose(board, waiting)
    if not used:
        return play.emit(e.TriggerDeclined(fired))
    play.emit(e.TriggerStarted(fired))
    if _trigger(board, fired.ability).once_per:
        play.emit(e.Noted(*fired.key))
    return None


def _choose(board: Board, waiting: Triggering) -> tuple[Fired, bool]:
    """Which ability its player takes first, and whether it is used. Raises Asking."""
    answers, seat = Answers(waiting.answers), waiting.queue[0].seat
    (number,) = answers.choose(seat, "trigger", different(waiting.queue))
    fired = waiting.queue[int(number)]
    if not _trigger(board, fired.ability).optional:
        return fired, True
    (word,) = answers.choose(seat, "use", (NO, YES))
    return fired, word == YES
