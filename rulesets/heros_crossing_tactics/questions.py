"""What players of the duel ask of their games. The numbers are those of the inventory of play-pattern questions.

Open: 5 (two turns in a row at the end of a round), as no statistic knows which turn of its round a turn is; of 2 the
summed icons, of 6 and 8 the points for each Soldier or attack, of 13 the Front, and of 14 the first two rounds' mix: no
statistic divides one kind of rows by another, or compares two rows but for the seat.
"""

from rulesets.kit.history import Question

DAMAGE = "SoldierKilled MonarchDamaged"

QUESTIONS = (
    # 1
    Question(
        name="going_first",
        title="Win rate by turn order",
        asks="Does the first player win more often?",
        job="win_rate_by_seat",
        params={"by": "turn_order"},
    ),
    # 2
    Question(
        name="heroes_drafted",
        title="Win rate by drafted hero",
        asks="Which drafted heroes win more often?",
        job="win_rate_by_faction",
        params={"of": "hero"},
    ),
    # 2
    Question(
        name="trios_drafted",
        title="Win rate by drafted trio",
        asks="Which three drafted heroes win more often together?",
        job="win_rate_by_faction",
        params={"of": "trio"},
    ),
    # 3
    Question(
        name="first_blood",
        title="First blood",
        asks="In which round does a Monarch first lose health, and does its seat then win less often?",
        job="first_time",
        params={"type": "MonarchDamaged", "of": "game"},
    ),
    # 4
    Question(
        name="four_actions",
        title="Mix of the four actions",
        asks="What share of the activations is each of the four actions, and do winners and losers differ?",
        job="amounts",
        params={"type": "FrontActivated", "of": "rows", "per": "row", "by": "kind"},
    ),
    # 4
    Question(
        name="actions_by_third",
        title="The four actions by third",
        asks="How does the mix of the four actions change over the thirds of a game, for winners and losers?",
        job="action_mix",
        params={"type": "FrontActivated", "of": "kind", "per": "third"},
    ),
    # 6
    Question(
        name="straight_or_diagonal",
        title="Damage by direction",
        asks="How much damage does a seat take from straight attacks, and how much from diagonal ones?",
        job="amounts",
        params={"type": DAMAGE, "of": "value", "by": "choice"},
    ),
    # 7
    Question(
        name="blocked_magic",
        title="Magic stopped by Armor",
        asks="How much Magic does a seat's Armor stop, from Soldiers and from heroes in reserve?",
        job="amounts",
        params={"type": "MagicBlocked", "of": "value", "by": "source.type"},
    ),
    # 8
    Question(
        name="reserve_damage",
        title="Damage by attacker",
        asks="How much damage does a seat take from heroes in reserve, and how much from Soldiers?",
        job="amounts",
        params={"type": DAMAGE, "of": "value", "by": "source.type"},
    ),
    # 9
    Question(
        name="bluffs",
        title="Bluffs",
        asks="What share of the reserve cards does nothing, in attack and in defence?",
        job="amounts",
        params={"type": "ReserveShown", "of": "share", "meeting": "value=0", "by": "kind"},
    ),
    # 10
    Question(
        name="wide_or_tall",
        title="Heroes added or replaced",
        asks="Do winners add more heroes to their Fronts, or replace more of them by higher ones?",
        job="amounts",
        params={"type": "HeroPlaced HeroReplaced", "of": "rows", "by": "type"},
    ),
    # 10
    Question(
        name="levels_by_round",
        title="Hero levels by round",
        asks="Do winners have more levels of heroes in their Fronts, round by round?",
        job="lead_curves",
        params={"of": "levels"},
    ),
    # 11
    Question(
        name="levels_drawn",
        title="Cards drawn by level",
        asks="How many cards of each level does a seat draw with its Drawing Power?",
        job="amounts",
        params={"type": "HeroDrawn", "of": "rows", "by": "place.level"},
    ),
    # 11
    Question(
        name="drawing_power_lost",
        title="Unspent Drawing Power by round",
        asks="How much Drawing Power does a seat leave unspent in each round?",
        job="amounts",
        params={"type": "DrawingEnded", "of": "value", "by": "round"},
    ),
    # 12
    Question(
        name="dry_supply",
        title="Soldiers missing from the supply",
        asks="How many Soldiers of each type does a seat miss because the supply is empty, and do losers miss more?",
        job="amounts",
        params={"type": "SoldiersMissed", "of": "value", "by": "kind"},
    ),
    # 13
    Question(
        name="flank_then_strike",
        title="Damage after a flank",
        asks="How often does a seat do damage within two turns after its flank, compared with other turns?",
        job="follow_ups",
        params={"type": "FrontActivated", "where": "kind=flank", "then": DAMAGE, "by": "kind"},
    ),
    # 14
    Question(
        name="rounds_of_games",
        title="Rounds per game",
        asks="How many rounds does a game last?",
        job="game_length",
        params={"unit": "rounds"},
    ),
    # 15
    Question(
        name="wounded_fronts",
        title="Health lost by Front",
        asks="Through which Front does a Monarch lose its health?",
        job="amounts",
        params={"type": "MonarchDamaged", "of": "value", "per": "game", "by": "place"},
    ),
)
