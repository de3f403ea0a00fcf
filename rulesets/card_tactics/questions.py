"""What players on the road to the Dragon ask of their games. The numbers are those of the inventory of play-pattern
questions.

Open: 6 and 7 (the outermost enemy, the second skill), as no statistic looks at one combat or one slot by itself; of 3
the health lost in a combat, of 13 and 14 the result of the combat, for the same reason: 13 and 14 look at what a game
begins with, as whoever lasts longer meets more. Of 11 the Stuns that are healed, and of 15 the re-rolls.
"""

from rulesets.kit.history import Question

OF_HEROES = "card.type=hero"

QUESTIONS = (
    # 1
    Question(
        name="heroes_chosen",
        title="Win rate by hero",
        asks="Which heroes win more often?",
        job="win_rate_by_faction",
        params={"of": "hero"},
    ),
    # 1
    Question(
        name="trios_chosen",
        title="Win rate by team of three",
        asks="Which teams of three heroes win more often?",
        job="win_rate_by_faction",
        params={"of": "trio"},
    ),
    # 2
    Question(
        name="lost_in_combat",
        title="Defeats by combat",
        asks="In which combat are games lost?",
        job="amounts",
        params={"type": "GameLost", "of": "rows", "per": "row", "by": "place"},
    ),
    # 2
    Question(
        name="lost_to_boss",
        title="Defeats by boss",
        asks="Which boss do players lose to?",
        job="amounts",
        params={"type": "GameLost", "of": "rows", "per": "row", "by": "kind"},
    ),
    # 3
    Question(
        name="rounds_of_combats",
        title="Rounds per combat",
        asks="How many rounds does it take to win each combat, and how often is it not won?",
        job="lasting",
        params={"type": "CombatStarted", "ending": "CombatWon GameWon", "same": "place", "by": "place"},
    ),
    # 4
    Question(
        name="hits_of_heroes",
        title="Hits and misses of heroes",
        asks="What share of the heroes' attacks misses, hits or is critical, and do won games differ?",
        job="amounts",
        params={"type": "AttackResolved", "where": OF_HEROES, "of": "rows", "per": "row", "by": "kind"},
    ),
    # 4
    Question(
        name="hits_by_skill",
        title="Hit rate by skill",
        asks="With which skills do heroes hit more often?",
        job="amounts",
        params={
            "type": "AttackResolved",
            "where": OF_HEROES,
            "of": "share",
            "meeting": "kind=hit|critical",
            "by": "source",
        },
    ),
    # 5
    Question(
        name="luck",
        title="Dice luck",
        asks="How lucky are the dice of heroes and of enemies, and are they luckier in games that are won?",
        job="amounts",
        params={"type": "DiceRolled DiceRerolled", "of": "luck", "per": "row", "by": "card.type"},
    ),
    # 8
    Question(
        name="starting_items_kept",
        title="Win rate by starting item",
        asks="Do players win more often when they keep this starting item?",
        job="first_time",
        params={"type": "StartingItemKept", "by": "card"},
    ),
    # 9
    Question(
        name="uses_of_items",
        title="Uses per item",
        asks="How often is each item used in a game?",
        job="amounts",
        params={"type": "ItemUsed", "of": "rows", "per": "game", "by": "card"},
    ),
    # 9
    Question(
        name="first_use_of_items",
        title="Rounds until an item is used",
        asks="How many rounds after it joins the pool is an item first used, and how often is it never used?",
        job="lasting",
        params={"type": "StartingItemKept ItemDrawn", "ending": "ItemUsed", "by": "card.kind"},
    ),
    # 10
    Question(
        name="counters",
        title="Counter tokens gained and used",
        asks="How many Counter tokens are gained, used, and lost unused in a game?",
        job="amounts",
        params={
            "type": "TokensGained TokensUsed TokensLost TokensDiscarded",
            "where": "kind=counter",
            "of": "value",
            "per": "game",
            "by": "type",
        },
    ),
    # 10
    Question(
        name="hits_of_counters",
        title="Hits and misses of Counters",
        asks="What share of the Counters misses, hits or is critical?",
        job="amounts",
        params={"type": "CounterResolved", "of": "rows", "per": "row", "by": "kind"},
    ),
    # 11
    Question(
        name="stunned",
        title="Actions lost to Stun",
        asks="How many actions do heroes and enemies lose to Stun in a game?",
        job="amounts",
        params={"type": "ActionSkipped", "where": "kind=forced", "of": "rows", "per": "game", "by": "card.type"},
    ),
    # 12
    Question(
        name="bled_to_death",
        title="Defeats by Bleed",
        asks="How many heroes and how many enemies are defeated by Bleed in a game?",
        job="amounts",
        params={"type": "UnitDefeated", "where": "kind=bleed", "of": "rows", "per": "game", "by": "card.type"},
    ),
    # 13
    Question(
        name="harmful_events",
        title="Win rate by first event",
        asks="After which first event are games won less often?",
        job="first_time",
        params={"type": "EventDrawn", "where": "round=0", "by": "card"},
    ),
    # 14
    Question(
        name="first_in_line",
        title="Win rate by hero on H1",
        asks="With which hero in front, on H1, at the start do players win more often?",
        job="first_time",
        params={"type": "HeroesPlaced", "where": "place=hero:1", "by": "card"},
    ),
    # 14
    Question(
        name="rearranged",
        title="Rearranging in Camp",
        asks="How often are the heroes rearranged in Camp, and is it more often in games that are won?",
        job="amounts",
        params={"type": "Rearrange", "of": "rows", "per": "game", "by": "all"},
    ),
    # 15
    Question(
        name="stopped_skills",
        title="Skills that stop early",
        asks="Which skills stop before their end, and how often in a game?",
        job="amounts",
        params={"type": "SkillStopped", "of": "rows", "per": "game", "by": "source"},
    ),
    # 15
    Question(
        name="why_skills_stop",
        title="Why skills stop early",
        asks="Why do skills stop before their end?",
        job="amounts",
        params={"type": "SkillStopped", "of": "rows", "per": "row", "by": "kind"},
    ),
)
