"""How people reach Tabletale: REST, pages and the command line."""
