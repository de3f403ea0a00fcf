"""How people and programs reach Tabletale: the REST interface, the pages and the command line.

Read `service.py` first: it puts together the log, the library and the recorder that everything else calls. `recording`
takes actions, undo and corrections and knows nothing of the web; `rest` turns typed functions into endpoints, which
`resources` declares; `pages` renders HTML; `commands` holds one module for each command of `cli.py`; `app.py` puts the
Flask app together, which `serving` serves; `errors` holds every problem that any of them answers with.
"""
