"""One profile for each name, also if many games use the name at the same time.

On PostgreSQL, `append_events` creates the players of a new game, or finds existing ones, in the transaction of the
game: a game that is refused leaves no profile, and removes none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    tell_namesakes_apart()
    op.drop_index("players_name", "players")
    op.execute("create unique index players_name on players (name, coalesce(owner, ''))")
    if op.get_context().dialect.name == "postgresql":
        seat_players_by_name()


def tell_namesakes_apart() -> None:
    """Number the later profiles of a name. They are not put together: two people may have one name."""
    connection = op.get_bind()
    rows = connection.execute(sa.text("select id, name, coalesce(owner, '') from players order by id")).all()
    taken = {(name, owner) for _, name, owner in rows}
    seen = set()
    for player, name, owner in rows:
        if (name, owner) in seen:
            free = next(text for n in range(2, len(rows) + 2) if ((text := f"{name} ({n})"), owner) not in taken)
            taken.add((free, owner))
            connection.execute(sa.text("update players set name = :name where id = :id"), {"name": free, "id": player})
        seen.add((name, owner))


def seat_players_by_name() -> None:
    function = op.get_bind().scalar(sa.text("select pg_get_functiondef('append_events(json)'::regprocedure)"))
    for old, new in ((GAMES, PLAYERS + GAMES), (SEATS, SEATS_BY_NAME)):
        if function.count(old) != 1:
            raise RuntimeError("append_events is not the function of migration 0001")
        function = function.replace(old, new)
    op.get_bind().exec_driver_sql(function.replace("%", "%%"))


GAMES = "insert into games select * from json_populate_recordset(null::games, c.born->'games');"

# Sorted by name, so two games with the same players cannot deadlock. The update changes nothing: it locks an existing
# profile until the game is stored.
PLAYERS = """insert into players select * from json_populate_recordset(null::players, c.born->'players') order by name
        on conflict (name, coalesce(owner, '')) do update set name = excluded.name;
        """

SEATS = "insert into seats select * from json_populate_recordset(null::seats, c.born->'seats');"

SEATS_BY_NAME = """insert into seats
        select s.game_id, s.seat, coalesce(known.id, s.player)
        from json_populate_recordset(null::seats, c.born->'seats') as s
        left join json_populate_recordset(null::players, c.born->'players') as named on named.id = s.player
        left join players as known
        on known.name = named.name and coalesce(known.owner, '') = coalesce(named.owner, '');"""
