"""Following games over real connections: many at once, cut off and taken up again, across processes."""
