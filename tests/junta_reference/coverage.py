"""Which clauses a record can be seen to break; for the others, why none can.

`python -m tests.junta_reference.coverage` lists each clause with the mistakes that break it.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

from tests.junta_reference.judge import judge
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play

UNSEEN = {
    "5.h": "leave: nobody has to move",
    "9.d": "leave: whoever turns his cards after a Police reaction alone breaks 3.b",
    "10.c": "leave: the Rebel Leader chooses any order of battles",
    "11.c": "leave: whoever stands in the space may fire, declared or not",
    "12.c": "a record counts Air Raids and has no markers",
    "13.d": "leave: nobody has to fire",
    "13.e": "leave: targets may change",
    "16.b": "leave: Embassies take everybody",
    "17.c": "holders are not written down, a wrong count breaks 17.e",
    "17.d": "holders are not written down, a wrong count breaks 17.e",
    "17.f": "the map's, not a record's",
}
LAST = {
    1: "c",
    2: "e",
    3: "h",
    4: "b",
    5: "h",
    6: "c",
    7: "d",
    8: "b",
    9: "d",
    10: "c",
    11: "c",
    12: "e",
    13: "e",
    14: "f",
    15: "g",
    16: "c",
    17: "g",
}
CLAUSES = tuple(
    f"{section}.{chr(letter)}"
    for section, last in LAST.items()
    for letter in range(ord("a"), ord(last) + 1)
)
SEEN = tuple(clause for clause in CLAUSES if clause not in UNSEEN)
SET_UP = {"1.a", "1.b", "1.c"}
"""Clauses of the set-up, which no event breaks."""


def broken(seeds: range) -> dict[str, set[str]]:
    """The operators whose mutants of these coups break each clause before any other."""
    found = defaultdict(set)
    for seed in seeds:
        start, events = play(seed, 4 + seed % 4)
        for name, spoil in OPERATORS.items():
            mutant = spoil(start, events, Random(seed))
            for _, clause in judge(start, mutant[0])[:1] if mutant else ():
                found[clause].add(name)
    return found


if __name__ == "__main__":
    by_clause = broken(range(40))
    for clause in CLAUSES:
        seen = "the set-up" if clause in SET_UP else ", ".join(sorted(by_clause[clause]))
        print(f"{clause:5} {UNSEEN.get(clause) or seen}")
    print(f"{len(SEEN)} of {len(CLAUSES)}")
