PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PP := output/people-power

.PHONY: demo accuracy slices test test-slow test-engine lint bench clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

demo: $(VENV)/.installed
	$(BIN)/modgen build people-power --lang en --lang es -o output/people-power
	$(BIN)/modgen sheets people-power --lang en --lang es --paper a4 --paper letter -o output/people-power/sheets
	$(BIN)/modgen build civil-power -o output/civil-power
	$(BIN)/modgen sheets civil-power --paper a4 --paper letter -o output/civil-power/sheets
	$(BIN)/modgen build junta-coup -o output/junta-coup
	$(BIN)/modgen sheets junta-coup --paper a4 --paper letter -o output/junta-coup/sheets
	$(BIN)/modgen build amigos-insurrectos -o output/amigos-insurrectos
	$(BIN)/modgen sheets amigos-insurrectos --paper a4 --paper letter -o output/amigos-insurrectos/sheets
	$(BIN)/modgen simulate people-power --seed 7 --noise --module $(PP)/people-power-1.0.vmod -o $(PP)/games
	$(BIN)/modgen simulate people-power --seed 7 --noise --mistakes 3 --module $(PP)/people-power-1.0.vmod -o $(PP)/games
	$(BIN)/modgen simulate junta-coup --seed 7 --module output/junta-coup/junta-coup-1.0.vmod -o output/junta-coup/games
	$(BIN)/modgen check $(PP)/games/people-power-game-7.vlog
	$(BIN)/modgen check output/junta-coup/games/junta-coup-game-7.vlog
	$(BIN)/modgen check $(PP)/games/people-power-mistakes-7.vlog --module $(PP)/people-power-1.0.vmod --format html -o $(PP)/report.html || test $$? -eq 1
	@echo "Read what was wrong with the second game: $(PP)/report.html"
	@echo "Open these modules with VASSAL 3.7: output/*/*.vmod"
	@echo "Print these sheets at 100 %: output/*/sheets/*/*.pdf"

test: $(VENV)/.installed
	$(BIN)/pytest -n 2

accuracy: $(VENV)/.installed
	$(BIN)/python -m tests.accuracy.measure
	$(BIN)/python -m tests.junta_coup.measure

slices: $(VENV)/.installed
	$(BIN)/pytest -n 2 -m slow tests/people_power tests/junta_coup
	$(BIN)/python -m tests.accuracy.measure --turns 600 --mutants 300

test-slow: $(VENV)/.installed
	$(BIN)/pytest -n 2 -m slow

test-engine: $(VENV)/.installed
	$(BIN)/pytest -m engine

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) output/*/
