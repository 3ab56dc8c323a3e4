"""Records which clause each test really made the checker report, with the message.

A test calls the fixture `reported(report, clause)`: it fails unless the first finding of the report
is of that clause and has the message of the snapshot in `tests/findings`. `pytest --write-reported`
(without xdist) writes the messages of the tests that ran into the snapshot, and the names of the
tests into each rulebook's `reported.json`, from which `modgen rules` tells what is reported.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from modgen_rules.engine.pairs.coverage import REPORTED
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.general.book import PREFIX

ROOT = Path(__file__).parent
SNAPSHOTS = ROOT / "findings"
RULES = ROOT.parent / "rules" / "modgen_rules"
ENTRY = re.compile(r"^\[(?P<clause>[^\]]+)\] (?P<test>.+)$")
HEAD = """# The message of every finding that a test expects, by clause and test.
# Written by: pytest --write-reported
"""

Messages = dict[tuple[str, str], str]
"""Messages by clause and test."""


class Recorder:
    """The findings that tests expected in this session, by the id of the game."""

    def __init__(self, write: bool) -> None:
        self.write = write
        self.ran: set[str] = set()
        self.new: dict[str, Messages] = defaultdict(dict)
        self._known: dict[str, Messages] = {}

    def expect(self, report: GameReport, clause: str, test: str) -> None:
        """Assert that the first finding is of a clause, with the message of the snapshot.

        Findings of the general laws are kept together, whatever the game.
        """
        wrong = [one for one in report.findings if one.verdict != "note"]
        assert wrong, f"nothing was found; expected {clause}"
        assert wrong[0].clause == clause, [one.message for one in wrong]
        message = wrong[0].message
        book = "general" if report.prefix == PREFIX else report.game
        messages = self.new[book]
        number = 1 + sum(name.partition(" #")[0] == test for _, name in messages)
        test += f" #{number}" if number > 1 else ""
        messages[clause, test] = message
        if not self.write:
            known = self.known(book).get((clause, test))
            assert message == known, "the message is new: pytest --write-reported, and review it"

    def finish(self, test: str) -> None:
        """Assert that a test that has run expected all of its findings in the snapshots."""
        self.ran.add(test)
        for game, key in self._expected[test] if not self.write else ():
            assert key in self.new[game], f"no longer reported: {key}; pytest --write-reported"

    @cached_property
    def _expected(self) -> Mapping[str, list[tuple[str, tuple[str, str]]]]:
        """The game, clause and test of each entry of the snapshots, by the test."""
        found = defaultdict(list)
        for path in sorted(SNAPSHOTS.glob("*.txt")):
            game = path.stem.replace("_", "-")
            for key in self.known(game):
                found[key[1].partition(" #")[0]].append((game, key))
        return found

    def known(self, game: str) -> Messages:
        if game not in self._known:
            self._known[game] = read_snapshot(snapshot(game))
        return self._known[game]

    def save(self) -> None:
        """Write the snapshots: entries of tests that ran are replaced, of lost tests dropped."""
        for path in sorted(SNAPSHOTS.glob("*.txt")):
            self.new[path.stem.replace("_", "-")]  # A game whose tests all expect nothing now.
        for game, messages in self.new.items():
            kept = {
                key: text
                for key, text in self.known(game).items()
                if key[1].partition(" #")[0] not in self.ran and exists(key[1])
            }
            if kept | messages != self.known(game):
                write_snapshot(game, kept | messages)


def snapshot(game: str) -> Path:
    return SNAPSHOTS / f"{game.replace('-', '_')}.txt"


def read_snapshot(path: Path) -> Messages:
    messages: Messages = {}
    key = None
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        found = ENTRY.match(line)
        if found:
            key = (found["clause"], found["test"])
        elif key and line.strip():
            messages[key] = line.strip()
    return messages


def write_snapshot(game: str, messages: Messages) -> None:
    SNAPSHOTS.mkdir(exist_ok=True)
    entries = [
        f"[{clause}] {test}\n    {text}\n" for (clause, test), text in sorted(messages.items())
    ]
    snapshot(game).write_text("\n".join([HEAD, *entries]), "utf-8")
    target = RULES / game.replace("-", "_") / REPORTED
    target.write_text(json.dumps(table(messages), ensure_ascii=False, indent=1) + "\n", "utf-8")


def table(messages: Messages) -> dict[str, list[str]]:
    """The tests of each clause: the content of `reported.json`."""
    tests: dict[str, list[str]] = defaultdict(list)
    for clause, test in sorted(messages):
        tests[clause].append(test)
    return dict(tests)


def exists(test: str) -> bool:
    """Whether the function of a test's id is still there."""
    file, _, name = test.partition(" #")[0].partition("::")
    path = ROOT / file
    function = name.rpartition("::")[2].partition("[")[0]
    return path.exists() and f"def {function}(" in path.read_text("utf-8")
