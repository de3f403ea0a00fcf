"""Every error that the service can answer with. docs/problems.md draws the whole tree; its branches are

    Problem          base.py
    ├── BadRequest   requests.py   the request itself is wrong
    ├── NotFound     not_found.py  nothing is there
    ├── Illegal      rules.py      the game does not allow it
    ├── Conflict     conflicts.py  it conflicts with what is stored
    ├── Forbidden    access.py     the caller is not allowed to do this
    ├── Failed       failures.py   the service cannot answer
    ├── CannotStart  startup.py    the program cannot start (command line only)
    └── BadImport    imports.py    a file of games cannot be imported

Each kind has a slug, a title, a status, a usual detail and one sentence of what to do next. The same tree gives the
answers of the service (RFC 9457, `application/problem+json`), the pages about problems and the messages of the command
line.

The next step never names what the caller has just sent, nor what cannot work for that request. Where several requests
lead to one kind and need different advice, whoever raises it gives its own: `raise TableOnly(...).advise("...")`.
"""

from api.errors.access import *
from api.errors.base import *
from api.errors.conflicts import *
from api.errors.details import *
from api.errors.failures import *
from api.errors.imports import *
from api.errors.not_found import *
from api.errors.requests import *
from api.errors.rules import *
from api.errors.startup import *
