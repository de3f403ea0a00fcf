"""The parts of the REST interface: requests, answers, shapes, problems and the reference. Read `web.py` first."""
