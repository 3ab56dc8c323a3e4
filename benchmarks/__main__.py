"""`python -m benchmarks`: all measurements, as tables for `benchmarks/README.md`."""

from benchmarks.generator import main

main()
