"""`python -m tests.loaded [ARGS]`: run the tests while a busy loop holds each core. The result must be the same."""

from __future__ import annotations

import os
import subprocess
import sys

BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(100_000))"
"""A loop that ends with the process that began it."""


def main(arguments: list[str]) -> int:
    """Run pytest with the arguments beside the loops; its exit code."""
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *arguments]
        return subprocess.run(command, check=False).returncode
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
