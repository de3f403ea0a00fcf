"""Plays that were logged elsewhere, result by result: read from files, planned, and stored as games of a scoresheet.

reading.py     finds the format of a file, and reads it within bounds
csv_file.py    a line for each play and player
bgstats.py     the JSON of BG Stats
bgg.py         the XML of BoardGameGeek
play.py        what each of them gives: a `Play`
sheets.py      the sheet that a play is scored on
people.py      the players that exist, and the new ones
planning.py    what an import would make; nothing is stored yet
storing.py     stores it, in batches of games
exporting.py   the other way: games of all rulesets as plays, in the JSON of BG Stats
"""
