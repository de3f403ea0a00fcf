"""The web server: requests are read without a thread, and a whole request is answered by one (docs/adr/0007)."""
