"""`python -m benchmarks`: all measurements, as tables for `benchmarks/README.md`."""

from benchmarks import checker, generator, logs

generator.main()
logs.main()
checker.main()
