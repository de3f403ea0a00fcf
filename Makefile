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

.PHONY: help demo test conformance pictures pictures-check pages-bench statistics-check statistics-faults check bench golden clean

help:
	@echo "make demo          start the service with a sample history (ONCE=1: print and end)"
	@echo "make test          run every test"
	@echo "make conformance   play many random games under the conformance suite (RULESET=name GAMES=500)"
	@echo "make pictures      draw the pictures of README and examples anew"
	@echo "make pictures-check  measure the boards of whole games in Chromium (RULESET=name)"
	@echo "make pages-bench   step through games of each ruleset in Chromium: what a phone misses, and how long (RULESET=name)"
	@echo "make statistics-check  ask statistics what is known beforehand (RULESET=name SHUFFLES=2000 CHECK=name)"
	@echo "make statistics-faults  kill an export of the facts at every step, and look what is left"
	@echo "make check         lint, format, types, import contract"
	@echo "make bench         measure, beside the peers (ONLY=name for one)"
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

pictures-check: $(READY)
	$(BIN)/python -m tests.pictures $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))
	$(BIN)/python -m tests.pictures --long-cards $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

pages-bench: $(READY)
	$(BIN)/python -m tests.browser --times $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

statistics-check: $(READY)
	$(BIN)/python -m tests.statistics $(CHECK) --shuffles $(SHUFFLES) $(if $(filter-out *,$(RULESET)),--ruleset $(RULESET))

statistics-faults: $(READY)
	$(BIN)/python -m pytest -n auto tests/api/test_killed_export.py --faults

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/bench
	$(BIN)/python -m tests.benchmarks $(ONLY)

golden: $(READY)
	$(BIN)/python -m tests.golden

clean:
	rm -rf $(VENV) build dist
