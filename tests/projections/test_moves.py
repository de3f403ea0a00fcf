"""Where moves begin, in a game with several phases in which moves begin."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest, Recorder
from projections import Library, timeline
from rulesets.card_tactics import RULESET
from rulesets.card_tactics.phases import Camp, Deciding

if TYPE_CHECKING:
    from events import Store


def test_moves_begin_in_several_phases(store: Store) -> None:
    """So an undo goes back one move, and not to the start of the game."""
    library = Library(store, {RULESET.name: RULESET})
    recorder, rng = Recorder(store, library), Random(1)
    game = recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None,), chance="server")).game
    for _ in range(60):
        seat = game.summary.waiting_for[0]
        action = rng.choice(list(library.ruleset(game).legal_actions(library.head(game), seat)))
        game = recorder.act(game.id, [Entry(seat=seat, action=action)], expected=game.version).game
    outline = library.fill(game, library.tree(game).path(game.version))
    begun = [version for version in range(1, game.version + 1) if outline.mark(version).begins_move]
    assert {type(library.board(game, version).pending) for version in begun} == {Camp, Deciding}
    assert 1 < library.resolve(game, "move:start") < game.version
    entries = [
        entry for round_ in timeline(library, game, "table").rounds for turn in round_.turns for entry in turn.events
    ]
    assert sum(entry.begins for entry in entries) >= len(begun) - 1
