"""What players ask of the games that they write down, whatever is played; best of one title at a time.

Open: dice, draws and moves, which only some sheets have; luck and mixes are asked for by themselves.
"""

from rulesets.kit.history import Question

QUESTIONS = (
    Question(
        name="who_wins",
        title="Players by wins",
        asks="Who wins most often?",
        job="player_profile",
    ),
    Question(
        name="against_each_other",
        title="Players against each other",
        asks="Which of two players finishes ahead of the other more often?",
        job="head_to_head",
    ),
    Question(
        name="wins_by_role",
        title="Win rate by role",
        asks="Which role wins most often, and by how much?",
        job="win_rate_by_faction",
        params={"of": "role"},
    ),
    Question(
        name="wins_by_seat",
        title="Win rate by seat",
        asks="Does the seat matter?",
        job="win_rate_by_seat",
        params={"by": "seat"},
    ),
    Question(
        name="margins",
        title="Points of winners and of others",
        asks="How many points do winners have, and how many the others?",
        job="amounts",
        params={"type": "PointsScored", "of": "value", "by": "all"},
    ),
    Question(
        name="points_by_category",
        title="Points by category",
        asks="What are points scored for, and do winners score for other things?",
        job="amounts",
        params={"type": "PointsScored", "of": "value", "by": "source"},
    ),
    Question(
        name="winners_on_the_way",
        title="Lead of the winner",
        asks="When in a game do those lead who win it?",
        job="lead_curves",
        params={"per": "tenth"},
    ),
    Question(
        name="rounds_of_games",
        title="Rounds per game",
        asks="How many rounds does a game last?",
        job="game_length",
        params={"unit": "rounds"},
    ),
)
