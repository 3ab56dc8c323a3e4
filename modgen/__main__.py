"""Makes `python -m modgen` the same as the command `modgen`."""

from modgen.cli import main

if __name__ == "__main__":
    main()
