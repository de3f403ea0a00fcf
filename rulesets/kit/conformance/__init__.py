"""What any ruleset must pass: random games in which every promise of the contract is tried at every step.

    from rulesets.kit.conformance import Profile, check
    report = check(RULESET, Profile(universe=..., hidden=..., invariants=...), games=100, seed=0)

`check` plays games with random bots, half of them with server chance, half as a table would record them, some cards
unseen. A broken promise is an AssertionError that names the ruleset, the seed of the game, the version of the event
and the action, so that `check(RULESET, profile, games=1, seed=<that seed>)` plays the same game again. Nothing here
needs a test framework.

Read `profile` first: what a ruleset declares, and the report. `games` plays the games; the checks are in `declared`
(without playing), `decisions`, `forced`, `events`, `facts`, `views`, `pictures`, `boards`, `steps` and `what_ifs`.
"""

from rulesets.kit.conformance.declared import check_declarations
from rulesets.kit.conformance.games import check
from rulesets.kit.conformance.profile import GameStep, Profile, Report, nothing_hidden

__all__ = ["GameStep", "Profile", "Report", "check", "check_declarations", "nothing_hidden"]
