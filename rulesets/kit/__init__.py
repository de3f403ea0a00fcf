"""What every ruleset is made of, and all that the rest of the program knows of one.

Read `ruleset` first: the object that puts a rulebook together, with every argument explained. Then, from the bottom up:

- a game: `phases` (what a board waits for), `effects` and `structs` (effects and actions), `play` (a decision under
  way), `outcomes` and `chance` (dice and draws), `errors`;
- parts of boards: `piles`, `tuples`; parts of sentences: `words`, `text`;
- component sets: `components` (reading them), `checks` (faults), `cards` (cards whose text is a rule), `faces`;
- screens: `fields` and `steps` (an action is found tap by tap), `by_hand` and `adjusting` (a table enters effects),
  `outlook` (what chance is asked next), `svg`, `look` and `compiled` (pictures);
- statistics: `facts` (rows), `history` (what is known beyond events);
- tests: `scenario` (given, when, then), `conformance` (what any ruleset must pass), `bots`.

`building` finds the parts of a ruleset in its package, and reports what is wrong there.
"""

__all__ = [
    "adjusting",
    "bots",
    "building",
    "by_hand",
    "cards",
    "chance",
    "checks",
    "compiled",
    "components",
    "conformance",
    "effects",
    "errors",
    "faces",
    "facts",
    "fields",
    "history",
    "look",
    "outcomes",
    "outlook",
    "phases",
    "piles",
    "play",
    "ruleset",
    "scenario",
    "steps",
    "structs",
    "svg",
    "text",
    "tuples",
    "words",
]
