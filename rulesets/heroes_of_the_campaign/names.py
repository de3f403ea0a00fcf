"""How cards, heroes and places are called in sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import UNKNOWN, Address, CardId, HeroName, Place, card_of
from rulesets.heroes_of_the_campaign.phases import Running, Triggering, different
from rulesets.heroes_of_the_campaign.pieces import other
from rulesets.heroes_of_the_campaign.schema import Trigger
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.terms import CAMP
from rulesets.kit.svg import legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.ids import Watch
    from rulesets.heroes_of_the_campaign.phases import Choosing, Fired
    from rulesets.heroes_of_the_campaign.pieces import Held
    from rulesets.heroes_of_the_campaign.words.reading import Amount
    from rulesets.heroes_of_the_campaign.words.verbs import Verb
    from rulesets.kit.phases import Seat


WATCHES: dict[Watch, str] = {
    "no": "Let everything pass",
    "attack": "Be asked before attacks",
    "all": "Be asked before everything",
}
"""When a player wants to be asked, in words."""


def hero_words(board: Board, name: HeroName) -> str:
    """A hero in a sentence: `{1}'s Captain`."""
    seat, _, card = name.partition(".")
    return f"{{{seat}}}'s {board.components.name_of(card)}"


def wound_words(board: Board, name: HeroName, dealt: int, value: int) -> str:
    """How many of the wounds that it was dealt a hero takes, and why none: `takes 2 wounds`."""
    if value == dealt:
        return f"takes {counted(value, 'wound')}"
    if value > dealt:
        return f"takes {counted(value, 'wound')} instead of {dealt}"
    if value:
        return f"takes {value} of {dealt} wounds"
    return f"is spared {counted(dealt, 'wound')}{_protection(board, name)}"


def _protection(board: Board, name: HeroName) -> str:
    """Why a hero takes no wounds."""
    if board.round == 1 and int(name[0]) != board.starter:
        return f": no hero of {{{name[0]}}} takes any in round 1"  # HOC-SET-08
    if by := values(board).heroes[name].givers_of("cannot_be_wounded"):
        return f" because of {joined(_giver_words(board, giver) for giver in by)}"
    return ""


def left_words(wounds: int) -> str:
    """How many wounds are left: `1 wound left`."""
    return f"{counted(wounds, 'wound')} left" if wounds else "no wound left"


def place_words(board: Board, place: Place) -> str:
    """A place in a sentence: `the camp`, `Tower`."""
    return board.components.name_of(place[2:]) if place[0] in "12" else f"the {place}"


def card_words(board: Board, card: CardId) -> str:
    """A card, or one that the table has not seen."""
    return "An unseen card" if card == UNKNOWN else board.components.name_of(card)


def owned_words(board: Board, name: HeroName | Place, seat: Seat) -> str:
    """A hero, law or location by its owner and card, as an option of `seat` calls it: `Tower`, `{2}'s Tower`."""
    card = board.components.name_of(name[2:])
    return card if int(name[0]) == seat else f"{{{name[0]}}}'s {card}"


def to_place_words(board: Board, place: Place, seat: Seat) -> str:
    """Where an option of `seat` sends a hero: `the camp`, `Tower`, `{2}'s Tower`."""
    return place.capitalize() if place == CAMP else owned_words(board, place, seat)


def bought_words(board: Board, bought: Address) -> str:
    """What copper is paid for: a task, a strategy card, or the way to a location."""
    components = board.components
    return components.task_name(bought) if bought in components.tasks else components.name_of(bought)


def source_words(board: Board, home: Address) -> str:
    """The card that a list of actions stands on."""
    return board.components.name_of(card_of(home))


# --- why a game is over

ENDINGS = {"nobody_left": "no hero was left to be attacked"}
"""In words that go on after a colon."""


def ending_words(reason: str) -> str:
    """Why a game is over; a reason that the rulebook does not know is shown as it was entered."""
    return legible(ENDINGS.get(reason, reason))


# --- why an action was skipped

NOTHING: dict[type[do.Do], str] = {
    do.EarnCopper: "No copper is earned",
    do.LoseCopper: "No copper is lost",
    do.TakeCopper: "No copper is taken",
    do.Heal: "Nobody is healed",
    do.Wound: "Nobody is wounded",
    do.Attack: "Nobody is attacked",
    do.PerformTask: "No task is performed",
    do.BreakLaw: "No law is broken",
    do.AddStatus: "Nobody gets a status",
    do.RemoveStatus: "Nobody loses a status",
    do.Send: "Nobody is sent",
    do.ByHand: "Nothing is entered by hand",
}
"""What did not happen, by the verb that was skipped."""

REASONS = {
    "HOC-CMB-10": "no fitting defender",
    "HOC-LAW-06": "there is none to break",
    "HOC-VOC-11": "{heroes} cannot perform any now",
    "HOC-VOC-12": "forbidden by {cards}",
    "HOC-VOC-15": "{heroes} is in the infirmary",
    "HOC-TSK-11": "{heroes} cannot attack because of {cards}",
    "KIT-HAND-01": "Tabletale rolls and deals in this game",
}
"""By the rule that an action is skipped with; HOC-TSK-08 has several."""


def skipped_words(board: Board, run: Running, rule: str, heroes: tuple[HeroName, ...], by: tuple[str, ...]) -> str:
    """What did not happen and why, of the action that `run` is at; empty where another sentence has it.

    `heroes` are those that it would have been done with, `by` the cards and named statuses that forbid it.
    """
    assert run.at is not None
    if () in run.answers:
        return ""  # another sentence has it that nobody was chosen
    verb = type(board.components.steps[run.at].do)
    reason = REASONS.get(rule) or _no_target(heroes)
    who, cards = joined(hero_words(board, name) for name in heroes), joined(_giver_words(board, name) for name in by)
    return f"{NOTHING[verb]}: {reason.format(heroes=who, cards=cards)}."


def _no_target(heroes: tuple[HeroName, ...]) -> str:
    """HOC-TSK-08."""
    if heroes:
        return "no location takes {heroes}"
    return "no fitting hero"


def _giver_words(board: Board, giver: str) -> str:
    """A card or named status, as at its own place in a sentence."""
    return board.components.status_name(giver) if giver in board.components.named else source_words(board, giver)


# --- what may be chosen


def candidate_words(board: Board, pending: Choosing, name: str) -> str:
    """One of the candidates of a choice, in words that no other one has."""
    components, kind = board.components, pending.kind
    if kind in ("target", "defender", "law", "place"):
        return owned_words(board, name, pending.seat)
    if kind == "task":
        return components.task_name(name)
    if kind == "use":
        return "Use it" if name == "yes" else "Let it pass"
    return _unique_labels(board, pending)[name]


def _unique_labels(board: Board, pending: Choosing) -> dict[str, str]:
    """What abilities and options do, by name; those that read alike are counted."""
    back = pending.then
    if isinstance(back, Triggering):
        words = {name: _ability_words(board, back.queue[int(name)]) for name in pending.among}
    else:
        assert back.at is not None
        step = board.components.steps[back.at].do
        assert isinstance(step, do.Choose)
        words = {name: deeds_words(board, back.seat, step.options[int(name)]) for name in pending.among}
    often, seen, found = Counter(words.values()), Counter[str](), {}
    for name in sorted(words, key=int):
        seen[words[name]] += 1
        found[name] = words[name] if often[words[name]] == 1 else f"{words[name]} ({seen[words[name]]})"
    return found


def _ability_words(board: Board, fired: Fired) -> str:
    """A waiting ability: the hero that has it, its card if that is another one, what it does."""
    card, ability = source_words(board, fired.ability), board.components.abilities[fired.ability]
    assert isinstance(ability, Trigger)
    hero = board.components.name_of(fired.me[2:]) if fired.me else card
    by = hero if hero == card else f"{hero} at {card}" if _is_location(board, fired) else f"{hero} by {card}"
    return f"{by}: {_in_the_middle(deeds_words(board, fired.seat, ability.actions))}"


def fired_words(board: Board, fired: Fired) -> str:
    """A hero or law whose ability is used: `{1}'s Phoenix reacts with Feint`."""
    card = source_words(board, fired.ability)
    if fired.me is None:
        return f"{{{fired.seat}}}'s {card} reacts"
    own = card_of(fired.ability) == fired.me[2:]
    return f"{hero_words(board, fired.me)} reacts" + ("" if own else f" with {card}")


def _is_location(board: Board, fired: Fired) -> bool:
    return fired.me is not None and board.hero(fired.me).location == card_of(fired.ability)


def deeds_words(board: Board, seat: Seat, actions: Iterable[Verb]) -> str:
    """What a list of actions of `seat` does, in a few words: `{1} earns 2 copper, then attack`."""
    words = ", then ".join(_deed_words(board, seat, action) for action in actions) or "do nothing"
    return words[:1].upper() + words[1:]


def _in_the_middle(words: str) -> str:
    return words[:1].lower() + words[1:]


_MADE = {
    "in_cover": "bring into cover",
    "untouchable": "make untouchable",
    "draws_attacks": "make draw attacks",
    "cannot_attack": "keep from attacking",
    "cannot_be_wounded": "keep from wounds",
    "cannot_be_healed": "keep from healing",
    "cannot_perform_tasks": "keep from tasks",
}

_DEEDS: dict[type[do.Do], str] = {
    do.Attack: "attack",
    do.PerformTask: "perform a task",
    do.BreakLaw: "break a law",
    do.RemoveStatus: "end a status",
    do.Choose: "choose",
    do.If: "do as the card says",
    do.ByHand: "enter what the card says",
}


def _deed_words(board: Board, seat: Seat, action: Verb) -> str:
    match action:
        case do.EarnCopper(amount, player):
            return f"{_player_words(seat, player)} earns {_number(amount)}copper"
        case do.LoseCopper(amount, player):
            return f"{_player_words(seat, player)} loses {_number(amount)}copper"
        case do.TakeCopper(amount):
            return f"{{{seat}}} takes {_number(amount)}copper"
        case do.Heal(amount):
            return f"heal {_wounds(amount)}"
        case do.Wound(amount):
            return f"deal {_wounds(amount)}"
        case do.AddStatus(status):
            return (
                _MADE.get(status, f"give {board.components.status_name(status)}")
                if isinstance(status, str)
                else ("change a hero")
            )
        case do.Send(to=to):
            return f"send to {_destination(board, to)}"
        case _:
            return _DEEDS[type(action)]


def _player_words(seat: Seat, player: str) -> str:
    return f"{{{seat if player == 'you' else other(seat)}}}"


def _number(amount: Amount) -> str:
    """A number before a word; nothing for one that is worked out when it is read."""
    return f"{amount} " if isinstance(amount, int) else ""


def _wounds(amount: Amount) -> str:
    return counted(amount, "wound") if isinstance(amount, int) else "wounds"


def _destination(board: Board, to: str) -> str:
    components = board.components
    return components.name_of(to) if to in components.cards else "a location" if "location" in to else f"the {to}"


_AIMED: dict[type[do.Do], str] = {
    do.Heal: "Heal {}",
    do.Wound: "Hurt {}",
    do.Attack: "Attack with {}",
    do.PerformTask: "Have {} perform a task",
    do.RemoveStatus: "Free {} of a status",
    do.Send: "Send {}",
}

_PUT = {
    "in_cover": "Bring {} into cover",
    "untouchable": "Make {} untouchable",
    "draws_attacks": "Make {} draw attacks",
    "cannot_attack": "Keep {} from attacking",
    "cannot_be_wounded": "Keep {} from being wounded",
    "cannot_be_healed": "Keep {} from being healed",
    "cannot_perform_tasks": "Keep {} from performing tasks",
}

_CHOSEN = {
    "defender": "Attack {}",
    "law": "Break {}",
    "place": "Send to {}",
    "task": "Perform {}",
    "option": "{}",
    "trigger": "First {}",
}


def choice_words(board: Board, pending: Choosing, names: tuple[str, ...]) -> str:
    """An answer to a choice, with what it is chosen for: `Heal Guardian`, `Attack {2}'s Troll`."""
    if pending.kind == "use":
        return _use_words(board, pending, names)
    words = joined(_candidate_apart(board, pending, name) for name in names) or "nobody"
    return (_CHOSEN.get(pending.kind) or _aim_words(board, pending)).format(words)


def _aim_words(board: Board, pending: Choosing) -> str:
    back = pending.then
    action = board.components.steps[back.at].do if isinstance(back, Running) and back.at else None
    if isinstance(action, do.AddStatus):
        status = action.status if isinstance(action.status, str) else str(getattr(back, "at", ""))
        return _PUT.get(status, f"Give {{}} {_status_words(board, status)}")
    return _AIMED.get(type(action), "Choose {}") if action else "Choose {}"


def _candidate_apart(board: Board, pending: Choosing, name: str) -> str:
    """A candidate; of tasks that are called alike, with the cards that they stand on."""
    words = candidate_words(board, pending, name)
    if pending.kind == "task" and sum(candidate_words(board, pending, one) == words for one in pending.among) > 1:
        return f"{words} of {source_words(board, name)}"
    return words


def _use_words(board: Board, pending: Choosing, names: tuple[str, ...]) -> str:
    back = pending.then
    assert isinstance(back, Triggering)
    ability = _ability_words(board, asked_of(back))
    return f"Use {ability}" if names == ("yes",) else f"Let pass {ability}"


def asked_of(waiting: Triggering) -> Fired:
    """The ability that may be used or not."""
    ((number,),) = waiting.answers or (different(waiting.queue),)
    return waiting.queue[int(number)]


def chosen_words(board: Board, pending: Choosing, names: tuple[str, ...]) -> str:
    """What a seat chose, in a sentence; empty where the sentence of the next effect names the seat, and has it."""
    who = f"{{{pending.seat}}}"
    if pending.kind == "use" or (pending.kind == "defender" and pending.seat == _asking(pending)):
        return ""
    if not names:
        return f"{who} chooses nobody."
    words = joined(_chosen_words(board, pending, name) for name in names)
    if pending.kind == "trigger":
        return f"{who} lets this answer first: {words}."
    return f"{who} chooses{':' if pending.kind == 'option' else ''} {words}."


def _asking(pending: Choosing) -> Seat:
    back = pending.then
    return back.seat if isinstance(back, Running) else back.queue[0].seat


def _chosen_words(board: Board, pending: Choosing, name: str) -> str:
    """A candidate as a sentence names it, without a seat."""
    if pending.kind in ("target", "defender", "law") or name[:2] in ("1.", "2."):
        return hero_words(board, name)
    words = _candidate_apart(board, pending, name)
    return _in_the_middle(words) if pending.kind == "option" else words


# --- statuses

_GAINED = {
    "in_cover": "is in cover",
    "untouchable": "is untouchable",
    "draws_attacks": "draws attacks",
    "cannot_attack": "cannot attack",
    "cannot_be_wounded": "cannot be wounded",
    "cannot_be_healed": "cannot be healed",
    "cannot_perform_tasks": "cannot perform tasks",
}
_LOST = {
    "in_cover": "is no longer in cover",
    "untouchable": "is no longer untouchable",
    "draws_attacks": "no longer draws attacks",
    "cannot_attack": "may attack again",
    "cannot_be_wounded": "may be wounded again",
    "cannot_be_healed": "may be healed again",
    "cannot_perform_tasks": "may perform tasks again",
}
_UNTIL = {
    "end_of_task": " until the end of the task",
    "end_of_turn": " until the end of the turn",
    "end_of_round": " until the end of the round",
    "start_of_your_next_turn": " until the start of {}'s next turn",
}


def gained_words(board: Board, held: Held) -> str:
    """What a hero is with a status, and for how long: `is untouchable until the end of the turn`."""
    until = _UNTIL.get(held.until, "").replace("{}", f"{{{held.seat}}}")
    return (_GAINED.get(held.name) or f"has {_status_words(board, held.name)}") + until


def lost_words(board: Board, status: str) -> str:
    """What a hero is when one of its statuses ends."""
    return _LOST.get(status) or f"no longer has {_status_words(board, status)}"


def _status_words(board: Board, status: str) -> str:
    """A status that is no flag, as something that a hero has: `the status cursed`, `the effect of Levy`."""
    name = board.components.status_name(status)
    return name if "." in status else f"the status {name}"
