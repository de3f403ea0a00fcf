"""What the conformance suite has to know of Tactics: every thinkable action, what is hidden, what never changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects import (
    AttackDeclared,
    AttackEnded,
    GameWon,
    MagicBlocked,
    MonarchDamaged,
    ReservesRevealed,
    SoldierKilled,
)
from rulesets.heros_crossing_tactics.phases import (
    AttackerReserve,
    Damage,
    DefenderReserve,
    Flanking,
    GameOver,
    OverLimit,
    Placing,
    Recruiting,
    Turn,
)
from rulesets.heros_crossing_tactics.pieces import COLUMNS, KINDS, LEVELS, NONE, Soldiers, other
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve, DefenceReserve
from rulesets.heros_crossing_tactics.rules.damage import ChooseCasualty
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import Discard, DrawHero, FinishDrawing, Recruit
from rulesets.heros_crossing_tactics.rules.setup import PickHero, PlaceHeroes
from rulesets.kit.conformance import GameStep, Profile
from rulesets.kit.phases import seats_of
from rulesets.kit.piles import is_back
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, Action, Effect, Viewer

ODD_CARDS = ("?1", "?2", "?3", "?1.2", "?2.2", "?3.2", "?4", "?", "", "nobody")
ODD_COLUMNS = (-1, 0, 1, 2, 3, 4, 10**20)


def universe(board: Board) -> Iterator[Action[Board]]:
    """Up to four thousand actions: all that are legal on the board, and many that are legal on none."""
    held = chain.from_iterable(side.hand for side in board.sides)
    cards = tuple(dict.fromkeys((*board.components.level, *held, *ODD_CARDS)))
    yield from map(Recruit, ODD_COLUMNS)
    yield from map(Flank, ODD_COLUMNS)
    yield from map(DrawHero, (-1, 0, 1, 2, 3, 4))
    yield FinishDrawing()
    yield from map(ChooseCasualty, (*KINDS, "", "heroes"))
    for card in cards:
        yield from (Discard(card), PickHero(card), AttackReserve(card), DefenceReserve(card))
        yield from (HirePlace(column, card) for column in ODD_COLUMNS)
        slots = range(-1, 5) if isinstance(board.pending, Turn) else (1,)
        yield from (HireReplace(column, slot, card) for column in (0, 1, 2, 3, 4) for slot in slots)
    yield from (AttackReserve(), DefenceReserve())
    yield from (Attack(column, target) for column, target in product(ODD_COLUMNS, repeat=2))
    counts = range(-1, 17) if isinstance(board.pending, Flanking) else (-1, 0, 1)
    yield from (Send(kind, i, j) for kind in (*KINDS, "") for i, j in product(counts, repeat=2))
    at_hand = {card for side in board.sides for card in side.drafted}
    yield from (PlaceHeroes(*three) for three in product((*sorted(at_hand), "?1", "king", ""), repeat=3))


def hidden(board: Board, viewer: Viewer) -> set[str]:
    """Names in piles, in other hands, and in front of others face down."""
    names = set(chain.from_iterable((*pile.unseen, *chain(*pile.older)) for pile in board.piles))
    for seat in seats_of(board):
        if seat != viewer:
            names.update(card for card in _held(board, seat) if not is_back(card))
    return names


def _held(board: Board, seat: int) -> Iterator[str]:
    side, pending = board.side(seat), board.pending
    yield from (*side.hand, *side.draft, *side.drafted)
    if isinstance(pending, Placing):
        yield from chain.from_iterable(front.heroes for front in side.fronts)
    if isinstance(pending, DefenderReserve) and seat == board.seat and pending.attack.attacker_card:
        yield pending.attack.attacker_card


# --- what holds on every board; numbers as in the list of invariants


def invariants(board: Board) -> None:
    """All that can be told of one board."""
    _cubes_add_up(board)
    _cards_add_up(board)
    _multisets_are_sorted(board)
    _fronts_and_hands(board)
    _health(board)
    _activations(board)
    _reserves(board)


def _cubes_add_up(board: Board) -> None:
    """1: supply and Fronts together hold the cubes of the set, and nothing is negative."""
    stacks = [front.soldiers for side in board.sides for front in side.fronts]
    assert sum(stacks, board.supply) == board.components.cubes
    assert all(stack.count(kind) >= 0 for stack in (*stacks, board.supply) for kind in KINDS)


def _places(board: Board) -> Iterator[str]:
    for side in board.sides:
        yield from (side.monarch, *side.hand, *side.draft, *side.drafted)
        yield from chain.from_iterable(front.heroes for front in side.fronts)
    yield from board.discard
    if attack := getattr(board.pending, "attack", None):
        yield from filter(None, (attack.attacker_card, attack.defender_card))


def _cards_add_up(board: Board) -> None:
    """2: every card is in exactly one place; an unknown one is one of the names that no place tells."""
    placed = list(_places(board))
    named = [card for card in placed if not is_back(card)]
    for level in LEVELS:
        pile = board.pile(level)
        pools = (*pile.older, pile.unseen)
        for generation, pool in enumerate(pools, 1):
            unknown = placed.count(f"?{level}" if generation == 1 else f"?{level}.{generation}")
            in_pile = pile.size if generation == len(pools) else 0
            assert len(pool) == in_pile + unknown, f"level {level}, generation {generation}: {pool}"
            named += pool
    assert sorted(named) == sorted(board.components.level), named


def _multisets_are_sorted(board: Board) -> None:
    """Equal tables are equal boards: what lies in no order is kept in one."""
    held = chain.from_iterable((side.hand, side.draft, side.drafted) for side in board.sides)
    pools = chain.from_iterable((pile.unseen, *pile.older) for pile in board.piles)
    assert all(list(cards) == sorted(cards) for cards in (*held, *pools, board.discard))


def _fronts_and_hands(board: Board) -> None:
    """3 and 4: 1 to 3 heroes in a Front after the set-up; at most 5 cards in a hand but while drawing."""
    for side in board.sides:
        if board.round:
            assert all(1 <= len(front.heroes) <= 3 for front in side.fronts)
        assert len(side.hand) <= 5 or isinstance(board.pending, Recruiting | OverLimit)


def _health(board: Board) -> None:
    """5 and 6: 0 to 6, untouched in round 1; a dead Monarch ends the game."""
    health = [side.health for side in board.sides]
    assert all(0 <= points <= 6 for points in health)
    assert health == [6, 6] or board.round > 1
    assert (0 in health) is isinstance(board.pending, GameOver)
    assert health != [0, 0]


def _activations(board: Board) -> None:
    """7: at the start of a turn as many Fronts are activated as turns were taken in the round, fairly shared."""
    if isinstance(board.pending, Turn):
        one, two = (sum(front.activated for front in side.fronts) for side in board.sides)
        assert abs(one - two) <= 1
        assert one + two == (board.turn - 1) % 6
        assert board.round == (board.turn - 1) // 6 + 1
        assert (board.seat == board.first) is (board.turn % 2 == 1)
    assert (board.round == 0) is (board.turn == 0)


def _reserves(board: Board) -> None:
    """9: reserve cards and temporary Soldiers belong to an attack."""
    attacks = (AttackerReserve, DefenderReserve, Damage, GameOver)
    assert hasattr(board.pending, "attack") is isinstance(board.pending, attacks)
    if isinstance(board.pending, AttackerReserve | DefenderReserve):
        assert board.attack.temporary == NONE
        assert board.attack.defender_card is None


# --- what holds of every event


def transitions(step: GameStep[Board]) -> None:
    """All that can be told of one event."""
    before, after = step.before, step.after
    if not before.round:
        return
    _growing(step)
    for seat in seats_of(before):  # 5
        assert after.side(seat).health <= before.side(seat).health
    if after.round == before.round:  # 8
        assert after.first == before.first
    else:
        assert (after.round, after.first) == (before.round + 1, other(before.first))
        assert not any(front.activated for side in after.sides for front in side.fronts)  # 7
    if isinstance(step.action, Recruit | HirePlace | HireReplace | DrawHero | Discard):  # 10
        assert not any(less(*pair) for pair in _fronts(before, after))
    if isinstance(step.action, Flank | Send):
        assert [_army(before, seat) for seat in seats_of(before)] == [_army(after, seat) for seat in seats_of(after)]
        assert before.supply == after.supply


def _growing(step: GameStep[Board]) -> None:
    """3: Fronts never lose heroes or levels, and each Hire adds exactly one level."""
    levels = step.before.components.level
    hired = isinstance(step.action, HirePlace | HireReplace)
    if not hired:
        assert _heroes(step.before) == _heroes(step.after)
        return
    sums = [[sum(levels[hero] for hero in heroes) for heroes in _heroes(b)] for b in (step.before, step.after)]
    gained = [new - old for old, new in zip(*sums, strict=True)]
    assert sorted(gained) == [0, 0, 0, 0, 0, 1]
    assert all(len(old) <= len(new) for old, new in zip(_heroes(step.before), _heroes(step.after), strict=True))


def _heroes(board: Board) -> list[tuple[str, ...]]:
    return [front.heroes for side in board.sides for front in side.fronts]


def _fronts(before: Board, after: Board) -> Iterable[tuple[Soldiers, Soldiers]]:
    return (
        (before.front(seat, column).soldiers, after.front(seat, column).soldiers)
        for seat, column in product(seats_of(before), COLUMNS)
    )


def less(before: Soldiers, after: Soldiers) -> bool:
    """Whether some type became fewer."""
    return any(after.count(kind) < before.count(kind) for kind in KINDS)


def _army(board: Board, seat: int) -> Soldiers:
    return sum((front.soldiers for front in board.side(seat).fronts), NONE)


# --- what holds of a whole game


def game(steps: Sequence[GameStep[Board]]) -> None:
    """Attacks, from their declaration to their end, and 13: the last board is the fold of all effects."""
    board, attack = steps[0].before, None
    for effect in chain.from_iterable(step.effects for step in steps):
        if isinstance(effect, AttackDeclared):
            attack = (board, effect, list[Effect[Board]]())
        elif attack:
            attack[2].append(effect)
        board = effect.apply(board)
        if attack and isinstance(effect, AttackEnded | GameWon):
            _attack(*attack, board)
            attack = None
    assert board == steps[-1].after
    assert fold(steps[0].before, chain.from_iterable(step.effects for step in steps)) == board
    _forced(steps)


def _forced(steps: Sequence[GameStep[Board]]) -> None:
    """Whether a seat has a choice of a reserve card, all can see: one that is taken by itself tells no secret."""
    boards: dict[Viewer, Board] = dict.fromkeys((TABLE, 1, 2, SPECTATOR), steps[0].before)
    for effect in chain.from_iterable(step.effects for step in steps):
        boards = {viewer: effect.seen_by(viewer).apply(board) for viewer, board in boards.items()}
        truth = boards[TABLE]
        if isinstance(truth.pending, AttackerReserve | DefenderReserve):
            (seat,) = truth.pending.who(truth)
            choices = {any(islice(RULESET.legal_actions(board, seat), 1, None)) for board in boards.values()}
            assert len(choices) == 1, f"only some viewers see that seat {seat} has a choice"


def _attack(before: Board, declared: AttackDeclared, effects: list[Effect[Board]], after: Board) -> None:
    seat, foe = declared.seat, other(declared.seat)
    for number, column in product(seats_of(before), COLUMNS):  # 10
        if (number, column) != (foe, declared.target):
            assert before.front(number, column) == after.front(number, column)
    assert before.front(foe, declared.target).heroes == after.front(foe, declared.target).heroes
    assert before.side(seat).health == after.side(seat).health
    assert before.piles == after.piles or any(map(is_back, chain(*(side.hand for side in before.sides))))
    (revealed,) = (effect for effect in effects if isinstance(effect, ReservesRevealed))
    lost = sum(isinstance(effect, SoldierKilled | MonarchDamaged) for effect in effects)
    points = revealed.weapon + revealed.magic
    ended = any(isinstance(effect, MagicBlocked | GameWon) for effect in effects)
    assert lost == points or (ended and lost < points) or (lost == points and ended)  # 11
    hurt = after.side(foe).health < before.side(foe).health
    if hurt and isinstance(effects[-1], AttackEnded):  # 12
        assert not after.front(foe, declared.target).soldiers


# --- 14: what a viewer sees


def view(truth: Board, seen: Board, viewer: Viewer) -> None:
    """Public things are as they are, own cards too; of others' cards only the backs show."""
    assert (seen.supply, seen.discard, seen.seat, seen.first) == (truth.supply, truth.discard, truth.seat, truth.first)
    assert [pile.size for pile in seen.piles] == [pile.size for pile in truth.piles]
    levels = truth.components.level
    for seat in seats_of(truth):
        own, true = seen.side(seat), truth.side(seat)
        assert (own.health, own.monarch) == (true.health, true.monarch)
        assert sorted(levels[card] for card in own.hand) == sorted(levels[card] for card in true.hand)
        if truth.round:
            assert own.fronts == true.fronts
        if seat == viewer:
            assert own == true
        else:
            assert all(map(is_back, _held(seen, seat))), f"{viewer} sees {list(_held(seen, seat))}"


PROFILE: Profile[Board] = Profile(
    universe=universe,
    hidden=hidden,
    invariants=invariants,
    transitions=transitions,
    game=game,
    view=view,
    drawn_boards=0.001,
    shown=("monarch", "hero"),
    same_labels_ok="equal copies of a card or tile have one name",
    exact_each=2,
    exact_boards=0.001,
)
