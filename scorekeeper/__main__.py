"""`scorekeeper` and `python -m scorekeeper`: so little that Ctrl-C can't come before us."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Load the command line and run it."""
    try:
        from .cli import main

        main()
    except KeyboardInterrupt:
        print("scorekeeper: interrupted, nothing was written", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
