"""What players of Kingdom Rush ask of their games; the numbers are those of the questions that are known of it.

Parts of them stay open: how many Hordes a Tower destroys each time that it is built (3), what is passed as a share of
the hand (4), how long a Horde is held up (7), the rounds lost to regeneration, since all that follows from the last
decision of a round counts for that round (8), Towers lost for nothing (11, 14), the first round of an overflow (12),
and Hordes that are destroyed in the round of a Spell (13).
"""

from __future__ import annotations

from rulesets.kit.history import Question

TILES = "TilePlaced TilesPlaced"
ATTACKS = "SoldiersPlaced TilePlaced TilesPlaced"

QUESTIONS = (
    Question(  # 1
        "won_by_scenario",
        "How often is each scenario won, by difficulty and number of players?",
        "win_rate_by_seat",
        title="Win rate by scenario",
    ),
    Question(  # 2
        "what_loses",
        "Why are games lost: Hearts, a Portal at the Exit, a Boss, or time?",
        "amounts",
        {"of": "rows", "per": "row", "type": "GameLost", "by": "kind"},
        title="Causes of defeat",
    ),
    Question(  # 2
        "when_lost",
        "In which round are games lost?",
        "amounts",
        {"of": "rows", "per": "row", "type": "GameLost", "by": "round"},
        title="Round of defeat",
    ),
    Question(  # 3
        "towers_built",
        "How often is each Tower built?",
        "amounts",
        {"of": "rows", "type": "TowerPlayed", "by": "card"},
        title="Towers built",
    ),
    Question(  # 3
        "towers_that_destroy",
        "Which Towers help to destroy Hordes, and how often?",
        "amounts",
        {"of": "rows", "per": "game", "type": "HordeDestroyedWith", "where": "source.type=tower", "by": "source"},
        title="Hordes destroyed by Tower",
    ),
    Question(  # 3
        "tower_coverage",
        "How many squares does each Tower cover with one tile, or one set of Soldiers?",
        "amounts",
        {"of": "value", "per": "row", "type": ATTACKS, "where": "source.type=tower", "by": "source"},
        title="Squares covered by Tower",
    ),
    Question(  # 4
        "passing",
        "Does it pay to pass Towers instead of playing them?",
        "amounts",
        {"of": "rows", "per": "row", "type": "TowerPlayed TowerPassed", "by": "type"},
        title="Passing Towers",
    ),
    Question(  # 4
        "tower_levels",
        "By which round is the first Tower of each level built, and are such games won more often?",
        "first_time",
        {"of": "game", "type": "TowerPlayed", "by": "card.level"},
        title="First Tower of each level",
    ),
    Question(  # 5
        "heroes",
        "How often are games with each hero won?",
        "win_rate_by_faction",
        {"of": "hero"},
        title="Win rate by hero",
    ),
    Question(  # 5
        "teams",
        "Which heroes win most often together?",
        "win_rate_by_faction",
        {"of": "team"},
        title="Win rate by team",
    ),
    Question(  # 5
        "abilities",
        "How often are games with each special ability won?",
        "win_rate_by_faction",
        {"of": "ability"},
        title="Win rate by special ability",
    ),
    Question(  # 5
        "ability_pairs",
        "Which pairs of special abilities win most often?",
        "win_rate_by_faction",
        {"of": "abilities"},
        title="Win rate by pair of abilities",
    ),
    Question(  # 6
        "hearts_by_round",
        "How many Hearts do Hordes take in each round?",
        "amounts",
        {"of": "value", "type": "HordeEscaped", "where": "kind=horde", "by": "round"},
        title="Hearts lost by round",
    ),
    Question(  # 6
        "hearts_by_horde",
        "Which kinds of Hordes take the most Hearts?",
        "amounts",
        {"of": "value", "type": "HordeEscaped", "where": "kind=horde", "by": "card.kind"},
        title="Hearts lost by Horde",
    ),
    Question(  # 7
        "blocking",
        "Which stop Hordes more often, heroes or Soldiers?",
        "amounts",
        {"of": "rows", "type": "HordeBlocked", "by": "kind"},
        title="Blocking by heroes and Soldiers",
    ),
    Question(  # 7
        "blocking_heroes",
        "Which heroes stop Hordes?",
        "amounts",
        {"of": "rows", "type": "HordeHeldUp", "by": "source"},
        title="Blocking by hero",
    ),
    Question(  # 8
        "knock_outs",
        "How often is each hero knocked out?",
        "amounts",
        {"of": "rows", "type": "HeroKnockedOut", "by": "card"},
        title="Knock-outs by hero",
    ),
    Question(  # 8
        "knock_out_causes",
        "What knocks heroes out?",
        "amounts",
        {"of": "rows", "per": "row", "type": "HeroKnockedOut", "by": "kind"},
        title="Causes of knock-outs",
    ),
    Question(  # 9
        "recovering",
        "How often do heroes Recover rather than attack or use an ability?",
        "amounts",
        {"of": "rows", "per": "row", "type": "HeroAttacked AbilityUsed HeroRecovered", "by": "type"},
        title="Recover, attack or ability",
    ),
    Question(  # 9
        "health_recovered",
        "How much health does each hero get back when it Recovers?",
        "amounts",
        {"of": "value", "per": "row", "type": "HeroRecovered", "by": "source"},
        title="Health recovered by hero",
    ),
    Question(  # 10
        "blanks",
        "How many squares do Damage tiles cover, and how many of these are blanks?",
        "amounts",
        {"of": "value", "type": f"{TILES} BlanksCovered", "by": "type"},
        title="Squares and blanks covered",
    ),
    Question(  # 10
        "blanks_by_source",
        "How many blanks does each Tower, hero and Spell cover in a game?",
        "amounts",
        {"of": "value", "type": "BlanksCovered", "by": "source"},
        title="Blanks covered by source",
    ),
    Question(  # 11
        "portals",
        "How many rounds does a Portal last?",
        "lasting",
        {"type": "HordeSpawned", "where": "kind=portal", "ending": "HordeDestroyed", "by": "card.level"},
        title="Rounds per Portal",
    ),
    Question(  # 11
        "towers_for_portals",
        "How many Towers do Portals turn face down, and how many Portals are destroyed as Hordes?",
        "amounts",
        {"of": "rows", "type": "TowerTurnedDown HordeDestroyed", "where": "kind!=horde", "by": "type"},
        title="Portals and Towers",
    ),
    Question(  # 12
        "crystals",
        "How many Crystals are earned, spent, and lost because the team already has all of them?",
        "amounts",
        {
            "of": "value",
            "type": "HordeDestroyed CrystalsFromEscape KingdomChanged TowerBought CrystalsOverflowed",
            "where": "kind!=hearts",
            "by": "type",
        },
        title="Crystals earned and spent",
    ),
    Question(  # 12
        "purchases",
        "Which levels of Towers do teams buy more often in games that they win?",
        "amounts",
        {"of": "rows", "type": "TowerBought", "by": "card.level"},
        title="Towers bought by level",
    ),
    Question(  # 13
        "spells",
        "In which round is each Spell used, and are such games won more often?",
        "first_time",
        {"type": "SpellUsed", "by": "card"},
        title="First use of each Spell",
    ),
    Question(  # 14
        "forced_attacks",
        "How often is a Tower forced to attack a Portal?",
        "amounts",
        {"of": "rows", "type": "TowerPlayed AttackForced", "by": "type"},
        title="Forced attacks on Portals",
    ),
    Question(  # 15
        "bench_heroes",
        "Which heroes does a solo player call from the Bench?",
        "amounts",
        {"of": "rows", "per": "row", "type": "BenchHeroCalled", "by": "source"},
        title="Heroes from the Bench",
    ),
    Question(  # 15
        "bench_by_round",
        "In which round does a solo player call heroes from the Bench?",
        "amounts",
        {"of": "rows", "per": "row", "type": "BenchHeroCalled", "by": "round"},
        title="Calls from the Bench by round",
    ),
    Question(  # 15
        "colours_given_up",
        "Which colours does a solo player give up?",
        "amounts",
        {"of": "rows", "per": "row", "type": "ColourEliminated", "by": "choice"},
        title="Colours given up",
    ),
)
