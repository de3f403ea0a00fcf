"""Records games: actions, undo, corrections, what-ifs, imports, verification, and games of bots.

REST, pages and commands call it; it knows nothing of the web. Read `recorder.py` first.
"""
