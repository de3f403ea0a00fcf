"""Triggers: which abilities an event sets off, in which order they are performed, and which may be declined."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.evaluation import Speaker, holds, matches
from rulesets.heroes_of_the_campaign.phases import Fired, GameOver, Running, Triggering, beneath, different
from rulesets.heroes_of_the_campaign.pieces import counted
from rulesets.heroes_of_the_campaign.rules.infirmary import cascade, is_active
from rulesets.heroes_of_the_campaign.schema import Trigger
from rulesets.heroes_of_the_campaign.values import values
from rulesets.kit.cards import Answers, asks
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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


def _of_hero(hero: HeroName, other: HeroName | None = None, left: str = "") -> Happening:
    return Happening(_seat(hero), hero, other, left)


def _seat(hero: HeroName) -> Seat:
    return int(hero[0])


MOMENTS: dict[type[Effect[Board]], tuple[tuple[Moment, ...], Callable[[Any], Happening | None]]] = {
    e.HeroWounded: (("wounded",), lambda effect: _of_hero(effect.hero, effect.by) if effect.value else None),
    e.HeroHealed: (("healed",), lambda effect: _of_hero(effect.hero, effect.by) if effect.value else None),
    e.HeroLeftInfirmary: (("left_infirmary", "healed"), lambda effect: _of_hero(effect.hero, effect.by)),
    e.HeroSentToInfirmary: (("sent_to_infirmary",), lambda effect: _of_hero(effect.hero, effect.by, effect.left)),
    e.HeroSentToLocation: (("sent_to_location",), lambda effect: _of_hero(effect.hero)),
    e.AttackDeclared: (("attack_declared",), lambda effect: _of_hero(effect.attacker, effect.defender)),
    e.AttackMade: (("attack_made",), lambda effect: _of_hero(effect.attacker, effect.defender)),
    e.TaskStarted: (("task_started",), lambda effect: _of_hero(effect.hero)),
    e.TaskEnded: (("task_finished",), lambda effect: _of_hero(effect.hero)),
    e.CopperEarned: (("copper_earned",), lambda effect: Happening(effect.seat) if effect.value else None),
    e.CopperTaken: (("copper_taken",), lambda effect: Happening(effect.seat) if effect.value else None),
    e.EventUsed: (("event_used",), lambda effect: Happening(effect.seat)),
    e.LawEnacted: (("law_enacted",), lambda effect: Happening(effect.seat)),
    e.LawBroken: (("law_broken",), lambda effect: Happening(effect.seat, effect.by, law=effect.card)),
    e.ManeuverLearned: (("maneuver_learned",), lambda effect: Happening(effect.seat, effect.hero)),
    e.SupportDeployed: (("support_deployed",), lambda effect: _of_hero(f"{effect.seat}.{effect.card}")),
    e.TurnStarted: (("turn_started",), lambda effect: Happening(effect.seat)),
    e.TurnEnded: (("turn_ended",), lambda effect: Happening(effect.seat)),
    e.RoundStarted: (("round_started",), lambda effect: Happening(effect.seat)),
}
"""What abilities can listen to, by the effect that it happens with; nothing happens where nothing was moved."""

NOTHING: tuple[tuple[Moment, ...], Callable[[Any], Happening | None]] = ((), lambda _effect: None)
"""What abilities can listen to in other effects."""

TAKING_AWAY = frozenset((e.HeroSentToInfirmary, e.LawBroken))
"""Effects that make a card inactive whose own abilities hear of it still (HOC-VOC-16)."""


def follow(play: Play[Board], since: int = 0) -> None:
    """HOC-INF-10: after every action the infirmary, then triggers, of all effects from the `since`-th on."""
    if type(play.board.pending) is not GameOver:
        cascade(play, since)
        fire(play, since)


def fire(play: Play[Board], since: int) -> None:
    """Set off what listens to the effects from the `since`-th on; what some card looks back at is counted."""
    components, found = play.board.components, values(play.board)
    queue: list[Fired] = []
    for effect in play.effects[since:]:
        moments, happening = MOMENTS.get(type(effect), NOTHING)
        if found.heard.isdisjoint(moments) and type(effect) not in TAKING_AWAY:
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
        every = chain.from_iterable(components.listeners.values())
        return (listener for listener in every if listener.trigger.on == moment)
    return listening.get(moment, ())


def _holders(board: Board, listener: Listener, heard: Happening) -> Iterator[Fired]:
    """Everybody who has the ability, once for each (HOC-VOC-08), as far as it is active."""
    card, at, trigger = listener
    fell = heard.subject if heard.left else None
    left = heard.left.partition(".")[2] == card and trigger.active != "infirmary"
    bearers = values(board).bearers.get(card, ())
    for index in range(len(board.heroes)) if left else bearers:
        hero = board.heroes[index]
        active = index in bearers and (trigger.active == "always" or hero.at_side == (trigger.active == "side"))
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
    if _used_up(board, fired, trigger) or _at_work(board, fired):
        return False
    speaker = Speaker(board, values(board), fired.seat, fired.me, fired.subject, fired.other)
    for word, name in ((trigger.subject, fired.subject), (trigger.other, fired.other)):
        if word is not None and (name is None or not matches(speaker, word, board.hero(name), "anywhere")):
            return False
    return trigger.if_ is None or holds(speaker, trigger.if_)


def _used_up(board: Board, fired: Fired, trigger: Trigger) -> bool:
    """Whether an ability was set off already in the turn, round or game that it is for once."""
    if trigger.once_per is None:
        return False
    count = counted(board.tally, fired.key)
    return count is not None and getattr(count, trigger.once_per) > 0


def _at_work(board: Board, fired: Fired) -> bool:
    """HOC-VOC-09: nothing is set off again while what it set off is performed, or waits itself (HOC-AMB-32)."""
    key = fired.key
    for pending in beneath(board.pending):
        if type(pending) is Running and (pending.home, pending.seat, pending.me or "") == key:
            return True
        if type(pending) is Triggering and any(waiting.key == key for waiting in pending.queue):
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
