"""Special abilities, a file for each hero."""
