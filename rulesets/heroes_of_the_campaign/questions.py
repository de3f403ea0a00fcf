"""What players of the campaign ask of their games. The numbers are those of the inventory of play-pattern questions.

Open: 13 (reactions that saved a game), as no statistic knows what would have been won; of 12 how many are in the
infirmary at the end; of 2 pairs of heroes; of 8 a ratio by hero, as no statistic divides one kind of rows by another.
Trios of heroes are asked with `win_rate_by_faction` and `of=trio`, but there are too many for a list.
"""

from rulesets.kit.history import Question

USES = "EventUsed LawEnacted SupportDeployed ManeuverLearned"
"""How a strategy card is used that is no location."""

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
        name="heroes_brought",
        title="Win rate by hero",
        asks="Which heroes win more often?",
        job="win_rate_by_faction",
        params={"of": "hero"},
    ),
    # 3
    Question(
        name="strategies_brought",
        title="Win rate by strategy card",
        asks="Which strategy cards win more often for the seat that brings them?",
        job="win_rate_by_faction",
        params={"of": "strategy"},
    ),
    # 3
    Question(
        name="strategies_used",
        title="Win rate by strategy card used",
        asks="Do seats that use a strategy card win more often than seats that do not?",
        job="first_time",
        params={"type": f"{USES} HeroSentToLocation", "by": "card"},
    ),
    # 4
    Question(
        name="copper",
        title="Copper gained and spent",
        asks="How much copper does a seat earn, take, lose and pay in a game, and do winners differ?",
        job="amounts",
        params={"type": "CopperEarned CopperTaken CopperLost CopperPaid", "of": "value", "by": "type"},
    ),
    # 4
    Question(
        name="copper_spent",
        title="Copper spent by round",
        asks="How much copper does a seat pay in each round?",
        job="amounts",
        params={"type": "CopperPaid", "of": "value", "by": "round"},
    ),
    # 4
    Question(
        name="copper_left",
        title="Copper left by round",
        asks="How much copper do winners and losers have left at the end of each round?",
        job="lead_curves",
        params={"of": "copper"},
    ),
    # 4, 14
    Question(
        name="copper_by_purpose",
        title="Copper by purpose",
        asks="What does a seat pay its copper for?",
        job="amounts",
        params={"type": "CopperPaid", "of": "value", "by": "kind"},
    ),
    # 5
    Question(
        name="first_maneuver",
        title="First maneuver",
        asks="In which round does a seat learn its first maneuver, and do seats that learn one win more often?",
        job="first_time",
        params={"type": "ManeuverLearned"},
    ),
    # 5
    Question(
        name="tasks_by_kind",
        title="Tasks by kind",
        asks="How many regular tasks, maneuver tasks and extra tasks do a seat's heroes perform?",
        job="amounts",
        params={"type": "TaskStarted", "of": "rows", "by": "kind"},
    ),
    # 6
    Question(
        name="lives_of_laws",
        title="Rounds per law",
        asks="How many rounds does each law hold, and is it broken by its owner or by the opponent?",
        job="lasting",
        params={"type": "LawEnacted", "ending": "LawBroken", "same_seat": True, "by": "card"},
    ),
    # 7
    Question(
        name="events_by_turn",
        title="Events by turn",
        asks="How often does a seat use events in its own turn, and how often in the opponent's?",
        job="amounts",
        params={"type": "EventUsed", "of": "rows", "by": "turn_seat"},
    ),
    # 8
    Question(
        name="trades",
        title="Wounds dealt and returned",
        asks="How many wounds do attackers deal in a game, and how many do defenders deal back?",
        job="amounts",
        params={"type": "HeroWounded", "where": "kind=attack|defence", "of": "value", "per": "game", "by": "kind"},
    ),
    # 9
    Question(
        name="broken_off_tasks",
        title="Actions lost to the infirmary",
        asks="How many actions does a seat lose because the hero performing a task goes to the infirmary?",
        job="amounts",
        params={"type": "TaskAborted", "of": "value", "by": "source"},
    ),
    # 10
    Question(
        name="back_from_infirmary",
        title="Rounds in the infirmary",
        asks="How many rounds does each hero stay in the infirmary, and how often does it never come back?",
        job="lasting",
        params={
            "type": "HeroSentToInfirmary",
            "ending": "HeroLeftInfirmary",
            "same": "target",
            "same_seat": True,
            "by": "target",
        },
    ),
    # 10
    Question(
        name="acting_again",
        title="Rounds until the next task",
        asks="How many rounds after leaving the infirmary does a hero perform a task, and how often never?",
        job="lasting",
        params={
            "type": "HeroLeftInfirmary",
            "ending": "TaskStarted",
            "same": "target",
            "ending_same": "source",
            "same_seat": True,
        },
    ),
    # 11
    Question(
        name="first_infirmary",
        title="First hero in the infirmary",
        asks="In which round is the first hero sent to the infirmary, and does its seat then win less often?",
        job="first_time",
        params={"type": "HeroSentToInfirmary", "of": "game"},
    ),
    # 12
    Question(
        name="spared_at_the_end",
        title="Opposing heroes left at the end",
        asks="When a game is won, how many opposing heroes are still on their side, all of them untouchable?",
        job="amounts",
        params={"type": "GameWon", "of": "value", "per": "game", "by": "all"},
    ),
    # 14
    Question(
        name="visits",
        title="Visits by location",
        asks="How often do heroes go to each location?",
        job="amounts",
        params={"type": "HeroSentToLocation", "of": "rows", "per": "game", "by": "place"},
    ),
    # 14
    Question(
        name="tasks_at_locations",
        title="Tasks by location",
        asks="How many tasks are performed at each location in a game?",
        job="amounts",
        params={"type": "TaskStarted", "where": "place.type=location", "of": "rows", "per": "game", "by": "place"},
    ),
    # 15
    Question(
        name="unused_cards",
        title="Unused strategy cards",
        asks="What share of the strategy cards of each type does a seat never use?",
        job="lasting",
        params={
            "type": "StrategyPicked",
            "ending": f"{USES} HeroSentToLocation",
            "same_seat": True,
            "by": "card.type",
        },
    ),
)
