"""What players of Hero's Crossing ask of their games; the numbers are those of the questions that are known of it.

Parts of them stay open: what a stolen die is used for (4), since rows say its colour alone; pairs of a Production
Center and its Shop after the draft (7), since towns are known by round; what a spy costs the one that it watches (9);
and how often the higher total decides against the earlier worker (14), since no row has that.
"""

from __future__ import annotations

from rulesets.kit.history import Question

QUESTIONS = (
    Question(  # PQ-01
        "first_player",
        "Does the first player of round 1 win more often?",
        "win_rate_by_seat",
        {"by": "turn_order"},
    ),
    Question(  # PQ-02
        "points",
        "Where do points come from, and where do winners get more of them than losers?",
        "amounts",
        {"of": "points", "by": "type"},
    ),
    Question(  # PQ-03
        "sniping",
        "How many heroes are taken by a player who filled less than half of their needs?",
        "amounts",
        {"of": "rows", "per": "row", "type": "HeroJoined", "by": "kind"},
    ),
    Question(  # PQ-03
        "snipers",
        "Do players who take a hero that others served win more often?",
        "first_time",
        {"type": "HeroJoined", "where": "kind=sniped", "by": "kind"},
    ),
    Question(  # PQ-04
        "stealing",
        "Do players who steal a die win more often?",
        "first_time",
        {"type": "DieStolen"},
    ),
    Question(  # PQ-04
        "when_dice_are_stolen",
        "How many dice are stolen in each third of a game?",
        "amounts",
        {"of": "rows", "per": "game", "type": "DieStolen", "by": "third"},
    ),
    Question(  # PQ-05
        "tile_prices",
        "What does a tile of each level cost: how much do the dice of the winning bid show?",
        "amounts",
        {"of": "value", "per": "row", "type": "BuildingWon", "by": "card.level"},
    ),
    Question(  # PQ-05
        "contests",
        "How many tiles are won in a contest?",
        "amounts",
        {"of": "rows", "per": "row", "type": "BuildingWon", "where": "kind!=power", "by": "kind"},
    ),
    Question(  # PQ-05
        "contested_tiles",
        "Which tiles are won in a contest most often?",
        "amounts",
        {"of": "rows", "per": "game", "type": "BuildingWon", "where": "kind=contested", "by": "card"},
    ),
    Question(  # PQ-05
        "lost_bids",
        "How much do the dice show that are lost in bids which are withdrawn or not raised?",
        "amounts",
        {"of": "value", "type": "BidWithdrawn", "by": "kind"},
    ),
    Question(  # PQ-06
        "tiles_without_place",
        "How often can a tile that was bid for not be placed, and stays in the supply?",
        "amounts",
        {"of": "rows", "per": "row", "type": "BuildingWon BuildingLeftInSupply", "where": "kind!=power"},
    ),
    Question(  # PQ-06
        "zoning_that_bars",
        "Under which face of the Zoning Die do tiles stay in the supply?",
        "amounts",
        {"of": "rows", "per": "row", "type": "BuildingLeftInSupply", "by": "kind"},
    ),
    Question(  # PQ-07
        "first_town",
        "Which tiles of the first town do winners have more often than losers?",
        "amounts",
        {"of": "rows", "type": "TileLaid", "where": "card!=tile:land", "by": "card"},
    ),
    Question(  # PQ-07
        "trades",
        "How many resources can winners' towns both make and sell, after each round?",
        "lead_curves",
        {"of": "trades"},
    ),
    Question(  # PQ-08
        "cubes",
        "How many cubes does a player produce, move to Shops, and give back?",
        "amounts",
        {"of": "value", "type": "ResourcesProduced ResourcesMoved CubesGiven"},
    ),
    Question(  # PQ-08
        "sales",
        "How many cubes of each resource does a player sell?",
        "amounts",
        {"of": "rows", "type": "CubeSold", "by": "kind"},
    ),
    Question(  # PQ-08
        "cubes_left",
        "How many cubes lie unused in the towns of winners and losers, after each round?",
        "lead_curves",
        {"of": "cubes"},
    ),
    Question(  # PQ-09
        "spies",
        "How many rounds does a spy stay where it was sent, and how often does its owner call it away?",
        "lasting",
        {"type": "SpySent", "ending": "SpyExpelled SpyLeft", "same": "place"},
    ),
    Question(  # PQ-10
        "action_rows",
        "Which rows of the Action Cards are chosen?",
        "amounts",
        {"of": "rows", "per": "row", "type": "DieDrafted", "by": "kind"},
    ),
    Question(  # PQ-10
        "actions_left_out",
        "How often is an action of a chosen row left out?",
        "amounts",
        {"of": "rows", "per": "row", "type": "ActionTaken ActionSkipped"},
    ),
    Question(  # PQ-10
        "which_actions_left_out",
        "Which actions are left out most?",
        "amounts",
        {"of": "rows", "per": "row", "type": "ActionSkipped", "by": "kind"},
    ),
    Question(  # PQ-11
        "modifiers",
        "How many modifiers are spent on a die, by the actions that it is for?",
        "amounts",
        {"of": "value", "per": "row", "type": "DieDrafted", "by": "kind"},
    ),
    Question(  # PQ-11
        "modifiers_kept",
        "Do winners hoard modifiers?",
        "lead_curves",
        {"of": "modifiers"},
    ),
    Question(  # PQ-12
        "eras",
        "In which round does each era begin?",
        "first_time",
        {"of": "game", "type": "EraAdvanced", "by": "kind"},
    ),
    Question(  # PQ-12
        "last_hero",
        "In which round does the last hero come?",
        "first_time",
        {"of": "game", "type": "EndGameTriggered"},
    ),
    Question(  # PQ-12
        "endings",
        "Do games end with the last round, or because all heroes are served?",
        "amounts",
        {"of": "rows", "per": "row", "type": "FinalDonationsStarted", "by": "kind"},
    ),
    Question(  # PQ-13
        "first_level_2_shop",
        "When is the first Shop of level 2 built, and does its owner win more often?",
        "first_time",
        {
            "of": "game",
            "type": "BuildingPlaced TileReplaced",
            "where": "card.kind=shop card.level=2",
            "by": "card.level",
        },
    ),
    Question(  # PQ-14
        "sales_declined",
        "How often does a player attract a hero, and how often sell nothing to it?",
        "amounts",
        {"of": "rows", "type": "HeroAttracted SaleDeclined"},
    ),
    Question(  # PQ-15
        "foundations",
        "How many rounds is it until a Foundation is replaced?",
        "lasting",
        {
            "type": "BuildingPlaced TileLaid",
            "where": "card=tile:foundation",
            "ending": "TileReplaced",
            "same": "place",
            "by": "card",
        },
    ),
)
