"""How requests come in: read whole without a thread, then answered by one (docs/adr/0007)."""
