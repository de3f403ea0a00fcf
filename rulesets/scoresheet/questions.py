"""What players ask of the games that they write down, whatever is played.

Open: roles, dice and draws, which only some sheets have; win rates by role, luck and mixes are asked for by themselves.
"""

from rulesets.kit.history import Question

QUESTIONS = (
    Question(
        name="going_first",
        title="Win rate by turn order",
        asks="Does the first player win more often?",
        job="win_rate_by_seat",
        params={"by": "turn_order"},
    ),
    Question(
        name="points_by_category",
        title="Points by category",
        asks="What are points scored for, and do winners score for other things?",
        job="amounts",
        params={"type": "PointsScored", "of": "value", "by": "source"},
    ),
    Question(
        name="points_by_round",
        title="Points by round",
        asks="How many points does a seat score in each round?",
        job="amounts",
        params={"type": "PointsScored", "of": "value", "by": "round"},
    ),
    Question(
        name="points_at_the_end",
        title="Points in rounds and at the end",
        asks="How many points come at the end of the game, and how many in its rounds?",
        job="amounts",
        params={"type": "PointsScored", "of": "value", "by": "kind"},
    ),
    Question(
        name="winners_on_the_way",
        title="Lead of the winner",
        asks="When in a game do those lead who win it?",
        job="lead_curves",
        params={"per": "tenth"},
    ),
    Question(
        name="first_points",
        title="First points",
        asks="Does who scores first win more often?",
        job="first_time",
        params={"type": "PointsScored", "of": "game"},
    ),
    Question(
        name="rounds_of_games",
        title="Rounds per game",
        asks="How many rounds does a game last?",
        job="game_length",
        params={"unit": "rounds"},
    ),
    Question(
        name="entries_of_games",
        title="Entries per game",
        asks="How much is written down in a game?",
        job="game_length",
        params={"unit": "decisions"},
    ),
)
