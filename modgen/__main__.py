"""Makes `python -m modgen` the same as the command `modgen`."""

from modgen.cli import main

main()
