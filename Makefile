PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Run one in EVERY of the browser tests and of the documentation's tests.
EVERY ?= 1
# Tests start Python many times; without bytecode each compiles all sources anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo docs test-docs kept accuracy fuzz mutation mutation-map removals slices smoke test test-long test-slow test-engine test-browser lint bench release clean

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,serve]'
	touch $@

demo: $(VENV)/.installed
	$(BIN)/modgen demo output

test: $(VENV)/.installed
	$(BIN)/pytest -n 2 --dist loadfile

kept: $(VENV)/.installed
	$(BIN)/python -m tests.kept.run

accuracy: $(VENV)/.installed
	$(BIN)/python -m tests.kept.run --fresh 100000 --times 10
	$(BIN)/python -m tests.kept.prices --stored

test-long: $(VENV)/.installed
	$(BIN)/pytest -n 2 --dist loadfile -m "long and not slow"

# What a change must pass besides `make test`: a part of the longer tests, always the same.
slices: $(VENV)/.installed
	$(BIN)/pytest -n 2 --dist loadfile -m "long and not slow" --every 2
	$(BIN)/pytest -n 2 -m slow --every 4 tests/packaging tests/api tests/amigos_insurrectos tests/people_power/test_wrong_rounds.py tests/people_power/test_games.py::test_mistakes_are_found tests/pairs/test_pairs.py::test_a_pair_in_a_tidy_record tests/audit/test_report.py tests/cli/test_rulebook.py tests/cli/test_portability.py
	$(BIN)/python -m tests.kept.run --part 10
	$(BIN)/python -m tests.mutation.run --package tirad_pass --only tirad_pass/law/combat.py --sample 8
	$(BIN)/python -m tests.fuzz.run --seconds 30

# For every night: other inputs each day.
fuzz: $(VENV)/.installed
	$(BIN)/python -m tests.fuzz.run --inputs 20000 --first $$(date +%Y%m%d)

# Which tests run which lines; it takes hours once, and later only what changed tests need.
mutation-map: $(VENV)/.installed
	$(BIN)/python -m tests.mutation.calls

# Which parts of the rulebooks change no verdict: of 200 by chance, which takes minutes once mapped.
removals: $(VENV)/.installed
	$(BIN)/python -m tests.mutation.verdicts --sample 200 $(foreach p,engine people_power junta_coup tirad_pass amigos_insurrectos civil_power,--package $(p)) --only /reading/

mutation: $(VENV)/.installed
	$(BIN)/python -m tests.mutation.run

docs: $(VENV)/.installed
	$(BIN)/python docs/_generate
	$(BIN)/zensical build --strict
	$(BIN)/python docs/_generate/finish_site.py

test-docs: $(VENV)/.installed
	$(BIN)/pytest -n 2 -m "slow or not slow" --every $(EVERY) tests/docs

smoke: $(VENV)/.installed
	$(BIN)/pytest -n 2 tests/api tests/packaging tests/vassal tests/cli/test_commands.py

test-slow: $(VENV)/.installed
	$(BIN)/pytest -n 2 -m slow
	$(BIN)/pytest -n 2 --hypothesis-profile thorough -m "not slow and not engine and not browser" tests/vassal tests/unpacking tests/model tests/log/test_timeline.py tests/general/test_expressions.py tests/people_power/test_bounds.py

test-engine: $(VENV)/.installed
	$(BIN)/pytest -m engine

test-browser: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,serve,browser]'
	$(BIN)/pytest -m browser --every $(EVERY) tests/serve tests/log tests/engine tests/audit

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32

bench: $(VENV)/.installed
	$(BIN)/python -m benchmarks

# From a clean commit with the tag of its version; nothing is uploaded.
release:
	bash .ci/release

clean:
	rm -rf .venv .venv-* dist output/*/
