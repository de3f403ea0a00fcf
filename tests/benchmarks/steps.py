"""The steps of openings and sequences (`analytics.steps`), as DuckDB is asked for them."""

DEPTH = 6
"""Of the tree of openings."""
ABOUT = ("choice", "card", "kind", "place", "source", "target")
STEPS = f"""
    SELECT game_id, seat, move, decision_no,
        type || coalesce(' ' || coalesce({", ".join(f"{name}::VARCHAR" for name in ABOUT)}), '') AS step
    FROM facts
    WHERE category = 'decision' AND NOT undone AND turn > 0 AND NOT coalesce(forced, false)
        AND NOT regexp_matches(type, '^End[A-Z]')
"""
FIRST_STEPS = f"""
    SELECT game_id, seat, list(step ORDER BY place) AS whole FROM (
        SELECT *, row_number() OVER (PARTITION BY game_id, seat ORDER BY decision_no) AS place FROM ({STEPS})
    )
    WHERE place <= {DEPTH} GROUP BY ALL
"""
"""The steps that each seat begins with."""
