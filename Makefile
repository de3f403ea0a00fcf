# Everything runs in .venv of this folder; uv makes it where there is one, else venv and pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
ONCE ?=
ONLY ?=
RULESET ?= *
GAMES ?= 500
SHUFFLES ?= 2000
CHECK ?=
ACTIONS ?= 200
WHOLE ?=
STATES ?= 30
EVERY ?= 1
FLIPS ?= 10000
ROWS ?= 1000
KILLS ?= 1000
SIZE ?= 1
DATABASE ?= sqlite
STEPS ?= 100000
FOLDER ?=

.PHONY: help demo test conformance pictures pictures-check pages-bench record-check record-games record-line statistics-check statistics-faults amends-check undos-check streams-check follow-check hands-check past-bench growth faults machine check bench golden clean

help:
	@echo "make demo          start the service with a sample history (ONCE=1: print and end)"
	@echo "make test          run every test"
	@echo "make conformance   play many random games under the conformance suite (RULESET=name GAMES=500)"
	@echo "make pictures      draw the pictures of README and examples anew"
	@echo "make pictures-check  measure the boards of whole games in Chromium (RULESET=name)"
	@echo "make pages-bench   step through games of each ruleset in Chromium: what a phone misses, and how long (RULESET=name)"
	@echo "make record-check  look for the legal actions of random boards by taps, and compare what the page asks with and"
	@echo "                   without script in random states (RULESET=name STATES=30)"
	@echo "make record-games  record games by taps, by keys and without script in Chromium, and measure from the tap on"
	@echo "                   (RULESET=name WHOLE=1: to the end of each game)"
	@echo "make record-line   enter actions over a line that is cut, and with two browsers at once (ACTIONS=200)"
	@echo "make statistics-check  ask statistics what is known beforehand (RULESET=name SHUFFLES=2000 CHECK=name)"
	@echo "make statistics-faults  kill an export of the facts at every step, and look what is left"
	@echo "make amends-check  put random actions right in random games, and compare with games recorded from the start"
	@echo "make undos-check   let a bot look and take back, where the policy lets it: what it saw must be worth nothing"
	@echo "make streams-check  follow long games while all is cut off, and measure two hundred who follow at once"
	@echo "make follow-check  follow in Chromium what another browser records, over lines that are cut too (RULESET=name)"
	@echo "make hands-check   look in all that a seat's browser receives of a whole game for cards it cannot see (RULESET=name)"
	@echo "make past-bench    measure what going back costs in games of 2,000 and 10,000 events, beside the bars"
	@echo "make faults        let calls of the system fail under a log, cut the power, flip bits, kill those who write"
	@echo "                   (CHECK=calls, power, flips or kills; EVERY=1 FLIPS=10000 ROWS=1000 KILLS=1000)"
	@echo "make machine       call the log in any order, and compare it with a model of it (STEPS=100000)"
	@echo "make check         lint, format, types, import contract"
	@echo "make bench         measure, beside the peers (ONLY=name for one)"
	@echo "make growth        measure a log of 1,000,000 events beside one of a hundredth (SIZE=0.1 DATABASE=postgresql FOLDER=kept)"
	@echo "make golden        rewrite the golden files, for review"

$(READY): pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && uv pip install --quiet --python $(BIN)/python -e '.[dev]'; \
	else \
		test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; \
	fi
	@touch $(READY)

$(VENV)/bench: $(READY)
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python -e '.[bench]'; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'; fi
	@touch $@

demo: $(READY)
	$(BIN)/tabletale demo $(if $(ONCE),--once)

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal

conformance: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal tests/rulesets/$(RULESET)/test_conformance.py --games $(GAMES)

pictures: $(READY)
	$(BIN)/python -m tests.pictures.documents

pictures-machine: $(READY)
	$(BIN)/python -m pytest -n 2 tests/events/test_machine.py --steps $(STEPS)

check: $(READY)
	$(BIN)/python -m tests.pictures $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))
	$(BIN)/python -m tests.pictures --long-cards $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

pages-bench: $(READY)
	$(BIN)/python -m tests.browser --times $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

record-check: $(READY)
	$(BIN)/python -m tests.recording $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))
	$(BIN)/python -m pytest tests/browser/test_same_steps.py --states $(STATES) $(if $(filter-out *,$(RULESET)),-k $(RULESET)-)

record-line: $(READY)
	$(BIN)/python -m pytest tests/browser/test_record_line.py --actions $(ACTIONS)

record-games: $(READY)
	$(BIN)/python -m tests.recording.games $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET)) $(if $(WHOLE),--whole)
	$(BIN)/python -m tests.recording.games --times $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

statistics-check: $(READY)
	$(BIN)/python -m tests.statistics $(CHECK) --shuffles $(SHUFFLES) $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

statistics-faults: $(READY)
	$(BIN)/python -m pytest -n auto tests/api/test_killed_export.py --faults

amends-check: $(READY)
	$(BIN)/python -m tests.api.amends

undos-check: $(READY)
	$(BIN)/python -m tests.api.undos

streams-check: $(READY)
	$(BIN)/python -m tests.following

follow-check: $(READY)
	$(BIN)/python -m tests.following.browsers $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

hands-check: $(READY)
	$(BIN)/python -m tests.browser.receiving $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

faults: $(READY)
	$(BIN)/python -m tests.faults $(CHECK) --every $(EVERY) --flips $(FLIPS) --rows $(ROWS) --kills $(KILLS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/bench
	$(BIN)/python -m tests.benchmarks $(ONLY)

growth: $(VENV)/bench
	$(BIN)/python -m tests.benchmarks.grown --size $(SIZE) --database $(DATABASE) $(if $(FOLDER),--folder $(FOLDER))

past-bench: $(VENV)/bench
	$(BIN)/python -m tests.benchmarks.past

golden: $(READY)
	$(BIN)/python -m tests.golden

clean:
	rm -rf $(VENV) build dist
