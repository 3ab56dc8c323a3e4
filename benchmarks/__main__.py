"""`python -m benchmarks`: every figure of `benchmarks/README.md`, as tables."""

from benchmarks import audit, checker, generator, logs, peers
from benchmarks.measure import CALIBRATION

print(f"Calibration: {CALIBRATION:.3f} s of the processor for the fixed piece of Python work.\n")
for part in (generator, logs, checker, audit, peers):
    part.main()
    print()
