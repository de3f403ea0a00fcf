"""What the conformance suite has to know of this game: every thinkable action, what is hidden, what never changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.derived import Values
from rulesets.heroes_of_the_campaign.effects import CopperEarned, HeroWounded, TaskStarted
from rulesets.heroes_of_the_campaign.ids import UNKNOWN
from rulesets.heroes_of_the_campaign.phases import (
    Choosing,
    ChoosingTeams,
    Fighting,
    GameOver,
    Running,
    Triggering,
    beneath,
)
from rulesets.heroes_of_the_campaign.pieces import REGULAR, TEAM, Hero, other
from rulesets.heroes_of_the_campaign.rules.by_hand import EnterByHand
from rulesets.heroes_of_the_campaign.rules.infirmary import is_active
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.setup import AgreeStarter, PickHero, PickStrategy
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.rules.using import UseCard, playable
from rulesets.heroes_of_the_campaign.rules.windows import GoOn, WatchFor
from rulesets.heroes_of_the_campaign.schema import Event, Location
from rulesets.heroes_of_the_campaign.values import compute, values
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.conformance import GameStep, Profile
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, Action, Effect, Viewer

ODD = ("", "nobody", "1.nobody", UNKNOWN)


def universe(board: Board) -> Iterator[Action[Board]]:
    """Some thousands of actions: all that are legal on the board, and many that are legal on none."""
    components = board.components
    heroes = (*(hero.name for hero in board.heroes), *ODD)
    cards = (*components.cards, *ODD)
    yield from (EndTurn(), GoOn(), EnterByHand(), EnterByHand((CopperEarned(1, 1), HeroWounded("1.nobody", 1, 1))))
    yield from map(AgreeStarter, range(-1, 4))
    yield from (WatchFor(when, turn) for when in ("no", "attack", "all", "never") for turn in (False, True))  # type: ignore[arg-type]
    for card in cards:
        yield from (PickHero(card), PickStrategy(card), DeploySupport(card), UseEvent(card), EnactLaw(card))
        yield from (LearnManeuver(card, hero) for hero in heroes)
    tasks = (*components.tasks, *ODD, "captain", "captain.charge.0")
    yield from (StartTask(hero, task) for hero in heroes for task in tasks)
    yield from (SendHero(hero, place) for hero in heroes for place in _places(board))
    yield from _choices(board)


def _places(board: Board) -> Iterator[str]:
    locations = [card for card, word in board.components.strategies.items() if isinstance(word, Location)]
    yield from (CAMP, INFIRMARY, *ODD)
    yield from (f"{seat}.{card}" for seat in (0, *seats_of(board), 3) for card in locations)


def _choices(board: Board) -> Iterator[Action[Board]]:
    yield from (Choose(()), Choose(("",)), Choose(("1.nobody",)))
    if isinstance(board.pending, Choosing):
        among = (*board.pending.among, "x")
        for size in range(1, min(len(among), 4) + 1):
            yield from map(Choose, combinations(among, size))
        yield Choose(tuple(reversed(board.pending.among)))
        yield Choose(board.pending.among[:1] * 2)


# --- what is hidden


def hidden(board: Board, viewer: Viewer) -> set[str]:
    """Cards of others that nobody has seen, but for those that the other player has as well: they may be named.

    While teams are chosen, who chooses sees all cards of the set on offer; `view` says that no choice is seen. A hand
    that is open to the viewer, and holds cards that the table did not see, tells which these may be.
    """
    if isinstance(board.pending, ChoosingTeams):
        return {*board.components.cards} if viewer == SPECTATOR else set()
    may_hold = playable(board, viewer) if isinstance(viewer, int) else ()
    return {card for seat in seats_of(board) if seat != viewer for card in _secret(board, seat)}.difference(
        may_hold, *(_owned(board, seat) if seat == viewer else _public(board, seat) for seat in seats_of(board))
    )


def _secret(board: Board, seat: Seat) -> set[str]:
    side = board.side(seat)
    return {*side.hand} - {*side.shown}


def _public(board: Board, seat: Seat) -> set[str]:
    side = board.side(seat)
    learned = chain.from_iterable(hero.learned for hero in board.team(seat))
    return {
        *side.shown,
        *side.laws,
        *side.removed,
        *side.locations,
        *learned,
        *(hero.card for hero in board.team(seat)),
    }


def _owned(board: Board, seat: Seat) -> set[str]:
    return _public(board, seat) | {*board.side(seat).hand, *board.side(seat).picked}


# --- what holds on every board; numbers as in the list of invariants


def invariants(board: Board) -> None:
    """All that can be told of one board."""
    _multisets_are_sorted(board)
    _phases_nest(board)
    if not board.round:
        return
    _copper(board)
    _infirmary(board)
    _locations(board)
    _cards(board)
    _slots(board)
    _values(board)


def _copper(board: Board) -> None:
    """1: never negative."""
    assert all(side.copper >= 0 for side in board.sides)


def _infirmary(board: Board) -> None:
    """2: in the infirmary if and only if the wounds equal the resistance; else below it."""
    derived = values(board).heroes
    for hero in board.heroes:
        resistance = derived[hero.name].resistance
        if hero.at_side:
            assert 0 <= hero.wounds < resistance, hero
        else:
            assert hero.wounds == resistance, hero


def _locations(board: Board) -> None:
    """3, 4: at a location are its owner's heroes, and no more than it holds, unless a card lets others in."""
    for hero in board.heroes:
        if location := hero.location:
            seat = int(hero.place[0])
            assert location in board.side(seat).locations
            guest = board.components.strategies[location]
            assert isinstance(guest, Location)
            if not _smugglers(board):
                assert seat == hero.seat
                assert guest.capacity is None or sum(h.place == hero.place for h in board.heroes) <= guest.capacity


def _smugglers(board: Board) -> bool:
    """Whether some card lets heroes in where the rules do not."""
    return any(hero.card == "smuggler" for hero in board.heroes)


def _cards(board: Board) -> None:
    """5, 6: three heroes each and at most three supports; three strategy cards over all zones."""
    for seat in seats_of(board):
        side, team = board.side(seat), list(board.team(seat))
        supports = [hero for hero in team if hero.support]
        assert len(team) - len(supports) == TEAM
        learned = [card for hero in team for card in hero.learned]
        elsewhere = [*side.laws, *side.removed, *side.locations, *learned, *(hero.card for hero in supports)]
        assert side.in_hand + len(elsewhere) == TEAM
        assert len({*side.hand, *elsewhere}) == len(side.hand) + len(elsewhere)
        assert {*side.shown} <= {*side.hand}
        assert all(isinstance(board.components.strategies[card], Event) for card in side.shown)
        assert len(side.laws) == len(side.enacted_at)


def _slots(board: Board) -> None:
    """7: a regular task for each hero and turn, a task for each maneuver and round, a use for each event and round."""
    second = any(hero.card == "hound" for hero in board.heroes)
    again = {card for side in board.sides for card in side.laws} >= {"charter"}
    for hero in board.heroes:
        assert hero.used.count(REGULAR) <= (2 if second else 1)
        assert all(hero.used.count(slot) == 1 for slot in hero.used if slot != REGULAR)
        assert {*hero.used} <= {REGULAR, *hero.learned}
    for side in board.sides:
        assert {*side.used} <= {*side.shown}
        for event in side.used:
            assert side.used.count(event) == 1 or event == "press_gang" or again or _charter(board), event


def _charter(board: Board) -> bool:
    return any("charter" in side.removed for side in board.sides)


def _values(board: Board) -> None:
    """12: what is remembered of derived values is what they are, and nothing inactive has a part in it."""
    known, fresh = values(board), compute(board)
    for hero in board.heroes:
        one = known.heroes[hero.name]
        assert one == fresh.heroes[hero.name], hero
        assert one.attack >= 0
        assert one.resistance >= 1
        assert all(
            held.until != "while_source" or is_active(board, held.source, held.seat, held.hero) for held in hero.held
        )
    assert (known.costs, known.allowed, known.forbidden) == (fresh.costs, fresh.allowed, fresh.forbidden)
    _listening(board, known)
    assert (known.listening, known.bearers, known.heard) == (fresh.listening, fresh.bearers, fresh.heard)


def _listening(board: Board, known: Values) -> None:
    """The triggers in play are those of the cards that a hero has, and of the laws in effect."""
    laws = {law for side in board.sides for law in side.laws}
    for card, listeners in board.components.listeners.items():
        bearers = [index for index, hero in enumerate(board.heroes) if hero.has(card)]
        assert known.bearers.get(card, []) == bearers
        assert bearers == [index for index, hero in enumerate(board.heroes) if card in hero.cards]
        for listener in listeners:
            heard = known.listening.get(listener.trigger.on, [])
            assert (listener in heard) == bool(bearers or card in laws)
            assert not heard or listener.trigger.on in known.heard


def _multisets_are_sorted(board: Board) -> None:
    """Equal tables are equal boards: what lies in no order is kept in one."""
    for side in board.sides:
        for cards in (side.hand, side.shown, side.used, side.locations, side.picked):
            assert list(cards) == sorted(cards)
    assert all(list(hero.used) == sorted(hero.used) for hero in board.heroes)
    keys = [(count.moment, count.seat, count.hero) for count in board.tally]
    assert keys == sorted(set(keys))


def _phases_nest(board: Board) -> None:
    """What is half done lies over a turn, or over the end of one."""
    *_, last = beneath(board.pending)
    if not isinstance(board.pending, GameOver) and board.round:
        assert type(last).__name__ in ("Turn", "EndingTurn"), last
    depth = sum(isinstance(pending, Running | Fighting | Triggering) for pending in beneath(board.pending))
    assert depth < 20


# --- what holds of every event


def transitions(step: GameStep[Board]) -> None:
    """All that can be told of one event."""
    if not step.before.round:
        return
    board = step.before
    for effect in step.effects:
        after = effect.apply(board)
        _copper_moves(board, after, effect)
        _hidden_cards(board, after, effect)
        _protected(board, effect)
        _blows(board, effect)
        board = after
    assert board == step.after


COPPER = (e.CopperEarned, e.CopperLost, e.CopperPaid)


def _copper_moves(before: Board, after: Board, effect: Effect[Board]) -> None:
    """1: the total changes by earning, paying and losing alone."""
    if sum(side.copper for side in before.sides) != sum(side.copper for side in after.sides):
        assert isinstance(effect, COPPER)
    if isinstance(effect, e.CopperTaken):
        assert effect.value == min(effect.asked, before.side(other(effect.seat)).copper) or before.chance == "table"


def _hidden_cards(before: Board, after: Board, effect: Effect[Board]) -> None:
    """5, 6: hidden cards never come back; a broken law stays broken."""
    for seat in seats_of(after):
        assert after.side(seat).hidden <= before.side(seat).hidden
        assert {*before.side(seat).removed} <= {*after.side(seat).removed}
    if isinstance(effect, e.CardShown):
        assert after.side(effect.seat).hidden == before.side(effect.seat).hidden - 1


def _protected(before: Board, effect: Effect[Board]) -> None:
    """8: no maneuver in round 1, and no wound for those who did not begin, but by what a card lets happen."""
    if before.round != 1:
        return
    if isinstance(effect, e.ManeuverLearned):
        assert effect.card == "night_school"
    if isinstance(effect, e.HeroWounded) and effect.value and before.chance == "server":
        hero = before.hero(effect.hero)
        assert hero.seat == before.starter or hero.card == "outlaw"


def _blows(before: Board, effect: Effect[Board]) -> None:
    """11: attack powers are those of just before."""
    if isinstance(effect, e.AttackMade):
        derived = values(before).heroes
        assert (effect.attack, effect.defence) == (derived[effect.attacker].attack, derived[effect.defender].attack)


# --- what holds of a whole game


def game(steps: Sequence[GameStep[Board]]) -> None:
    """9, 10, 13: tasks perform a prefix of their actions; a win comes of an attack on nobody, and is the end."""
    effects = list(chain.from_iterable(step.effects for step in steps))
    assert fold(steps[0].before, effects) == steps[-1].after
    wins = [number for number, effect in enumerate(effects) if isinstance(effect, e.GameWon)]
    assert wins in ([], [len(effects) - 1])
    board = steps[0].before
    for effect in effects:
        if isinstance(effect, e.GameWon):
            foes = [hero for hero in board.team(other(effect.seat)) if hero.at_side]
            assert all(_out_of_reach(board, hero) for hero in foes)
        board = effect.apply(board)
    _prefixes(steps)


def _out_of_reach(board: Board, hero: Hero) -> bool:
    derived = values(board).heroes[hero.name]
    return "untouchable" in derived.flags or bool(derived.untouchable_by)


def _prefixes(steps: Iterable[GameStep[Board]]) -> None:
    """9: between the start of a task and its end its actions come in their order, each once."""
    board = next(iter(steps)).before
    reached: dict[tuple[str, int], int] = {}
    for effect in chain.from_iterable(step.effects for step in steps):
        if isinstance(effect, TaskStarted):
            reached[effect.task, _depth(board)] = 0
        elif isinstance(effect, e.ActionEnded | e.ActionSkipped | e.BranchTaken) and effect.at:
            run = board.pending
            if isinstance(run, Running) and run.home in board.components.tasks:
                number = int(effect.at[len(run.home) + 1 :].split(".")[0])
                key = (run.home, _depth(board) - 1)
                assert reached.get(key, 0) <= number <= reached.get(key, 0) + 1
                reached[key] = number
        board = effect.apply(board)


def _depth(board: Board) -> int:
    return sum(isinstance(pending, Running) for pending in beneath(board.pending))


# --- 14: what a viewer sees


def view(truth: Board, seen: Board, viewer: Viewer) -> None:
    """Public things are as they are, the own hand too; of others' cards only the number shows."""
    assert (seen.heroes, seen.seat, seen.tally) == (truth.heroes, truth.seat, truth.tally)
    for seat in seats_of(truth):
        own, true = seen.side(seat), truth.side(seat)
        assert (own.copper, own.shown, own.used, own.laws) == (true.copper, true.shown, true.used, true.laws)
        assert (own.in_hand, own.hidden, own.watches) == (true.in_hand, true.hidden, true.watches)
        if seat == viewer:
            assert own == true
        else:
            assert {*own.hand} == {*own.shown}
            assert {*own.picked} <= {UNKNOWN}


def independent(one: Action[Board], two: Action[Board]) -> bool:
    """HOC-ANY-04: of cards used in one window the first to come is first, and the newest may count.

    So it is where a task that may be used in the opposing turn meets what the turn player does: it may look for whoever
    used a task, or for who is in the camp.
    """
    cards, deeds = UseCard | LearnManeuver, StartTask | SendHero | DeploySupport
    return not (isinstance(one, cards) or isinstance(two, cards) or (isinstance(one, deeds) and isinstance(two, deeds)))


def profile(components: Components | None = None) -> Profile[Board]:
    """The profile, for the set that ships or another one."""
    return Profile(
        universe=universe,
        hidden=hidden,
        shown=("hero", "support", "maneuver", "event", "law", "location", "place"),
        invariants=invariants,
        transitions=transitions,
        game=game,
        view=view,
        independent=independent,
        exact_each=2,
        exact_boards=0.0005,
        taken_boards=0.02,
        longest=1_500,
        components=components,
    )


PROFILE = profile()
