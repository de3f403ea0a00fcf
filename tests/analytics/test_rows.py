"""The columns of the lake, checked by hand with the toy ruleset: scores, moves, choices, holdings, cards, factions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from analytics import reading
from analytics.rows import columns_of
from analytics.schema import FACTS
from rulesets.kit.facts import Fact
from tests.analytics.conftest import NOON, SECOND
from tests.analytics.toy import RULESETS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.analytics.conftest import Table

KEY = ("version", "step", "part")


class TestScores:
    def test_a_score_change_is_on_the_row_of_its_seat(self, table: Table) -> None:
        """The row of an effect has its change of score; `score` is the score after the whole event."""
        table.play("1 dig r1, 2 sell +2 +3, 1 sell")
        table.export()
        assert [row for row in table.rows("facts", *KEY, "type", "seat", "score", "delta") if row[0] in (3, 4)] == [
            (3, 0, 0, "Sell", 2, 5, None),
            (3, 1, 0, "Scored", 2, 5, 2),
            (3, 2, 0, "Scored", 2, 5, 3),
            (4, 0, 0, "Sell", 1, 0, None),
        ]

    def test_a_score_change_of_a_seat_without_rows_is_a_row_of_its_own(self, table: Table) -> None:
        """A seat without a row in the effect gets a row after its rows; the change of a seat with rows is on its first
        one."""
        table.play("1 dig r1, 1 sell s2.3 d4, 2 dig")
        table.export()
        rows = table.rows("facts", *KEY, "type", "seat", "actor", "score", "delta", "chance", "category")
        assert [row for row in rows if row[0] == 3] == [
            (3, 0, 0, "Sell", 1, 1, 3, None, None, "decision"),
            (3, 1, 0, "Robbed", 1, 1, 3, 3, False, "consequence"),
            (3, 1, 1, "Robbed", 1, 1, 3, None, False, "consequence"),
            (3, 1, 2, "ScoreChanged", 2, 1, -3, -3, False, "consequence"),
            (3, 2, 0, "Thrown", None, 1, None, None, False, "consequence"),
        ]

    def test_a_score_change_by_an_effect_without_rows_is_a_row(self, table: Table) -> None:
        """An effect without rows that changes a score has one row, in its place among the others."""
        table.play("1 dig r1, 1 sell t2 +5, 2 dig")
        table.export()
        rows = [row for row in table.rows("facts", *KEY, "type", "seat", "delta") if row[0] == 3]
        assert rows[1:] == [(3, 1, 0, "ScoreChanged", 1, -2), (3, 2, 0, "Scored", 1, 5)]

    def test_score_changes_that_cancel_out_are_both_recorded(self, table: Table) -> None:
        """Two effects of one event that leave the score as it was are two changes."""
        table.play("1 dig r1, 1 sell +5 t5, 2 dig")
        table.export()
        assert [row[2] for row in table.rows("facts", "version", "step", "delta") if row[0] == 3] == [None, 5, -5]

    def test_a_score_change_of_a_team_is_recorded_once(self, table: Table) -> None:
        """A team's change is on the first row of the effect, or on a row of no seat; every row has the team's score."""
        table.play("1 dig r1, 2 sell +0, 1 sell +4, 1 dig t1", ruleset="team")
        table.export()
        rows = table.rows("facts", *KEY, "type", "seat", "score", "delta")
        assert [row for row in rows if row[0] in (4, 5)] == [
            (4, 0, 0, "Sell", 1, 4, None),
            (4, 1, 0, "Scored", 1, 4, 4),
            (5, 0, 0, "Dig", 1, 3, None),
            (5, 1, 0, "ScoreChanged", None, 3, -1),
        ]

    def test_a_team_loses_points_only_once(self, table: Table) -> None:
        """If the rows of an effect are of another seat, the team's change is on the first of them."""
        table.play("1 dig r1, 2 sell s1.3", ruleset="team")
        table.export()
        rows = table.rows("facts", *KEY, "type", "seat", "delta")
        assert rows[-2:] == [(3, 1, 0, "Robbed", 2, -3), (3, 1, 1, "Robbed", 2, None)]

    @pytest.mark.parametrize("ruleset", ["toy", "team"])
    def test_score_changes_add_up_to_the_final_score(self, table: Table, ruleset: str) -> None:
        """The changes on the main line add up to each seat's final score, for any undos."""
        table.play("1 dig r1 +3, 2 sell +5 s1.2, undo 2, 2 sell t4, 1 dig +7 t2, 2 sell s1.1", ruleset=ruleset)
        table.export()
        sums = dict.fromkeys((1, 2), 0)
        for seat, delta in (row[:2] for row in table.rows("facts", "seat", "delta", "undone") if row[1] and not row[2]):
            sums[1 if ruleset == "team" else seat] += delta
        scores = dict(table.rows("seats", "seat", "score"))
        assert sums == scores if ruleset == "toy" else sums[1] == scores[1] == 7


class TestMoves:
    def test_a_move_lasts_until_the_next_begins(self, table: Table) -> None:
        """Each decision of the home phase begins a move; the set-up has none."""
        table.play("2 dig, 1 dig r1, 1 sell d6, 2 sell")
        table.export()
        assert table.rows("facts", "version", "step", "move", "turn_seat", "actor", "seat") == [
            (1, 0, None, None, None, None),
            (2, 0, None, None, 2, 2),
            (3, 0, None, None, 1, 1),
            (4, 0, 4, 1, 1, 1),
            (4, 1, 4, 1, 1, None),
            (5, 0, 5, 2, 2, 2),
        ]

    def test_an_interruption_belongs_to_the_interrupted_move(self, table: Table) -> None:
        """A decision of another seat in a phase other than the home phase belongs to the move that it interrupts."""
        table.play("1 dig r1, 1 sell i1, 2 wait, 2 wait i0, 2 sell")
        table.export()
        assert table.rows("facts", "version", "move", "turn_seat", "actor", "phase") == [
            (1, None, None, None, "Setup"),
            (2, None, None, 1, "Setup"),
            (3, 3, 1, 1, "Open"),
            (4, 3, 1, 2, "Bargain"),
            (5, 3, 1, 2, "Bargain"),
            (6, 6, 2, 2, "Open"),
        ]

    def test_after_an_undo_the_move_continues_at_the_target_version(self, table: Table) -> None:
        """An undo, and the events after it, belong to the move of the version that it goes back to."""
        table.play("1 dig r1, 1 sell i1, 2 wait i0, 2 sell, undo 3, 2 dig")
        table.export()
        assert table.rows("facts", "version", "type", "move", "turn_seat", "value") == [
            (1, "Start", None, None, None),
            (2, "Dig", None, None, None),
            (3, "Sell", 3, 1, None),
            (4, "Wait", 3, 1, None),
            (5, "Sell", 5, 2, None),
            (6, "Undo", 3, 1, 3),
            (7, "Dig", 3, 1, None),
        ]


class TestChoices:
    def test_a_decision_with_a_single_legal_action_is_forced(self, table: Table) -> None:
        """The seats have two other legal actions, one, or none; `n_legal` is null unless asked for."""
        table.play("1 dig r89, 2 dig r90, 1 wait r91, 2 wait r92, 1 wait")
        table.export()
        rows = [row[1:] for row in table.rows("facts", "category", "version", "forced", "n_legal")[1:]]
        assert rows == [(2, False, None), (3, False, None), (4, False, None), (5, True, None), (6, True, None)]

    def test_the_number_of_legal_actions(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        """`legal` counts the legal actions of each decision, up to a limit; consequences and the start have none."""
        table.play("1 dig r1, 2 dig r90 d6, 1 wait r91, 2 wait")
        table.export(legal=True)
        expected = [(1, 0, None, None), (2, 0, False, 3), (3, 0, False, 3), (3, 2, None, None)]
        assert table.rows("facts", "version", "step", "forced", "n_legal") == [
            *expected,
            (4, 0, False, 2),
            (5, 0, True, 1),
        ]
        monkeypatch.setattr(reading, "MOST_LEGAL", 2)
        table.export(rebuild=True, legal=True)
        assert [row[0] for row in table.rows("facts", "n_legal")] == [None, 2, 2, None, 2, 1]

    def test_a_decision_of_a_seat_that_is_not_waited_for_is_not_forced(self, table: Table) -> None:
        """A seat that acts without being waited for could have done nothing; a type whose actions cannot be listed is
        not forced either."""
        table.play("1 dig r91:1, 2 wait, 1 haggle, 1 wait")
        table.export()
        assert [row[2] for row in table.rows("facts", "version", "type", "forced")] == [None, False, False, False, True]

    def test_the_order_of_games_does_not_matter(self, table: Table, tmp_path: Path) -> None:
        """Legal actions that were counted in one game do not affect the next."""
        games = ("1 dig r90, 2 wait, 1 sell r91, 2 wait", "1 dig r91, 2 wait", "1 sell r1, 2 dig, 1 sell, 2 wait")
        forced = ([None, False, False, False, True], [None, False, True], [None, False, False, False, False])
        for order in ((0, 1, 2), (2, 1, 0)):
            folder = tmp_path / str(order[0])
            folder.mkdir()
            other = type(table)(folder)
            for number in order:
                other.play(games[number])
            other.export()
            assert [row[0] for row in other.rows("facts", "forced")] == [
                found for number in order for found in forced[number]
            ]
            other.store.close()


class TestMarkers:
    def test_an_undo_has_its_target_as_value(self, table: Table) -> None:
        """Undo and redo have the version that they lead to as their value."""
        table.play("1 dig r1 +1, 2 sell +2, undo 2, redo 3")
        table.export()
        rows = table.rows("facts", "type", "category", "value", "undone", "seat", "score", "chance", "forced")
        assert [row for row in rows if row[0] in ("Undo", "Redo")] == [
            ("Undo", "system", 2, False, None, None, False, None),
            ("Redo", "system", 3, False, None, None, False, None),
        ]


class TestHoldings:
    COLUMNS = ("round", "final", "seat", "what", "place", "n")

    def test_holdings_at_the_end_of_each_round(self, table: Table) -> None:
        """A round ends before the effect that begins the next one; the game ends with the last event."""
        table.play("1 dig r1, 1 sell +2, 2 sell +5 r2 +7, 1 dig s2.1")
        table.export()
        assert table.rows("holdings", *self.COLUMNS) == [
            (1, False, 1, "points", "bag", 2),
            (1, False, 2, "points", "bag", 5),
            (1, False, None, "rounds", None, 1),
            (2, True, 1, "points", "bag", 3),
            (2, True, 2, "points", "bag", 11),
            (2, True, None, "rounds", None, 2),
        ]

    def test_undone_rounds_have_no_holdings(self, table: Table) -> None:
        """An undone round has no holdings, and a round that is played again has them once."""
        table.play("1 dig r1 +1, 1 sell +2 r2, 2 dig +9 r3, undo 2, 1 sell +4 r2, 2 dig")
        table.export()
        rows = [row for row in table.rows("holdings", *self.COLUMNS) if row[2] == 1]
        assert rows == [(1, False, 1, "points", "bag", 1 + 4), (2, True, 1, "points", "bag", 5)]

    def test_holdings_have_the_player_faction_and_win_of_their_seat(self, table: Table) -> None:
        """Holdings of no seat have none of these, except the win of a team."""
        ann = table.store.create_player("Ann").id
        for ruleset in ("toy", "team"):
            table.play("1 dig r1", ruleset=ruleset, won=(1, 2), players=(ann, None), tags=("b", "a"))
        table.export()
        columns = ("seat", "player", "win_share", "faction", "tags", "seats", "ruleset_version")
        alone = (None, None, None, "b\na"[::-1], 2, 1)
        one = "colour=blue\nlucky=lucky:1\nlucky=lucky:7"
        two = "colour=red\nlucky=lucky:2\nlucky=lucky:7"
        team, toy = (self.rows_of(table, name, columns) for name in ("team", "toy"))
        assert toy == [(1, str(ann), 0.5, one, "a\nb", 2, 1), (2, None, 0.5, two, "a\nb", 2, 1), (None, *alone)]
        assert team == [
            (1, str(ann), 1, one, "a\nb", 2, 1),
            (2, None, 1, two, "a\nb", 2, 1),
            (None, None, 1, *alone[2:]),
        ]

    @staticmethod
    def rows_of(table: Table, ruleset: str, columns: tuple[str, ...]) -> list[tuple[Any, ...]]:
        (part,) = (part for part in table.lake.checkpoint().parts if part.ruleset == ruleset)
        return table.lake.read(part.holdings).select(columns).rows()


class TestCards:
    def put(self, table: Table, *numbers: int) -> str:
        document = f'{{"lucky":{list(numbers)}}}'.replace(" ", "")
        return table.store.put_component_set("toy", "lucky", document, document)

    def test_a_part_has_the_cards_of_all_its_games(self, table: Table) -> None:
        """With two component sets in one month, the part has the cards of both, each once, also after a merge."""
        eight, nine = self.put(table, 8), self.put(table, 9, 8)
        for number in range(10):
            table.play("1 dig r1", component_set=eight if number % 2 else nine, at=NOON + number * SECOND)
            table.export()
        assert len(table.lake.checkpoint().parts) < 9, "some parts were merged"
        found = table.rows("cards", "component_set", "id", "name", "type", "level")
        merged = table.rows("cards", "component_set", "id")[: table.lake.checkpoint().parts[0].cards.rows]
        expected = sorted([(eight, "lucky:8"), (nine, "lucky:8"), (nine, "lucky:9")])
        assert {row[:2] for row in found} == set(expected)
        assert max(merged.count(row) for row in merged) == 1
        table.export(rebuild=True)
        assert table.rows("cards", "component_set", "id") == expected
        assert {row[1:] for row in found} == {("lucky:8", "Lucky 8", "number", 8), ("lucky:9", "Lucky 9", "number", 9)}

    def test_cards_of_removed_games_are_removed(self, table: Table) -> None:
        """A part that is written without a game has no cards of a set that no other game uses."""
        eight = self.put(table, 8)
        game = table.play("1 dig r1", component_set=eight)
        table.play("1 dig r1")
        table.export()
        assert len({row[0] for row in table.rows("cards", "component_set")}) == 2
        table.store.update_game(game.id, archived=True)
        table.export()
        assert {row[0] for row in table.rows("cards", "id")} == {f"lucky:{number}" for number in (1, 2, 3, 4, 7)}


class TestFactions:
    def test_factions_are_on_all_rows_of_a_seat(self, table: Table) -> None:
        """Dimensions and ids, one a line and sorted; rows of no seat have none."""
        table.play("1 dig r1 d6, 2 sell")
        table.export()
        found = set(table.rows("facts", "seat", "faction"))
        one, two = "colour=blue\nlucky=lucky:1\nlucky=lucky:7", "colour=red\nlucky=lucky:2\nlucky=lucky:7"
        assert found == {(None, None), (1, one), (2, two)}
        assert table.rows("seats", "seat", "faction") == [(1, one), (2, two)]

    def test_a_statistic_can_be_filtered_by_faction(self, table: Table) -> None:
        """Only seats that played the faction count."""
        for won in ((1,), (2,), (2,)):
            table.play("1 dig r1, 2 sell", won=won)
        rows = table.ask("win_rate_by_seat", faction="colour=red").rows
        assert rows.select("seat", "n", "wins").rows() == [(2, 3, 2)]
        assert table.run("win_rate_by_seat", faction="lucky=lucky:7").rows["n"].to_list() == [3, 3]
        assert table.run("win_rate_by_seat", faction="lucky=lucky:77").rows.is_empty()


class TestRulesVersions:
    def test_a_statistic_can_be_filtered_by_rules_version(self, table: Table) -> None:
        """Finished and excluded games of other versions are not counted."""
        for version, won in ((1, (1,)), (2, (2,)), (2, None), (2, None), (1, None)):
            table.play("1 dig r1, 2 sell", won=won, version=version)
        second = table.ask("win_rate_by_seat", rules_version=2)
        assert second.rows.select("seat", "n", "wins").rows() == [(1, 1, 0), (2, 1, 1)]
        assert second.excluded == {"unfinished": 2}
        assert table.run("win_rate_by_seat", rules_version=1).excluded == {"unfinished": 1}
        assert table.run("win_rate_by_seat").rows["n"].to_list() == [2, 2]
        assert table.run("win_rate_by_seat", rules_version=3).rows.is_empty()


class TestExclusions:
    def test_an_excluded_game_has_a_row(self, table: Table) -> None:
        """How far it got, by which version of the rules, with which tags, and when it began."""
        ann = table.store.create_player("Ann").id
        game = table.play("1 dig r1, 2 sell", won=None, players=(None, ann), tags=("y", "x"), version=2, at=NOON)
        table.export()
        file = table.lake.checkpoint().exclusions
        assert file is not None
        (row,) = table.lake.read(file).to_dicts()
        assert row["created_at"] == row["dated_at"]
        assert row.pop("created_at").timestamp() == row.pop("dated_at").timestamp() == NOON / SECOND
        assert row == {
            **{"game_uuid": str(game.id), "revision": game.revision, "ruleset": "toy", "reason": "unfinished"},
            **{"seats": 2, "players": [str(ann)], "ruleset_version": 2, "tags": "x\ny", "rounds": 0, "versions": 3},
        }


def test_every_field_of_a_fact_is_a_column() -> None:
    """Every field of `Fact` becomes a column of the lake."""
    columns = tuple(columns_of([Fact()]))
    assert set(columns) == set(Fact.__struct_fields__) <= set(FACTS)
    assert all(RULESETS[name].scoring for name in RULESETS), (
        "a ruleset that does not say so has all its effects looked at"
    )
