"""The card language in plain words: what a card of a component set would say in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.reading import ADDED, COSTS, AmountOf, Filter, TargetOf
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.words.reading import Amount, Condition, Modifier, Target, Where
    from rulesets.heroes_of_the_campaign.words.verbs import Verb

MINUS = "\N{MINUS SIGN}"
WHO = {
    "self": "this hero",
    "subject": "that hero",
    "other": "the other hero",
    "last": "the same",
    "target": "its target",
}
SIDES = {"own": "your ", "opposing": "the opponent's ", "any": ""}
WHOSE = {"own": "your", "opposing": "the opponent's", "any": "all", "you": "your", "opponent": "the opponent's"}
OPS = {"<": "below", "<=": "at most", "==": "exactly", ">=": "at least", ">": "above"}
ROLES = {"attacker": "who attack", "defender": "who are attacked", "in_combat": "in combat"}
UNTIL = {
    "end_of_task": "until the end of the task",
    "end_of_turn": "until the end of the turn",
    "end_of_round": "until the end of the round",
    "start_of_your_next_turn": "until your next turn",
    "while_source": "as long as this card is active",
    "permanent": "for good",
}
MOMENTS = {
    "attack_declared": "an attack is declared",
    "attack_made": "an attack is made",
    "wounded": "a hero is wounded",
    "sent_to_infirmary": "a hero goes to the infirmary",
    "left_infirmary": "a hero leaves the infirmary",
    "healed": "a hero is healed",
    "turn_started": "a turn starts",
    "turn_ended": "a turn ends",
    "round_started": "a round starts",
    "copper_earned": "copper is earned",
    "copper_taken": "copper is taken",
    "law_enacted": "a law is enacted",
    "event_used": "an event is used",
    "task_started": "a task is started",
    "task_finished": "a task is finished",
    "law_broken": "a law is broken",
    "maneuver_learned": "a maneuver is learned",
    "support_deployed": "a support is deployed",
    "sent_to_location": "a hero is sent to a location",
}


def plain(name: str) -> str:
    """An id in words."""
    return name.replace("_", " ").replace("-", " ")


# --- numbers


def amount(of: Amount) -> str:
    """A number, or how it is worked out."""
    if isinstance(of, int):
        return str(of) if of >= 0 else f"{MINUS}{-of}"
    if not isinstance(of, AmountOf):
        return {"round": "the number of the round", "last_amount": "as many as that"}[of]
    return next(_worked_out(of))


def _worked_out(of: AmountOf) -> Iterator[str]:
    if of.count is not None:
        yield f"the number of {heroes(of.count)}"
    if of.copper is not None:
        yield f"{WHOSE[of.copper]} copper"
    if of.laws is not None:
        yield f"the number of {WHOSE[of.laws]} laws"
    if of.stat is not None:
        yield f"the {of.stat} of {WHO[of.of]}"
    yield from (f"{' plus '.join(map(amount, parts))}" for parts in (of.sum,) if parts)
    yield from (f"{' times '.join(map(amount, parts))}" for parts in (of.times,) if parts)
    yield from (f"the least of {joined(map(amount, parts))}" for parts in (of.min,) if parts)
    yield from (f"the most of {joined(map(amount, parts))}" for parts in (of.max,) if parts)


def _signed(of: Amount) -> str:
    if isinstance(of, int):
        return f"+{of}" if of >= 0 else f"{MINUS}{-of}"
    return f"+ {amount(of)}"


# --- heroes


def heroes(which: Filter) -> str:
    """`your wounded soldiers at the camp`, without a word for how many."""
    if which.self_ == "only":
        return " ".join(("this hero", *_traits(which)))
    if which.ref:
        return " ".join((WHO[which.ref], *_traits(which)))
    noun = f"{plain(which.class_)} heroes" if which.class_ else "heroes" if which.kind != "support" else "supports"
    other = "other " if which.self_ == "exclude" else ""
    wounded = {True: "wounded ", False: "unwounded ", None: ""}[which.wounded]
    return " ".join((f"{SIDES[which.side]}{other}{wounded}{noun}", *_traits(which)))


def _traits(which: Filter) -> Iterator[str]:
    """What follows the noun."""
    if which.wounded and (which.self_ == "only" or which.ref):
        yield "when wounded"
    if which.at:
        yield {"side": "at their side", "infirmary": "in the infirmary", "anywhere": "wherever they are"}[which.at]
    if which.place:
        yield f"at {_place(which.place)}"
    if which.card:
        yield f"called {plain(which.card)}"
    if which.status:
        yield _state(which.status)
    if which.not_status:
        yield f"but not those {_state(which.not_status)}"
    if which.maneuver:
        known = {"any": "with a maneuver", "none": "without a maneuver"}
        yield known.get(which.maneuver, f"who know {plain(which.maneuver)}")
    if which.task_used is not None:
        yield "whose task is used" if which.task_used else "whose task is not used"
    if which.role:
        yield ROLES[which.role]
    if which.where:
        yield _where(which.where)
    if which.extreme:
        yield f"with the {'most' if which.extreme.of == 'highest' else 'least'} {which.extreme.stat}"
    if which.any:
        yield f"that are {' or '.join(map(heroes, which.any))}"
    if which.not_:
        yield f"except {heroes(which.not_)}"


def _state(status: str) -> str:
    """`who are cursed`, `who cannot attack`."""
    return f"who {'' if status.startswith(('cannot_', 'draws_')) else 'are '}{plain(status)}"


def _where(where: Where) -> str:
    return f"with {where.stat} {OPS[where.op]} {amount(where.value)}"


def _place(place: str) -> str:
    return {"camp": "the camp", "infirmary": "the infirmary"}.get(place, plain(place))


def target(of: Target) -> str:
    """`one of your heroes`, `all opposing heroes`."""
    if not isinstance(of, TargetOf):
        return WHO[of]
    if of.all is not None:
        return f"all {heroes(of.all)}"
    assert of.pick
    many = f"up to {of.count}" if of.up_to else "one" if of.count == 1 else str(of.count)
    return f"{many} of {heroes(of.pick)}{' (the opponent chooses)' if of.by == 'opponent' else ''}"


# --- conditions


def condition(of: Condition) -> str:
    """What must hold, behind "if"."""
    return next(_holds(of))


def conditions(of: Iterable[Condition]) -> str:
    """All of them, behind a comma; empty for none."""
    return "".join(f", only if {condition(each)}" for each in of)


def _holds(of: Condition) -> Iterator[str]:
    if of.exists is not None:
        yield _there(of.exists, of.at_least)
    if of.compare is not None:
        left, op, right = of.compare
        yield f"{amount(left)} is {OPS[op]} {amount(right)}"
    if of.turn is not None:
        yield f"it is {'your' if of.turn == 'own' else 'not your'} turn"
    if of.law is not None:
        yield f"{LAWS.get(of.law, f'the law {plain(of.law)}')} is in effect"
    if of.happened is not None:
        yield _happened(of)
    if of.not_ is not None:
        yield _not(of.not_)
    yield " and ".join(map(condition, of.all or ())) or " or ".join(map(condition, of.any or ()))


def _there(which: Filter, least: int) -> str:
    if which.self_ == "only":
        return f"this hero is {' '.join(_traits(which)).removeprefix('when ').removeprefix('who are ')}"
    return f"there are {'any' if least == 1 else f'at least {least}'} of {heroes(which)}"


LAWS = {"own": "a law of yours", "opposing": "an opposing law", "any": "any law"}


def _happened(of: Condition) -> str:
    assert of.happened
    whose = {"own": " on your side", "opposing": " on the other side", "any": ""}[of.side]
    often = f" {of.at_least} times" if of.at_least > 1 else ""
    what = MOMENTS[of.happened].replace("a hero", "this hero") if of.self_ else MOMENTS[of.happened]
    by = " by this hero" if of.self_ and what == MOMENTS[of.happened] else ""
    return f"in this {of.in_} {what}{by}{whose}{often}"


def _not(of: Condition) -> str:
    if of.exists is not None and of.at_least == 1:
        return (
            _there(of.exists, 1).replace("there are any", "there are none").replace("this hero is", "this hero is not")
        )
    if of.turn is not None:
        return f"it is {'not your' if of.turn == 'own' else 'your'} turn"
    return f"it is not so that {condition(of)}"


# --- what is changed


def modifiers(of: Sequence[Modifier]) -> str:
    """Changes in a row."""
    return ", ".join(map(_modifier, of))


def _modifier(of: Modifier) -> str:
    player = {"own": "you ", "opposing": "the opponent ", "both": "both players ", None: ""}[of.player]
    cards = f" ({plain(of.cards)})" if of.cards else ""
    if of.allow or of.forbid:
        verb = "may" if of.allow else "may not"
        return (
            f"{player}{verb} {PERMISSIONS.get(of.allow or of.forbid or '', plain(of.allow or of.forbid or ''))}{cards}"
        )
    return f"{next(_changes(of))}{f' for {player.strip()}' if player else ''}"


PERMISSIONS = {
    "attack_untouchable": "attack untouchable heroes",
    "attack_own": "attack their own side",
    "second_regular_task": "perform a second regular task",
    "finish_task": "finish the task",
    "task_in_infirmary": "perform it in the infirmary",
    "task_in_opposing_turn": "perform it in the opponent's turn",
    "wounds_in_round_1": "be wounded in round 1",
    "learn_in_round_1": "learn in round 1",
    "use_opposing_location": "use opposing locations",
    "exceed_capacity": "exceed the capacity of a location",
    "repeat_event": "repeat an event",
    "any_time": "use cards at any time",
    "be_sent": "be sent",
    "deploy_support": "deploy supports",
    "learn_maneuver": "learn maneuvers",
    "use_event": "use events",
    "enact_law": "enact laws",
    "break_law": "break laws",
    "send_to_location": "send heroes to locations",
}


def _changes(of: Modifier) -> Iterator[str]:
    if of.stat is not None and of.add is not None:
        yield f"{of.stat} {_signed(of.add)}"
    if of.stat is not None and of.set is not None:
        yield f"{of.stat} is {amount(of.set)}"
    if of.flag:
        yield plain(of.flag)
    if of.lose_flag:
        yield f"no longer {plain(of.lose_flag)}"
    if of.untouchable_by:
        yield f"untouchable for {heroes(of.untouchable_by)}"
    if of.class_:
        yield f"also {plain(of.class_)}"
    if of.lose_class:
        yield "no class" if of.lose_class == "all" else f"no longer {plain(of.lose_class)}"
    for word in (*ADDED, *COSTS):
        if (changed := getattr(of, word)) is not None:
            yield f"{plain(word)} {_signed(changed)}"


# --- actions


def actions(of: Sequence[Verb]) -> str:
    """Actions in their order; `nothing` for none."""
    return "; ".join(map(action, of)) or "nothing"


def action(of: Verb) -> str:
    """One action."""
    match of:
        case do.EarnCopper():
            return f"{'earn' if of.player == 'you' else 'the opponent earns'} {_copper(of.amount)}"
        case do.LoseCopper():
            return f"{'lose' if of.player == 'you' else 'the opponent loses'} {_copper(of.amount)}"
        case do.TakeCopper():
            return f"take {_copper(of.amount)} from the opponent"
        case do.Heal():
            return f"heal {target(of.target)} by {amount(of.amount)}"
        case do.Wound():
            return f"wound {target(of.target)} by {amount(of.amount)}"
        case do.Attack():
            return _attack(of)
        case do.PerformTask():
            return f"{target(of.with_)} performs a task at once{' for free' if of.cost == 'free' else ''}"
        case do.BreakLaw():
            return f"break {LAWS[of.whose]}"
        case do.AddStatus():
            status = plain(of.status) if isinstance(of.status, str) else modifiers(of.status.modifiers)
            return f"{target(of.target)}, {UNTIL[of.until]}: {status}"
        case do.RemoveStatus():
            return f"end {'every status' if of.status == 'any' else plain(of.status)} of {target(of.target)}"
        case do.Send():
            to = {"chosen_location": "a location"}.get(of.to, _place(of.to))
            return f"send {target(of.target)} to {to}"
        case do.Choose():
            who = "the opponent chooses" if of.by == "opponent" else "choose"
            return f"{who} one: {', or '.join(map(actions, of.options))}"
        case do.If():
            other = f", else {actions(of.else_)}" if of.else_ else ""
            return f"if {condition(of.cond)}, {actions(of.then)}{other}"
        case do.ByHand():
            return of.text.rstrip(".")
    raise NotImplementedError(type(of).__name__)


def _copper(of: Amount) -> str:
    return f"{amount(of)} copper" if isinstance(of, int) else f"copper ({amount(of)})"


def _attack(of: do.Attack) -> str:
    by = "" if of.with_ == "self" else f"{target(of.with_)} makes an "
    whom = "" if of.against == Filter(side="opposing") else f" against any of {heroes(of.against)}"
    chooses = ", whom the opponent chooses" if of.chosen_by == "opponent" else ""
    changed = f", with {modifiers(of.modifiers)}" if of.modifiers else ""
    return f"{by}attack{whom}{chooses}{changed}"
