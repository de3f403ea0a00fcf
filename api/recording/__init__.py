"""Taking actions, undo and redo, checking the log, games between bots: what REST, the pages and commands call."""
