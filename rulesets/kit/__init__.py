"""What every ruleset is made of.

`structs` (Action, Effect, Phase), `play` (a decision under way), `chance`, `ruleset` (the object that the rest of the
program sees), `piles` and `tuples` (parts of boards), `components` (reading component sets), `svg` (pictures),
`facts` (rows for analytics), `bots`, `conformance` (what any ruleset must pass), `scenario` (given, when, then).
"""
