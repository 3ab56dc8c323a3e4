"""`python -m benchmarks [PART ...] [--full]`: the measured tables of `benchmarks/README.md`.

Without `--full` each command runs three times instead of five, and the largest files are left out.
The parts are `generator`, `imports`, `logs`, `checker`, `audit` and `peers`; without a name all of
them run. A part that fails is named, the others go on, and the program ends with 1.
"""

import sys
import time
import traceback

from benchmarks import audit, checker, generator, imports, logs, peers
from benchmarks.measure import CALIBRATION, FLAG, FULL, RUNS

PARTS = {
    "generator": generator,
    "imports": imports,
    "logs": logs,
    "checker": checker,
    "audit": audit,
    "peers": peers,
}


def main() -> int:
    """Run the parts that are named, or all; 1 if one of them fails."""
    chosen = [name for name in sys.argv[1:] if name != FLAG] or [*PARTS]
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]}; the parts are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    print(f"Calibration: {CALIBRATION:.3f} s of the processor for a fixed piece of Python work.")
    print(f"Medians of {RUNS} runs{'' if FULL else f'; {FLAG} makes more, and larger files'}.\n")
    failed = []
    for name in chosen:
        began = time.perf_counter()
        try:
            PARTS[name].main()
        except (Exception, SystemExit) as problem:
            failed.append(name)
            traceback.print_exception(problem)
        print(f"\nThe part {name} took {time.perf_counter() - began:.0f} s.\n", flush=True)
    if failed:
        print(f"These parts failed: {', '.join(failed)}.", file=sys.stderr)
    return int(bool(failed))


sys.exit(main())
