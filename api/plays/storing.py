"""Stores what was planned: plays are decided by the rules of their sheets, and stored in batches of games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from api.plays.identity import origin_of
from api.plays.notes import notes_of
from api.plays.sheets import SCORESHEET, cells, document, ids
from api.recording.decide import Entry, Source, decide
from api.recording.line import event_of, summary_of
from events import CheckedEvents, IncomingGame, NewGame, Note, Seated
from events.game import ComponentSet, new_id, now
from events.notes import new_number
from rulesets.kit.chance import GivenChance
from rulesets.kit.components import Source as SheetSource
from rulesets.kit.components import canonical
from rulesets.kit.sheets import title_key
from rulesets.kit.structs import ABANDONED, Abandon, GameEnded, Start
from rulesets.scoresheet.rules.rounds import Finish
from rulesets.scoresheet.rules.scoring import ClaimWin, Score
from rulesets.scoresheet.rules.seats import JoinTeam, TakeRole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from api.plays.planning import PlannedGame
    from api.plays.sheets import Form, TitleParts
    from events import NewEvent, Summary
    from events.game import NamedSet
    from projections import Library
    from rulesets.kit.structs import Action
    from rulesets.scoresheet.board import Board
    from rulesets.scoresheet.components import Components

TAG = "imported"
"""The tag of games that were made of plays."""

BATCH = 200
"""Games that are stored at once: others who write wait for so many."""


class MadeSheet(msgspec.Struct, frozen=True):
    """A sheet that plays are scored on."""

    set: ComponentSet
    components: Components


def store_games(library: Library, games: Sequence[PlannedGame], progress: Callable[[int, int], None]) -> int:
    """Store planned games; returns how many were stored. Calls `progress` with how many of all are done.

    Each game is stored as a whole. If it ends early, what is missing is stored by another import of the same file.
    """
    stored = 0
    storer = _Storer(library, games)
    for first in range(0, len(games), BATCH):
        batch = [storer.incoming(game) for game in games[first : first + BATCH]]
        stored += sum(result.state == "new" for result in library.store.import_games(batch))
        progress(min(first + BATCH, len(games)), len(games))
    return stored


class SheetMaker:
    """The sheets of an import, each made once.

    New games of a title begin with its newest sheet, so those of an import count as older than all that the title has;
    of several, the one with the most plays is the newest.
    """

    def __init__(self, library: Library, games: Sequence[PlannedGame]) -> None:
        self._ruleset = library.ruleset_named(SCORESHEET)
        self._made: dict[Form, MadeSheet] = {}
        self._created_at = dict(_ages(games, library.store.component_set_names(SCORESHEET)))

    def of(self, game: PlannedGame) -> MadeSheet:
        """The sheet that a play is scored on."""
        form = game.scored.form
        if form not in self._made:
            self._made[form] = self._make(form, game.parts)
        return self._made[form]

    def _make(self, form: Form, parts: TitleParts) -> MadeSheet:
        source = document(form, parts)
        text = canonical(SheetSource(source).data)
        components = self._ruleset.load(text)
        made = ComponentSet(components.hash, SCORESHEET, form.title, source, text, self._created_at[form])
        return MadeSheet(made, cast("Components", components))


def _ages(games: Sequence[PlannedGame], here: Iterable[NamedSet]) -> Iterator[tuple[Form, int]]:
    """When each sheet counts as made, in microseconds UTC: one after the other, before all sheets that are here."""
    oldest: dict[str, int] = {}
    for key, at in [
        *((title_key(each.name), each.created_at) for each in here),
        *((title_key(game.play.title), game.play.begun) for game in games),
    ]:
        oldest[key] = min(at, oldest.get(key, at))
    for form, _ in Counter(game.scored.form for game in games).most_common():
        key = title_key(form.title)
        oldest[key] -= 1
        yield form, oldest[key]


class _Storer:
    def __init__(self, library: Library, games: Sequence[PlannedGame]) -> None:
        self._ruleset = library.ruleset_named(SCORESHEET)
        self._sheets = SheetMaker(library, games)
        self._stored: set[str] = set()
        """The hashes of sheets that were handed to the store."""

    def incoming(self, game: PlannedGame) -> IncomingGame:
        """A game as the store takes it."""
        sheet, play = self._sheets.of(game), game.play
        events, summary = self._events(game, sheet)
        appends = [(play.begun, events[:1]), (play.ended, events[1:])]
        is_new = sheet.set.hash not in self._stored
        self._stored.add(sheet.set.hash)
        return IncomingGame(
            checked=CheckedEvents.of_new(game.id, appends),
            game=self._row(game, sheet),
            sitters=[_seated(number, match) for number, match in enumerate(game.seats, 1)],
            summary=summary,
            finished_at=play.ended,
            component_sets=(sheet.set,) if is_new else (),
            notes=[*_notes(game, len(events))],
        )

    def _row(self, game: PlannedGame, sheet: MadeSheet) -> NewGame:
        return NewGame(
            id=game.id,
            ruleset=SCORESHEET,
            ruleset_version=self._ruleset.version,
            component_set=sheet.set.hash,
            chance="table",
            undo="free",
            visibility="private",
            place=game.play.location or None,
            tags=(TAG,),
            seats=(),
            count_in_statistics=game.counted,
        )

    def _events(self, game: PlannedGame, sheet: MadeSheet) -> tuple[list[NewEvent], Summary]:
        """The events of a game, and its state after them."""
        ruleset, by = self._ruleset, origin_of(game.play)
        agreed = ruleset.agreed({}, sheet.components)
        start = Start(len(game.seats), sheet.set.hash, "table", "free", agreed)
        begun = ruleset.begin(start, sheet.components, GivenChance(_first_seat(game)))
        board: Board = begun.board
        text = ruleset.encode(start)
        events = [event_of(ruleset, "start", 0, None, text, begun.chance.outcomes, begun.effects, by=by)]
        run = decide(ruleset, board, self._entries(game, board), Source())
        if run.error:
            raise run.error
        decided = [(each.entry.seat, each.text, each.play) for each in run.decided]
        if not game.play.complete:
            last = decided[-1][2].board if decided else board
            decided.append((0, ruleset.encode(Abandon()), ruleset.end(last, 0, GameEnded((), ABANDONED))))
        for seat, text, play in decided:
            kind: Literal["play", "end"] = "play" if seat else "end"
            board = play.board
            hashed = board if ruleset.over(board) else None
            outcomes, parent = play.chance.outcomes, len(events)
            events.append(
                event_of(ruleset, kind, parent, seat or None, text, outcomes, play.effects, by=by, hashed=hashed)
            )
        return events, summary_of(ruleset, board, board, len(events))

    def _entries(self, game: PlannedGame, board: Board) -> Iterator[Entry]:
        """What is entered: teams, roles, scores, wins; then the game is finished, if it was."""
        play, (form, points) = game.play, game.scored
        teams = ids(form.teams, "team")
        for number, seat in enumerate(play.seats, 1):
            if teams and board.place(number).team != teams[seat.team]:
                yield _entry(number, JoinTeam(teams[seat.team]))
        for number, role in enumerate(game.roles, 1):
            if role:
                yield _entry(number, TakeRole(role))
        for number, score in enumerate(points, 1):
            if score is not None:
                yield from (_entry(number, Score(*cell)) for cell in cells(game.parts.categories, score))
        if play.complete:
            yield from self._wins(game, board.components)
            together = form.sides == "together"
            result = ("won" if play.seats[0].won else "lost") if together else ""
            yield _entry(1, Finish(result))

    def _wins(self, game: PlannedGame, components: Components) -> Iterator[Entry]:
        """A win of each side that won, where wins are noted."""
        if components.wins_are_noted:
            sides: set[str] = set()
            for number, seat in enumerate(game.play.seats, 1):
                side = seat.team if game.scored.form.sides == "teams" else str(number)
                if seat.won and side not in sides:
                    sides.add(side)
                    yield _entry(number, ClaimWin())


def _entry(seat: int, action: Action[Any]) -> Entry:
    return Entry(seat=seat, action=action)


def _first_seat(game: PlannedGame) -> list[int]:
    """Who begins, where the sheet has an order of turns."""
    if not game.scored.form.starts:
        return []
    return [number for number, seat in enumerate(game.play.seats, 1) if seat.starts]


def _seated(number: int, match: Any) -> Seated:
    if match is None or match.state == "nameless":
        return Seated(number, None, None)
    return Seated(number, match.player or new_id(), match.name)


def _notes(game: PlannedGame, version: int) -> Iterator[Note]:
    """The notes of a game, on its last version."""
    at = now()
    for offset, text in enumerate(notes_of(game.play)):
        created_at = at + offset  # notes on one version are shown by time
        yield Note(n=new_number(), version=version, text=text, created_at=created_at, changed_at=created_at)
