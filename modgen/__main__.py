"""`python -m modgen` is the same as the command `modgen`."""

from modgen.cli import main

main()
