"""Each pair of each rulebook, as a tidy record (the fast suite has a fifth) and with each lapse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import modgen_rules
from modgen_rules.engine.pairs.pair_trials import TIDY, VERSIONS, PairTrials, accused, misjudged
from modgen_rules.engine.pairs.pairs import FILES, Pair, read_pairs
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.lapses import LAPSES
from tests.fast_share import every_nth_fast

PACKAGES = sorted(
    {path.parent.name for path in Path(next(iter(modgen_rules.__path__))).glob(f"*/{FILES}")}
)
MOST_FAST = 30
"""Pairs of each package that are judged by the fast tests; the others by the slow ones."""


def _pairs() -> Iterator[ParameterSet]:
    for package in PACKAGES:
        pairs = read_pairs(Path(next(iter(modgen_rules.__path__))) / package)
        every = -(-len(pairs) // MOST_FAST)
        for n, pair in enumerate(pairs):
            marks = [] if n % every == 0 else [pytest.mark.slow]
            yield pytest.param(package, pair, id=f"{package}: {pair.name}", marks=marks)


PAIRS = list(_pairs())
LEAST_RIGHT = 0.97
"""The share of records with a lapse that must be judged rightly."""


class Benches:
    """The trials of each package, made when they are needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: dict[str, PairTrials] = {}

    def __getitem__(self, package: str) -> PairTrials:
        if package not in self._made:
            folder = self.folder / package
            folder.mkdir()
            trial = Trial(package.replace("_", "-"), None, folder)
            play = import_module(f"modgen_rules.{package}.simulate")
            special = getattr(play, "role_of", lambda *_: None)
            self._made[package] = PairTrials(trial, special)
        return self._made[package]


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> Benches:
    return Benches(Path(tmp_path_factory.mktemp("pairs")))


def wrong(trials: PairTrials, pair: Pair, versions: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """What is wrong with each record of a pair that has an occasion for the lapse; else empty."""
    found = {}
    for act in pair.acts:
        for version in versions:
            report = trials.judge(pair, act, version)
            if report is not None:
                found[act, version] = misjudged(pair, act, version, report)
                assert not (act == "legal" and accused(report)) or pair.known_failure(act, version)
    return found


def surprises(pair: Pair, found: dict[tuple[str, str], str]) -> list[str]:
    """Records that are judged wrongly, or rightly although they are said to be judged wrongly."""
    return [
        f"{act} {version}: {told or 'it is judged rightly'}"
        for (act, version), told in found.items()
        if bool(told) != bool(pair.known_failure(act, version))
    ]


@pytest.mark.long
@pytest.mark.parametrize(("package", "pair"), every_nth_fast(5, PAIRS))
def test_a_pair_in_a_tidy_record(package: str, pair: Pair, benches: Benches) -> None:
    assert surprises(pair, wrong(benches[package], pair, (TIDY,))) == []


@pytest.mark.long
@pytest.mark.parametrize(("package", "pair"), PAIRS[::14])
def test_some_pairs_with_a_lapse(package: str, pair: Pair, benches: Benches) -> None:
    lapse = LAPSES[sum(map(ord, pair.name)) % len(LAPSES)].name
    assert surprises(pair, wrong(benches[package], pair, (lapse,))) == []


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_all_pairs_with_each_lapse(package: str, benches: Benches) -> None:
    right: Counter[bool] = Counter()
    told = []
    for name, pair in (one.values for one in PAIRS):
        if name == package:
            found = wrong(benches[package], pair, VERSIONS[1:])
            told += [f"{pair.name} {one}" for one in surprises(pair, found)]
            right.update(not one for one in found.values())
    assert told == []
    assert right[True] >= LEAST_RIGHT * right.total()


@pytest.mark.long
@pytest.mark.parametrize("package", PACKAGES)
def test_pairs_belong_to_clauses(package: str, benches: Benches) -> None:
    """Each names clauses and versions that there are, and only a permission has no illegal act."""
    clauses = benches[package].trial.whole.clauses.by_number
    lapses = {one.name for one in LAPSES}
    versions = {f"{act} {one}" for act in ("legal", "illegal") for one in (*VERSIONS, "*")}
    for name, pair in (one.values for one in PAIRS):
        if name == package:
            assert {pair.clause, pair.found} <= clauses.keys(), pair.name
            assert pair.told.keys() <= lapses, pair.name
            assert {*pair.lapsed, *pair.fails} <= versions, pair.name
            assert pair.illegal is not None or clauses[pair.clause].cannot, pair.name
