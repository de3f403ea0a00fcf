"""Following games over real connections: many clients, interrupted connections, several processes."""
