"""Three statistics over logs small enough to be worked out on paper."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
import scipy  # type: ignore[import-untyped]  # loads `scipy.stats` when a test asks for it

from analytics.rulebook import Rulebook
from events import NewEvent
from tests.analytics.conftest import DAY, NOON
from tests.analytics.made import ask, make_lake

if TYPE_CHECKING:
    from pathlib import Path

    from analytics import Result
    from tests.analytics.conftest import Table

TURN = "1 dig r1"
"""The set-up's only decision: seat 1 digs, and round 1 begins."""


def table_of(result: Result, *columns: str) -> list[tuple[object, ...]]:
    return list(result.rows.select(columns).iter_rows())


def near(value: Fraction | int) -> object:
    return pytest.approx(float(value), rel=1e-12)


class TestWinRateBySeat:
    def test_a_tie_shares_the_win(self, table: Table) -> None:
        """A win that two seats share counts one half for each.

        Three games: seat 1 wins, both win, seat 2 wins. Seat 1: 1 + 1/2 + 0 = 3/2 of 3; so has seat 2.
        """
        for won in ((1,), (1, 2), (2,)):
            table.play(f"{TURN}, 2 sell", won=won)
        rows = table_of(table.ask("win_rate_by_seat"), "seats", "seat", "n", "wins", "value", "base", "win_index")
        half = near(Fraction(1, 2))
        assert rows == [(2, seat, 3, near(Fraction(3, 2)), half, half, near(1)) for seat in (1, 2)]

    def test_a_team_win_counts_once(self, table: Table) -> None:
        """In a cooperative game a win is one result; rates are by number of seats, and by options.

        Of two seats: two of three games on the moor are won, and none of one in the fen: base 2/4. All are hard, so
        difficulty has no row. Of three seats none of one. So few games are not tested.
        """
        for won, place in (((1, 2), "moor"), ((), "moor"), ((1, 2), "moor"), ((), "fen")):
            table.play(f"{TURN}, 2 sell", won=won, ruleset="team", options={"scenario": place, "hard": True})
        table.play(f"{TURN}, 2 sell, 3 dig", seats=3, won=(), ruleset="team")
        result = table.ask("win_rate_by_seat", ruleset="team")
        assert result.question == "How often are games won, with each option, in games of Team?"
        half = near(Fraction(1, 2))
        assert table_of(result, "seats", "seat", "options", "n", "wins", "value", "base", "win_index", "p_value") == [
            (2, None, "", 4, near(2), half, half, None, None),
            (2, None, "scenario=fen", 1, near(0), near(0), half, None, None),
            (2, None, "scenario=moor", 3, near(2), near(Fraction(2, 3)), half, None, None),
            (3, None, "", 1, near(0), near(0), near(0), None, None),
        ]

    def test_each_option_of_a_team_game_is_tested(self, tmp_path: Path) -> None:
        """Of 40 games, 30 on the moor and 10 in the fen, 20 and 0 are won; half of each are hard.

        Expected are 15 and 5 wins: (20 - 15)^2 / 15 * 2 + (0 - 5)^2 / 5 * 2 = 40/3, one degree of freedom: p = 0.00026,
        and of hard and easy 0: p = 1. q is p * 2 / 1, and 1.
        """
        seats = [
            {"game_id": game, "seat": seat, "par": None, "win_share": float(game <= 20), "options": option}
            for game in range(1, 41)
            for option in [f"hard={'true' if game % 2 else 'false'} scenario={'moor' if game <= 30 else 'fen'}"]
            for seat in (1, 2)
        ]
        lake = make_lake(tmp_path, seats=seats, rulebook=Rulebook("Team", cooperative=True))
        result = ask(lake, "win_rate_by_seat")
        assert {"scenario moor", "hard true"} <= {
            row["label"] for row in next(iter(result.to_vega()["datasets"].values()))
        }
        rows = {row["options"]: (row["n"], row["wins"], row["p_value"], row["q"]) for row in result.rows.to_dicts()}
        assert rows == {
            "": (40, 20, None, None),
            "hard=false": (20, 10, 1, 1),
            "hard=true": (20, 10, 1, 1),
            "scenario=fen": (10, 0, near(scipy.stats.chi2.sf(40 / 3, 1)), near(2 * scipy.stats.chi2.sf(40 / 3, 1))),
            "scenario=moor": (30, 20, near(scipy.stats.chi2.sf(40 / 3, 1)), near(2 * scipy.stats.chi2.sf(40 / 3, 1))),
        }
        assert result.finding == (
            "50 % of 40 games of 2 seats were won: 67 % with scenario moor, 0 % with scenario fen (q < 0.001)."
        )

    def test_an_opening_of_a_team_counts_once(self, table: Table) -> None:
        """A game counts once, however many of its seats open like this; the base has the opening's mix of seats.

        Two games of two seats are won and one is lost, one of three seats is lost. Root: 2 of 4. In a won game and in
        the game of three all dig: 1 of 2 games; tables of two win 2/3, those of three 0: base (2/3 + 0) / 2 = 1/3.
        """
        table.play(f"{TURN}, 1 dig, 2 dig", won=(1, 2), ruleset="team")
        table.play(f"{TURN}, 1 sell, 2 sell", won=(1, 2), ruleset="team")
        table.play(f"{TURN}, 1 sell, 2 sell", won=(), ruleset="team")
        table.play(f"{TURN}, 1 dig, 2 dig, 3 dig", seats=3, won=(), ruleset="team")
        root, *nodes = table_of(table.ask("opening_tree", ruleset="team"), "line", "n", "wins", "value", "base")
        half = near(Fraction(1, 2))
        assert root == ([], 4, near(2), half, half)
        assert nodes == [
            (["Dig"], 2, near(1), half, near(Fraction(1, 3))),
            (["Sell"], 2, near(1), half, near(Fraction(2, 3))),
        ]

    def test_seats_of_a_team_without_a_decision_are_counted_each(self, table: Table) -> None:
        """Two of three seats decided nothing in a round: two seats are left out, although they are of one game."""
        table.play(f"{TURN}, 1 dig", seats=3, won=(), ruleset="team")
        assert table.ask("opening_tree", ruleset="team").excluded == {"seats_without_decision": 2}

    def test_par_depends_on_the_number_of_seats(self, table: Table) -> None:
        """Games with other numbers of seats are counted apart, and par is one over that number.

        Three seats, two games: seat 3 wins one alone, seats 1 and 3 share one. Shares: 1/4, 0, 3/4. Seat 3: index (3/4)
        / (1/3) = 9/4, shrunk (3/2 + 20/3) / 22 = 49/132.
        """
        table.play(f"{TURN}, 2 sell", won=(1,))
        table.play(f"{TURN}, 2 sell, 3 dig", seats=3, won=(3,))
        table.play(f"{TURN}, 2 sell, 3 dig", seats=3, won=(1, 3))
        rows = table_of(table.ask("win_rate_by_seat", seats=3), "seat", "n", "value", "base", "win_index", "shrunk")
        par = near(Fraction(1, 3))
        assert rows == [
            (
                1,
                2,
                near(Fraction(1, 4)),
                par,
                near(Fraction(3, 4)),
                near(Fraction(43, 132)),
            ),
            (2, 2, near(0), par, near(0), near(Fraction(10, 33))),
            (3, 2, near(Fraction(3, 4)), par, near(Fraction(9, 4)), near(Fraction(49, 132))),
        ]

    def test_interval_is_wilsons(self, table: Table) -> None:
        """The interval is Wilson's: 8 wins of 10 lie between 49.02 % and 94.33 % (Wilson 1927, as in Newcombe 1998)."""
        for game in range(10):
            table.play(f"{TURN}, 2 sell", won=(1,) if game < 8 else (2,))
        seat_1, _ = table_of(table.ask("win_rate_by_seat"), "lo", "hi")
        assert seat_1 == (pytest.approx(0.4902, abs=5e-5), pytest.approx(0.9433, abs=5e-5))

    def test_chi_square(self, table: Table) -> None:
        """8 against 2 wins: chi-square is (8-5)²/5 + (2-5)²/5 = 18/5, with one degree of freedom: p = 0.0578."""
        for game in range(10):
            table.play(f"{TURN}, 2 sell", won=(1,) if game < 8 else (2,))
        assert table_of(table.ask("win_rate_by_seat"), "p_value") == [(pytest.approx(0.05778, abs=1e-5),)] * 2

    def test_small_samples_show_only_their_size(self, table: Table) -> None:
        """A row with fewer games than `min_n` shows their number, and no value."""
        table.play(f"{TURN}, 2 sell")
        rows = table_of(table.ask("win_rate_by_seat", min_n=2), "n", "value", "lo", "hi", "shrunk", "wins")
        assert rows == [(1, None, None, None, None, None)] * 2

    @pytest.mark.parametrize("ruleset", ["toy", "team"])
    def test_what_has_too_few_games_shares_a_sentence(self, table: Table, ruleset: str) -> None:
        """The others have one each. Broken by a sentence for each number of seats, twelve in all."""
        for _ in range(10):
            table.play(f"{TURN}, 2 sell", ruleset=ruleset)
        for seats in (3, 4, 4):
            table.play(f"{TURN}, 2 sell, 3 dig", seats=seats, ruleset=ruleset)
        first, last = table.ask("win_rate_by_seat", ruleset=ruleset, min_n=10).finding.split(". ")
        assert "10 games of 2 seats" in first
        assert last == "Not enough games yet (2 games of 4 seats, 1 game of 3 seats)."

    def test_turn_order(self, table: Table) -> None:
        """The turn order is that of the first decisions after the set-up; seats that never had a turn are left out.

        Seat 1 decides in the set-up, then seat 2 has the first turn, seat 1 the second, seat 3 none.
        """
        table.play(f"{TURN}, 2 sell, 1 dig, 2 dig", seats=3, won=(2,))
        result = table.ask("win_rate_by_seat", by="turn_order")
        assert table_of(result, "turn_order", "n", "wins") == [(1, 1, 1.0), (2, 1, 0.0)]
        assert result.excluded == {"seats_without_turn": 1}

    def test_one_player(self, table: Table) -> None:
        """With `player`, only the seats of that player count, at any place."""
        ann, bob = (table.store.create_player(name).id for name in ("Ann", "Bob"))
        table.play(f"{TURN}, 2 sell", players=(ann, bob), won=(1,))
        table.play(f"{TURN}, 2 sell", players=(bob, ann), won=(1,))
        table.play(f"{TURN}, 2 sell", players=(ann, bob), won=(2,))
        rows = table_of(table.ask("win_rate_by_seat", player=str(ann)), "seat", "n", "wins", "p_value")
        assert rows == [(1, 2, 1.0, None), (2, 1, 0.0, None)]


class TestActionMix:
    def test_winners_and_losers(self, table: Table) -> None:
        """Shares of decisions, of winners and losers, and their difference, in one game.

        Seat 1 (winner): dig, dig, sell. Seat 2 (loser): sell. Of all four decisions, 2/4 are digs; of the winner's
        three 2/3, of the loser's one 0.
        """
        table.play(f"{TURN}, 1 dig, 2 sell, 1 sell")
        rows = table_of(
            table.ask("action_mix", per="game"),
            "what",
            "rows",
            "count",
            "value",
            "winners",
            "losers",
            "difference",
        )
        assert rows == [
            ("Dig", 4, 2, near(Fraction(1, 2)), near(Fraction(2, 3)), near(0), near(Fraction(2, 3))),
            ("Sell", 4, 2, near(Fraction(1, 2)), near(Fraction(1, 3)), near(1), near(Fraction(-2, 3))),
        ]

    def test_each_game_is_one_sample(self, table: Table) -> None:
        """The interval and the test of a difference count games, not decisions.

        Thirty-two games of two decisions each by both seats, seat 1 winning. In 24 of them the winner digs twice and
        the loser sells twice, in 8 it is the other way round. Dig: a game's difference is 24 times 1 and 8 times -1, on
        average 1/2. The squares about it add up to 24 * 1/4 + 8 * 9/4 = 24: the error is sqrt(24 / 32 / 31) = 0.155543.
        Student's t with 31 degrees is 2.039513; 1/2 is 3.214550 errors, which chance reaches in 0.003047 of all samples
        (SciPy).
        """
        for number in range(32):
            own, other = ("dig", "sell") if number % 4 else ("sell", "dig")
            table.play(f"1 {own} r1, 2 {other}, 1 {own}, 2 {other}", won=(1,))
        dig, sell = table.ask("action_mix", per="game").rows.to_dicts()
        assert (dig["n"], dig["rows"], dig["winners"], dig["losers"]) == (32, 128, 0.75, 0.25)
        assert (dig["difference"], sell["difference"]) == (0.5, -0.5)
        assert dig["difference_lo"] == pytest.approx(0.5 - 2.039513 * 0.155543, abs=1e-6)
        assert dig["difference_hi"] == pytest.approx(0.5 + 2.039513 * 0.155543, abs=1e-6)
        assert dig["p_value"] == sell["p_value"] == pytest.approx(0.003047, abs=1e-6)
        assert dig["q"] == sell["q"] == pytest.approx(0.003047, abs=1e-6)
        assert (dig["value"], dig["lo"], dig["hi"]) == (0.5, 0.5, 0.5)  # half of each game's decisions

    def test_few_games_are_not_tested(self, table: Table) -> None:
        """A difference over fewer than 30 games is shown without interval and test."""
        for number in range(29):
            table.play(f"1 {'dig' if number % 4 else 'sell'} r1, 2 sell", won=(1,))
        row = table.ask("action_mix", per="game").rows.to_dicts()[0]
        assert row["difference"] is not None
        assert (row["difference_lo"], row["difference_hi"], row["p_value"], row["q"]) == (None, None, None, None)

    def test_undone_decisions_do_not_count(self, table: Table) -> None:
        """Undone decisions do not count; those played instead do.

        Version 3 (sell) is undone to version 2, then seat 2 waits instead.
        """
        table.play(f"{TURN}, 2 sell, undo 2, 2 wait")
        assert table_of(table.ask("action_mix", per="game"), "what", "count") == [("Dig", 1), ("Wait", 1)]

    def test_redone_decisions_count_again(self, table: Table) -> None:
        """An undo that is redone excludes nothing."""
        table.play(f"{TURN}, 2 sell, undo 2, redo 3, 1 wait")
        assert table_of(table.ask("action_mix", per="game"), "what", "count") == [("Dig", 1), ("Sell", 1), ("Wait", 1)]

    def test_thirds(self, table: Table) -> None:
        """A third is one of the game's decisions: decision i of n lies in third 1 + (i - 1) * 3 // n.

        Five decisions: 1 and 2 lie in the first, 3 and 4 in the second, 5 in the last.
        """
        table.play(f"{TURN}, 2 dig, 1 sell, 2 sell, 1 wait")
        rows = table_of(table.ask("action_mix"), "stage", "what", "rows", "count")
        assert rows == [("1", "Dig", 2, 2), ("2", "Sell", 2, 2), ("3", "Wait", 1, 1)]

    def test_decisions_count_in_the_round_of_their_board(self, table: Table) -> None:
        """A decision belongs to the round of the board that it was taken on."""
        table.play(f"{TURN}, 2 dig, 1 sell r2, 2 sell r10, 1 wait")
        rows = table_of(table.ask("action_mix", per="round"), "stage", "rows", "what")
        assert rows == [("0", 1, "Dig"), ("1", 2, "Dig"), ("1", 2, "Sell"), ("2", 1, "Sell"), ("10", 1, "Wait")]

    def test_a_seat_without_a_decision(self, table: Table) -> None:
        """A seat without a decision adds nothing; the winner of that game is then not compared with anybody."""
        table.play(f"{TURN}, 1 sell", won=(1,))
        row, *_ = table_of(table.ask("action_mix", per="game"), "n_winners", "n_losers", "winners", "losers", "n")
        assert row == (0, 0, None, None, 1)


class TestOpeningTree:
    def test_a_tree_by_hand(self, table: Table) -> None:
        """Each node is an opening; its share is of its parent, and its rate is shrunk towards that of its parent.

        Three games of two seats, openings from the first turn on: seat 1 dig-sell (won), dig (won), sell (lost); seat 2
        dig (lost), dig-sell (lost), dig (won). Root: 3 games, 6 seats, 3 won. Dig: 5 seats in 3 games, 3 won; dig-sell:
        2 seats in 2 games, 1 won. Twenty games at the base rate draw a rate: dig to (3 * 3/5 + 20 * 1/2) / 23 = 59/115,
        dig-sell, with base 3/5, to (2 * 1/2 + 20 * 3/5) / 22 = 13/22.
        """
        table.play(f"{TURN}, 1 dig, 2 dig, 1 sell", won=(1,))
        table.play(f"{TURN}, 1 dig, 2 dig, 2 sell", won=(1,))
        table.play(f"{TURN}, 1 sell, 2 dig", won=(2,))
        columns = ("line", "n", "seat_games", "share", "wins", "value", "base", "shrunk")
        rows = table_of(table.ask("opening_tree"), *columns)
        half = near(Fraction(1, 2))
        assert rows == [
            ([], 3, 6, near(1), 3.0, half, half, half),
            (["Dig"], 3, 5, near(Fraction(5, 6)), 3.0, near(Fraction(3, 5)), half, near(Fraction(59, 115))),
            (["Dig", "Sell"], 2, 2, near(Fraction(2, 5)), 1.0, half, near(Fraction(3, 5)), near(Fraction(13, 22))),
            (["Sell"], 1, 1, near(Fraction(1, 6)), 0.0, near(0), half, near(Fraction(10, 21))),
        ]

    def test_the_set_up_counts_with_setup(self, table: Table) -> None:
        """With `setup`, an opening begins with the first decision of all."""
        table.play(f"{TURN}, 1 sell, 2 wait")
        rows = table_of(table.ask("opening_tree", setup=True, depth=1), "line", "n")
        assert rows == [([], 1), (["Dig"], 1), (["Wait"], 1)]

    def test_undone_openings_do_not_count(self, table: Table) -> None:
        """An opening that was undone does not count; the one played instead does."""
        table.play(f"{TURN}, 1 dig, undo 2, 1 sell, 2 wait")
        assert table_of(table.ask("opening_tree"), "line") == [([],), (["Sell"],), (["Wait"],)]

    def test_seats_without_decision_are_left_out_and_counted(self, table: Table) -> None:
        """A seat without a decision has no opening; the result counts such seats."""
        table.play(f"{TURN}, 1 dig", seats=3, won=(1,))
        result = table.ask("opening_tree")
        assert table_of(result, "line", "n", "base") == [([], 1, near(Fraction(1, 3))), (["Dig"], 1, near(1))]
        assert result.excluded == {"seats_without_decision": 2}

    def test_rare_openings_are_cut_off(self, table: Table) -> None:
        """A node of fewer games than `min_n` is not listed; the root always is, without its values then."""
        table.play(f"{TURN}, 1 dig, 2 dig")
        table.play(f"{TURN}, 1 dig, 2 sell")
        assert table_of(table.ask("opening_tree", min_n=2), "line", "n") == [([], 2), (["Dig"], 2)]
        assert table_of(table.ask("opening_tree", min_n=3), "line", "n", "value") == [([], 2, None)]

    def test_only_the_most_frequent_children_are_shown(self, table: Table) -> None:
        """The most frequent children of each node are shown, up to a limit."""
        table.play(f"{TURN}, 1 dig, 2 dig")
        table.play(f"{TURN}, 1 dig, 2 sell")
        assert table_of(table.ask("opening_tree", children=1), "line") == [([],), (["Dig"],)]

    def test_nodes_lead_to_their_games(self, table: Table) -> None:
        """Each node leads to the latest games with this opening; the root leads to all."""
        dug = [str(table.play(f"{TURN}, 1 dig, 2 dig", at=NOON + day * DAY).id) for day in range(4)]
        other = str(table.play(f"{TURN}, 1 sell, 2 sell", at=NOON - DAY).id)
        led = table.ask("opening_tree").example_games(3, None)
        assert led == {"": tuple(dug[:0:-1]), "Dig": tuple(dug[:0:-1]), "Sell": (other,)}


class TestWhichGamesCount:
    def test_games_can_be_filtered_by_option(self, table: Table) -> None:
        """Of a game with scenarios, each can be counted separately; with several options, a game must have all of
        them."""
        table.play(f"{TURN}, 2 sell", won=(1,), options={"scenario": "moor", "hard": True})
        table.play(f"{TURN}, 2 sell", won=(2,), options={"scenario": "moor", "hard": False})
        table.play(f"{TURN}, 2 sell", won=(2,), options={"scenario": "moors", "hard": True})
        for option, n, wins in (("scenario=moor", 2, 1), ("scenario=moor hard=true", 1, 1), ("scenario=fen", 0, 0)):
            result = table.ask("win_rate_by_seat", option=option)
            assert table_of(result, "n", "wins")[:1] == ([(n, wins)] if n else [])
            assert result.question.endswith(f"played with {option}?")
            mix = table_of(table.ask("action_mix", option=option), "n")
            assert bool(mix) == bool(n)

    def test_games_can_be_filtered_by_tag(self, table: Table) -> None:
        """Simulated games can be left out or counted alone; a changed tag counts with the next export."""
        real = table.play(f"{TURN}, 2 sell", won=(1,), tags=("home",))
        for _ in range(2):
            table.play(f"{TURN}, 2 sell", won=(2,), tags=("simulated", "home"))
        for params, n, wins, other in (
            ({"without_tag": "simulated"}, 1, 1, 2),
            ({"tag": "simulated"}, 2, 0, 1),
            ({"tag": "home", "without_tag": "simulated"}, 1, 1, 2),
            ({"tag": "hom"}, 0, 0, 3),
        ):
            result = table.ask("win_rate_by_seat", **params)
            assert table_of(result, "n", "wins")[:1] == ([(n, wins)] if n else [])
            assert result.excluded == {"other_tags": other}
            assert bool(table.run("action_mix", **params).rows.height) == bool(n)
        table.store.update_game(real.id, tags=["simulated"])
        result = table.ask("win_rate_by_seat", tag="simulated")
        assert table_of(result, "n")[0] == (3,)
        assert result.question == "How often does each seat win in games of Toy tagged simulated?"

    def test_exclusions_are_counted_by_reason(self, table: Table) -> None:
        """Excluded games are left out, and the result has their number for each reason."""
        table.play(f"{TURN}, 2 sell")
        table.play(TURN, won=None)
        table.play(f"{TURN}, 2 sell", won=None, abandoned=True)
        table.play(f"{TURN}, 2 sell", count_in_statistics=False)
        fork_of = table.play(f"{TURN}, 2 sell").id
        table.play(f"{TURN}, 2 sell", forked_from=fork_of)
        archived = table.play(f"{TURN}, 2 sell").id
        table.store.update_game(archived, archived=True)
        result = table.ask("win_rate_by_seat")
        assert result.rows["n"].to_list() == [2, 2]
        assert result.excluded == {"abandoned": 1, "archived": 1, "fork": 1, "not_counted": 1, "unfinished": 1}

    def test_adjusted_games_count_where_the_filter_includes_them(self, table: Table) -> None:
        """Otherwise they are excluded. The cache keeps both answers apart."""
        table.play(f"{TURN}, 2 sell")
        table.play(f"{TURN}, 2 sell", won=(2,), adjusted=True)
        table.play(f"{TURN}, 2 sell", won=(2,), adjusted=True, count_in_statistics=False)
        table.play(f"{TURN}, 2 sell", won=None, adjusted=True)
        table.store.put_component_set("unheard_of", "nothing", "{}", "{}")
        table.play(f"{TURN}, 2 sell", adjusted=True, ruleset="unheard_of")
        others = {"not_counted": 1, "unfinished": 1}
        for _ in range(2):
            without, both = table.ask("win_rate_by_seat"), table.ask("win_rate_by_seat", adjusted="true")
            assert table_of(without, "n", "wins") == [(1, 1), (1, 0)]
            assert without.excluded == others | {"adjusted": 1}
            assert table_of(both, "n", "wins") == [(2, 1), (2, 1)]
            assert both.excluded == others
        assert without.question == "How often does each seat win in games of Toy?"
        assert both.question == "How often does each seat win in games of Toy including adjusted games?"
        assert (len(without.latest_games()), len(both.latest_games())) == (1, 2)
        assert "match the filter `seats`" in table.run("win_rate_by_seat", adjusted="true", seats=4).nothing

    def test_adjusted_games_that_are_archived_or_unreadable_do_not_count(self, table: Table) -> None:
        """A game that is archived is excluded with and without the filter, and so is an unreadable one; other games of
        their file count."""
        for days in range(3):  # each is in a file with another game of the same month
            table.play(f"{TURN}, 2 sell", adjusted=True, at=NOON + days * DAY)
        bad = table.play(f"{TURN}, 2 sell", adjusted=True, at=NOON)
        archived = table.play(f"{TURN}, 2 sell", adjusted=True).id
        assert table.ask("win_rate_by_seat", adjusted="true").rows["n"].to_list() == [5, 5]
        assert table.run("win_rate_by_seat").excluded == {"adjusted": 5}
        table.store.update_game(archived, archived=True)
        assert table.ask("win_rate_by_seat", adjusted="true").excluded == {"archived": 1}
        assert table.run("win_rate_by_seat", adjusted="true").rows["n"].to_list() == [4, 4]
        event = NewEvent(kind="play", parent=bad.version, seat=1, action='{"type":"Fly"}', ruleset_version=1)
        table.store.append(bad.id, bad.version, [event], bad.summary)
        both = table.ask("win_rate_by_seat", adjusted="true")
        assert (both.rows["n"].to_list(), both.excluded) == ([3, 3], {"archived": 1, "unreadable": 1})
        assert table.run("win_rate_by_seat").excluded == {"adjusted": 3, "archived": 1, "unreadable": 1}

    def test_since_and_until_are_days_of_the_end(self, table: Table) -> None:
        """`since` and `until` are days on which games ended, both included."""
        for day in range(4):
            table.play(f"{TURN}, 2 sell", at=NOON + day * DAY)

        def games(since: str, until: str) -> list[int]:
            return table.ask("win_rate_by_seat", since=since, until=until).rows["n"].to_list()

        assert games("2026-06-02", "2026-06-03") == [2, 2]
        assert games("2026-06-04", "2026-06-30") == [1, 1]
        assert games("2026-07-01", "2026-08-01") == []

    def test_games_of_other_rulesets_do_not_count(self, table: Table) -> None:
        """Games of another ruleset, whether excluded or not, change nothing."""
        table.play(f"{TURN}, 2 sell")
        before = table.ask("win_rate_by_seat")
        table.play(f"{TURN}, 2 sell", ruleset="other", won=(2,))
        table.play(TURN, ruleset="other", won=None)
        after = table.ask("win_rate_by_seat")
        assert (after.rows.rows(), after.excluded) == (before.rows.rows(), before.excluded)
        assert table.run("win_rate_by_seat", ruleset="other").rows["wins"].to_list() == [0, 1]

    def test_the_question_names_every_filter(self, table: Table) -> None:
        """A result repeats its question as an English sentence, with every condition."""
        question = table.ask("action_mix", seats=2, since="2026-01-01").question
        assert (
            question
            == "What is decided in each third, by winners and losers, in games of Toy with 2 seats since 2026-01-01?"
        )
