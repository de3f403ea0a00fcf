# Everything runs in .venv of this folder, from locked requirements; uv makes it where there is one, else venv and pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
NEWEST := .venv-newest
ONCE ?=
ONLY ?=
JSON ?=
EARLIER ?=
SUITE ?=
RULESET ?=
ARGS ?=

# The tests start hundreds of processes: each would compile the program and its packages again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test check bench long pictures golden lock newest clean

help:
	@echo "make demo      start the service with a sample history (ONCE=1: print it and end)"
	@echo "make setup     install what the other targets need into .venv"
	@echo "make test      run the tests; make long SUITE=all has those that it leaves out, too"
	@echo "make check     lint, format, types, import contracts"
	@echo "make bench     compare speeds with similar programs (ONLY=name for one, JSON=file keeps the rows,"
	@echo "               EARLIER=file compares with rows that were kept)"
	@echo "make long      list the long test suites (SUITE=name to run one, RULESET=name ARGS=\"...\" to narrow it)"
	@echo "make pictures  draw the pictures of README and examples again"
	@echo "make golden    write the golden files again, for review"
	@echo "make lock      write requirements.txt and requirements-dev.txt again, with the newest versions (needs uv)"
	@echo "make newest    run the tests with the newest versions that pyproject.toml allows, in an environment of its own"
	@echo "make clean     remove the environments and what was built"

$(READY): pyproject.toml requirements-dev.txt
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
		uv pip sync --quiet --require-hashes --python $(BIN)/python requirements-dev.txt && \
		uv pip install --quiet --no-deps --no-build-isolation --python $(BIN)/python -e .; \
	else \
		test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV); \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi
	@touch $(READY)

setup: $(READY)
	@echo "Everything is installed in $(VENV)."

demo: $(READY)
	$(BIN)/tabletale demo $(if $(ONCE),--once)

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m tests.benchmarks $(ONLY) $(if $(JSON),--json $(JSON)) $(if $(EARLIER),--earlier $(EARLIER))

long: $(READY)
	@$(BIN)/python -m tests.long $(SUITE) $(if $(RULESET),--ruleset $(RULESET)) $(ARGS)

pictures: $(READY)
	$(BIN)/python -m tests.pictures.documents

golden: $(READY)
	$(BIN)/python -m tests.golden

LOCK := uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" pyproject.toml

lock:
	$(LOCK) --output-file requirements.txt
	$(LOCK) --output-file requirements-dev.txt --extra dev --extra bench --constraints requirements.txt

newest:
	rm -rf $(NEWEST)
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --python $(PYTHON) $(NEWEST) && \
		uv pip install --quiet --upgrade --python $(NEWEST)/bin/python -e '.[dev,bench]'; \
	else \
		$(PYTHON) -m venv $(NEWEST) && \
		$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade -e '.[dev,bench]'; \
	fi
	$(NEWEST)/bin/python -m pytest -n auto --dist worksteal

clean:
	rm -rf $(VENV) $(NEWEST) build dist
