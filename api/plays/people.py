"""Which players of a file are players that exist. Nobody is guessed: who may be somebody else is doubtful."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from msgspec import Struct

from api.plays.names import folded, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from api.plays.play import Person
    from events import Player, Store

MOST_NAMED = 5
"""Names that a sentence lists."""
PAGE = 1_000
"""Players that are read at once."""

State = Literal["known", "new", "nameless", "doubtful"]


class Match(Struct, frozen=True):
    """Who a player of a file is here."""

    person: Person
    state: State
    name: str = ""
    player: UUID | None = None
    """Of a known player; of a new one the id that the player gets, if the source has one."""
    why: str = ""
    """Why it is doubtful."""

    @property
    def profile(self) -> UUID | str | None:
        """What tells players here apart: a new one has the profile of its name."""
        return self.player if self.state == "known" else self.name


class People:
    """The players that exist."""

    def __init__(self, store: Store, table: Mapping[str, str]) -> None:
        """`table` says who players are: a name or an id in the file, and a name or an id here; empty for nobody."""
        self._table = {folded(key): value for key, value in table.items()}
        self._players: dict[UUID, Player] = {}
        self._folded: dict[str, list[Player]] = defaultdict(list)
        self._plain: dict[str, list[Player]] = defaultdict(list)
        for player in _all(store):
            self._players[player.id] = player
            self._folded[folded(player.name)].append(player)
            self._plain[plain(player.name)].append(player)
        self._merged = store.merged_players()

    def matches(self, persons: Iterable[Person]) -> dict[str, Match]:
        """A match for each person of a file, by key."""
        distinct = {person.key: person for person in persons}
        named: dict[str, list[str]] = defaultdict(list)
        for person in distinct.values():
            named[plain(person.name)].append(person.name)
        why = {name: _several(names) for name, names in named.items() if len(names) > 1}
        return {key: self._match(person, why.get(plain(person.name), "")) for key, person in distinct.items()}

    def _match(self, person: Person, why: str) -> Match:
        """Who a person is; `why` says that others of the file have names that are alike."""
        for key in (person.key, person.name):
            if (becomes := self._table.get(folded(key))) is not None:
                return self._by_table(person, becomes)
        if person.id and (player := self._profile(person.id)):
            return Match(person, "known", player.name, player.id)
        if why:
            return Match(person, "doubtful", person.name, why=why)
        found = self._folded[folded(person.name)]
        if len(found) == 1:
            return Match(person, "known", found[0].name, found[0].id)
        if found or (found := self._plain[plain(person.name)]):
            others = _listed(player.name for player in found)
            return Match(person, "doubtful", person.name, why=f"it may be {others}, who exists")
        return Match(person, "new", person.name, person.id)

    def _by_table(self, person: Person, becomes: str) -> Match:
        if not becomes:
            return Match(person, "nameless")
        try:
            player = self._profile(UUID(becomes))
        except ValueError:
            return self._by_name(person, becomes)
        if player is None:
            return Match(person, "doubtful", person.name, why=f"no player has the id {becomes}, as the table has it")
        return Match(person, "known", player.name, player.id)

    def _by_name(self, person: Person, becomes: str) -> Match:
        """The player whom a table names; a new one where nobody has the name, also if others have one that is alike."""
        found = self._folded[folded(becomes)]
        found = [player for player in found if player.name == becomes] or found
        if len(found) > 1:
            why = f"{len(found)} players are called {becomes!r}: have the table name an id"
            return Match(person, "doubtful", person.name, why=why)
        return Match(person, "known", found[0].name, found[0].id) if found else Match(person, "new", becomes)

    def _profile(self, player: UUID) -> Player | None:
        """The profile of an id, also if it was merged into another one."""
        return self._players.get(self._merged.get(player, player))


def _several(names: Sequence[str]) -> str:
    return f"the file has {len(names)} players called {_listed(names)}"


def _listed(names: Iterable[str]) -> str:
    """Names in a sentence, the first few of them."""
    quoted = sorted({repr(name) for name in names})
    return ", ".join(quoted[:MOST_NAMED]) + (" and more" if len(quoted) > MOST_NAMED else "")


def _all(store: Store) -> Iterator[Player]:
    page = store.players(limit=PAGE)
    while page:
        yield from page
        page = store.players(limit=PAGE, after=page[-1].id)
