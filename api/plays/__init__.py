"""Plays that were logged elsewhere, result by result: read from files, planned, and stored as games of a scoresheet.

Its modules, from a file to the log:

    reading.py     finds the format of a file, and reads it within bounds
    csv_file.py    a line for each play and player
    bgstats.py     the JSON of BG Stats
    bgg.py         the XML of BoardGameGeek
    fields.py      texts of fields as values; finder.py notes which cannot be read
    play.py        what each of them gives: a `Play`
    identity.py    the ids of games, by which a play is recognised
    people.py      the players that exist, and the new ones, by names.py; tables.py reads who is who
    sheets.py      the sheet that a play is scored on
    notes.py      its notes: the comment, and what a game has no field for
    planning.py    what an import would make; nothing is stored yet
    storing.py     stores it, in batches of games
    exporting.py   the other way: games of all rulesets as plays, in the JSON of BG Stats
"""
