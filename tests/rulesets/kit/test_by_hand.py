"""What a table enters by hand, in a game of points that knows nothing else."""

import sys
from random import Random
from typing import Any, Literal

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.adjusting import MOST_EFFECTS
from rulesets.kit.by_hand import ByHand
from rulesets.kit.chance import GivenChance
from rulesets.kit.conformance import Profile, check
from rulesets.kit.errors import UnknownAction
from rulesets.kit.phases import GameOver, Phase, Seat
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.ruleset import KIT_RULES, Ruleset
from rulesets.kit.scenario import Scenario, given
from rulesets.kit.structs import Effect, GameEnded, Start, Viewer, sees

MOST_POINTS = 9


class Components:
    """Nothing at all."""

    hash = "0" * 64


class Due(Phase, frozen=True):
    """A card waits to be entered."""

    rule = "KIT-OVER-01"

    def who(self, board: "Board") -> tuple[Seat, ...]:
        return (1,)


class Board(Struct, frozen=True):
    """Points, the secret of seat 1, and how many cards are still to come."""

    components: Components
    pending: Due | GameOver
    chance: Literal["table", "server"]
    cards: int = 3
    points: int = 0
    secret: str = ""
    round: int = 1
    turn: int = 1
    seats: int = 2


class PointsSet(Effect[Board], frozen=True):
    """May be entered."""

    adjustable = True
    columns = {"points": "value"}
    points: int

    def apply(self, board: Board) -> Board:
        return replace(board, points=self.points)

    def check(self, board: Board) -> None:
        need(board.points <= self.points <= MOST_POINTS, "KIT-CAP-01")


class SecretSet(Effect[Board], frozen=True):
    """May be entered, and is for the eyes of seat 1."""

    adjustable = True
    columns = {"secret": "choice"}
    secret: str

    def apply(self, board: Board) -> Board:
        return replace(board, secret=self.secret)

    def seen_by(self, viewer: Viewer) -> "SecretSet":
        return self if sees(viewer, 1) else SecretSet("?")


class CardDone(Effect[Board], frozen=True):
    """May not be entered."""

    def apply(self, board: Board) -> Board:
        cards = board.cards - 1
        return replace(board, cards=cards, pending=board.pending if cards else GameOver((1,), "cards"))


class Enter(ByHand[Board], frozen=True):
    """The ruleset's own action."""

    silent = {"effects": "each is a row of its own"}
    effects: tuple[PointsSet | SecretSet | CardDone, ...] = ()
    phase = Due

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> "Enter | None":
        if board.chance == "server" or rng.random() < 0.5:
            return None
        return cls((PointsSet(rng.randint(board.points, MOST_POINTS)), SecretSet("abc")))

    def perform(self, play: Play[Board]) -> None:
        super().perform(play)
        play.emit(CardDone())


@automatic(Due)
def _skip(play: Play[Board]) -> None:
    """Where the service rolls, nobody could enter anything: the card is passed over."""
    if play.board.chance == "server":
        play.emit(CardDone())


RULESET: Ruleset[Board] = Ruleset(
    __name__,
    name="points",
    title="Points",
    seats=range(2, 3),
    home=Due,
    rules=(sys.modules[__name__],),
    effects=sys.modules[__name__],
    board=Board,
    load=lambda _text: Components(),
    empty_board=lambda start, components: Board(components, Due(), start.chance),
    start=lambda play: play.emit(PointsSet(0)),
    standing=lambda board: ((1, board.points), (2, 0)),
    endings={"cards": "no card is left"},
)
RULESET.rules = KIT_RULES  # it has no rules of its own, and no starter set
RULESET.starter = ""


def table(chance: Literal["table", "server"] = "table", points: int = 0) -> Scenario[Board]:
    return given(RULESET, Board(Components(), Due(), chance, points=points))


def test_what_is_entered_happens_in_its_order() -> None:
    """The effects are the ruleset's own, and play goes on after them."""
    table().when(1, Enter((PointsSet(2), PointsSet(4)))).then(PointsSet(2), PointsSet(4), CardDone())


def test_nothing_may_happen() -> None:
    """An empty entry is an entry, and the one that is listed."""
    assert list(RULESET.legal_actions(table().board, 1)) == [Enter()]
    table().when(1, Enter()).then(CardDone())


def test_nothing_is_entered_where_the_service_rolls() -> None:
    """Else a player could enter any fate."""
    table("server").when(1, Enter()).refused("KIT-HAND-01")
    assert not list(RULESET.legal_actions(table("server").board, 1))


def test_too_much_at_once_is_refused() -> None:
    """Every way in is bounded."""
    table().when(1, Enter((PointsSet(1),) * MOST_EFFECTS)).then(*(PointsSet(1),) * MOST_EFFECTS, CardDone())
    table().when(1, Enter((PointsSet(1),) * (MOST_EFFECTS + 1))).refused("KIT-HAND-02")


def test_only_adjustable_effects_are_entered() -> None:
    """What moves play itself is the ruleset's to emit."""
    assert RULESET.adjustable == (PointsSet, SecretSet)
    table().when(1, Enter((CardDone(),))).refused("KIT-HAND-03")


def test_an_entered_effect_must_be_possible_on_the_board_that_it_meets() -> None:
    """Each is checked, by the rule that it would break, after the ones before it."""
    table(points=3).when(1, Enter((PointsSet(2),))).refused("KIT-CAP-01")
    table(points=3).when(1, Enter((PointsSet(5), PointsSet(4)))).refused("KIT-CAP-01")
    table(points=3).when(1, Enter((PointsSet(4), PointsSet(5)))).then(PointsSet(4), PointsSet(5), CardDone())


@pytest.mark.parametrize(
    ("effects", "path"),
    [
        ("all", "/effects"),
        ([{"type": "PointsSet"}], "/effects/0"),
        ([{"type": "PointsSet", "points": "many"}], "/effects/0/points"),
        ([{"type": "PointsSet", "points": 1}, {"type": "PointsSet", "points": 1, "to": 2}], "/effects/1/to"),
        ([{"type": "GameEnded", "winners": [1], "reason": "mine"}], "/effects/0/type"),
        ([{"points": 1}], "/effects/0"),
    ],
)
def test_a_malformed_entry_says_where(effects: Any, path: str) -> None:
    """Each fault is named by its JSON pointer, deep inside an effect too."""
    with pytest.raises(UnknownAction) as unknown:
        RULESET.read_action({"type": "Enter", "effects": effects})
    assert unknown.value.path == path


def test_a_secret_entered_stays_one() -> None:
    """Whoever may not see an effect does not see it in the action that enters it."""
    entered = Enter((PointsSet(1), SecretSet("abc")))

    assert entered.seen_by(2, 1) == Enter((PointsSet(1), SecretSet("?")))
    assert entered.seen_by(1, 1) == entered.seen_by("table", 1) == entered


def test_entries_by_hand_pass_the_conformance_suite() -> None:
    """The list is no longer than its example, and bots enter more than that."""

    def universe(board: Board) -> list[Enter]:
        return [Enter(), Enter((PointsSet(board.points),)), Enter((PointsSet(10),)), Enter((CardDone(),))]

    def hidden(board: Board, viewer: Viewer) -> set[str]:
        return set() if sees(viewer, 1) else {"abc"}

    profile = Profile(universe=universe, hidden=hidden, exact_boards=1.0)
    report = check(RULESET, profile, games=40, complete=True)

    assert report.actions["Enter"] == 60
    assert report.effects["SecretSet"] > 10
    assert report.refusals["KIT-HAND-03"]


def test_a_game_that_is_over_takes_nothing_by_hand() -> None:
    """Like any other action."""
    ended = RULESET.decide(table().board, 1, Enter(), GivenChance()).board
    given(RULESET, GameEnded((), "late").apply(ended)).when(1, Enter()).refused("KIT-OVER-01")


def test_the_start_keeps_who_tells_chance() -> None:
    """In a game by the service the card is passed over, and the game ends by itself."""
    start = Start(2, Components.hash, "server", "free")
    play = RULESET.begin(start, Components(), GivenChance())
    assert RULESET.over(play.board)
